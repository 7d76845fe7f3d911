/** The PostgreSQL server that tests may use, and the databases of this run on it. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { copySeed, writeSeed } from './template.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** One advisory lock for whoever makes the template, or a copy of it: two at once would refuse each other. */
const TEMPLATE_LOCK = 4_077_001
const PREFIX = 'atelier_seed_'
/** How long a server has to answer (ms): where there is none the machine says so at once, and a busy one is there all the same. */
const ANSWERS = 30_000
/** Databases of a run that ended without its clean-up are removed after this time (ms). */
const STALE_MS = 3 * 3600_000

/** Runs statements on the server, beside every test database. */
export async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: ANSWERS })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether a server answers. */
export const hasPostgres = await onServer(() => Promise.resolve(true)).catch(() => false)

/** How a database is reached: behind the pooler of `TEST_POOLER` (`host:port`, transaction mode) where one is named. */
export function reached(url: string): { url: string; directUrl?: string } {
  const pooler = process.env.TEST_POOLER
  if (!pooler) return { url }
  const through = new URL(url)
  through.host = pooler
  return { url: through.href, directUrl: url }
}

/** The line that says what was left out. */
export const SKIPPED = `SKIPPED: no PostgreSQL answers at ${new URL(SERVER).host}; the server suites run on the embedded database alone (set TEST_DATABASE_URL)`

/** Whether rows may be copied without their references being asked. */
const isSuperuser = (): Promise<boolean> =>
  onServer(async (client) => {
    const { rows } = await client.query<{ is: boolean }>('select rolsuper as "is" from pg_roles where rolname = user')
    return rows[0]?.is === true
  })

/** Begins a run: its databases carry its name. `ATELIER_TEST_RUN` keeps a name, and so the template, over several runs. */
export function nameRun(): string {
  return (process.env.ATELIER_TEST_RUN ??= `${Date.now().toString(36)}_${randomBytes(3).toString('hex')}`)
}

/** Drops the databases of a run, and those that other runs left behind. */
export async function dropRun(run: string): Promise<void> {
  await onServer(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as "name" from pg_database where starts_with(datname, $1)',
      [PREFIX],
    )
    for (const { name } of rows) {
      const began = parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36)
      const left = Number.isFinite(began) && began > 1e12 && Date.now() - began > STALE_MS
      if (left || name.startsWith(`${PREFIX}${run}_`))
        await client.query(`drop database if exists ${name} with (force)`)
    }
  })
}

const prefix = (): string => `${PREFIX}${nameRun()}`

/** What a template holds: filled once a run, in an empty database that only this run knows. */
export interface Recipe {
  /** Small letters and digits. */
  name: string
  fill(url: string): Promise<void>
}

const DEMO: Recipe = {
  name: 'template',
  fill: async (url) => {
    await ((await isSuperuser()) ? copySeed(url) : writeSeed({ DATABASE_URL: url }))
  },
}
const EMPTY = `template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`

/** The database of this run that a recipe fills; whoever comes first fills it, the others wait. */
async function template(client: pg.Client, { name: recipe, fill }: Recipe): Promise<string> {
  const name = `${prefix()}_${recipe}`
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount) return name
  const draft = `${name}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await createDatabase(client, draft, EMPTY)
  await fill(urlOf(draft))
  await client.query(`alter database ${draft} rename to ${name}`)
  return name
}

const createDatabase = async (client: pg.Client, name: string, from: string): Promise<void> => {
  await client.query(`create database ${name} ${from}`)
}

/** The address of a database on the server. */
function urlOf(database: string): string {
  const url = new URL(SERVER)
  url.pathname = `/${database}`
  return url.href
}

export interface Copy {
  url: string
  drop(): Promise<void>
}

/** Does something with a template, which nobody else makes or copies meanwhile. */
const withTemplate = (recipe: Recipe, work: (client: pg.Client, name: string) => Promise<void>): Promise<void> =>
  onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await work(client, await template(client, recipe))
  })

/** Makes the template of the demo data, if this run has none yet. */
export const postgresTemplate = (): Promise<void> => withTemplate(DEMO, () => Promise.resolve())

/** A database of its own: what a recipe makes, the demo data unless told otherwise. */
export const createCopy = (recipe = DEMO): Promise<Copy> =>
  newDatabase((name) => withTemplate(recipe, (client, from) => createDatabase(client, name, `template ${from}`)))

/** An empty database of its own. */
export const createEmpty = (): Promise<Copy> =>
  newDatabase((name) => onServer((client) => createDatabase(client, name, EMPTY)))

async function newDatabase(create: (name: string) => Promise<void>): Promise<Copy> {
  const name = `${prefix()}_${randomBytes(4).toString('hex')}`
  await create(name)
  // Nothing here is to outlive the server: a write need not wait for its disk.
  await onServer((client) => client.query(`alter database ${name} set synchronous_commit = off`))
  return {
    url: urlOf(name),
    drop: () =>
      onServer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}
