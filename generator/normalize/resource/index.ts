/** normalize, resources: a draft with every default applied. */
import type {
  BesideModel,
  FieldModel,
  ResourceModel,
  RuleModel,
  ScopeModel,
  Text,
  UniqueModel,
} from '../../../src/model/model.ts'
import type { AuthoredResource } from '../../base/authored.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { condition, roots, rowOf, valueExpr, namedConditions } from '../expressions.ts'
import { callsOf, findPath, ownField } from '../../link/index.ts'
import { resolvePath } from '../../link/paths.ts'
import { assignmentsOf } from './assignments.ts'
import { usualColumns } from './columns.ts'
import { filtersOf } from './filters.ts'
import { finishField } from './finish.ts'
import { formOf, type FormScope, shownAsUsual } from './forms.ts'
import { traitsOf } from '../../../src/model/fields.ts'
import { fieldsOfForm } from '../../../src/model/views.ts'
import { clientOf } from './client.ts'
import { limitOf } from './limit.ts'
import { machinesOf } from './machines.ts'
import { makesOf } from './makes.ts'
import { maskComputed } from './masks.ts'
import { seenOf } from './seen.ts'
import { talliesOf } from './tallies.ts'

export { finishField }

/** Compiles values, conditions and defaults of all fields first, because everything else may read them. */
export function finishFields(c: Compilation): void {
  for (const r of c.resources.values()) for (const f of r.fields.values()) valueExpr(c, r, f)
  for (const r of c.resources.values()) {
    const parent = r.parent ? { parent: rowOf(r.parent.resource) } : {}
    const scope = roots(c, { row: rowOf(r.name), old: rowOf(r.name), ...parent })
    const beside = [...r.fields.values()]
    for (const f of beside)
      finishField(c, { source: r.source, path: ['fields', f.name] }, r.data.fields[f.name], { field: f, beside }, scope)
    for (const f of beside) if (f.en) englishField(c, r, f, f.en)
    if (r.parent) r.fields.get(r.parent.field)!.required = true
  }
  maskComputed(c)
}

/** The field that holds the English text is found where the Chinese one is. */
function englishField(c: Compilation, r: ResourceDraft, field: FieldModel, name: string): void {
  const english = ownField(c, r, name, { source: r.source, path: ['fields', field.name, 'en'] })
  if (english && field.search) english.search = true
}

export function resourceModel(c: Compilation, r: ResourceDraft): ResourceModel {
  const { data } = r
  const machines = machinesOf(c, r)
  for (const m of machines) {
    const field = r.fields.get(m.field)!
    field.managed = true
  }
  const scope = formScope(c, r)
  const form = data.form ? formOf(c, { source: r.source, path: ['form'] }, data.form, scope) : usualForm(c, r)
  const detail = data.detail
    ? formOf(c, { source: r.source, path: ['detail'] }, data.detail, detailScope(c, r))
    : detailOf(form)
  checkNames(c, r)
  namedConditions(c, r)
  return {
    name: r.name,
    area: r.area,
    label: r.label,
    title: titleOf(c, r),
    facts: factsOf(c, r),
    path: r.path,
    key: r.key,
    scope: scopeOf(c, r),
    ...limitOf(c, r),
    ...seenOf(c, r),
    ...clientOf(c, r),
    company: companyOf(c, r),
    ...(r.parent ? { parent: r.parent } : {}),
    ...(r.base ? { extends: r.base } : {}),
    ...(data.tree ? { tree: { parent: data.tree.parent, depth: data.tree.depth ?? 20 } } : {}),
    append: data.append === true,
    virtual: data.virtual === true,
    audit: data.audit !== false,
    fields: Object.fromEntries(r.fields),
    tallies: talliesOf(c, r),
    makes: makesOf(c, r),
    assignments: assignmentsOf(c, r),
    unique: uniquesOf(c, r),
    rules: rulesOf(c, r),
    ...(data.figures ? { figures: data.figures.of } : {}),
    filters: data.virtual ? figureFilters(c, r) : filtersOf(c, r),
    columns: usualColumns(c, r),
    form,
    detail,
    sort: sortOf(c, r),
    machines,
    calls: callsOf(c, r).map((call) => call.id),
    indexes: [],
    follow: [],
    was: [data.was ?? []].flat(),
  }
}

/** Filters of figures find rows of the grouped resource. */
function figureFilters(c: Compilation, r: ResourceDraft): ResourceModel['filters'] {
  const { figures } = r.data
  if (!figures) return {}
  const at: At = { source: r.source, path: ['figures'] }
  const of = c.resource(figures.of, below(at, 'of'))
  const named = [
    ['text', figures.text],
    ...Object.keys(figures.measures).map((one) => ['measures', one] as const),
  ] as const
  for (const [key, name] of named)
    if (!r.fields.has(name)) c.unknown(below(at, key), 'REF004', 'field', name, r.fields.keys())
  if (!of) return {}
  const filters = filtersOf(c, { ...of, source: r.source, data: { ...of.data, filters: r.data.filters } })
  return Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter.offered))
}

