/** Kinds `query` and `list`: rows of a resource, filtered, sorted and paged; or its whole tree. */
import { rowsOf } from '../../model/calls.ts'
import type { CallModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { mustBeGranted } from '../engine/grant.ts'
import { refuse } from '../errors.ts'
import type { Answered, Run } from '../engine/run.ts'
import { PARTS } from '../query/parts.ts'
import { TOTAL } from '../query/beside.ts'
import type { WireRow } from '../query/cells.ts'
import { areWhole, parseTotals, totalsSql, writeTotals } from '../query/figures.ts'
import { ListPlan, type Behind, type ListRequest } from '../query/list.ts'
import { COUNT_MAX, parsePage } from '../query/paging.ts'
import { nest } from '../../model/nest.ts'
import { countTabs, parseTabs, undivided, type TabCounts } from '../query/tabs.ts'
import { allViews } from '../query/views.ts'
import { tellShort, mustSeeRecord } from './history.ts'
import type { Prepared } from '../query/sql.ts'
import type { Statement } from '../types.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { mustHaveInputs, query } from './read.ts'
import { Records } from './records.ts'

/** Most rows of an answer without paging. */
export const LIST_MAX = 5000

/** A call of kind `query` or `list`. */
export const listCall: MakePlan = (making, call) => new ListCall(making, call)

export class ListCall implements CallPlan {
  readonly call: CallModel
  readonly list: ListPlan
  private readonly making: Making
  private readonly records: Records
  /** Answered as a tree unless a page is asked for: some screen shows it as one. */
  private readonly asTree: boolean

  constructor(making: Making, call: CallModel) {
    const { catalogue, scope, model } = making.core
    this.making = making
    this.call = call
    this.list = new ListPlan(catalogue, scope, call)
    this.records = new Records(making.core)
    const shown = allViews(model).some((view) => view.view === 'tree' && view.call === call.id)
    this.asTree = this.list.table.resource.tree !== undefined && shown
  }

  async run(run: Run): Promise<Answered> {
    const { payload } = run
    const request = this.parse(run, true)
    mustHaveInputs(this.call, payload)
    await this.guard(run)
    if (this.wantsTree(payload)) return await this.tree(run, request)
    const paged = this.call.kind !== 'list' || !isEmpty(payload.pageRows) || !isEmpty(payload.pageNO)
    const [page, totals, tabs] = await Promise.all([
      paged ? this.page(run, request) : this.all(run, request),
      this.totals(run, request),
      this.tabs(run, request),
    ])
    const found = Array.isArray(page.data) && page.data.length > 0
    return {
      ...page,
      ...totals,
      ...tabs,
      ...(!found && request.used.some(({ part }) => part) ? { masked: 1 as const } : {}),
    }
  }

  /** Reads the input as a list request of this person. */
  parse(run: Run, reading: boolean, besides: readonly string[] = []): ListRequest {
    const { table } = this.list
    const sight = run.sight(table)
    const request = this.list.parse(run.payload, run.reach(table, reading), run.asker.environment, sight, besides)
    const behind = this.behindFigure(run)
    return behind ? { ...request, behind } : request
  }

  /** `behind: { call, input, measure, by }`: only the rows that a figure of another call counts or adds up. */
  private behindFigure(run: Run): Behind | undefined {
    const { behind } = run.payload
    if (isEmpty(behind)) return undefined
    const { call: path, input = {}, measure, by } = behind as Record<string, unknown>
    const plan = typeof path === 'string' ? this.making.planOf(path) : undefined
    const of = plan && rowsOf(plan.call, this.making.core.model.resources[plan.call.resource])
    if (!plan?.behind || of !== this.list.table.name || typeof measure !== 'string' || !isObject(input))
      return refuse('malformed', { field: 'behind' })
    if (by !== undefined && !Array.isArray(by)) return refuse('malformed', { field: 'behind' })
    mustBeGranted(run.asker, plan.call, input)
    return plan.behind(run.another(plan.call, input), { input, measure, ...(by ? { by: by as unknown[] } : {}) })
  }

  private wantsTree(payload: Record<string, unknown>): boolean {
    if (this.list.table.resource.tree === undefined || !isEmpty(payload.after)) return false
    return payload.tree === 1 || (this.asTree && payload.tree !== 0 && isEmpty(payload.pageRows))
  }

  private async page(run: Run, request: ListRequest): Promise<Answered> {
    const { page: usual, pageMax } = this.making.core.model.app.limits
    const { limit, offset } = parsePage(run.payload, usual, pageMax)
    if (request.after !== undefined)
      return this.answer(run, request, await this.rows(run, request, limit, offset, false), limit)
    const key = this.countKey(run, request)
    const cached = key === undefined ? undefined : (this.making.core.counts.get(key) as number | undefined)
    const keep = this.making.core.counts.begin()
    const rows = await this.rows(run, request, limit, offset, cached === undefined)
    const total =
      cached ?? (rows.length > 0 ? Number(rows[0]?.[TOTAL]) : offset > 0 ? await this.count(run, request) : 0)
    if (key !== undefined && cached === undefined) keep(key, total)
    return {
      ...(await this.answer(run, request, rows, limit)),
      total: Math.min(total, COUNT_MAX),
      ...(total > COUNT_MAX ? { more: 1 as const } : {}),
    }
  }

  /** What a count depends on; nothing inside a transaction, which sees what nobody else does. */
  private countKey(run: Run, request: ListRequest): string | undefined {
    if (run.options.unit) return undefined
    const { sql, parameters } = this.bound(run, request, this.list.count(request))
    return `${sql}${JSON.stringify(parameters)}`
  }

  private async answer(
    run: Run,
    request: ListRequest,
    rows: Record<string, unknown>[],
    limit: number,
  ): Promise<Answered> {
    const { data, after } = this.list.write(request, rows, run.sight(this.list.table))
    return { data: await this.finish(run, data), ...(rows.length === limit ? { after } : {}) }
  }

  /** Rows of the database; the first statement of a page brings the count with it. */
  async rows(
    run: Run,
    request: ListRequest,
    limit: number,
    offset: number,
    count: boolean,
  ): Promise<Record<string, unknown>[]> {
    const prepared = this.list.page(request, count)
    const binding = this.list.binding(request, run.binding(), {
      'page.limit': limit,
      'page.offset': offset,
    })
    return await query(run, prepared.bind(binding))
  }

  private async count(run: Run, request: ListRequest): Promise<number> {
    const [row] = await query<Record<string, number>>(run, this.bound(run, request, this.list.count(request)))
    return row?.[TOTAL] ?? 0
  }

  private async all(run: Run, request: ListRequest): Promise<Answered> {
    const rows = await this.rows(run, request, LIST_MAX, 0, false)
    const { data } = this.list.write(request, rows, run.sight(this.list.table))
    return { data: await this.finish(run, data), total: data.length }
  }

  private async tree(run: Run, request: ListRequest): Promise<Answered> {
    const { data, total } = await this.all(run, request)
    return { data: nest(data as WireRow[], this.list.table.resource.tree?.parent as string), total }
  }

  /** Totals over the whole filter. A screen asks for them `quick`: it is told instead that there are too many rows. */
  private async totals(run: Run, request: ListRequest): Promise<Pick<Answered, 'totals' | 'totalsMore'> | undefined> {
    const sight = run.sight(this.list.table)
    const totals = parseTotals(this.making.core.catalogue, this.list, run.payload.totals, request, sight)
    if (totals.length === 0) return undefined
    const quick = run.payload.quick === 1
    const whole = { ...request, after: undefined }
    const [row] = await query(run, this.bound(run, whole, totalsSql(this.list, whole, totals, quick)))
    return quick && !areWhole(row) ? { totalsMore: 1 } : { totals: writeTotals(totals, row) }
  }

  private async tabs(run: Run, request: ListRequest): Promise<TabCounts | undefined> {
    const { catalogue, counts } = this.making.core
    const tabs = parseTabs(catalogue, this.list, run.payload.counts)
    if (!tabs) return undefined
    const all = undivided(request, tabs)
    const count = () => countTabs(this.list, all, tabs, (statement) => query(run, this.bound(run, all, statement)))
    const key = this.countKey(run, all)
    if (key === undefined) return await count()
    const keyOfTabs = `${tabs.filter.name} ${key}`
    const cached = counts.get(keyOfTabs) as TabCounts | undefined
    if (cached) return cached
    const keep = counts.begin()
    const counted = await count()
    keep(keyOfTabs, counted)
    return counted
  }

  private bound(run: Run, request: ListRequest, statement: Prepared): Statement {
    return statement.bind(this.list.binding(request, run.binding(), {}))
  }

  /** The log tells of other resources: what may not be seen there is hidden here too. */
  private async finish(run: Run, rows: WireRow[]): Promise<WireRow[]> {
    const { catalogue } = this.making.core
    await this.withOwns(run, rows)
    return this.list.table === catalogue.part('log') ? await tellShort(catalogue, rows, run) : rows
  }

  /** Puts in the child rows that stand in a column. */
  async withOwns(run: Run, rows: WireRow[]): Promise<void> {
    await this.records.addOwns(run, this.list.owns, rows)
  }

  private async guard(run: Run): Promise<void> {
    if (this.list.table !== this.making.core.catalogue.part('log')) return
    const { entity, entityId } = PARTS.log
    await mustSeeRecord(run, run.payload[entity], run.payload[entityId])
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
