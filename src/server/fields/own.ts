/** Child rows saved with the record. They live in their own table; the engine writes and reads them by their own fields. */
import type { FieldCodec } from './codec.ts'

export const own: FieldCodec = {
  column: () => undefined,
  index: 'none',
  fromWire: (value) => value ?? [],
  toWire: (inside) => inside ?? [],
  toDb: () => undefined,
  sample: () => undefined,
}
