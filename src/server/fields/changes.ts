/** Fields of a record as they were before or after a write. */
import { jsonCodec } from './json-like.ts'

export const changes = jsonCodec({ sample: (_field, n) => ({ field: n }) })
