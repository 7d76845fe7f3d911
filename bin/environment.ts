/** Where a server finds its things: from the environment, with the defaults of the README. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Model } from '../src/model/model.ts'
import { splitForWeb } from '../generator/emit/web.ts'
import { generatedIn, packageRoot } from '../generator/base/package.ts'
import { projectRoot } from '../generator/cli/project.ts'
import { databaseDirectory, openDatabase } from '../src/server/db/index.ts'
import type { LogFormat } from '../src/server/http/log.ts'
import type { RuntimeOptions } from '../src/server/runtime.ts'
import type { Database } from '../src/server/types.ts'
import { productOf } from './product.ts'

export const root = projectRoot()

/** The generated model; a sentence when it was never generated. */
export function generatedModel(): Model {
  const file = join(root, generatedIn(root), 'model.json')
  if (!existsSync(file)) throw new Error('There is no generated model yet: run `atelier generate`.')
  return JSON.parse(readFileSync(file, 'utf8')) as Model
}

/** Does something with the database that the environment names, without a server over it. */
export async function withDatabase<T>(model: Model, work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, directUrl, dataDir } = whereabouts()
  const db = await openDatabase({
    url: directUrl ?? databaseUrl,
    dataDir: databaseDirectory(dataDir),
    timezone: model.app.timezone,
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The database server, if any, and the data directory. */
export const whereabouts = () => ({
  databaseUrl: process.env.DATABASE_URL || undefined,
  directUrl: process.env.DATABASE_DIRECT_URL || undefined,
  dataDir: resolve(root, process.env.DATA_DIR ?? 'data'),
})

/** The built pages: the product's own, those of the package, or those of the sources that a product of this repository stands in. */
function builtPages(): string | undefined {
  const places = [join(root, 'dist/web'), join(packageRoot(), 'dist/lib/web'), join(packageRoot(), 'dist/web')]
  return places.find((folder) => existsSync(folder))
}

/** Where the site of `atelier docs` is served from; refuses a folder without one. */
function docsFolder(): string | undefined {
  const asked = process.env.DOCS_DIR
  if (!asked) return undefined
  const folder = resolve(root, asked)
  if (!existsSync(join(folder, 'openapi.json')))
    throw new Error(`DOCS_DIR: ${folder} holds no documents; write them with "atelier docs --out ${asked}".`)
  return folder
}

/** Port, data and database as the environment says. */
export async function serverOptions(model: Model): Promise<Omit<RuntimeOptions, 'log'>> {
  isDemo()
  const built = builtPages()
  return {
    model,
    split: splitForWeb,
    product: await productOf(root),
    ...whereabouts(),
    ...(built ? { webDir: built } : {}),
    docsDir: docsFolder(),
    logFormat: logFormat(),
  }
}

/**
 * Whether this is a place to try things: demo data with their printed password, the code 888888. A database server
 * holds what is real unless `ATELIER_DEMO=1` says otherwise. Throws where the code is asked for all the same.
 */
export function isDemo(): boolean {
  const demo = !whereabouts().databaseUrl || process.env.ATELIER_DEMO === '1'
  if (!demo && process.env.ATELIER_DEV_CODES === '1')
    throw new Error(
      'ATELIER_DEV_CODES=1 lets everybody in and is refused with DATABASE_URL. ATELIER_DEMO=1 says that nothing there is real.',
    )
  return demo
}

export const port = (): number => Number(process.env.PORT ?? 8080)

/** Refuses a port that somebody has, before anything is built or written. Throws with a sentence that names it. */
export async function mustHavePort(): Promise<void> {
  const wanted = port()
  if (wanted === 0) return
  const probe = createServer()
  const free = new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(wanted, process.env.HOST, resolve)
  })
  await free.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${wanted} is in use. Say another one: PORT=${wanted + 1}`)
      : error
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** The port of the figures for Prometheus, when there is to be one. Throws where it would be the public one. */
export function metricsPort(): number | undefined {
  const asked = process.env.METRICS_PORT
  if (!asked) return undefined
  const wanted = Number(asked)
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535)
    throw new Error(`METRICS_PORT is a port number, not "${asked}".`)
  if (wanted !== 0 && wanted === port())
    throw new Error(`METRICS_PORT and PORT are both ${wanted}: the figures must not be where everybody asks.`)
  return wanted
}

/** Where traces are sent, when they are. Throws where that is no address. */
export function tracesAddress(): string | undefined {
  const asked = process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (!asked) return undefined
  if (!/^https?:\/\/./.test(asked) || !URL.canParse(asked))
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT is the address of a collector, such as http://localhost:4318, not "${asked}".`,
    )
  return asked
}

/** How long a process may take to end after it was told to (ms). Throws where that is no time. */
export function stopMs(): number {
  const asked = process.env.STOP_SECONDS || '9'
  const seconds = Number(asked)
  if (!(seconds >= 1 && seconds <= 600)) throw new Error(`STOP_SECONDS is a number from 1 to 600, not "${asked}".`)
  return seconds * 1000
}

/** How the log is written. Throws where it is asked for in a way that does not exist. */
function logFormat(): LogFormat {
  const asked = process.env.LOG_FORMAT || 'text'
  if (asked !== 'text' && asked !== 'json') throw new Error(`LOG_FORMAT is "text" or "json", not "${asked}".`)
  return asked
}

export const say = (line: string): void => console.log(line)
