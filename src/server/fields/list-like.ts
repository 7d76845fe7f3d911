/** Shared by the types that hold several plain values in an array column. */
import type { FieldCodec } from './codec.ts'

/** An array codec with some parts of its own. No list is an empty list. */
export function listCodec(own: Pick<FieldCodec, 'column' | 'sample'>): FieldCodec {
  return {
    index: 'gin',
    fromWire: (value) => value ?? [],
    toWire: (inside) => inside ?? [],
    toDb: (inside) => inside ?? [],
    ...own,
  }
}
