/** link: gives every name its meaning, so that later stages only look things up. */
import type { DictionaryModel, DictionaryValue } from '../src/model/model.ts'
import { below, type At, type CallDraft, type Compilation, type ResourceDraft } from './context.ts'
import { baseFields, fieldModel } from './fields.ts'
import type { Source } from './source.ts'

/** The calls every stored resource has unless `standard` keeps only some. */
export const STANDARD_CALLS = ['query', 'list', 'detail', 'add', 'edit', 'del', 'select', 'export'] as const

export function link(c: Compilation): void {
  for (const [name, source] of c.loaded.dictionaries) c.dictionaries.set(name, dictionary(c, name, source))
  for (const [name, { area, source }] of c.loaded.resources) c.resources.set(name, draft(name, area, source))
  for (const resource of c.resources.values()) linkFields(c, resource)
  for (const resource of c.resources.values()) linkRelations(c, resource)
  for (const resource of c.resources.values()) linkCalls(c, resource)
}

function dictionary(c: Compilation, name: string, source: Source): DictionaryModel {
  const values = Object.entries(source.data.values).map(([key, raw]) => dictionaryValue(key, raw as Record<string, never>))
  const numeric = values.every((v) => typeof v.value === 'number')
  const ordered = source.data.ordered === true
  if (ordered && !numeric) {
    const textual = values.find((v) => typeof v.value !== 'number')!
    c.error({ source, path: ['values', textual.name] }, 'REF014', `an ordered dictionary needs a number for each value; "${textual.name}" has none`, { key: true })
  }
  const seen = new Map<unknown, string>()
  for (const v of values) {
    const twin = seen.get(v.value)
    if (twin) c.error({ source, path: ['values', v.name] }, 'REF009', `"${v.name}" and "${twin}" both have the value ${JSON.stringify(v.value)}`, { key: true })
    seen.set(v.value, v.name)
  }
  return { name, label: source.data.label, ordered, numeric, values, was: [source.data.was ?? []].flat() }
}

function dictionaryValue(name: string, raw: Record<string, never>): DictionaryValue {
  const { value = name, zh, en, tone, retired = false, was = [] } = raw as Record<string, never> & Partial<DictionaryValue & { zh: string; en: string }>
  return { name, value, label: { zh: zh!, en: en! }, ...(tone ? { tone } : {}), retired, was: [was].flat() }
}

function draft(name: string, area: string, source: Source): ResourceDraft {
  const { data } = source
  return { name, area, source, data, label: data.label, path: data.path ?? name, key: data.key ?? 'id', fields: new Map() }
}

function linkFields(c: Compilation, resource: ResourceDraft): void {
  const at: At = { source: resource.source, path: ['fields'] }
  const names = baseFields(c)
  for (const [name, raw] of Object.entries(resource.data.fields)) {
    const place = below(at, name)
    if (names.has(name)) c.error(place, 'REF009', `"${name}" is a field that every record has already`, { key: true })
    const field = fieldModel(c, place, name, raw as string)
    if (field) resource.fields.set(name, field)
  }
}

/** `title`, `key`, `parent`, `extends`, `tree`, `scope` name fields. */
function linkRelations(c: Compilation, resource: ResourceDraft): void {
  const { data, source } = resource
  const at = (...path: string[]): At => ({ source, path })
  const ref = (key: 'parent' | 'extends') => {
    const field = data[key] && ownField(c, resource, data[key], at(key))
    if (!field) return undefined
    if (field.type === 'ref' && typeof field.of === 'string') return { field: field.name, resource: field.of }
    return c.error(at(key), 'REF015', `"${field.name}" must be a ref to the ${key === 'parent' ? 'owner' : 'base record'}`)
  }
  resource.parent = ref('parent')
  resource.base = ref('extends')
  if (data.tree) ownField(c, resource, data.tree.parent, at('tree', 'parent'))
  if (data.key) ownField(c, resource, data.key, at('key'))
  if (typeof data.scope === 'object') for (const key of ['org', 'owner']) if (data.scope[key]) ownField(c, resource, data.scope[key], at('scope', key))
  for (const [name, field] of resource.fields) {
    if (field.by) ownField(c, resource, field.by, at('fields', name, 'by'))
    if (field.type === 'own') checkOwn(c, resource, name, field.of!)
  }
}

function checkOwn(c: Compilation, resource: ResourceDraft, name: string, child: string): void {
  if (!c.resources.has(child) || backRef(c, child, resource.name)) return
  c.error({ source: resource.source, path: ['fields', name, 'of'] }, 'REF015', `"${child}" has no single ref that points back at ${resource.name}`)
}

