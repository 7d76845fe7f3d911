/** Indexes, derived from the queries on a resource; and the error when no index can support an offered filter or sort. */
import { isMany, traitsOf, type FieldType } from '../../src/model/fields.ts'
import type { ExprNode } from '../../src/model/expr/types.ts'
import type { CallModel, FieldModel, FilterModel, IndexModel, Model, ResourceModel } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../base/context.ts'
import { byText } from '../base/order.ts'

type Models = Record<string, ResourceModel>

const isServed = (type: FieldType): boolean => traitsOf(type).index !== 'none'
/** Paths through the base fields that name a person. */
const BASE_STEPS = ['createByRef', 'updateByRef']
const BASE_INDEXED = ['createTime', 'createBy']
const LISTING: readonly CallModel['kind'][] = ['query', 'select']

/** Fills `indexes` of every resource, and `sort` of every usual column. */
export function deriveIndexes(c: Compilation, models: Models, model: Pick<Model, 'calls'>): void {
  const wanted = new Map(Object.keys(models).map((name) => [name, new Map<string, IndexModel>()]))
  const want: Want = (resource, kind, columns, reason, more = {}) => {
    const index = wanted.get(resource)!
    const key = `${kind}:${columns.join(',')}:${more.where?.src ?? ''}`
    const existing = index.get(key)
    if (existing) {
      if (!existing.reasons.includes(reason)) existing.reasons.push(reason)
    } else index.set(key, { kind, columns, everywhere: false, ...more, reasons: [reason] })
  }
  for (const r of Object.values(models)) {
    if (!r.virtual) forResource(c, models, r, want)
    const of = models[r.figures ?? '']
    if (of) for (const filter of Object.values(r.filters)) forFilter({ c, models, want }, of, filter, r)
  }
  for (const { at, resource, path } of c.wantedSorts)
    if (models[resource] && !models[resource].virtual) wantSort({ c, models, want }, models[resource], path, at)
  for (const call of Object.values(model.calls)) {
    const of = models[call.resource]?.figures ?? call.resource
    if (call.where && models[of]) forReads(models, of, call.where.ast, `call ${call.name}`, want)
    if (models[of]) forInputs(models[of], call, want)
  }
  for (const r of Object.values(models))
    r.indexes = [...wanted.get(r.name)!.values()].sort((a, b) =>
      byText(`${a.kind}${a.columns}`, `${b.kind}${b.columns}`),
    )
}

/** What a list must be told is compared together: the records of one owner, the entries of the log about one record. */
function forInputs(r: ResourceModel, call: CallModel, want: Want): void {
  if (r.virtual || !LISTING.includes(call.kind)) return
  const columns = call.input.flatMap(({ name, required }) => {
    const field = r.fields[name]
    return required === true && field?.column && isServed(field.type) && !isMany(field.type) ? [name] : []
  })
  if (columns.length > 0) want(r.name, 'btree', columns, `call ${call.name}`)
}

type Want = (
  resource: string,
  kind: IndexModel['kind'],
  columns: string[],
  reason: string,
  more?: Partial<IndexModel>,
) => void

function forResource(c: Compilation, models: Models, r: ResourceModel, want: Want): void {
  for (const f of Object.values(r.fields)) forField(r, f, want)
  for (const u of r.unique) {
    const read = [...u.within, u.field].find((name) => r.fields[name] && !r.fields[name].column)
    if (read !== undefined) {
      const at: At = { source: c.resources.get(r.name)!.source, path: ['unique', u.key] }
      c.error(
        at,
        'IDX001',
        `"${read}" is worked out when read, so no index keeps it unique; be unique by what is kept`,
        { key: true },
      )
      continue
    }
    want(r.name, 'unique', [...u.within, u.field], `unique ${u.key}`, {
      everywhere: u.everywhere,
      ...(u.where ? { where: u.where } : {}),
    })
  }
  if (r.scope.kind === 'org')
    for (const name of [r.scope.org, r.scope.owner, r.scope.maker === 'createBy' ? undefined : r.scope.maker])
      if (name && name !== 'id') want(r.name, r.fields[name]?.type === 'refs' ? 'gin' : 'btree', [name], 'scope')
  if (r.seen) forReads(models, r.name, r.seen.where.ast, 'seen', want)
  for (const filter of Object.values(r.filters)) forFilter({ c, models, want }, r, filter)
  const at: At = { source: c.resources.get(r.name)!.source, path: ['sort'] }
  r.sort.forEach((sort, i) => wantSort({ c, models, want }, r, sort.replace(/^-/, ''), below(at, i)))
}

function forField(r: ResourceModel, f: FieldModel, want: Want): void {
  if (!f.column) return
  if (f.type === 'ref')
    want(r.name, 'btree', f.by ? [f.by, f.name] : [f.name], r.parent?.field === f.name ? 'parent' : 'ref')
  if (f.type === 'refs') want(r.name, 'gin', [f.name], 'refs')
  if (f.search && isServed(f.type)) want(r.name, 'trigram', [f.name], 'search')
}

/** The sources of indexes, with their places. */
interface Deriving {
  c: Compilation
  models: Models
  want: Want
}

