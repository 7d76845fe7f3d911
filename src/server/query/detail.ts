/** One record with its child rows: the statements of a detail, worked out once a call. */
import type { CallModel } from '../../model/model.ts'
import type { Reachable, Scope } from './scope.ts'
import { OWNER, WITHIN } from './beside.ts'
import { Cells, selectList, type Cell } from './cells.ts'
import { conditionSql, keyOf, type Surroundings } from './expression.ts'
import { allOf, column, Memo, prepare, slot, sql, type Prepared } from './sql.ts'
import type { Catalogue, Own, Table } from './table.ts'

const ROW = 't'
const PAGE = 'p'

/** Rows of one table by key, with everything a detail answers of them. */
export class RecordPlan {
  readonly table: Table
  private readonly catalogue: Catalogue
  private readonly scope: Scope
  private readonly call: CallModel | undefined
  private readonly statements = new Memo<Prepared>(100)
  private readonly cells = new Memo<readonly Cell[]>(50)

  constructor(catalogue: Catalogue, scope: Scope, table: Table, call?: CallModel) {
    this.catalogue = catalogue
    this.scope = scope
    this.table = table
    this.call = call
  }

  cellsFor(around: Surroundings): readonly Cell[] {
    const make = (): readonly Cell[] => new Cells(this.catalogue, PAGE, around).whole(this.table).list
    const key = this.keyOf(around)
    return key === undefined ? make() : this.cells.get(key, make)
  }

  /** The live row of the company whose `key` field is the slot `key`; `within`: whether the data rule lets it be seen. */
  byKey(key: string, reach: Reachable, around: Surroundings): Prepared {
    return this.remember(`${key}|${reach.company}|${reach.rule}`, around, () => {
      const where = this.call?.where ? [conditionSql(this.call.where, ROW, around)] : []
      return sql`select ${selectList(this.cellsFor(around))}, ${this.scope.opening(this.table, PAGE, reach)} as ${sql.id(WITHIN)}
        from (select * from ${sql.table(this.table.name)} as ${sql.id(ROW)}
          where ${allOf([sql`${column(ROW, key)} = ${slot('key')}`, sql`not "t"."isDel"`, this.scope.company(this.table, ROW, reach), ...where])} limit 1) as ${sql.id(PAGE)}`
    })
  }

  /** Rows by ids that were found in scope already. */
  byIds(around: Surroundings): Prepared {
    return this.remember(
      'ids',
      around,
      () => sql`select ${selectList(this.cellsFor(around))}
      from ${sql.table(this.table.name)} as ${sql.id(PAGE)} where ${column(PAGE, 'id')} = any(${slot('ids')})`,
    )
  }

  /** Live child rows of several owners, oldest first. */
  byOwners(own: Own, around: Surroundings): Prepared {
    return this.remember(
      `own ${own.parent}`,
      around,
      () => sql`select ${selectList(this.cellsFor(around))}, ${column(PAGE, own.parent)} as ${sql.id(OWNER)}
      from ${sql.table(this.table.name)} as ${sql.id(PAGE)}
      where ${column(PAGE, own.parent)} = any(${slot('ids')}) and not "p"."isDel" order by "p"."id"`,
    )
  }

  private remember(kind: string, around: Surroundings, build: () => ReturnType<typeof sql>): Prepared {
    const key = this.keyOf(around)
    return key === undefined ? prepare(build()) : this.statements.get(`${kind}|${key}`, () => prepare(build()))
  }

  private keyOf(around: Surroundings): string | undefined {
    const exprs = [this.call?.where, ...this.table.computed.map((field) => field.value)]
    const keys = exprs.map((expr) => (expr ? keyOf(expr, around) : ''))
    return keys.includes(undefined) ? undefined : keys.join('/')
  }
}
