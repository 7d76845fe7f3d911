/** link: resolves every name, so that later stages only look things up. */
import { isOwn, isRef, isTo, stepName } from '../../src/model/fields.ts'
import type { FieldModel } from '../../src/model/model.ts'
import { ENGINE_COLUMNS, ENGINE_TABLES } from '../../src/model/reserved.ts'
import { below, type At, type CallDraft, type Compilation, type ResourceDraft } from '../base/context.ts'
import { dictionary } from './dictionaries.ts'
import { baseFields, checkNamedTypes, enumValue, fieldModel, referField } from './fields.ts'
import type { AuthoredResource } from '../base/authored.ts'
import type { ResourceWords } from '../base/parts.ts'
import type { Source } from '../base/source.ts'

/** The calls of every stored resource, unless `standard` limits them. */
export const STANDARD_CALLS = ['query', 'list', 'detail', 'add', 'edit', 'del', 'select', 'export'] as const
/** Rows that are only added are never changed or deleted. */
const APPEND_CALLS = STANDARD_CALLS.filter((name) => name !== 'edit' && name !== 'del')

export function link(c: Compilation): void {
  for (const [name, source] of c.loaded.dictionaries) c.dictionaries.set(name, dictionary(c, name, source))
  checkNamedTypes(c)
  for (const [name, { area, source }] of c.loaded.resources) c.resources.set(name, draft(c, name, area, source))
  for (const resource of c.resources.values()) linkFields(c, resource)
  for (const resource of c.resources.values()) linkRelations(c, resource)
  for (const resource of c.resources.values()) checkCycles(c, resource)
  for (const resource of c.resources.values()) linkCalls(c, resource)
  checkPlanned(c)
}

/** REF016: planned.json lists something that exists: then a misspelt name would be taken for a plan. */
function checkPlanned(c: Compilation): void {
  const say = (key: 'routes' | 'codes' | 'calls', known: (name: string) => boolean) => {
    for (const [i, name] of (c.loaded.planned?.data[key] ?? []).entries()) {
      if (known(name))
        c.error(
          { source: c.loaded.planned!, path: [key, i] },
          'REF016',
          `"${name}" is there by now; take it out of planned.json`,
        )
    }
  }
  const codes = new Set([...c.loaded.screens.values()].map((screen) => screen.data.code))
  say('routes', (name) => c.loaded.screens.has(name))
  say('codes', (name) => codes.has(name))
  say('calls', (name) => c.calls.has(name) || c.callNames.has(name))
}

function draft(c: Compilation, name: string, area: string, source: Source<AuthoredResource>): ResourceDraft {
  const { data } = source
  c.refer('resource', name, { source, path: [] }, { declares: true })
  if ((ENGINE_TABLES as readonly string[]).includes(name))
    c.error({ source, path: [] }, 'REF018', `"${name}" is a table of the engine; take another name`)
  return {
    name,
    area,
    source,
    // The result of `expand`: the inputs one by one, the filters complete.
    data: data as ResourceWords,
    label: data.label,
    many: data.many ?? data.label,
    path: data.path ?? name,
    key: data.key ?? 'id',
    fields: new Map(),
  }
}

