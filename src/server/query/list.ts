/**
 * Lists: one statement for the page, its titles and computed values, and the count up to a cap. Worked out once
 * a call; compiled once for each shape of filters, order and scope; bound with the values of each request.
 */
import { fieldsOf, type OfResource } from './paths.ts'
import { rowsOf } from '../../model/calls.ts'
import { isFree } from '../../model/fields.ts'
import type { CallModel, ColumnModel, FieldModel, Model } from '../../model/model.ts'
import { reachKey, type Reachable, type Scope } from './scope.ts'
import { FOR_ITS_VALUES } from '../db/statements.ts'
import { refuse } from '../errors.ts'
import { TOTAL } from './beside.ts'
import { Cells, isRead, selectList, writeRow, type Cell, type Sight, type WireRow } from './cells.ts'
import { conditionSql, keyOf, type Environment } from './expression.ts'
import { filterPlan, type FilterPlan, type Place, type Used } from './filters/index.ts'
import { filtersOf, keywordFilter } from './list-filters.ts'
import { COUNT_MAX } from './paging.ts'
import { PARTS } from './parts.ts'
import { BESIDE_KEYS, PAGE_KEYS } from '../../model/reserved.ts'
import {
  afterSql,
  cursorOf,
  furtherSql,
  joinSql,
  orderSql,
  parseCursor,
  parseSort,
  sortableOf,
  sortKeyText,
  type After,
  type Sortable,
  type SortKey,
} from './sort.ts'
import { actorSlot, allOf, column, Memo, prepare, slot, sql, type Binding, type Prepared, type Sql } from './sql.ts'
import type { Catalogue, Own, Table } from './table.ts'
import { shownOf } from './views.ts'

/** What a list is asked for, checked. */
export interface ListRequest {
  used: Used[]
  sort: SortKey[]
  after?: After
  /** Of the rows, those with these ids alone. */
  chosen?: readonly number[]
  /** Only the rows behind a figure. */
  behind?: Behind
  reach: Reachable
  environment: Environment
}

/** The rows behind a figure: one more condition. `shape`: for the key of a statement; nothing where it depends on the moment. */
export interface Behind {
  shape: string | undefined
  values: Record<string, unknown>
  build(parameter: Place['parameter']): Sql
}

/** The alias of the row in conditions, and of the page around it. */
const ROW = 't'
const PAGE = 'p'
/** The value of a statement that holds the ids of chosen rows. */
const CHOSEN = 'page.chosen'

/** The plan of a call that lists rows. */
export class ListPlan {
  readonly table: Table
  readonly filters = new Map<string, FilterPlan>()
  readonly keyword: FilterPlan | undefined
  /** Columns whose totals screens show. */
  readonly totalled: ReadonlySet<string>
  /** Child rows that some screen shows in a column. */
  readonly owns: readonly Own[]
  /** Fields that only the detail of a record answers. */
  private readonly apart: ReadonlySet<FieldModel>
  private readonly catalogue: Catalogue
  private readonly scope: Scope
  private readonly call: CallModel
  private readonly sortable: Sortable
  private readonly wireNames: ReadonlySet<string>
  private readonly statements = new Memo<Prepared>()
  private readonly cells = new Memo<readonly Cell[]>(50)

  constructor(catalogue: Catalogue, scope: Scope, call: CallModel) {
    this.catalogue = catalogue
    this.scope = scope
    this.call = call
    const { resource } = catalogue.table(call.resource)
    this.table = catalogue.table(rowsOf(call, resource))
    const { filters } = resource.figures === undefined ? this.table.resource : resource
    for (const model of filtersOf(this.table, filters, call))
      this.filters.set(model.name, filterPlan(catalogue, this.table, model))
    // A resource that says itself what is found by a keyword is believed.
    this.keyword = this.filters.has('keyword') ? undefined : keywordFilter(catalogue, this.table)
    const { columns } = shownOf(catalogue.model, this.table)
    this.totalled = new Set(columns.filter((one) => one.total).map((one) => one.path))
    this.apart = apartFrom(catalogue.model, this.table, call, columns)
    this.owns = this.table.own.filter(({ field }) => columns.some(({ path }) => path === field.name))
    this.sortable = sortableOf(catalogue, this.table)
    this.wireNames = new Set([...this.filters.values()].flatMap((filter) => filter.wire))
  }

