/** The context of a hand-written call (`CallContext`): the engine's reading and writing, in the call's unit of work. */
import { callOf, type FieldModel, type MoveModel, type Text } from '../../model/model.ts'
import { overtaken } from '../db/errors.ts'
import { refuse, refuseWith } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import { allOf, column, prepare, sql, type Sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { fieldSql } from '../query/titles.ts'
import type { Actor, AnswerParts, CallContext, Colleague, FileStore, Queryable, Row, SmsGateway } from '../types.ts'
import { Asker } from './core.ts'
import { notify, type Notice } from './notify.ts'
import { NO_RIGHTS, readRights, type Rights } from './rights.ts'
import { fromDb, fromLiteral, wireValue } from './rows.ts'
import { Run, type Answered, type Written } from './run.ts'
import { undo } from './undo.ts'
import type { Unit } from './unit.ts'
import { Span } from './span.ts'
import { Together } from './together.ts'
import { insert, insertMany } from './write/insert.ts'
import { lockRow } from './write/owner.ts'
import { remove } from './write/remove.ts'
import { update } from './write/update.ts'
import { valuesFor } from './write/values.ts'

type Values = Record<string, unknown>

/** The parts of a context. `standard`: the engine's own part of the call; `nested`: makes another call in this unit. */
interface ContextParts {
  run: Run
  unit: Unit
  input: Values
  rows: Row[]
  /** The table of these rows. */
  table?: Table | undefined
  standard: (values?: Values) => Promise<Answered>
  nested: (path: string, input: Values) => Promise<Answered>
  asOf: CallContext['asOf']
  why: CallContext['why']
}

export class Context implements CallContext {
  readonly input: Values
  readonly rows: Row[]
  /** Answers of `standard`, which are already in wire form. */
  readonly written = new WeakSet<object>()
  /** What was made of the engine's own part: `standard`, and moves as `resource.move`. */
  readonly made = new Set<string>()
  private readonly run: Run
  private readonly unit: Unit
  private readonly parts: ContextParts
  /** Rights of other people's roles, by role. */
  private readonly roles = new Map<number | undefined, Promise<Rights>>()
  /** Figures that are asked for at once are one statement. */
  private readonly figures = new Together<Sql, number>((queries) => this.figuresOf(queries))

  constructor(parts: ContextParts) {
    this.parts = parts
    this.run = parts.run
    this.unit = parts.unit
    this.input = parts.input
    this.rows = parts.table ? parts.rows.map((row) => belonging(parts.table as Table, row)) : parts.rows
  }

  get row(): Row | undefined {
    return this.rows[0]
  }
  get tx(): Queryable {
    return this.unit.byHand
  }
  get model(): CallContext['model'] {
    return this.unit.core.model
  }
  get actor(): Actor {
    return this.unit.actor
  }
  get now(): number {
    return this.unit.now
  }
  get settings(): Values {
    return this.unit.asker.settings
  }
  get sms(): SmsGateway {
    return this.unit.core.deps.sms
  }
  get files(): FileStore {
    return this.unit.core.deps.files
  }

  async find(resource: string, id: Id, { lock }: { lock?: boolean } = {}): Promise<Row | undefined> {
    if (id === null || id === undefined) return undefined
    const table = this.unit.table(resource)
    const locked = this.unit.locked.find(table, id)
    if (locked && isSameCompany(locked, this.actor)) return belonging(table, locked)
    const [row] = await this.read(table, [sql`"t"."id" = ${id}`], { lock })
    return row
  }

  async seen(resource: string, id: Id, { lock }: { lock?: boolean } = {}): Promise<Row | undefined> {
    if (id === null || id === undefined) return undefined
    const [row] = await this.read(this.unit.table(resource), [sql`"t"."id" = ${id}`], { lock, seen: true })
    return row
  }

  async must(resource: string, id: Id, field: string): Promise<Row> {
    const row = await this.seen(resource, id, { lock: true })
    return row ?? this.refuse(field, missing(this.unit.table(resource)))
  }

  async mustAll(resource: string, ids: readonly number[], field: string): Promise<Row[]> {
    const table = this.unit.table(resource)
    const found = await this.read(table, [sql`"t"."id" = any(${ids})`], { lock: true, seen: true })
    const byId = new Map(found.map((row) => [row.id, row]))
    return [...new Set(ids)].map((id) => byId.get(id) ?? this.refuse(field, missing(table)))
  }

  async whole(resource: string, id: number, name: string): Promise<unknown> {
    const table = this.unit.table(resource)
    const field = table.fields.get(name)
    if (!field) throw new Error(`no field "${name}" in ${resource}`)
    const value = fieldSql(field, 't', this.unit.asker.environment)
    const prepared = prepare(sql`select ${value} as "value" from ${sql.table(table.name)} as "t"
      where ${allOf([sql`"t"."id" = ${id}`, this.visible(table, true)])}`)
    const statement = prepared.bind({ ...this.run.binding(), values: {} })
    const [row] = await this.unit.tx.query<{ value: unknown }>(statement.sql, statement.parameters)
    return row?.value
  }

  async ref(row: Row, as: string, { lock }: { lock?: boolean } = {}): Promise<Row | undefined> {
    const field = this.tableOf(row).steps.get(as)
    if (!field?.of) throw new Error(`no reference "${as}" in ${this.tableOf(row).name}`)
    const key = row[field.name]
    if (key === null || key === undefined) return undefined
    if ((field.key ?? 'id') === 'id') return this.find(field.of, key as number, { lock })
    const table = this.unit.table(field.of)
    const [found] = await this.read(table, [equals(table, field.key ?? 'id', key)], { lock, limit: 1 })
    return found
  }

  async mustRef(row: Row, as: string, options: { lock?: boolean } = {}): Promise<Row> {
    const found = await this.ref(row, as, options)
    if (found) return found
    const field = this.tableOf(row).steps.get(as)
    return this.refuse(field?.name, missing(this.unit.table(field?.of ?? '')))
  }

  /** The table of a row that this context returned. */
  private tableOf(row: Row): Table {
    const table = (row as Belonging)[OF]
    if (!table) throw new Error('a row is followed that no call of this context gave')
    return table
  }

  async count(resource: string, where: Values, { seen }: { seen?: boolean } = {}): Promise<number> {
    return this.figure(resource, sql`count(*)`, where, seen)
  }

  async sum(resource: string, field: string, where: Values, { seen }: { seen?: boolean } = {}): Promise<number> {
    return this.figure(resource, sql`coalesce(sum(${column('t', field)}), 0)`, where, seen)
  }

  async exists(resource: string, where: Values, { seen }: { seen?: boolean } = {}): Promise<boolean> {
    const [row] = await this.select(resource, where, { limit: 1, seen })
    return row !== undefined
  }

  private figure(resource: string, figure: Sql, where: Values, seen = false): Promise<number> {
    const table = this.unit.table(resource)
    const conditions = Object.entries(where).map(([name, value]) => equals(table, name, value))
    return this.figures.ask(
      sql`(select ${figure} from ${sql.table(table.name)} as "t" where ${allOf([...conditions, this.visible(table, seen)])})`,
    )
  }

  private async figuresOf(queries: readonly Sql[]): Promise<number[]> {
    const prepared = prepare(sql`select ${sql.join(queries.map((query, i) => sql`${query} as ${sql.id(`f${i}`)}`))}`)
    const { sql: text, parameters } = prepared.bind({ ...this.run.binding(), values: {} })
    const [row] = await this.unit.tx.query(text, parameters)
    return queries.map((_query, i) => Number(row?.[`f${i}`] ?? 0))
  }

  /** Live rows: of the company, or those the person may see. */
  private visible(table: Table, seen: boolean): Sql {
    const { scope } = this.unit.core
    const reach = this.run.reachAs(table, false, undefined)
    return seen ? scope.visible(table, 't', reach) : allOf([sql`not "t"."isDel"`, scope.company(table, 't', reach)])
  }

  async select(resource: string, where: Values, options: ReadOptions = {}): Promise<Row[]> {
    const table = this.unit.table(resource)
    return await this.read(
      table,
      Object.entries(where).map(([name, value]) => equals(table, name, value)),
      options,
    )
  }

  private async read(
    table: Table,
    where: readonly Sql[],
    { lock, limit, seen = false, sort = ['id'] }: ReadOptions,
  ): Promise<Row[]> {
    const visible = this.visible(table, seen)
    const prepared = prepare(sql`select * from ${sql.table(table.name)} as "t" where ${allOf([...where, visible])}
      order by ${sql.join(
        sort.map((key) => orderBy(table, key)),
        sql`, `,
      )}
      ${limit === undefined ? sql`` : sql`limit ${limit}`} ${lock ? sql`for no key update of "t"` : sql``}`)
    const statement = prepared.bind({ ...this.run.binding(), values: {} })
    const rows = (await this.unit.tx.query(statement.sql, statement.parameters)).map((row) =>
      belonging(table, fromDb(table, row)),
    )
    if (lock) for (const row of rows) this.unit.locked.keep(table, row)
    return rows
  }

  async insert(resource: string, values: Values): Promise<Row> {
    const table = this.unit.table(resource)
    assertFields(table, values)
    return belonging(table, await insert(this.unit, table, values))
  }

  async insertMany(resource: string, many: readonly Values[]): Promise<Row[]> {
    const table = this.unit.table(resource)
    for (const values of many) assertFields(table, values)
    return (await insertMany(this.unit, table, many)).map((row) => belonging(table, row))
  }

  async update(resource: string, row: Row, values: Values): Promise<Row> {
    const table = this.unit.table(resource)
    assertFields(table, values)
    return belonging(table, await update(this.unit, table, await this.locked(table, row), values))
  }

  async move(resource: string, row: Row, move: string, values: Values = {}): Promise<Row> {
    const table = this.unit.table(resource)
    assertFields(table, values)
    const locked = await this.locked(table, row)
    const made = { move: moveOf(table, move), values, input: this.input }
    this.made.add(`${resource}.${move}`)
    return belonging(table, await makeMove(this.unit, table, locked, made))
  }

  async asOf(asked: Parameters<CallContext['asOf']>[0]): ReturnType<CallContext['asOf']> {
    return await this.parts.asOf(asked)
  }

  async why(asked: Parameters<CallContext['why']>[0]): ReturnType<CallContext['why']> {
    return await this.parts.why(asked)
  }

  async undo(key: string): Promise<number> {
    return await undo(this.unit, key)
  }

  async remove(resource: string, row: Row): Promise<void> {
    const table = this.unit.table(resource)
    await remove(this.unit, table, [await this.locked(table, row)])
  }

  /**
   * The current row, locked. What was concluded from a copy that was read without a lock and is outdated by now would
   * be written over what somebody else did: all is done again, from the beginning.
   */
  private async locked(table: Table, row: Row): Promise<Row> {
    const { locked } = this.unit
    const own = locked.find(table, row.id)
    if (own) return own
    const now = (await lockRow(this.unit, table, row.id)) ?? refuse('notFound')
    if (locked.isOvertaken(row, now)) throw overtaken()
    return now
  }

  async call(path: string, input: Values): Promise<unknown> {
    const { data } = await this.parts.nested(path, this.onTheWire(path, input))
    return data
  }

  /** Values of inputs in wire form. */
  private onTheWire(path: string, input: Values): Values {
    const call = callOf(this.model, path)
    const filters = Object.values(this.model.resources[call?.resource ?? '']?.filters ?? {})
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        const field =
          call?.input.find((one) => one.name === name) ?? filters.find((one) => one.wire[0] === name)?.control
        const coded = field && (field.type === 'enum' || field.type === 'enums')
        return [name, coded ? codecOf(field).toWire(value, field, this.model.dictionaries) : value]
      }),
    )
  }

  notify(receiverId: number, message: Notice): Promise<void> {
    return notify(this.unit, receiverId, message)
  }

  assignment(said: { mode?: string; reason?: string | null | undefined }): void {
    this.unit.assignments.say(said)
  }

  refuse(field: string | undefined, why: Text | string): never {
    return refuseWith(why, field)
  }

  afterCommit(work: () => Promise<void> | void): void {
    this.unit.afterCommit.push(work)
  }

  can(code: string): boolean {
    return this.unit.asker.can(code)
  }

  async another(person: Colleague, code: string, row: Row): Promise<boolean> {
    const { core } = this.unit
    const table = this.tableOf(row)
    const { lang, companyId } = this.actor
    // Read here, in the transaction: the embedded database has no other connection.
    const rights = await this.rightsOf(person.roleId)
    const asker = new Asker(core, { kind: 'staff', lang, companyId, ...person }, rights, this.unit.asker.settings)
    if (!asker.can(code)) return false
    const run = new Run(asker, this.run.call, {}, { free: true }, {})
    const reach = run.reachAs(table, true, undefined)
    const prepared = prepare(
      sql`select 1 from ${sql.table(table.name)} as "t" where ${allOf([sql`"t"."id" = ${row.id}`, core.scope.visible(table, 't', reach)])}`,
    )
    const statement = prepared.bind({ ...run.binding(), values: {} })
    return (await this.unit.tx.query(statement.sql, statement.parameters)).length > 0
  }

  private rightsOf(roleId: number | undefined): Promise<Rights> {
    const known = this.roles.get(roleId)
    if (known) return known
    const read = roleId === undefined ? NO_RIGHTS : readRights(this.unit.tx, this.unit.core.catalogue, roleId)
    const rights = Promise.resolve(read)
    this.roles.set(roleId, rights)
    return rights
  }

  log(message: Text): void {
    this.unit.journal.message = message
  }

  async standard(values?: Values): Promise<unknown> {
    this.made.add('standard')
    const { data, written = [], ...parts } = await this.parts.standard(values)
    Object.assign(this.run.parts, parts)
    if (typeof data !== 'object' || data === null) return data
    this.written.add(data)
    return Object.defineProperties(data, this.tellingOf(written))
  }

  /** The written records, beside the answer and not part of it. */
  private tellingOf(written: readonly Written[]): PropertyDescriptorMap {
    const { table } = this.parts
    const all = written.map(({ before, after }) => ({
      ...(before && table ? { before: belonging(table, before) } : {}),
      ...(after && table ? { after: belonging(table, after) } : {}),
    }))
    return { before: { value: all[0]?.before }, after: { value: all[0]?.after }, all: { value: all } }
  }

  answer(parts: AnswerParts): void {
    Object.assign(this.run.parts, parts)
  }
}

