/** Records in wire form with their child rows, however they were found. */
import { isEmpty } from '../../model/validate/index.ts'
import type { Core } from '../engine/core.ts'
import type { Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import { OWNER } from '../query/beside.ts'
import { isRead, writeRow, type WireRow } from '../query/cells.ts'
import { RecordPlan } from '../query/detail.ts'
import type { Own, Table } from '../query/table.ts'
import type { Row } from '../types.ts'
import { query } from './read.ts'

const OWN_DEPTH_MAX = 4

export class Records {
  private readonly core: Core
  private readonly plans = new Map<Table, RecordPlan>()

  constructor(core: Core) {
    this.core = core
  }

  planOf(table: Table): RecordPlan {
    let plan = this.plans.get(table)
    if (!plan) this.plans.set(table, (plan = new RecordPlan(this.core.catalogue, this.core.scope, table)))
    return plan
  }

  /** Rows by id in wire form, by id; child rows not included. */
  async byIds(run: Run, table: Table, ids: readonly unknown[]): Promise<Map<unknown, WireRow>> {
    const { environment } = run.asker
    const plan = this.planOf(table)
    const rows = await query(run, plan.byIds(environment).bind({ ...run.binding(), values: { ids } }))
    const sight = run.sight(table)
    return new Map(rows.map((row) => [row.id, writeRow(plan.cellsFor(environment), row, sight)]))
  }

  /** A row that a call has in hand, as its unit of work sees it, in wire form; child rows not included. */
  async current(run: Run, unit: Unit, table: Table, { id }: Row): Promise<WireRow> {
    return (await this.byIds(run.nested(run.call, run.payload, unit), table, [id])).get(id) ?? {}
  }

  /** Puts the child rows of records into them, under the names of their fields; theirs too. */
  async addChildren(run: Run, table: Table, rows: readonly WireRow[], depth = 0): Promise<void> {
    if (rows.length === 0 || depth >= OWN_DEPTH_MAX) return
    await this.addOwns(run, table.own, rows, depth)
  }

  /** As `addChildren`, of some fields. */
  async addOwns(run: Run, owns: readonly Own[], rows: readonly WireRow[], depth = 0): Promise<void> {
    if (rows.length > 0) await Promise.all(owns.map((own) => this.addOwn(run, own, rows, depth)))
  }

  /** Puts the child rows of records that a record points at into it, as paths of screens follow them (`family.members`). */
  async addFollowed(run: Run, table: Table, row: WireRow): Promise<void> {
    const { catalogue } = this.core
    for (const path of table.resource.follow) {
      const [step = '', name, ...further] = path.split('.')
      const ref = [...table.fields.values()].find((field) => field.as === step)
      const owner = ref?.of && !ref.by ? catalogue.table(ref.of) : undefined
      const own = owner?.own.find((one) => one.field.name === name)
      if (!owner || !own || !ref || further.length > 0 || isEmpty(row[ref.name])) continue
      const [found] = owner.resource.key === 'id' ? [{ id: row[ref.name] } as WireRow] : []
      if (!found || !isRead(run.sight(table), [[table.name, ref.name]])) continue
      await this.addOwns(run, [own], [found])
      row[step] = { ...(row[step] as WireRow | undefined), [own.field.name]: found[own.field.name] }
    }
  }

  private async addOwn(run: Run, own: Own, rows: readonly WireRow[], depth: number): Promise<void> {
    const sight = run.sight(this.core.catalogue.table(own.child))
    if (own.field.see !== undefined && !sight.can(own.field.see)) return
    const owner = this.core.catalogue.table(own.child).fields.get(own.parent)?.of ?? ''
    if (!isRead(sight, [[owner, own.field.name]])) return
    const child = this.core.catalogue.table(own.child)
    const plan = this.planOf(child)
    const { environment } = run.asker
    const found = await query(
      run,
      plan
        .byOwners(own, run.reach(child, true), environment)
        .bind({ ...run.binding(), values: { ids: rows.map((row) => row.id) } }),
    )
    const cells = plan.cellsFor(environment)
    const written = found.map((row) => ({ owner: row[OWNER], row: writeRow(cells, row, sight) }))
    await this.addChildren(
      run,
      child,
      written.map((one) => one.row),
      depth + 1,
    )
    for (const row of rows) row[own.field.name] = written.filter((one) => one.owner === row.id).map((one) => one.row)
  }
}
