/** Yes or no: 1/0 on the wire, true/false inside. */
import type { FieldCodec } from './codec.ts'

export const bool: FieldCodec = {
  column: () => 'boolean',
  index: 'btree',
  fromWire: (value) => (value === null || value === undefined || value === '' ? null : value === 1),
  toWire: (inside) => (typeof inside === 'boolean' ? (inside ? 1 : 0) : null),
  toDb: (inside) => inside ?? null,
  sample: (_field, n) => n % 2,
}
