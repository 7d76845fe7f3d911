/** `atelier seed [--size N]`: demo data into an empty database, all of them unless a smaller share is asked for; `--sample N`: samples instead. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SettableClock } from '../src/server/demo.ts'
import { addAccount } from '../src/server/platform/accounts/first.ts'
import { syncBuiltIns } from '../src/server/platform/index.ts'
import { databaseDirectory } from '../src/server/db/index.ts'
import { STATE_TABLE } from '../src/server/db/schema/state.ts'
import type { App } from '../src/server/app.ts'
import { createRuntime, type RuntimeOptions } from '../src/server/runtime.ts'
import type { Database } from '../src/server/types.ts'
import { generatedModel, root, say, serverOptions } from './environment.ts'
import { demoOf } from './product.ts'
import { writeSamples } from './sampled.ts'
import { orSay } from './serve.ts'

/** Share of the demo's numbers that a first start writes: a quarter shows every screen at work, and is there within a minute. */
const FIRST_START = 0.25

/** Options that fill the database when it holds no company yet. */
export function withDemoData(options: RuntimeOptions, size = FIRST_START): RuntimeOptions {
  const clock = new SettableClock()
  return { ...options, clock, seed: (app, db) => seedIfEmpty(app, db, options, clock, size) }
}

/** There while demo data are being written: a database that still has it was left half filled by a killed process. */
const BEGUN = 'demo_data_begun'

async function seedIfEmpty(
  app: App,
  db: Database,
  { model, log }: RuntimeOptions,
  clock: SettableClock,
  size: number,
): Promise<void> {
  const company = model.app.records.company
  const demo = await demoOf(root)
  if (!company || !demo) return
  const [half] = await db.query('select 1 from pg_tables where schemaname = current_schema() and tablename = $1', [
    BEGUN,
  ])
  const [row] = await db.query(`select 1 from "${company}" limit 1`)
  if (row && !half) return
  log(
    half
      ? 'Writing the demo data was broken off: they are written anew …'
      : 'The database is empty: writing the demo data …',
  )
  if (half) await empty(db)
  await db.query(`create table if not exists "${BEGUN}" ()`)
  // What a killed process loses of them is written anew; the next checkpoint keeps the rest.
  if (db.engine === 'pglite') await db.query('set synchronous_commit = off')
  await demo.seed({
    db,
    model,
    app,
    clock,
    size,
    log,
    account: (account) => addAccount({ db, insertAll: app.insertAll.bind(app) }, account),
    sync: async () => {
      await syncBuiltIns(db, model, clock.now())
      await app.forget()
    },
  })
  if (db.engine === 'pglite') await db.query('reset synchronous_commit')
  await db.query(`drop table "${BEGUN}"`)
}

/** Nobody can have worked with it yet: nothing listens before the demo data are whole. What its columns mean stays known. */
async function empty(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    'select quote_ident(tablename) as "name" from pg_tables where schemaname = current_schema() and tablename <> $1',
    [STATE_TABLE],
  )
  await db.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`)
}

/**
 * Fills a database that is not there yet, with nothing else at work in the process, and closes it. One that a killed
 * process left half filled is filled anew where it is opened (`withDemoData`).
 */
export async function fillNew(options: RuntimeOptions): Promise<void> {
  if (!options.databaseUrl && !existsSync(databaseDirectory(options.dataDir))) await fill(options)
}

async function fill(options: RuntimeOptions, size?: number): Promise<void> {
  const runtime = await createRuntime({ ...withDemoData(options, size), sameThread: true })
  await runtime.close()
}

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const { values } = parseArgs({ args, options: { size: { type: 'string' }, sample: { type: 'string' } } })
    const model = generatedModel()
    const options = { ...(await serverOptions(model)), log: say }
    if (values.sample === undefined) await fill(options, values.size === undefined ? 1 : Number(values.size))
    else await fillWithSamples(options, Number(values.sample))
    return 0
  })

/** Most sample records of a kind. */
const SAMPLES_MAX = 10_000

async function fillWithSamples(options: RuntimeOptions, each: number): Promise<void> {
  if (!Number.isInteger(each) || each < 1 || each > SAMPLES_MAX)
    throw new Error(`--sample: a whole number from 1 to ${SAMPLES_MAX}`)
  const runtime = await createRuntime({ ...options, sameThread: true })
  try {
    const { app, db, clock } = runtime
    const { count, viewer } = await writeSamples({ db, model: options.model, app, clock, each })
    say(`${count} sample records; ${viewer.mobile} signs in with ${viewer.password}.`)
  } finally {
    await runtime.close()
  }
}
