/** An amount: decimal yuan on the wire, whole cents inside and in the database. */
import { numberCodec } from './number-like.ts'

export const money = numberCodec({
  column: () => 'bigint',
  fromWire: (value) => (typeof value === 'number' ? Math.round(value * 100) : null),
  toWire: (inside) => (typeof inside === 'number' ? inside / 100 : null),
})