/** The possible fields of a resource's forms. */
function formScope(c: Compilation, r: ResourceDraft): FormScope {
  return {
    fields: r.fields,
    roots: roots(c, { row: rowOf(r.name), old: rowOf(r.name), params: { t: 'any', empty: true } }),
    resource: r,
    what: `field of ${r.name}`,
  }
}

/** A detail may also show base fields and paths through refs. */
export function detailScope(c: Compilation, r: ResourceDraft): FormScope {
  const scope = formScope(c, r)
  const fields = new Map(scope.fields)
  const at: At = { source: r.source, path: ['detail'] }
  for (const name of ['createTime', 'createBy', 'updateTime', 'updateBy', 'id'])
    fields.set(name, ownField(c, r, name, at)!)
  if (r.base)
    for (const [name, f] of c.resources.get(r.base.resource)?.fields ?? []) if (!fields.has(name)) fields.set(name, f)
  return { ...scope, fields }
}

/** Without `form`: every field a person may fill, in order. */
function usualForm(c: Compilation, r: ResourceDraft): ResourceModel['form'] {
  const at = { source: r.source, path: ['fields'] }
  return [...r.fields.values()].filter((f) => !f.managed && !f.value).map((field) => shownAsUsual(c, at, field))
}

/** Without `detail`: the form, without fields that are never shown. */
function detailOf(form: ResourceModel['form']): ResourceModel['detail'] {
  return form.flatMap((item): ResourceModel['form'] => {
    if (item.kind === 'section') return [{ ...item, items: detailOf(item.items) }]
    return item.field.secret || item.field.type === 'password' ? [] : [item]
  })
}

/** The usual order: newest first unless the resource says otherwise. */
function sortOf(c: Compilation, r: ResourceDraft): string[] {
  const written = r.data.sort
  if (!written) return ['-createTime']
  return written.flatMap((name, i) => sortPath(c, r, { source: r.source, path: ['sort', i] }, name) ?? [])
}

/** `name` or `-name` of an order, as the path to what it names. */
export function sortPath(c: Compilation, r: ResourceDraft, at: At, name: string): string | undefined {
  const down = name.startsWith('-') ? '-' : ''
  const found = resolvePath(c, r, name.slice(down.length), at, { offset: down.length })
  return found && `${down}${found.path}`
}

function titleOf(c: Compilation, r: ResourceDraft): string {
  return shownPath(c, r, r.data.title, { source: r.source, path: ['title'] }) ?? 'id'
}

function factsOf(c: Compilation, r: ResourceDraft): string[] {
  return (r.data.facts ?? []).flatMap(
    (path, i) => shownPath(c, r, path, { source: r.source, path: ['facts', i] }) ?? [],
  )
}

/** A path to a field that distinguishes records in one line. */
function shownPath(c: Compilation, r: ResourceDraft, path: string, at: At): string | undefined {
  const found = resolvePath(c, r, path, at)
  if (!found) return undefined
  const { secret, type } = found.field
  if (!secret && traitsOf(type).line) return found.path
  return c.error(
    at,
    'REF015',
    secret ? `"${path}" is secret and never sent` : `"${path}" is ${type}, which no line of text can show`,
  )
}

function scopeOf(c: Compilation, r: ResourceDraft): ScopeModel {
  const { scope } = r.data
  if (scope === 'global') return { kind: 'global' }
  const seenBeside = typeof scope === 'object' && scope.seenBeside && besideOf(c, r, scope.seenBeside)
  if (r.parent && (!scope || isByParent(scope)))
    return {
      kind: 'parent',
      field: r.parent.field,
      resource: r.parent.resource,
      ...(seenBeside ? { seenBeside } : {}),
    }
  if (scope && typeof scope === 'object' && scope.by === 'org') {
    return {
      kind: 'org',
      module: scope.module ?? r.name,
      ...(scope.org ? { org: scope.org } : {}),
      owner: scope.owner ?? 'createBy',
      ...(scope.seenWith ? { seenWith: scope.seenWith } : {}),
      ...(seenBeside ? { seenBeside } : {}),
      ...(scope.maker ? { maker: scope.maker === true ? 'createBy' : scope.maker } : {}),
      ...(scope.shared ? { shared: true } : {}),
    }
  }
  return { kind: 'company' }
}

const isByParent = (scope: AuthoredResource['scope']): boolean => typeof scope === 'object' && scope.by === 'parent'

