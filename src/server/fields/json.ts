/** Anything JSON can say. */
import { jsonCodec } from './json-like.ts'

export const json = jsonCodec({ sample: (_field, n) => ({ n }) })
