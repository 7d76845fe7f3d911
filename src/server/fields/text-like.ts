/** Shared by the types that hold a line or a page of text. */
import { isEmpty } from '../../model/validate/index.ts'
import type { FieldCodec } from './codec.ts'

/** Digits enough to be a telephone or identity number: the first 3 and last 4 stay. */
const LONG_NUMBER = /\d{8,}/g

/** Hides the numbers in a text; a text without any keeps its first character only. */
function maskText(inside: unknown): unknown {
  if (typeof inside !== 'string' || inside === '') return inside
  const hidden = inside.replace(
    LONG_NUMBER,
    (digits) => digits.slice(0, 3) + '*'.repeat(digits.length - 7) + digits.slice(-4),
  )
  return hidden === inside ? [...inside].map((character, i) => (i === 0 ? character : '*')).join('') : hidden
}

/** A text codec with some parts of its own. `trim`: blanks at the ends mean nothing. */
export function textCodec(own: Pick<FieldCodec, 'sample'> & Partial<FieldCodec>, trim = true): FieldCodec {
  return {
    column: () => 'text',
    index: 'btree',
    fromWire: (value) => (isEmpty(value) ? null : trim ? (value as string).trim() : value),
    toWire: (inside) => inside ?? null,
    toDb: (inside) => inside ?? null,
    mask: maskText,
    ...own,
  }
}
