/** The databases that the same expressions are run on: embedded always, a server where one answers. */
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export interface Engine {
  name: string
  run(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

async function embedded(): Promise<Engine> {
  const db = await PGlite.create()
  return {
    name: 'PGlite',
    run: async (sql, parameters = []) => (await db.query<Record<string, unknown>>(sql, [...parameters])).rows,
    close: () => db.close(),
  }
}

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A database of its own on the server, dropped at the end; nothing where no server answers. */
async function server(): Promise<Engine | undefined> {
  // Where there is no server the machine says so at once; a busy one is there all the same.
  const admin = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 30_000 })
  try {
    await admin.connect()
  } catch {
    return undefined
  }
  const name = `atelier_expr_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  // A hundred expressions in one statement look dear to the planner; compiling them takes far longer than running them.
  await client.query('set jit = off')
  return {
    name: 'PostgreSQL',
    run: async (sql, parameters = []) => (await client.query(sql, [...parameters])).rows,
    close: async () => {
      await client.end()
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  }
}

export async function engines(): Promise<Engine[]> {
  const found = await Promise.all([embedded(), server()])
  return found.filter((engine) => engine !== undefined)
}
