/** The engines the suites run on, each with the demo data: the embedded one always, PostgreSQL wherever one answers. */
import { describe } from 'vitest'
import { openDatabase } from '../../../src/server/db/index.ts'
import type { Database } from '../../../src/server/types.ts'
import { createCopy, hasPostgres } from './server.ts'
import { pgliteTemplate } from './template.ts'

const timezone = 'Asia/Shanghai'

export interface Engine {
  name: 'pglite' | 'postgres'
  /** A copy of the demo product. `close` throws it away. */
  open(): Promise<Database>
}

const pglite: Engine = {
  name: 'pglite',
  open: async () => openDatabase({ memory: true, template: (await pgliteTemplate()).dump, timezone }),
}

const postgres: Engine = {
  name: 'postgres',
  async open() {
    const copy = await createCopy()
    const database = await openDatabase({ url: copy.url, timezone })
    const close = database.close.bind(database)
    database.close = () => close().finally(() => copy.drop())
    return database
  },
}

/**
 * Runs a long sweep over all calls, or rules of the business, once: on PostgreSQL where one answers, else on the embedded
 * engine. The SQL is the same; `ATELIER_EACH_ENGINE=1` wants both.
 */
export function onOneEngine(title: string, suite: (engine: Engine) => void): void {
  if (process.env.ATELIER_EACH_ENGINE) return onEachEngine(title, suite)
  const engine = hasPostgres ? postgres : pglite
  describe(`${title} (${engine.name})`, () => suite(engine))
}

/** Runs a suite once on each engine; where no server answers its tests count as skipped, and the run has said so. */
export function onEachEngine(title: string, suite: (engine: Engine) => void): void {
  describe(`${title} (pglite)`, () => suite(pglite))
  const where = hasPostgres ? describe : describe.skip
  where(`${title} (postgres)`, () => suite(postgres))
}
