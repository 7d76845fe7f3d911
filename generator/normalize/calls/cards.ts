import type { CallModel, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { referField } from '../../link/fields.ts'

const PICTURES: ReadonlySet<string> = new Set(['image', 'images'])

/** `cards`: fields that the look-up answers. */
export function linkCards(c: Compilation, call: CallModel, resources: Record<string, ResourceModel>): void {
  const { data, at } = c.calls.get(call.id)!
  if (!data.cards) return
  const whole = call.rows === undefined ? [] : Object.values(resources[call.rows]?.fields ?? {})
  const answered = new Map([...whole, ...call.output].map((one) => [one.name, one]))
  const found = (place: At, name: string): FieldModel | undefined => {
    const field = answered.get(name)
    if (field) referField(c, place, field, name)
    else c.unknown(place, 'REF004', `output of ${call.id}`, name, [...answered.keys()])
    return field
  }
  const place = below(at, 'cards')
  const image = found(below(place, 'image'), data.cards.image)
  if (image && !PICTURES.has(image.type)) c.error(below(place, 'image'), 'REF015', `"${image.name}" is no picture`)
  const lines = data.cards.lines.flatMap((name, i) => found(below(place, 'lines', i), name) ?? [])
  call.cards = { image: data.cards.image, lines }
}
