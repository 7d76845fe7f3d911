/** A line of text. */
import type { FieldModel } from '../../model/model.ts'
import { textCodec } from './text-like.ts'

/** Words of the wanted length; a pattern is met only if digits, letters or both do. */
function sample(field: FieldModel, n: number): unknown {
  if (field.in) return field.in[n % field.in.length]
  const least = field.min ?? 1
  const most = Math.min(field.max ?? 20, Math.max(least, 20))
  const tail = String(n)
  const candidates = [`样例${tail}`, `sample${tail}`, `AB${tail}`, tail.padStart(most, '0')].map((text) =>
    text.slice(-most).padEnd(least, '0'),
  )
  return candidates.find((text) => !field.pattern || new RegExp(field.pattern, 'u').test(text))
}

export const string = textCodec({ sample })