function linkFields(c: Compilation, resource: ResourceDraft): void {
  const at: At = { source: resource.source, path: ['fields'] }
  const names = baseFields(c)
  for (const [name, raw] of Object.entries(resource.data.fields)) {
    const place = below(at, name)
    c.refer('field', `${resource.name}.${name}`, place, { key: true, declares: true })
    if ((ENGINE_COLUMNS as readonly string[]).includes(name))
      c.error(place, 'REF018', `"${name}" is a column that the engine keeps in every record; take another name`, {
        key: true,
      })
    if (names.has(name)) c.error(place, 'REF009', `"${name}" is a field that every record has already`, { key: true })
    const field = fieldModel(c, place, name, raw, resource.name)
    if (field) resource.fields.set(name, field)
    else c.lost.add(name).add(stepName(name))
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
    return c.error(
      at(key),
      'REF015',
      `"${field.name}" must be a ref to the ${key === 'parent' ? 'owner' : 'base record'}`,
    )
  }
  resource.parent = ref('parent')
  resource.base = ref('extends')
  if (data.tree) checkTree(c, resource, data.tree.parent, at('tree', 'parent'))
  if (data.key) ownField(c, resource, data.key, at('key'))
  if (typeof data.scope === 'object') checkScope(c, resource, data.scope, at('scope'))
  for (const [name, field] of resource.fields) {
    if (field.by) checkKind(c, resource, name, field.by)
    if (isOwn(field)) checkOwn(c, resource, name, field.of)
  }
}

/** The parent of a tree is a ref to the resource itself. */
function checkTree(c: Compilation, resource: ResourceDraft, parent: string, at: At): void {
  const field = ownField(c, resource, parent, at)
  if (field && (field.type !== 'ref' || field.of !== resource.name))
    c.error(
      at,
      'REF015',
      `"${field.name}" must be a ref to ${resource.name} itself: rows of a tree hang under one another`,
    )
}

/** `scope`: the fields exist, and the module is one of the data rules. */
function checkScope(
  c: Compilation,
  resource: ResourceDraft,
  scope: Exclude<AuthoredResource['scope'], string | undefined>,
  at: At,
): void {
  if (scope.seenBeside) checkBeside(c, resource, scope.seenBeside, below(at, 'seenBeside'))
  if (scope.by === 'parent') {
    if (!resource.data.parent)
      c.error(below(at, 'by'), 'REF015', `${resource.name} has no "parent" that its rows could be seen through`)
    return
  }
  const person = c.record('person')
  const part = { org: c.record('department'), owner: person, maker: person }
  for (const key of ['org', 'owner', 'maker'] as const) {
    const name = scope[key]
    const field = typeof name === 'string' && ownField(c, resource, name, below(at, key))
    if (field && part[key] && !leadsTo(c, resource, field, part[key]))
      c.error(below(at, key), 'REF015', `"${field.name}" leads to no ${part[key]}: data rules are held against it`)
  }
  const named = scope.seenWith && ownField(c, resource, scope.seenWith, below(at, 'seenWith'))
  if (named && (named.type !== 'ref' || !(named.of || named.by)))
    c.error(below(at, 'seenWith'), 'REF015', `"${named.name}" must be a ref to the record that shows these rows`)
  const modules = c.dictionaries.get(c.record('dataModules') ?? '')
  const module = scope.module ?? resource.name
  if (modules && scope.module === undefined && !modules.values.some((v) => v.name === module)) {
    c.note(
      at,
      'REF003',
      `data rules speak of no module "${module}", so everybody sees only what is their own; for wider rights say a "module" of ${modules.name}: ${modules.values.map((v) => v.name).join(', ')}`,
    )
  } else if (modules) enumValue(c, scope.module === undefined ? at : below(at, 'module'), modules, module)
}

/** `seenBeside`: the other resource has that ref, to rows of this one or to records that this one points at by the same name. */
function checkBeside(
  c: Compilation,
  resource: ResourceDraft,
  { resource: name, by }: { resource: string; by: string },
  at: At,
): void {
  const other = c.resources.get(name)
  if (!other) {
    c.unknown(below(at, 'resource'), 'REF001', 'resource', name, [...c.resources.keys()])
    return
  }
  const theirs = ownField(c, other, by, below(at, 'by'))
  if (!theirs || (isRef(theirs) && theirs.of === resource.name && !resource.fields.has(by))) return
  const mine = ownField(c, resource, by, below(at, 'by'))
  if (mine && !(isRef(mine) && isRef(theirs) && mine.of === theirs.of))
    c.error(below(at, 'by'), 'REF015', `"${by}" must be a ref to the same records in ${resource.name} and ${name}`)
}

