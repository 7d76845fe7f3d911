/** `atelier seed --sample N`: N records of each kind, made from the schemas alone, into an empty database. */
import type { Model } from '../src/model/model.ts'
import { isEmpty } from '../src/model/validate/index.ts'
import { sampleRows } from '../src/samples/rows.ts'
import type { Row } from '../src/samples/world.ts'
import type { App } from '../src/server/app.ts'
import { renderPeriod } from '../src/model/serials.ts'
import { fromDb } from '../src/server/engine/rows.ts'
import { counterOf } from '../src/server/engine/write/values.ts'
import { codecOf } from '../src/server/fields/index.ts'
import { makeAdministrator } from '../src/server/platform/accounts/first.ts'
import { Catalogue, type Table } from '../src/server/query/table.ts'
import type { Clock, Database, Queryable } from '../src/server/types.ts'
import { phoneOf } from './samples.ts'

/** Whoever looks at them, with a number of the product's own form. */
const viewerOf = ({ app }: Model) => ({
  realName: 'Sample',
  mobile: new RegExp(app.phone.pattern, 'u').test(USUAL_NUMBER) ? USUAL_NUMBER : phoneOf(app.phone.pattern),
  password: 'Star2026',
})
const USUAL_NUMBER = '13800000001'

const AT_ONCE = 50

interface Filling {
  db: Database
  model: Model
  app: Pick<App, 'insertAll'>
  clock: Clock
  each: number
}

/** What was written, and who signs in to see it. */
interface Sampled {
  count: number
  viewer: { mobile: string; password: string }
}

/** Fills the database in one transaction; refuses one that holds a company. */
export async function writeSamples({ db, model, app, clock, each }: Filling): Promise<Sampled> {
  const { company } = model.app.records
  const [row] = company ? await db.query(`select 1 as one from "${company}" limit 1`) : []
  if (row) throw new Error('The database holds a company: samples are written into an empty one only.')
  const insertAll: App['insertAll'] = (...rows) => app.insertAll(...rows)
  const viewer = viewerOf(model)
  await makeAdministrator({ db, model, clock, insertAll }, { company: model.app.name.en, ...viewer })
  const catalogue = new Catalogue(model)
  return await db.transaction(async (tx) => {
    const known = await knownRows(tx, catalogue)
    const rows = sampleRows({ model, each, now: clock.now(), known })
    const [corp] = company ? (known[company] ?? []) : []
    const writer = new Writer(tx, known, { companyId: corp?.id, model, now: clock.now() })
    const inOrder = [...catalogue.tables.values()].filter((table) => rows[table.name] && !table.resource.virtual)
    for (const table of ordered(inOrder)) await writer.insert(table, rows[table.name] ?? [])
    await writer.pointBack()
    return { count: writer.count, viewer }
  })
}

/** The records of a database in wire form, of one company where it is named. */
export async function knownRows(
  tx: Queryable,
  { tables }: Catalogue,
  companyId?: number,
): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const table of tables.values()) {
    if (table.resource.virtual) continue
    const own = companyId !== undefined && table.resource.company
    const rows = await tx.query(
      `select * from "${table.name}" where not "isDel" ${own ? 'and "companyId" = $1' : ''} order by "id"`,
      own ? [companyId] : [],
    )
    if (rows.length === 0) continue
    found[table.name] = rows.map((raw) => {
      const row = fromDb(table, raw)
      const wire = table.columns.map((field) => [
        field.name,
        codecOf(field).toWire(row[field.name], field, table.dictionaries),
      ])
      return Object.fromEntries(wire) as Row
    })
  }
  return found
}

/** Tables behind those they must point at. */
function ordered(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<string>()
  const out: Table[] = []
  const visit = (table: Table): void => {
    if (done.has(table.name)) return
    done.add(table.name)
    for (const { field, to } of table.links) {
      const target = byName.get(to)
      if (target && !field.nullable) visit(target)
    }
    out.push(table)
  }
  tables.forEach(visit)
  return out
}

/** Where samples are written: one company, at one moment. */
interface Into {
  companyId: number | undefined
  model: Model
  now: number
}