  /** Reads what was sent; refuses what is neither a filter of this call nor one of its inputs, naming it. */
  parse(
    payload: Record<string, unknown>,
    reach: Reachable,
    environment: Environment,
    sight: Sight,
    besides: readonly string[] = [],
  ): ListRequest {
    for (const key of Object.keys(payload)) this.mustTake(key, besides)
    const used: Used[] = []
    for (const filter of this.filters.values()) {
      if (!filter.wire.some((name) => payload[name] !== undefined)) continue
      const parsed = filter.parse(payload, environment, sight)
      if (!parsed) continue
      for (const one of filter.reads) mustSee(one, sight, filter.wire[0] as string)
      used.push({ ...parsed, filter })
    }
    const keyword = this.keyword?.parse(payload, environment, sight)
    if (keyword && this.keyword) {
      // Staff find a record by what the quick search looks into; customers by what they read.
      if (sight.reads) for (const one of this.keyword.reads) mustSee(one, sight, 'keyword')
      used.push({ ...keyword, filter: this.keyword })
    }
    const sort = parseSort(this.table, this.sortable, payload)
    // The usual order is the product's own: it tells a customer nothing.
    const usual = new Set(this.table.resource.sort.map((name) => name.replace(/^-/, '')))
    for (const { name, field, of, steps } of sort) {
      const seen = usual.has(name) ? allRead(sight) : sight
      for (const one of [...fieldsOf(steps), { of, field }]) mustSee(one, seen, 'sortField')
    }
    return { used, sort, after: parseCursor(this.table, sort, payload.after), reach, environment }
  }

  /** Of what was sent, all that says which rows in which order: what else a page is asked was not looked at. */
  saysWhich(payload: Record<string, unknown>): Record<string, unknown> {
    const unread: string[] = [...BESIDE_KEYS, ...(this.keyword ? [] : ['keyword'])]
    const dropped = new Set(unread.filter((key) => !this.wireNames.has(key)))
    return Object.fromEntries(Object.entries(payload).filter(([key]) => !dropped.has(key)))
  }

  private mustTake(key: string, besides: readonly string[]): void {
    if (this.wireNames.has(key) || (PAGE_KEYS as readonly string[]).includes(key)) return
    if (besides.includes(key) || this.call.input.some((field) => field.name === key)) return
    refuse('unknownField', { field: key, holes: { name: key } })
  }

  /** Whether a name is a filter of this list. */
  takes(name: string): boolean {
    return this.wireNames.has(name)
  }

  /** Conditions of a request over the row `t`. `inline`: with the values themselves instead of slots for them. */
  conditions(
    request: ListRequest,
    { inline, parameter: named, joined }: { inline?: boolean; parameter?: Place['parameter']; joined?: boolean } = {},
  ): Sql {
    const { reach, environment, used, after, chosen, sort, behind } = request
    const values = inline ? this.valuesOf(request) : {}
    const parameter = named ?? (inline ? (name: string): Sql => sql`${values[name]}` : slot)
    const company = reach.company === 'own' ? sql`${actorSlot('companyId')}` : undefined
    const place: Place = { alias: ROW, environment, company, alone: true, parameter }
    return allOf([
      this.scope.visible(this.table, ROW, reach),
      ...(this.call.where ? [conditionSql(this.call.where, ROW, environment)] : []),
      ...used.map((one) => one.filter.build(one, place)),
      ...(chosen ? [sql`${column(ROW, 'id')} = any(${parameter(CHOSEN)})`] : []),
      ...(behind ? [behind.build(parameter)] : []),
      ...(after ? [afterSql(sort, after, { alias: ROW, joined: joined === true })] : []),
    ])
  }

  from(): Sql {
    return sql`${sql.table(this.table.name)} as ${sql.id(ROW)}`
  }

  /** The statement of a page. `count`: each row also carries the capped count of the whole list. */
  page(request: ListRequest, count: boolean): Prepared {
    return this.remember(request, `page${count ? '+' : ''}`, () => {
      const { sort } = request
      const counted = count ? sql`, ${this.countSql(this.conditions(request))} as ${sql.id(TOTAL)}` : sql``
      return sql`select ${selectList(this.cellsFor(request.environment))}${furtherSql(sort, PAGE)}${counted}
        from (${this.rows(request)} limit ${slot('page.limit')} offset ${slot('page.offset')}) as ${sql.id(PAGE)}
        order by ${orderSql(sort, { alias: PAGE })}`
    })
  }

  /** The rows of a request in its order. */
  private rows(request: ListRequest): Sql {
    const { sort } = request
    const where = this.conditions(request, { joined: true })
    return sql`select ${sql.id(ROW)}.* from ${this.from()}${joinSql(sort, ROW)} where ${where}
      order by ${orderSql(sort, { alias: ROW, joined: true })}`
  }