type Id = number | null | undefined

/** A row remembers its table, even in a copy, so that its references can be followed. */
const OF = Symbol('table')
type Belonging = Row & { [OF]?: Table }

function belonging(table: Table, row: Row): Row {
  ;(row as Belonging)[OF] = table
  return row
}

const missing = ({ resource: { label } }: Table): Text => ({
  zh: `${label.zh}不存在`,
  en: `There is no such ${label.en.charAt(0).toLowerCase()}${label.en.slice(1)}`,
})

interface ReadOptions {
  lock?: boolean
  limit?: number
  /** Only the fields the person may see. */
  seen?: boolean
  sort?: string[]
}

const isSameCompany = (row: Row, actor: Actor): boolean =>
  row.companyId === undefined || actor.companyId === undefined || row.companyId === actor.companyId

/** Handlers name fields; an unknown name is a programming error and is reported at once. */
function assertFields(table: Table, values: Values): void {
  const wrong = Object.keys(values).find((name) => !table.fields.has(name) && name !== 'companyId')
  if (wrong !== undefined) throw new Error(`no field "${wrong}" in ${table.name}`)
}

function equals(table: Table, name: string, value: unknown): Sql {
  if (name === 'companyId') return sql`"t"."companyId" = ${value}`
  const field = table.fields.get(name)
  if (!field) throw new Error(`no field "${name}" in ${table.name}`)
  const at = column('t', name)
  if (value instanceof Span) return inSpan(at, value, (one) => codecOf(field).toDb(one, field, table.dictionaries))
  if (value === null || value === undefined) return sql`${at} is null`
  const stored = (one: unknown): unknown => codecOf(field).toDb(one, field, table.dictionaries)
  if (!Array.isArray(value) || field.type === 'enums' || field.type === 'refs') return sql`${at} = ${stored(value)}`
  // Of a list PostgreSQL makes a new plan each time, since it may be long.
  return value.length === 1 ? sql`${at} = ${stored(value[0])}` : sql`${at} = any(${value.map(stored)})`
}

