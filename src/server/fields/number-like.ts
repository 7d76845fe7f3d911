/** Shared by the types that hold a number. */
import type { FieldModel } from '../../model/model.ts'
import type { FieldCodec } from './codec.ts'

/** A number codec with some parts of its own. */
export function numberCodec(own: Pick<FieldCodec, 'column'> & Partial<FieldCodec>): FieldCodec {
  return {
    index: 'btree',
    fromWire: (value) => value ?? null,
    toWire: (inside) => inside ?? null,
    toDb: (inside) => inside ?? null,
    sample: sampleNumber,
    ...own,
  }
}

/** Within the limits of the field. */
function sampleNumber(field: FieldModel, n: number): unknown {
  if (field.in) return field.in[n % field.in.length]
  const low = field.min ?? 0
  const high = field.max ?? low + 1000
  const whole = Math.ceil(low) + (n % Math.max(1, Math.floor(high) - Math.ceil(low) + 1))
  return whole > high ? low : whole
}
