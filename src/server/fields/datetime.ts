/** A moment in ms. The column keeps ms, so that what was read can be asked for again. */
import { HOUR } from '../../model/zone.ts'
import type { FieldCodec } from './codec.ts'

const SAMPLE_START = Date.UTC(2026, 0, 1, 1)

export const datetime: FieldCodec = {
  column: () => 'timestamp(3) with time zone',
  index: 'btree',
  fromWire: (value) => (value === '' ? null : (value ?? null)),
  toWire: (inside) => inside ?? null,
  toDb: (inside) => (typeof inside === 'number' ? new Date(inside) : null),
  sample: (_field, n) => SAMPLE_START + n * HOUR,
}
