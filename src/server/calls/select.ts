/**
 * Kind `select`: what a reference may point at, as `{ value, label }` with the few fields that tell records
 * apart and those the asking form depends on (rules 1.0, LANGUAGE § 13). A tree is answered whole and nested.
 */
import { asType } from '../../model/fields.ts'
import { standingOf, type CallModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { Answered, Run } from '../engine/run.ts'
import { Cells, selectList, writeRow, type Cell } from '../query/cells.ts'
import { dependedOf } from '../query/depended.ts'
import type { Environment } from '../query/expression.ts'
import { ListPlan, type ListRequest } from '../query/list.ts'
import { parsePage } from '../query/paging.ts'
import { fieldsAlong, pathOf } from '../query/paths.ts'
import { nest } from '../../model/nest.ts'
import { orderSql } from '../query/sort.ts'
import { column, slot, sql, type Prepared, type Sql } from '../query/sql.ts'
import { titleField, titleSql } from '../query/titles.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { LIST_MAX } from './query.ts'
import { mustHaveInputs, query } from './read.ts'

/** What a choice is chosen by and called; a field of the same name is not answered. */
const CHOICE = ['value', 'label']

/** Who asks, and where they work, as values of the statement. */
const NEAR = ['near.id', 'near.org'] as const
const nearOf = ({ actor: { employeeId, orgId } }: Run): Record<(typeof NEAR)[number], number | null> => ({
  'near.id': employeeId ?? null,
  'near.org': orgId ?? null,
})

export const selectCall: MakePlan = (making, call) => new SelectCall(making, call)

class SelectCall implements CallPlan {
  readonly call: CallModel
  readonly list: ListPlan
  private readonly making: Making

  constructor(making: Making, call: CallModel) {
    this.making = making
    this.call = call
    this.list = new ListPlan(making.core.catalogue, making.core.scope, call)
  }

  async run(run: Run): Promise<Answered> {
    const { table } = this.list
    const request = this.list.parse(run.payload, run.reach(table, false), run.asker.environment, run.sight(table))
    mustHaveInputs(this.call, run.payload)
    const { tree } = table.resource
    const { limit, offset } = tree ? { limit: LIST_MAX, offset: 0 } : this.page(run)
    const prepared = this.statement(request)
    const rows = await query(
      run,
      prepared.bind(
        this.list.binding(request, run.binding(), { 'page.limit': limit, 'page.offset': offset, ...nearOf(run) }),
      ),
    )
    const cells = this.cellsFor(request.environment)
    const data = rows.map((row) => writeRow(cells, row, run.sight(table)))
    return { data: tree && isEmpty(run.payload.keyword) ? nest(data, tree.parent) : data, total: data.length }
  }

  private page(run: Run): { limit: number; offset: number } {
    const { pageMax } = this.making.core.model.app.limits
    return parsePage(run.payload, pageMax, pageMax)
  }

  private statement(request: ListRequest): Prepared {
    return this.list.remember(
      request,
      'select',
      () => sql`select ${selectList(this.cellsFor(request.environment))}
      from (select * from ${this.list.from()} where ${this.list.conditions(request)} order by ${this.order(request, 't')}
        limit ${slot('page.limit')} offset ${slot('page.offset')}) as "p"
      order by ${this.order(request, 'p')}`,
    )
  }

  /** People are mostly looked for close by: oneself, then whoever is of the same department. */
  private order(request: ListRequest, alias: string): Sql {
    const { scope } = this.list.table.resource
    const usual = orderSql(request.sort, { alias })
    if (scope.kind !== 'org' || scope.owner !== 'id') return usual
    const near = ['id', ...(scope.org ? [scope.org] : [])] as const
    return sql.join(
      [...near.map((name, at) => sql`${column(alias, name)} is not distinct from ${slot(NEAR[at] ?? '')} desc`), usual],
      sql`, `,
    )
  }

  private cellsFor(environment: Environment): readonly Cell[] {
    const { catalogue, model } = this.making.core
    const { table } = this.list
    const { key, facts, title, tree } = table.resource
    const cells = new Cells(catalogue, 'p', environment)
    const keyField = table.fields.get(key)
    if (keyField)
      cells.add(sql.ref(`p.${key}`), { ...keyField, masked: false }, [[table.name, key]], (out, value) => {
        out.value = value
      })
    const named = titleField(catalogue, table)
    const label = { ...(named.masked ? named : asType(named, 'string')), name: 'label', value: undefined }
    const behind = fieldsAlong(pathOf(catalogue, table, title)).map(({ of, field }) => [of, field.name] as const)
    cells.add(titleSql(catalogue, table, 'p', environment), label, behind, (out, value) => {
      out.label = value
    })
    for (const name of ['id', title, ...facts, ...standingOf(table.resource), ...(tree ? [tree.parent] : [])])
      this.depended(cells, name)
    for (const path of dependedOf(model, table.name)) this.depended(cells, path)
    return cells.list
  }

  /** A field under its own name; or a path nested, with the reference that it begins with, without which it is not told. */
  private depended(cells: Cells, path: string): void {
    const { table } = this.list
    if (CHOICE.includes(path)) return
    const field = table.fields.get(path)
    if (field) return void cells.field(table, field)
    if (!path.includes('.')) return
    const [first] = pathOf(this.making.core.catalogue, table, path).steps
    if (first) cells.field(table, first.field)
    cells.path(table, path)
  }
}