/** The record itself, a ref to it, or a ref to a record of it (a cashier is a member of staff). */
export function leadsTo(c: Compilation, resource: ResourceDraft, field: FieldModel, wanted: string): boolean {
  if (field.name === 'id') return resource.name === wanted
  if (!isTo(field)) return false
  const further = [...(c.resources.get(field.of)?.fields.values() ?? [])]
  return field.of === wanted || further.some((f) => isRef(f) && f.of === wanted)
}

/** `by` names the enum beside a ref to several kinds. */
function checkKind(c: Compilation, resource: ResourceDraft, name: string, by: string): void {
  const at: At = { source: resource.source, path: ['fields', name, 'by'] }
  const field = ownField(c, resource, by, at)
  if (field && field.type !== 'enum')
    c.error(at, 'REF015', `"${by}" is no enum, so it cannot say which kind "${name}" is`)
}

function checkOwn(c: Compilation, resource: ResourceDraft, name: string, child: string): void {
  const at: At = { source: resource.source, path: ['fields', name, 'of'] }
  const twin = [...resource.fields.values()].find((one) => isOwn(one) && one.of === child)
  if (twin && twin.name !== name) c.error(at, 'REF009', `"${twin.name}" holds the rows of ${child} already`)
  if (c.resources.has(child) && !backRef(c, child, resource.name))
    c.error(at, 'REF015', `"${child}" has no single ref that points back at ${resource.name}`)
}

/** REF012: chains of owners and base records must end. A cycle is cut, so that later stages may follow the chain. */
function checkCycles(c: Compilation, resource: ResourceDraft): void {
  for (const key of ['parent', 'base'] as const) {
    const seen = [resource.name]
    for (let next = resource[key]?.resource; next; next = c.resources.get(next)?.[key]?.resource) {
      if (next !== resource.name && seen.includes(next)) break
      seen.push(next)
      if (next !== resource.name) continue
      const word = key === 'parent' ? 'parent' : 'extends'
      c.error(
        { source: resource.source, path: [word] },
        'REF012',
        `${seen.join(' → ')}: "${word}" leads back to where it began`,
      )
      resource[key] = undefined
      break
    }
  }
}

/** The field of child rows that points at their owner: their parent, else the only ref to it. */
export function backRef(c: Compilation, child: string, owner: string): string | undefined {
  const draft = c.resources.get(child)
  const refs = [...(draft?.fields.values() ?? [])].filter((f) => f.type === 'ref' && f.of === owner)
  return (refs.find((f) => f.name === draft!.data.parent) ?? (refs.length === 1 ? refs[0] : undefined))?.name
}

/** A field of this resource (base fields too), or an error at the place that names it. */
export function ownField(c: Compilation, resource: ResourceDraft, name: string, at: At, more: { key?: boolean } = {}) {
  const field = resource.fields.get(name)
  referField(c, at, field, name, more)
  return (
    field ??
    baseFields(c).get(name) ??
    c.unknown({ ...at, ...more }, 'REF004', `field of ${resource.name}`, name, [
      ...resource.fields.keys(),
      ...baseFields(c).keys(),
    ])
  )
}

