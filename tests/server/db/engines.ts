/** The engines tests run on: the embedded one always, PostgreSQL wherever one answers. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../../src/server/db/index.ts'
import type { DatabaseOptions } from '../../../src/server/db/index.ts'
import type { Database } from '../../../src/server/types.ts'

export const ZONE = 'Asia/Shanghai'

export interface Engine {
  name: 'pglite' | 'postgres'
  /** An empty database of its own. `close` drops it. */
  open(options?: Partial<DatabaseOptions>): Promise<Database>
}

const pglite: Engine = {
  name: 'pglite',
  open: (options) => openDatabase({ memory: true, timezone: ZONE, ...options }),
}

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

async function command(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const postgres: Engine = {
  name: 'postgres',
  async open(options) {
    const name = `atelier_test_${randomBytes(6).toString('hex')}`
    await command(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    const url = new URL(server)
    url.pathname = `/${name}`
    const database = await openDatabase({ url: url.href, timezone: ZONE, ...options })
    const close = database.close.bind(database)
    database.close = async () => {
      await close()
      await command(`drop database if exists ${name} with (force)`)
    }
    return database
  },
}

const answers = await command('select 1').then(
  () => true,
  () => false,
)

export const engines: Engine[] = answers ? [pglite, postgres] : [pglite]
