/** A whole number. */
import { numberCodec } from './number-like.ts'

export const int = numberCodec({ column: () => 'bigint' })
