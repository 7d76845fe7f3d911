/** `copy.ts <dump>`: the rows of an embedded database, into the PostgreSQL database that `DATABASE_URL` names. */
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { generatedModel, serverOptions } from '../../../bin/environment.ts'
import { createRuntime } from '../../../src/server/runtime.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The server makes its tables when it starts. */
async function makeTables(): Promise<void> {
  const runtime = await createRuntime({ ...(await serverOptions(generatedModel())), log: () => undefined })
  await runtime.close()
}

async function copyRows(from: PGlite, to: pg.Client): Promise<void> {
  const { rows: tables } = await from.query<{ name: string; columns: string[] }>(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`,
  )
  for (const { name, columns } of tables) {
    const { rows } = await from.query<{ all: string | null }>(`select json_agg(t)::text as all from ${quoted(name)} t`)
    const list = columns.map(quoted).join(', ')
    await to.query(`delete from ${quoted(name)}`)
    await to.query(
      `insert into ${quoted(name)} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${quoted(name)}, $1)`,
      [rows[0]?.all ?? '[]'],
    )
  }
  const { rows: counters } = await from.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of counters) await to.query('select setval($1::regclass, $2)', [quoted(name), last])
}

await makeTables()
const from = await PGlite.create({
  loadDataDir: new Blob([readFileSync(process.argv[2] as string)]),
  extensions: { pg_trgm },
})
const to = new pg.Client({ connectionString: process.env.DATABASE_URL })
await to.connect()
await to.query('begin')
// Rows that point at each other come in any order.
await to.query('set local session_replication_role = replica')
await copyRows(from, to)
await to.query('commit')
await to.query('analyze')
await to.end()
await from.close()