/** `home`: the resource that offers the filter. */
function forFilter({ c, models, want }: Deriving, r: ResourceModel, filter: FilterModel, home = r): void {
  const { match } = filter
  const at: At = { source: c.resources.get(home.name)!.source, path: ['filters', filter.name] }
  const reason = `filter ${filter.name}`
  if (match.kind === 'opens') return
  if (match.kind === 'where') return forReads(models, r.name, match.expr.ast, reason, want)
  const paths =
    match.kind === 'contains' ? match.paths : [match.kind === 'has' ? `${match.rows}.${match.field}` : match.path]
  for (const path of paths) forPath({ c, models, want }, r, path, { match: match.kind, reason, at })
}

function forPath(
  { c, models, want }: Deriving,
  r: ResourceModel,
  path: string,
  { match, reason, at }: { match: string; reason: string; at: At },
): void {
  const end = walk(models, r, path, c.record('person'))
  if (!end) return
  const { owner, field, workedOut } = end
  const why = workedOut
    ? `"${workedOut.name}" is worked out when read`
    : !isServed(field.type)
      ? `${field.type} cannot be indexed`
      : field.secret
        ? 'it is secret'
        : field.value && !field.stored
          ? 'it is computed when read'
          : undefined
  if (why)
    return void c.error(
      at,
      'IDX001',
      `no index can serve "${path}": ${why}. Filter by another field, keep a snapshot of it (default: "=…"), make it managed, or drop the filter`,
      { key: true },
    )
  const kind = match === 'contains' ? 'trigram' : isMany(field.type) ? 'gin' : 'btree'
  if (field.name !== 'id') want(owner.name, kind, [field.name], reason)
}

/** An order over rows of one resource: a stored field of its own, or of the record it extends. */
function wantSort(deriving: Deriving, r: ResourceModel, path: string, at: At): void {
  const { c, models, want } = deriving
  const base = baseOf(models, r, path)
  if (base) return wantSort(deriving, base.resource, base.name, at)
  if (BASE_INDEXED.includes(path) || path === 'id' || path === 'updateTime')
    return path === 'id' ? undefined : want(r.name, 'btree', [path], 'sort')
  const field = r.fields[path]
  if (field && field.column && isServed(field.type) && !isMany(field.type)) return want(r.name, 'btree', [path], 'sort')
  const why = !field
    ? 'it belongs to another record'
    : field.value && !field.column
      ? 'it is computed when read'
      : `${field.type} has no order`
  c.error(at, 'IDX001', `no index can serve the order by "${path}": ${why}; sort by a stored field of ${r.name}`)
}

/** What a path names of the record that a resource extends; nothing where it names something else. */
function baseOf(models: Models, r: ResourceModel, path: string): { resource: ResourceModel; name: string } | undefined {
  const [step, name, ...further] = path.split('.')
  const resource = r.extends && step === r.fields[r.extends.field]?.as ? models[r.extends.resource] : undefined
  return resource && name !== undefined && further.length === 0 ? { resource, name } : undefined
}

/** Columns an expression compares, which an index might support: plain fields of the row. */
function forReads(models: Models, resource: string, node: ExprNode, reason: string, want: Want): void {
  if (node.k === 'cmp' || node.k === 'in') {
    const side = node.a
    if (side.k === 'field' && side.of.k === 'root' && side.of.name === 'row') {
      const field = models[resource]!.fields[side.name]
      if (field?.column && isServed(field.type))
        want(resource, isMany(field.type) ? 'gin' : 'btree', [side.name], reason)
    }
  }
  for (const child of Object.values(node))
    if (child && typeof child === 'object' && 'k' in child) forReads(models, resource, child as ExprNode, reason, want)
}

/** The resource and field at the end of a path of step names. `workedOut`: a reference on the way that no row keeps. */
function walk(
  models: Models,
  from: ResourceModel,
  path: string,
  person?: string,
): { owner: ResourceModel; field: FieldModel; workedOut?: FieldModel | undefined } | undefined {
  const names = path.split('.')
  let owner = from
  let workedOut: FieldModel | undefined
  for (const name of names.slice(0, -1)) {
    const step = Object.values(owner.fields).find(
      (f) => f.as === name || ((f.type === 'own' || f.type === 'refs') && f.name === name),
    )
    const next: ResourceModel | undefined = step?.of
      ? models[step.of]
      : BASE_STEPS.includes(name) && person
        ? models[person]
        : undefined
    if (!next) return undefined
    if (step?.value && !step.stored) workedOut ??= step
    owner = next
  }
  const field = owner.fields[names.at(-1)!]
  return field && { owner, field, workedOut }
}

/** What an index can order by: own columns with a btree, and those of the record it extends. */
export function sortable(models: Models, r: ResourceModel, path: string): boolean {
  const base = baseOf(models, r, path)
  if (base) return sortable(models, base.resource, base.name)
  if (path === 'createTime' || path === 'id') return true
  return r.indexes.some((i) => i.kind === 'btree' && i.columns.length === 1 && i.columns[0] === path)
}