function linkCalls(c: Compilation, resource: ResourceDraft): void {
  const { data, source } = resource
  if (data.append) {
    for (const [i, name] of (data.standard ?? []).entries()) {
      if (!(APPEND_CALLS as readonly string[]).includes(name))
        c.error(
          { source, path: ['standard', i] },
          'SHP005',
          `rows of ${resource.name} are only added ("append"), so there is no "${name}"`,
        )
    }
  }
  const standard: readonly string[] = data.standard ?? (data.virtual ? [] : data.append ? APPEND_CALLS : STANDARD_CALLS)
  const declared = data.calls ?? {}
  for (const name of standard) {
    add(c, {
      id: `${resource.path}/${name}`,
      name,
      resource,
      data: declared[name] ?? {},
      at: { source, path: ['calls', name] },
      preset: false,
      standard: true,
    })
  }
  for (const [key, raw] of Object.entries(declared)) {
    const at: At = { source, path: ['calls', key] }
    if (standard.includes(key)) continue
    const preset = 'use' in raw
    const name = key.split('/').at(-1)!
    const id = preset ? `${resource.name}.${name}` : key.includes('/') ? key : `${resource.path}/${key}`
    c.refer('call', id, at, { key: true, declares: true, text: key })
    add(c, {
      id,
      name,
      resource,
      data: raw,
      at,
      preset,
      standard: (STANDARD_CALLS as readonly string[]).includes(key) && !KIND_KEYS.some((k) => k in raw),
    })
    if (preset) c.callNames.set(`${resource.path}/${name}`, id)
  }
}

/** Keys that make a declared call different from the standard one of its name. */
export const KIND_KEYS = [
  'like',
  'use',
  'move',
  'set',
  'check',
  'stat',
  'options',
  'import',
  'handler',
  'export',
] as const

function add(c: Compilation, call: CallDraft): void {
  const twin = c.calls.get(call.id)
  if (twin) c.error(call.at, 'REF009', `call "${call.id}" is also declared in ${twin.at.source.file}`, { key: true })
  else c.calls.set(call.id, call)
  const { also = [] } = call.data
  also.forEach((alias, i) => {
    if (c.calls.has(alias) || c.callNames.has(alias))
      c.error(below(call.at, 'also', i), 'REF009', `"${alias}" is a call already`)
    c.callNames.set(alias, call.id)
  })
}

/** Whether a name is a planned call of the product: no error, only counted. */
export function isPlanned(c: Compilation, name: string): boolean {
  if (!c.plannedCalls.has(name)) return false
  c.report.planned.add(name)
  return true
}

/**
 * The call of a name at a place: an exact wire path; `path/name`; or a call of `resource` (or of the record it extends)
 * by its last part. `'planned'` when it is only planned, undefined (and an error) when it does not exist.
 */
export function findCall(
  c: Compilation,
  name: string,
  resource: ResourceDraft | undefined,
  at: At,
  more: { key?: boolean } = {},
): CallDraft | 'planned' | undefined {
  const found = lookUpCall(c, name, resource)
  if (found) {
    referCall(c, found, name, at, more)
    return found
  }
  if (isPlanned(c, name) || (resource && isPlanned(c, `${resource.path}/${name}`))) return 'planned'
  const near = resource ? callsOf(c, resource).map((call) => call.name) : []
  return c.unknown(
    { ...at, ...more },
    'REF005',
    resource && !name.includes('/') ? `call of ${resource.name}` : 'call',
    name,
    name.includes('/') || !resource ? [...c.calls.keys(), ...c.callNames.keys()] : near,
  )
}

/** A name that must be a whole wire path (or an alias), or planned. */
export function findPath(c: Compilation, path: string, at: At): string | undefined {
  const found = c.calls.get(path) ?? c.calls.get(c.callNames.get(path) ?? '')
  if (found) {
    referCall(c, found, path, at)
    return found.id
  }
  if (!isPlanned(c, path)) c.unknown(at, 'REF005', 'call', path, [...c.calls.keys(), ...c.callNames.keys()])
  return undefined
}

/** Records that a call is named at a place, by its last part, its whole path or an alias (which a rename does not change). */
function referCall(c: Compilation, call: CallDraft, written: string, at: At, more: { key?: boolean } = {}): void {
  if (!c.references || (call.data.also ?? []).includes(written)) return
  c.refer('call', call.id, at, { ...more, text: written })
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

/** Calls that a resource declares, including presets. */
export function callsOf(c: Compilation, resource: ResourceDraft): CallDraft[] {
  return c.callsByResource().get(resource) ?? []
}
