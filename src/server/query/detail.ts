/** One record with its child rows: the statements of a detail, worked out once a call. */
import type { CallModel } from '../../model/model.ts'
import { reachKey, type Reachable, type Scope } from './scope.ts'
import { OWNER, WITHIN } from './beside.ts'
import { Cells, selectList, type Cell } from './cells.ts'
import { conditionSql, keyOf, type Environment } from './expression.ts'
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

  cellsFor(environment: Environment): readonly Cell[] {
    const make = (): readonly Cell[] => new Cells(this.catalogue, PAGE, environment).whole(this.table).list
    const key = this.keyOf(environment)
    return key === undefined ? make() : this.cells.get(key, make)
  }

  /** The live row of the company whose `key` field is the slot `key`; `within`: whether the data rule lets it be seen. */
  byKey(key: string, reach: Reachable, environment: Environment): Prepared {
    return this.remember(kindOf(key, reach), environment, () => {
      const where = this.call?.where ? [conditionSql(this.call.where, ROW, environment)] : []
      return sql`select ${selectList(this.cellsFor(environment))}, ${this.scope.opening(this.table, PAGE, reach)} as ${sql.id(WITHIN)}
        from (select * from ${sql.table(this.table.name)} as ${sql.id(ROW)}
          where ${allOf([sql`${column(ROW, key)} = ${slot('key')}`, sql`not "t"."isDel"`, this.scope.company(this.table, ROW, reach), ...where])} limit 1) as ${sql.id(PAGE)}`
    })
  }

  /** Rows by ids that were found in scope already. */
  byIds(environment: Environment): Prepared {
    return this.remember(
      'ids',
      environment,
      () => sql`select ${selectList(this.cellsFor(environment))}
      from ${sql.table(this.table.name)} as ${sql.id(PAGE)} where ${column(PAGE, 'id')} = any(${slot('ids')})`,
    )
  }

  /** Live child rows of several owners, oldest first: those that are seen. */
  byOwners(own: Own, reach: Reachable, environment: Environment): Prepared {
    return this.remember(
      kindOf(`own ${own.parent}`, reach),
      environment,
      () => sql`select ${selectList(this.cellsFor(environment))}, ${column(PAGE, own.parent)} as ${sql.id(OWNER)}
      from ${sql.table(this.table.name)} as ${sql.id(PAGE)}
      where ${allOf([sql`${column(PAGE, own.parent)} = any(${slot('ids')})`, sql`not "p"."isDel"`, ...this.scope.seenItself(this.table, PAGE, reach)])}
      order by "p"."id"`,
    )
  }

  private remember(kind: string | undefined, environment: Environment, build: () => ReturnType<typeof sql>): Prepared {
    const key = this.keyOf(environment)
    return key === undefined || kind === undefined
      ? prepare(build())
      : this.statements.get(`${kind}|${key}`, () => prepare(build()))
  }

  private keyOf(environment: Environment): string | undefined {
    const exprs = [this.call?.where, ...this.table.computed.map((field) => field.value)]
    const keys = exprs.map((expr) => (expr ? keyOf(expr, environment) : ''))
    return keys.includes(undefined) ? undefined : keys.join('/')
  }
}

/** What a statement depends on besides the surroundings of its call; nothing when it depends on the moment. */
function kindOf(what: string, reach: Reachable): string | undefined {
  const key = reachKey(reach)
  return key === undefined ? undefined : `${what}|${key}`
}