function inSpan(at: Sql, { from, below }: Span, stored: (value: unknown) => unknown): Sql {
  return allOf([
    ...(from === undefined || from === null ? [] : [sql`${at} >= ${stored(from)}`]),
    ...(below === undefined || below === null ? [] : [sql`${at} < ${stored(below)}`]),
  ])
}

function orderBy(table: Table, key: string): Sql {
  const name = key.replace(/^-/, '')
  if (!table.fields.get(name)?.column) throw new Error(`${table.name} has no column "${name}" to sort by`)
  return sql`${column('t', name)} ${sql.raw(key.startsWith('-') ? 'desc' : 'asc')}`
}

/** A declared move of a resource. */
export function moveOf(table: Table, name: string): MoveModel {
  const move = table.resource.machines.flatMap((machine) => machine.moves).find((one) => one.name === name)
  if (!move) throw new Error(`${table.name} has no move "${name}"`)
  return move
}

/** Makes a move on a locked row: checks the state and the guard, and sets the fields. */
export async function makeMove(
  unit: Unit,
  table: Table,
  row: Row,
  { move, values, input }: { move: MoveModel; values: Values; input: Values },
): Promise<Row> {
  if (!move.from.includes(wireValue(table, row, move.field) as string | number))
    refuse('wrongState', { field: move.field })
  const roots = { row, old: row, input }
  await unit.must(move.when, roots)
  const set = await valuesFor(unit, table, move.set, roots)
  return await update(
    unit,
    table,
    row,
    { ...values, ...set, [move.field]: arrivesAt(table, move) },
    { moving: [move.field] },
  )
}

/** The target state of a move, by name. */
export const arrivesAt = (table: Table, { field, to }: MoveModel): unknown =>
  fromLiteral(table.fields.get(field) as FieldModel, to, table.dictionaries)
