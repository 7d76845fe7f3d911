/** How many rows of a list stand under each tab. */
import type { FieldModel, FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import type { Dictionaries } from '../fields/codec.ts'
import { codecOf } from '../fields/index.ts'
import type { DbRow } from '../types.ts'
import { EVERYTHING } from './cells.ts'
import type { FilterPlan, Used } from './filters/index.ts'
import type { ListPlan, ListRequest } from './list.ts'
import { COUNT_MAX, TAB_MAX } from './paging.ts'
import { pathOf } from './paths.ts'
import { prepare, sql, type Prepared, type Sql } from './sql.ts'
import type { Catalogue } from './table.ts'
import { fieldSql } from './titles.ts'

/** The tabs of a filter: a value each. `field`: the field of the row whose values they are; absent: the filter says something else. */
interface Tabs {
  filter: FilterPlan
  values: (string | number)[]
  field?: FieldModel
}

/** Rows by the wire value of their tab, and under `all` those of all tabs; `countMore`: of which of them there are more. */
export interface TabCounts {
  count: Record<string, number>
  countMore?: string[]
}

const ALL = 'all'
/** The alias of the row in conditions. */
const ROW = 't'

/** `counts: 'status'`: the filter whose values are tabs. */
export function parseTabs(catalogue: Catalogue, plan: ListPlan, asked: unknown): Tabs | undefined {
  if (isEmpty(asked)) return undefined
  const filter = typeof asked === 'string' ? plan.filters.get(asked) : undefined
  const { of, type } = filter?.model.control ?? {}
  const values = type === 'bool' ? [1, 0] : catalogue.model.dictionaries[of ?? '']?.values.map((one) => one.value)
  if (!filter || !values) return refuse('malformed', { field: 'counts' })
  return { filter, values, field: fieldOf(catalogue, plan, filter.model) }
}

function fieldOf(catalogue: Catalogue, plan: ListPlan, { match }: FilterModel): FieldModel | undefined {
  if (match.kind !== 'is') return undefined
  const { steps, field } = pathOf(catalogue, plan.table, match.path)
  return steps.length === 0 && (field.type === 'enum' || field.type === 'bool') ? field : undefined
}

/** The list without its tab: what the tabs divide. */
export const undivided = (request: ListRequest, { filter }: Tabs): ListRequest => ({
  ...request,
  after: undefined,
  used: request.used.filter((one) => one.filter !== filter),
})

/**
 * Counts the tabs of an {@link undivided} list. While all of them together are within the cap, one look at the rows
 * counts each exactly; in a longer list a tab is counted up to a cap of its own.
 */
export async function countTabs(
  plan: ListPlan,
  request: ListRequest,
  tabs: Tabs,
  ask: (statement: Prepared) => Promise<DbRow[]>,
): Promise<TabCounts> {
  const { field } = tabs
  const groups = field && (await ask(groupedTabs(plan, request, field)))
  if (groups && sumOf(groups) <= COUNT_MAX)
    return countsOf(tabs, { field, dictionaries: plan.table.dictionaries }, groups)
  const cap = field ? TAB_MAX : COUNT_MAX
  const [row] = await ask(eachTab(plan, request, tabs, cap, groups && sumOf(groups)))
  return cappedCounts(tabs, row, cap)
}

/** Rows by the value of the field, of as many as are counted. */
function groupedTabs(plan: ListPlan, request: ListRequest, field: FieldModel): Prepared {
  return plan.remember(request, `tabs:${field.name}`, () => {
    const rows = sql`select ${fieldSql(field, ROW, request.environment)} as "value" from ${plan.from()}
      where ${plan.conditions(request)} limit ${sql.lit(COUNT_MAX + 1)}`
    return sql`select "value", count(*) as "rows" from (${rows}) as "n" group by "value"`
  })
}

const sumOf = (groups: readonly DbRow[]): number => groups.reduce((sum, row) => sum + Number(row.rows), 0)

function countsOf(
  { values }: Tabs,
  { field, dictionaries }: { field: FieldModel; dictionaries: Dictionaries },
  groups: readonly DbRow[],
): TabCounts {
  const found = new Map(
    groups.map((row) => [String(codecOf(field).toWire(row.value, field, dictionaries)), Number(row.rows)]),
  )
  const counts = values.map((value) => [String(value), found.get(String(value)) ?? 0])
  return { count: Object.fromEntries([...counts, [ALL, sumOf(groups)]]) as Record<string, number> }
}

/** The capped count of each tab, and of all of them together unless that is known. */
function eachTab(plan: ListPlan, request: ListRequest, tabs: Tabs, cap: number, counted: number | undefined): Prepared {
  const build = (): Sql => {
    const all = plan.conditions(request)
    const counts = tabs.values.map((value, i) => {
      const where = sql`${all} and (${condition(request, tabs, value)})`
      return sql`${plan.countSql(where, cap)} as ${sql.id(`n${i}`)}`
    })
    const total = counted === undefined ? plan.countSql(all) : sql.lit(counted)
    return sql`select ${sql.join([...counts, sql`${total} as ${sql.id(ALL)}`], sql`, `)}`
  }
  // What a filter that is no field compares may depend on the moment and on who asks.
  return tabs.field ? plan.remember(request, `tab:${tabs.filter.name}`, build) : prepare(build())
}

function condition({ environment }: ListRequest, { filter }: Tabs, value: string | number): Sql {
  const parsed = filter.parse({ [filter.wire[0] as string]: value }, environment, EVERYTHING)
  if (!parsed) return sql`true`
  const used: Used = { ...parsed, filter }
  return filter.build(used, { alias: ROW, environment, alone: true, parameter: (name) => sql`${used.values[name]}` })
}

function cappedCounts({ values }: Tabs, row: DbRow | undefined, cap: number): TabCounts {
  const counted = [
    ...values.map((value, i) => ({ name: String(value), n: row?.[`n${i}`], most: cap })),
    { name: ALL, n: row?.[ALL], most: COUNT_MAX },
  ]
  const more = counted.filter(({ n, most }) => Number(n ?? 0) > most).map(({ name }) => name)
  return {
    count: Object.fromEntries(counted.map(({ name, n, most }) => [name, Math.min(Number(n ?? 0), most)])),
    ...(more.length > 0 ? { countMore: more } : {}),
  }
}
