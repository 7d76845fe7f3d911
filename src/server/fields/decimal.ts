/** A number with decimals, kept exactly. */
import { numberCodec } from './number-like.ts'

export const decimal = numberCodec({ column: () => 'numeric' })