class Writer {
  count = 0
  private readonly tx: Queryable
  private readonly companyId: number | undefined
  private readonly model: Model
  private readonly now: number
  /** Keys that references may hold, by table and column. */
  private readonly there = new Map<string, Set<unknown>>()
  /** References to what is not there yet. */
  private readonly later: { table: Table; id: number; name: string; value: unknown }[] = []

  constructor(tx: Queryable, known: Record<string, Row[]>, { companyId, model, now }: Into) {
    this.tx = tx
    this.companyId = companyId
    this.model = model
    this.now = now
    for (const [name, rows] of Object.entries(known)) for (const row of rows) this.note(name, row)
  }

  private note(table: string, row: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'string' || typeof value === 'number') {
        const key = `${table}.${name}`
        this.there.set(key, (this.there.get(key) ?? new Set()).add(value))
      }
  }

  private isThere(to: string, key: string, value: unknown): boolean {
    return this.there.get(`${to}.${key}`)?.has(value) === true
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const names = [...table.columns.map((field) => field.name), ...(table.resource.company ? ['companyId'] : [])]
    const columns = [...names, 'isDel'].map((name) => `"${name}"`).join(', ')
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const part = rows.slice(at, at + AT_ONCE)
      const values = part.map((row) => this.values(table, row))
      const tuples = values.map((one, i) => `(${one.map((_, j) => `$${i * one.length + j + 1}`).join(', ')}, false)`)
      const text = `insert into "${table.name}" (${columns}) values ${tuples.join(', ')} on conflict do nothing returning "id"`
      const written = new Set((await this.tx.query<{ id: number }>(text, values.flat())).map((one) => one.id))
      for (const row of part) if (written.has(row.id)) this.note(table.name, row)
      this.count += written.size
    }
    await this.countOn(table)
    await this.tx.query(
      `select setval(pg_get_serial_sequence('"${table.name}"', 'id'), greatest((select max("id") from "${table.name}"), 1))`,
    )
  }

  /** Numbers that the server makes go on behind those of the samples, which are their ids. */
  private async countOn(table: Table): Promise<void> {
    const { timezone } = this.model.app
    for (const field of table.columns.filter(({ type }) => type === 'serial')) {
      const key = counterOf(table, field, this.companyId, renderPeriod(field.pattern ?? '{0000}', this.now, timezone))
      await this.tx.query(
        `insert into "serial_counter" ("key", "value") select $1, max("id") from "${table.name}" having max("id") is not null
         on conflict ("key") do update set "value" = greatest("serial_counter"."value", excluded."value")`,
        [key],
      )
    }
  }

  /** Parameters of a row; a reference to what is not there yet is put in at the end. */
  private values(table: Table, row: Row): unknown[] {
    const links = new Map(table.links.map((link) => [link.field.name, link]))
    const { dictionaries } = table
    const out = table.columns.map((field) => {
      let value = row[field.name]
      const link = links.get(field.name)
      if (link && !link.many && !isEmpty(value) && !this.isThere(link.to, link.key, value)) {
        if (field.nullable) {
          // What makes a record one of its kind is not changed afterwards: another may have it by then.
          const unique = table.resource.unique.some((one) => [one.field, ...one.within].includes(field.name))
          if (!unique) this.later.push({ table, id: row.id, name: field.name, value })
          value = null
        } else [value] = this.there.get(`${link.to}.${link.key}`) ?? []
      }
      const codec = codecOf(field)
      if (isEmpty(value) && !field.nullable && !link) value = codec.sample(field, row.id, dictionaries, 'UTC') ?? value
      return codec.toDb(codec.fromWire(value, field, dictionaries), field, dictionaries)
    })
    return table.resource.company ? [...out, this.companyId] : out
  }

  async pointBack(): Promise<void> {
    for (const { table, id, name, value } of this.later) {
      const link = table.links.find((one) => one.field.name === name)
      if (link && this.isThere(link.to, link.key, value))
        await this.tx.query(`update "${table.name}" set "${name}" = $2 where "id" = $1`, [id, value])
    }
  }
}
