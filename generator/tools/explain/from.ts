/** The origin of a value: a word (type, resource, call, view, screen, group, default), file and line. */
import { isEnum } from '../../../src/model/fields.ts'
import { BASE_FIELDS, type CallModel, type FieldModel } from '../../../src/model/model.ts'
import type { At, Compilation } from '../../base/context.ts'
import { changedAt, originOf } from '../../base/origin.ts'
import { valueAt } from '../../base/source.ts'

/** `word`: the kind of file or part. `at`: `schemas/types.json:12`, when it is in a file. */
export interface From {
  word: string
  at?: string
}

export const byDefault = (why = ''): From => ({ word: why ? `default: ${why}` : 'default' })

/** Keys of a screen's file that contain another view. */
const INSIDE = ['tabs', 'left', 'expand', 'sheet', 'blocks', 'table']

/** The word for a place, and its line. */
export function fromPlace(at: At, key = false): From {
  const written = at.source.written({ path: at.path, key })
  const { line } = written.source.position(written)
  const base = isScreen(at) && isScreen(written) && written.source.file !== at.source.file
  return { word: base ? 'base' : wordOf(written), at: `${written.source.file}:${line}` }
}

const isScreen = ({ source }: At): boolean => source.file.startsWith('schemas/screens/')

function wordOf({ source: { file }, path }: At): string {
  const name = file
    .split('/')
    .at(-1)!
    .replace(/\.json$/, '')
  if (file.endsWith('/types.json')) return `type ${String(path[1] ?? '')}`.trim()
  if (file.startsWith('schemas/dictionaries/')) return `dictionary ${name}`
  if (file.startsWith('schemas/resources/'))
    return path[0] === 'calls' ? `call ${name}/${String(path[1])}` : `resource ${name}`
  if (name === '_group') return 'group'
  const depth = path.findIndex((part) => INSIDE.includes(String(part)))
  if (file.startsWith('schemas/screens/'))
    return depth < 0 || depth === path.length - 1 ? 'screen' : `view ${viewName(path.slice(depth))}`
  return name
}

/** `tabs.tracks`, `left`. */
const viewName = (path: At['path']): string =>
  ['tabs', 'blocks'].includes(String(path[0])) ? path.slice(0, 2).join('.') : String(path[0])

/** The origin of a field's key: this copy, its declaration, its named type, its target, or a default. */
export function fromOfKey(c: Compilation, field: FieldModel, key: string): From {
  const anew = changedAt(field)[key]
  if (anew) return fromPlace(hasKey(anew, key) ? { source: anew.source, path: [...anew.path, key] } : anew, true)
  const origin = originOf(field)
  if (!origin) return byDefault((BASE_FIELDS as readonly string[]).includes(field.name) ? 'every record has it' : '')
  const { source, path } = origin.at
  const raw = valueAt(source.data, path)
  if (typeof raw === 'object' && raw !== null && key in raw) return fromPlace({ source, path: [...path, key] }, true)
  const type = c.loaded.types
  const alias = field.alias ?? (typeof raw === 'string' ? raw : undefined)
  if (alias && type && valueAt(type.data, ['types', alias, key]) !== undefined)
    return fromPlace({ source: type, path: ['types', alias, key] }, true)
  return key === 'label' ? (labelOfTarget(c, field) ?? fromPlace(origin.at, true)) : byDefault()
}

/** Without a label of its own a field has that of its dictionary or resource. */
function labelOfTarget(c: Compilation, field: FieldModel): From | undefined {
  if (field.of === undefined) return undefined
  const source = isEnum(field) ? c.loaded.dictionaries.get(field.of) : c.loaded.resources.get(field.of)?.source
  return source && fromPlace({ source, path: ['label'] }, true)
}

/** The origin of a button's key: the button, its call, the target of a preset, or a default. */
export function fromOfAction(
  c: Compilation,
  at: At | undefined,
  call: CallModel | undefined,
  key: string,
  otherwise: string,
): From {
  if (at && hasKey(at, key)) return fromPlace({ source: at.source, path: [...at.path, key] }, true)
  for (const id of call ? [call.id, call.path] : []) {
    const draft = c.calls.get(id)
    if (draft && valueAt(draft.data, [key]) !== undefined)
      return fromPlace({ source: draft.at.source, path: [...draft.at.path, key] }, true)
  }
  return byDefault(otherwise)
}

/** Whether an object at a place has a key. */
export function hasKey(at: At, key: string): boolean {
  return at.source.exists({ path: [...at.path, key] })
}