  /** The capped count alone: of a page that turned out empty. */
  count(request: ListRequest): Prepared {
    return this.remember(
      request,
      'count',
      () => sql`select ${this.countSql(this.conditions(request))} as ${sql.id(TOTAL)}`,
    )
  }

  countSql(where: Sql, cap = COUNT_MAX): Sql {
    return sql`(select count(*) from (select 1 from ${this.from()} where ${where} limit ${sql.lit(cap + 1)}) as "n")`
  }

  /** Compiles a statement once for requests of the same shape. `reads`: many rows, for which planning anew is cheap. */
  remember(request: ListRequest, kind: string, build: () => Sql, reads?: 'many'): Prepared {
    const key = this.keyOf(request)
    const forItsValues = reads === 'many' || request.used.length > 1
    const made = (): Prepared => prepare(forItsValues ? sql`${sql.raw(FOR_ITS_VALUES)}${build()}` : build())
    return key === undefined ? made() : this.statements.get(`${kind}|${key}`, made)
  }

  /** The shape of a request; nothing when its statement depends on the moment. */
  keyOf(request: ListRequest): string | undefined {
    const { used, sort, after, behind, reach, environment } = request
    const where = this.call.where ? keyOf(this.call.where, environment) : ''
    const seen = reachKey(reach)
    const cells = this.cellsKey(environment)
    if (where === undefined || seen === undefined || cells === undefined || used.some((one) => one.shape === '!'))
      return undefined
    if (behind && behind.shape === undefined) return undefined
    const filters = used.map((one) => `${one.filter.name}${one.shape}`).join('&')
    const chosen = request.chosen ? CHOSEN : ''
    const [from, narrowed] = [after?.shape ?? '', behind?.shape ?? '']
    return [seen, sortKeyText(sort), from, narrowed, where, cells, chosen, filters].join('|')
  }

  /** What the computed columns depend on besides the row. */
  private cellsKey(environment: Environment): string | undefined {
    const keys = this.table.computed.map((field) => (field.value ? keyOf(field.value, environment) : ''))
    return keys.includes(undefined) ? undefined : keys.join('/')
  }

  cellsFor(environment: Environment): readonly Cell[] {
    const make = (): readonly Cell[] => new Cells(this.catalogue, PAGE, environment).whole(this.table, this.apart).list
    const key = this.cellsKey(environment)
    return key === undefined ? make() : this.cells.get(key, make)
  }

  binding(request: ListRequest, base: Omit<Binding, 'values'>, more: Record<string, unknown>): Binding {
    return { ...base, values: { ...more, ...this.valuesOf(request) } }
  }

  valuesOf(request: ListRequest): Record<string, unknown> {
    const { after, behind, chosen, used } = request
    const values = { ...after?.values, ...behind?.values, ...(chosen ? { [CHOSEN]: chosen } : {}) }
    return Object.assign(values, ...used.map((one) => one.values)) as Record<string, unknown>
  }

  /** Rows of an answer in wire form, and the place to go on from. */
  write(request: ListRequest, rows: Record<string, unknown>[], sight: Sight): { data: WireRow[]; after?: string } {
    const cells = this.cellsFor(request.environment)
    const last = rows.at(-1)
    return { data: rows.map((row) => writeRow(cells, row, sight)), after: last && cursorOf(request.sort, last) }
  }
}

/**
 * Free JSON may be large: a list leaves it to the detail of a record, unless a column shows it, or the list is the
 * history or the notifications, each of which says in it where it leads.
 */
function apartFrom(model: Model, table: Table, call: CallModel, columns: readonly ColumnModel[]): Set<FieldModel> {
  const hasDetail = Object.values(model.calls).some((one) => one.kind === 'detail' && one.resource === table.name)
  if (!hasDetail || call.path === model.app.engineCalls.messages?.path) return new Set()
  if (call.input.some((one) => one.required && one.name === PARTS.log.entity)) return new Set()
  const shown = new Set(columns.map(({ path }) => path))
  return new Set([...table.fields.values()].filter(({ name, type }) => isFree(type) && !shown.has(name)))
}

const allRead = ({ reads: _none, ...sight }: Sight): Sight => sight

function mustSee({ of, field }: OfResource, sight: Sight, wire: string): void {
  const hidden = field.secret || (field.see !== undefined && !sight.can(field.see))
  if (hidden || !isRead(sight, [[of, field.name]])) refuse('hiddenField', { field: wire })
}
