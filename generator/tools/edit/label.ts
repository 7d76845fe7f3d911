/** What staff read, said anew where it is written: on this screen, or wherever the field or the call is shown. */
import type { Words } from '../../../src/model/editing.ts'
import type { ActionModel, FieldModel, FormItemModel, Text } from '../../../src/model/model.ts'
import { below, type At } from '../../base/context.ts'
import { changedAt, originOf } from '../../base/origin.ts'
import { isObject } from '../../base/source.ts'
import { callAt, rawAt, writtenAt, type Good, type Made, type MadeList } from './parts.ts'
import { writtenOut, type Way } from './change.ts'

/** The text with other words, in the languages of the product, those first that are written there. */
function said({ model }: Good, now: Text, raw: unknown, words: Words): Words {
  const { available } = model.app.languages
  const written = available.filter((lang) => isObject(raw) && lang in raw)
  return Object.fromEntries([...new Set([...written, ...available])].map((lang) => [lang, words[lang] ?? now[lang]]))
}

/** The label of the screen or of a view in it. */
export function labelOfView(found: Good, at: At, now: Text, words: Words): Way {
  const place = below(at, 'label')
  return [{ at: place, value: said(found, now, rawAt(place), words), index: 0 }]
}

/** The ways to call a part otherwise: here, or everywhere. None: it has no words of its own there. */
export function labelOfPart(found: Good, list: MadeList, part: Made, words: Words, everywhere: boolean): Way[] {
  const isButton = list.key === 'actions'
  const isSection = 'kind' in part.made && part.made.kind === 'section'
  if (!everywhere) return isButton ? ofButton(found, list, part, words) : ofEntry(found, list, part, words)
  if (isSection) return ofEntry(found, list, part, words, true)
  return isButton ? ofCall(found, part.made as ActionModel, part.label, words) : ofField(found, part, words)
}

/** At the entry of a list, unless `anywhere` of one that is written for this screen; a usual one is written out. */
function ofEntry(found: Good, list: MadeList, { at, name, label }: Made, words: Words, anywhere = false): Way[] {
  const place = at && writtenAt(at)
  const isHere = place && typeof at.path.at(-1) === 'number' && (anywhere || place.source === list.at.source)
  if (!isHere) return anywhere ? [] : writtenOut(list, name, { label: said(found, label, undefined, words) })
  const raw = rawAt(at)
  if (!isObject(raw)) return [[{ at: place, value: { field: name, label: said(found, label, undefined, words) } }]]
  const key = 'section' in raw ? 'section' : 'label'
  return [[{ at: below(place, key), value: said(found, label, raw[key], words), index: 1 }]]
}

/** At the button of this screen; the rest of it comes from its base, where it has one. */
function ofButton(found: Good, { at }: MadeList, { name, label }: Made, words: Words): Way[] {
  const place = below(at, name)
  const raw = rawAt(place)
  const isOwn = writtenAt(place).source === at.source && isObject(raw)
  const value = said(found, label, isObject(raw) ? raw.label : undefined, words)
  return isOwn ? [[{ at: below(place, 'label'), value, index: 0 }]] : [[{ at: place, value: { label: value } }]]
}

function ofCall(found: Good, { call }: ActionModel, now: Text, words: Words): Way[] {
  const at = call === undefined ? undefined : callAt(found.c, call)
  if (!at || !isObject(rawAt(at))) return []
  const place = below(at, 'label')
  return [[{ at: place, value: said(found, now, rawAt(place), words), index: 0 }]]
}

/** At the declaration of the field, so that every place that shows it says the same. */
function ofField(found: Good, { made, label }: Made, words: Words): Way[] {
  const field = fieldIn(made)
  const anew = field && changedAt(field).label
  const at = anew ?? (field && originOf(field)?.at)
  if (!at) return []
  const raw = rawAt(at)
  const place = writtenAt(at)
  if (isObject(raw)) {
    const index = Object.keys(raw).indexOf('type') + 1
    return [[{ at: below(place, 'label'), value: said(found, label, raw.label, words), index }]]
  }
  return typeof raw === 'string'
    ? [[{ at: place, value: { type: raw, label: said(found, label, undefined, words) } }]]
    : []
}

function fieldIn(made: Made['made']): FieldModel | undefined {
  if ('kind' in made)
    return (made as FormItemModel).kind === 'field'
      ? (made as Extract<FormItemModel, { kind: 'field' }>).field
      : undefined
  return 'control' in made ? made.control : 'field' in made ? made.field : undefined
}
