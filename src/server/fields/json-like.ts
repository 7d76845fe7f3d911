/** Shared by the types kept as one jsonb value. */
import type { FieldCodec } from './codec.ts'

/** The parameter of a jsonb column. A list must not reach the driver as such: it would become an SQL array. */
export const toJson = (inside: unknown): unknown =>
  inside === null || inside === undefined ? null : JSON.stringify(inside)

/** A jsonb codec with some parts of its own. `list`: nothing is an empty list. */
export function jsonCodec(own: Pick<FieldCodec, 'sample'> & Partial<FieldCodec>, list = false): FieldCodec {
  const nothing = list ? [] : null
  return {
    column: () => 'jsonb',
    index: 'none',
    fromWire: (value) => value ?? nothing,
    toWire: (inside) => inside ?? nothing,
    toDb: (inside) => toJson(inside ?? nothing),
    ...own,
  }
}