/** Where a row meets the records beside it: by the ref that both have, or, where that names the row, by itself. */
function besideOf(
  c: Compilation,
  r: ResourceDraft,
  { resource, by }: { resource: string; by: string },
): BesideModel | undefined {
  const theirs = c.resources.get(resource)?.fields.get(by)
  return theirs && { resource, by, at: r.fields.has(by) ? by : 'id' }
}

/** All but global records belong to a company; child rows to that of their parent. */
function companyOf(c: Compilation, r: ResourceDraft): boolean {
  if (r.data.scope && !isByParent(r.data.scope)) return r.data.scope !== 'global'
  const parent = r.parent && c.resources.get(r.parent.resource)
  return parent ? companyOf(c, parent) : true
}

function uniquesOf(c: Compilation, r: ResourceDraft): UniqueModel[] {
  return Object.entries(r.data.unique ?? {}).flatMap(([key, raw]) => {
    const at: At = { source: r.source, path: ['unique', key] }
    const field = raw.field ? ownField(c, r, raw.field, below(at, 'field')) : ownField(c, r, key, at, { key: true })
    const within = (raw.within ?? []).filter((name, i) => ownField(c, r, name, below(at, 'within', i)))
    const until = raw.until && ownField(c, r, raw.until, below(at, 'until'))
    if (!field) return []
    if (until && until.type !== field.type)
      c.error(
        below(at, 'until'),
        'REF015',
        `"${until.name}" is ${until.type} and "${field.name}" is ${field.type}; a span begins and ends alike`,
      )
    const check = raw.check && findPath(c, raw.check, below(at, 'check'))
    const where = raw.where
      ? condition(c, below(at, 'where'), raw.where, roots(c, { row: rowOf(r.name) }), { sql: true })
      : undefined
    const everywhere = raw.everywhere === true || !companyOf(c, r)
    return [
      {
        key,
        field: field.name,
        ...(until ? { until: until.name } : {}),
        within,
        ...(where ? { where } : {}),
        everywhere,
        message: raw.message ?? takenMessage(field.label),
        ...(check ? { check } : {}),
      },
    ]
  })
}

/** Shortens a label: on the form of a package, "Package code" is simply the code. */
const COMMON_NOUNS: { ends: RegExp; noun: Text }[] = [
  { ends: /名称?$/, noun: { zh: '名称', en: 'name' } },
  { ends: /编码$/, noun: { zh: '编码', en: 'code' } },
]

/** The message of a field whose value another record has. */
function takenMessage(label: Text): Text {
  const { zh, en } = COMMON_NOUNS.find(({ ends }) => ends.test(label.zh))?.noun ?? label
  return { zh: `${zh}已存在，请重新输入`, en: `This ${en.toLowerCase()} exists already` }
}

function rulesOf(c: Compilation, r: ResourceDraft): RuleModel[] {
  return Object.entries(r.data.rules ?? {}).flatMap(([name, raw]) => {
    const at: At = { source: r.source, path: ['rules', name] }
    const expr = condition(c, below(at, 'if'), raw.if, roots(c, { row: rowOf(r.name), old: rowOf(r.name) }))
    if (raw.field) ownField(c, r, raw.field, below(at, 'field'))
    return expr ? [{ name, expr, why: raw.why, ...(raw.field ? { field: raw.field } : {}) }] : []
  })
}

/** Step names must differ from fields and from one another. */
function checkNames(c: Compilation, r: ResourceDraft): void {
  const steps = new Map<string, string>()
  for (const f of r.fields.values()) {
    const twin = f.as && steps.get(f.as)
    if (twin)
      c.error(
        { source: r.source, path: ['fields', f.name] },
        'REF009',
        `"${f.as}" is the way through "${twin}" already; give one of them "as"`,
        { key: true },
      )
    if (f.as) steps.set(f.as, f.name)
    const other = f.as && r.fields.get(f.as)
    if (other && other !== f)
      c.error(
        { source: r.source, path: ['fields', f.name] },
        'REF009',
        `"${f.as}" is both a field and the way through "${f.name}"; give "as"`,
        { key: true },
      )
  }
}

/** FRM003: a required field that nobody can fill. */
export function checkRequiredShown(c: Compilation, r: ResourceDraft, model: ResourceModel): void {
  if (r.data.virtual || !callsOf(c, r).some((call) => call.standard && call.name === 'add' && !call.data.handler))
    return
  const shown = new Set(fieldsOfForm(model.form).map((f) => f.name))
  for (const f of r.fields.values()) {
    const filled =
      f.managed || f.default || f.value || shown.has(f.name) || r.parent?.field === f.name || r.base?.field === f.name
    const isKind = [...r.fields.values()].some((other) => other.by === f.name)
    if (f.required && !filled && !isKind) {
      c.error(
        { source: r.source, path: ['fields', f.name] },
        'FRM003',
        `"${f.name}" is required, but stands in no form, has no default and is not managed`,
        { key: true },
      )
    }
  }
}
