/** Another record, by its number id or its text key. */
import type { FieldCodec } from './codec.ts'

export const ref: FieldCodec = {
  column: (_field, _dictionaries, keyType = 'bigint') => keyType,
  index: 'btree',
  fromWire: (value) => (value === '' ? null : (value ?? null)),
  toWire: (inside) => inside ?? null,
  toDb: (inside) => inside ?? null,
  sample: () => undefined,
}