/** The field of child rows that points at their owner: their parent, else the only ref to it. */
export function backRef(c: Compilation, child: string, owner: string): string | undefined {
  const draft = c.resources.get(child)
  const refs = [...(draft?.fields.values() ?? [])].filter((f) => f.type === 'ref' && f.of === owner)
  return (refs.find((f) => f.name === draft!.data.parent) ?? (refs.length === 1 ? refs[0] : undefined))?.name
}

/** A field of this resource (base fields too), or an error at the place that names it. */
export function ownField(c: Compilation, resource: ResourceDraft, name: string, at: At) {
  return resource.fields.get(name) ?? baseFields(c).get(name)
    ?? c.unknown(at, 'REF004', `field of ${resource.name}`, name, [...resource.fields.keys(), ...baseFields(c).keys()])
}

function linkCalls(c: Compilation, resource: ResourceDraft): void {
  const { data, source } = resource
  const standard: string[] = data.standard ?? (data.virtual ? [] : STANDARD_CALLS)
  const declared = data.calls ?? {}
  for (const name of standard) {
    add(c, { id: `${resource.path}/${name}`, name, resource, data: declared[name] ?? {}, at: { source, path: ['calls', name] }, preset: false, standard: true })
  }
  for (const [key, raw] of Object.entries<Record<string, never>>(declared)) {
    if (standard.includes(key)) continue
    const at: At = { source, path: ['calls', key] }
    const preset = 'use' in raw
    const name = key.split('/').at(-1)!
    const id = preset ? `${resource.name}.${name}` : key.includes('/') ? key : `${resource.path}/${key}`
    add(c, { id, name, resource, data: raw, at, preset, standard: (STANDARD_CALLS as readonly string[]).includes(key) && !kindKeys.some((k) => k in raw) })
    if (preset) c.callNames.set(`${resource.path}/${name}`, id)
  }
}

/** Keys that make a declared call something else than the standard one of its name. */
const kindKeys = ['like', 'use', 'move', 'set', 'check', 'stat', 'options', 'import', 'handler', 'export']

function add(c: Compilation, call: CallDraft): void {
  const twin = c.calls.get(call.id)
  if (twin) c.error(call.at, 'REF009', `call "${call.id}" is also declared in ${twin.at.source.file}`, { key: true })
  else c.calls.set(call.id, call)
  const also: string[] = call.data.also ?? []
  also.forEach((alias, i) => {
    if (c.calls.has(alias) || c.callNames.has(alias)) c.error(below(call.at, 'also', i), 'REF009', `"${alias}" is a call already`)
    c.callNames.set(alias, call.id)
  })
}

/** Whether a name is a call of the product that is not authored yet: no error, only counted. */
export function isPlanned(c: Compilation, name: string): boolean {
  if (!c.plannedCalls.has(name)) return false
  c.report.planned.add(name)
  return true
}

/**
 * The call a name means at a place: an exact wire path; `path/name`; or a call of `resource` (or of the
 * record it extends) by its last part. `'planned'` when it is not authored yet, nothing (and an error)
 * when it does not exist.
 */
export function findCall(c: Compilation, name: string, resource: ResourceDraft | undefined, at: At): CallDraft | 'planned' | undefined {
  const found = lookUpCall(c, name, resource)
  if (found) return found
  if (isPlanned(c, name) || (resource && (isPlanned(c, `${resource.path}/${name}`)))) return 'planned'
  const near = resource ? callsOf(c, resource).map((call) => call.name) : []
  return c.unknown(at, 'REF005', 'call', name, name.includes('/') ? [...c.calls.keys(), ...c.callNames.keys()] : near)
}

/** As findCall, without an error. */
export function lookUpCall(c: Compilation, name: string, resource: ResourceDraft | undefined): CallDraft | undefined {
  const direct = c.calls.get(name) ?? c.calls.get(c.callNames.get(name) ?? '')
  if (direct) return direct
  if (!resource) return undefined
  const own = callsOf(c, resource).find((call) => call.name === name)
  if (own) return own
  return resource.base && lookUpCall(c, name, c.resources.get(resource.base.resource))
}

const byResource = new WeakMap<Compilation, Map<ResourceDraft, CallDraft[]>>()
/** Calls that a resource declares, presets too. */
export function callsOf(c: Compilation, resource: ResourceDraft): CallDraft[] {
  let index = byResource.get(c)
  if (!index || [...index.values()].reduce((n, list) => n + list.length, 0) !== c.calls.size) {
    index = new Map()
    for (const call of c.calls.values()) index.set(call.resource, [...(index.get(call.resource) ?? []), call])
    byResource.set(c, index)
  }
  return index.get(resource) ?? []
}
