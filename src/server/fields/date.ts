/** A day: ms of its midnight in the product's zone; a date in the database. */
import { momentOf } from '../../model/zone.ts'
import { day } from '../db/parameters.ts'
import type { FieldCodec } from './codec.ts'

export const date: FieldCodec = {
  column: () => 'date',
  index: 'btree',
  fromWire: (value) => (value === '' ? null : (value ?? null)),
  toWire: (inside) => inside ?? null,
  toDb: (inside) => (typeof inside === 'number' ? day(inside) : null),
  sample: ({ months }, n, _dictionaries, zone) =>
    months ? momentOf(zone, 2026, 1 + n, 1) : momentOf(zone, 2026, 1, 1 + n),
}
