/** The engines tests run on: the embedded one always, PostgreSQL wherever one answers. */
import { openDatabase } from '../../../src/server/db/index.ts'
import type { DatabaseOptions } from '../../../src/server/db/index.ts'
import type { Database } from '../../../src/server/types.ts'
import { createCopy, createEmpty, hasPostgres, reached, type Copy } from '../support/server.ts'

export const ZONE = 'Asia/Shanghai'

export interface Engine {
  name: 'pglite' | 'postgres'
  /** An empty database of its own. `close` drops it. */
  open(options?: Partial<DatabaseOptions>): Promise<Database>
  /**
   * A database of its own with what `fill` writes; on a server it is written once a run under the name, and copied. The
   * name is of small letters and digits.
   */
  filled(name: string, fill: (empty: Database) => Promise<void>): Promise<Database>
}

const pglite: Engine = {
  name: 'pglite',
  open: (options) => openDatabase({ memory: true, timezone: ZONE, ...options }),
  async filled(_name, fill) {
    const database = await pglite.open()
    await fill(database)
    return database
  },
}

async function opened({ url, drop }: Copy, options?: Partial<DatabaseOptions>): Promise<Database> {
  const database = await openDatabase({ ...reached(url), timezone: ZONE, ...options })
  const close = database.close.bind(database)
  database.close = () => close().finally(drop)
  return database
}

const postgres: Engine = {
  name: 'postgres',
  open: async (options) => opened(await createEmpty(), options),
  async filled(name, fill) {
    const write = async (url: string): Promise<void> => {
      const database = await openDatabase({ url, timezone: ZONE })
      await fill(database).finally(() => database.close())
    }
    return opened(await createCopy({ name, fill: write }))
  },
}

export const engines: Engine[] = hasPostgres ? [pglite, postgres] : [pglite]

/**
 * For the rules of the business: what a call says to either engine is the same SQL, and the suites of the engine and of
 * concurrent calls run on both. PostgreSQL where one answers; `ATELIER_EACH_ENGINE=1` wants the rules on both too.
 */
export const rulesEngines: Engine[] = process.env.ATELIER_EACH_ENGINE ? engines : engines.slice(-1)
