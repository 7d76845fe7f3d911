/** Loads the further records that expressions need: one statement for each reference and level, cached for the unit of work. */
import type { Actor, DbRow, Queryable } from '../types.ts'
import { commaList, compile, sql, column, type Sql } from '../query/sql.ts'
import type { Catalogue, Table } from '../query/table.ts'
import { fromDb } from './rows.ts'
import { isEmptyNeed, type Need } from './needs.ts'

type Fields = Record<string, unknown>

/** Evaluates the ref of a follow whose ref is computed itself. */
type EvaluateVia = (via: NonNullable<NonNullable<ReturnType<Need['follow']['get']>>['via']>, record: Fields) => unknown

/** Loads and caches records behind refs, and child rows. */
export class Loader {
  private readonly catalogue: Catalogue
  private readonly tx: Queryable
  private readonly actor: Actor
  private readonly via: EvaluateVia
  private readonly kept = new Map<string, Fields | null>()
  /** Child rows of a record, by child, field and record. */
  private readonly below = new Map<string, Fields[]>()

  constructor(catalogue: Catalogue, tx: Queryable, actor: Actor, via: EvaluateVia) {
    this.catalogue = catalogue
    this.tx = tx
    this.actor = actor
    this.via = via
  }

  /** A record loaded before; undefined for one that does not exist. */
  readonly find = (resource: string, key: unknown): unknown => this.kept.get(keyOf(resource, key)) ?? undefined

  /** A row was written: values read from it are outdated. */
  forget(resource: string, id: number): void {
    for (const [key, row] of this.kept)
      if (key.startsWith(`${resource}:`) && (!row || row.id === id)) this.kept.delete(key)
    for (const key of this.below.keys()) if (key.startsWith(`${resource}:`)) this.below.delete(key)
  }

  /** Any row may have been written. */
  forgetAll(): void {
    this.kept.clear()
    this.below.clear()
  }

  /** Loads the needs of these records, level by level. */
  async load(records: readonly unknown[], need: Need | undefined): Promise<void> {
    if (!need || isEmptyNeed(need)) return
    const there = records.filter(isRecord)
    if (there.length === 0) return
    for (const [as, step] of need.follow) {
      const keys = there.filter((one) => !isRecord(one[as])).map((one) => this.refOf(one, step))
      await this.fetch(step.resource, step.key, keys)
      const next = there.map((one) => (isRecord(one[as]) ? one[as] : this.find(step.resource, this.refOf(one, step))))
      await this.load(next, step.need)
    }
    for (const [name, step] of need.rows) await this.children(there, name, step)
    for (const [name, inner] of need.values) await this.values(there, name, inner)
  }

  private refOf(record: Fields, step: { field: string; via?: Parameters<EvaluateVia>[0] }): unknown {
    if (step.field in record || !step.via) return record[step.field]
    return this.via(step.via, record)
  }

  /** Entries of a nested list, or a list of refs, each followed. */
  private async values(records: Fields[], name: string, need: Need): Promise<void> {
    if (isEmptyNeed(need)) return
    const values = records.flatMap((one) => (Array.isArray(one[name]) ? (one[name] as unknown[]) : [one[name]]))
    const entries = values.filter(isRecord)
    const refs = values.filter((one) => !isRecord(one) && one !== null && one !== undefined)
    await this.load(entries, need)
    for (const step of need.follow.values()) {
      if (step.field !== '') continue
      await this.fetch(step.resource, step.key, refs)
      await this.load(
        refs.map((key) => this.find(step.resource, key)),
        step.need,
      )
    }
  }

  private async children(
    records: Fields[],
    name: string,
    step: { resource: string; parent: string; need: Need },
  ): Promise<void> {
    const bare = records.filter((one) => one[name] === undefined && typeof one.id === 'number')
    const belowOf = (one: Fields): string => `${step.resource}:${step.parent}:${String(one.id)}`
    const missing = bare.filter((one) => !this.below.has(belowOf(one))).map((one) => one.id)
    if (missing.length > 0) {
      const rows = await this.rowsOf(this.catalogue.table(step.resource), step.parent, missing)
      for (const one of bare) {
        if (missing.includes(one.id))
          this.below.set(
            belowOf(one),
            rows.filter((row) => row[step.parent] === one.id),
          )
      }
    }
    // Copies: records from deeper levels are added to them, and may be outdated at the next request.
    for (const one of bare) one[name] = this.below.get(belowOf(one))?.map((row) => ({ ...row }))
    await this.load(
      records.flatMap((one) => (one[name] as unknown[] | undefined) ?? []),
      step.need,
    )
  }

  private async rowsOf(table: Table, parent: string, ids: unknown[]): Promise<DbRow[]> {
    const query = sql`select * from ${sql.table(table.name)} as "t" where ${column('t', parent)} = any(${ids}) and not "t"."isDel" order by "t"."id"`
    return await this.query(table, query)
  }

  /** Includes deleted rows: history does not vanish with the record. A text key finds the company's own record, the live one first. */
  private async fetch(resource: string, key: string, keys: readonly unknown[]): Promise<void> {
    const missing = [...new Set(keys)].filter((one) => mayBeKey(one, key) && !this.kept.has(keyOf(resource, one)))
    if (missing.length === 0) return
    const table = this.catalogue.table(resource)
    if (table.resource.virtual) return
    const conditions = [sql`${column('t', key)} = any(${missing})`]
    if (key !== 'id' && table.resource.company && this.actor.companyId !== undefined)
      conditions.push(sql`"t"."companyId" = ${this.actor.companyId}`)
    const rows = await this.query(
      table,
      sql`select * from ${sql.table(table.name)} as "t"
      where ${sql.join(conditions, sql` and `)} order by ${commaList([sql`"t"."isDel" desc`, sql`"t"."id"`])}`,
    )
    for (const one of missing) this.kept.set(keyOf(resource, one), null)
    for (const row of rows) this.kept.set(keyOf(resource, row[key]), row)
  }

  private async query(table: Table, query: Sql): Promise<DbRow[]> {
    const { sql: text, parameters } = compile(query)
    return (await this.tx.query(text, parameters)).map((row) => fromDb(table, row))
  }
}

/** Conditions read an input before it is checked: what can be no key of a record finds none. */
const mayBeKey = (value: unknown, key: string): boolean =>
  key === 'id' || typeof value !== 'string'
    ? Number.isSafeInteger(value)
    : value !== '' && !/[\0\p{Surrogate}]/u.test(value)

const keyOf = (resource: string, value: unknown): string =>
  `${resource}:${typeof value === 'string' || typeof value === 'number' ? String(value) : ''}`

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
