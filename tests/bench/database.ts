/** Databases of the measurements on a PostgreSQL server: made for one run, dropped afterwards. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

async function command(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

export interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty database. Fails with a sentence when no server answers. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const name = `atelier_bench_${randomBytes(4).toString('hex')}`
  await command(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`).catch(
    (error: unknown) => {
      throw new Error(
        `no PostgreSQL at ${SERVER} (TEST_DATABASE_URL): ${error instanceof Error ? error.message : String(error)}`,
      )
    },
  )
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) }
}
