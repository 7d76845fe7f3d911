/** Where a server finds its things: from the environment, with the defaults of the README. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Model } from '../src/model/model.ts'
import { splitForWeb } from '../generator/emit/web.ts'
import { projectRoot } from '../generator/cli/project.ts'
import { databaseDirectory, openDatabase } from '../src/server/db/index.ts'
import type { RuntimeOptions } from '../src/server/runtime.ts'
import type { Database } from '../src/server/types.ts'

export const root = projectRoot()

/** The generated model; a sentence when it was never generated. */
export function generatedModel(): Model {
  const file = join(root, 'src/generated/model.json')
  if (!existsSync(file)) throw new Error('There is no generated model yet: run `atelier generate`.')
  return JSON.parse(readFileSync(file, 'utf8')) as Model
}

/** Does something with the database that the environment names, without a server over it. */
export async function withDatabase<T>(model: Model, work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl: url, dataDir } = whereabouts()
  const db = await openDatabase({ url, dataDir: databaseDirectory(dataDir), timezone: model.app.timezone })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const whereabouts = () => ({
  databaseUrl: process.env.DATABASE_URL || undefined,
  dataDir: resolve(root, process.env.DATA_DIR ?? 'data'),
})

/** Port, data and database as the environment says. */
export function serverOptions(model: Model): Omit<RuntimeOptions, 'log'> {
  isDemo()
  const built = join(root, 'dist/web')
  return {
    model,
    split: splitForWeb,
    ...whereabouts(),
    ...(existsSync(built) ? { webDir: built } : {}),
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

export const say = (line: string): void => console.log(line)
