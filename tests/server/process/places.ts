/** Demo data of their own for programs: a data directory, or a database of the server. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src/server/db/index.ts'
import type { Database } from '../../../src/server/types.ts'
import { createCopy, reached } from '../support/server.ts'
import { pgliteTemplate } from '../support/template.ts'

export interface Place {
  env: Record<string, string>
  /** Opens the database, while no program does or beside it. */
  open(): Promise<Database>
  remove(): Promise<void>
}

const timezone = 'Asia/Shanghai'

/** A data directory with the demo data, for the embedded database. */
export async function directory(): Promise<Place & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-process-'))
  cpSync((await pgliteTemplate()).dataDir, dataDir, { recursive: true })
  return {
    dataDir,
    env: { DATA_DIR: dataDir },
    open: () => openDatabase({ dataDir: join(dataDir, 'db'), timezone }),
    remove: () => {
      rmSync(dataDir, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

/** A database with the demo data on the PostgreSQL server. */
export async function database(): Promise<Place> {
  const copy = await createCopy()
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-process-'))
  const { url, directUrl = '' } = reached(copy.url)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl },
    open: () => openDatabase({ url: copy.url, timezone }),
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true })
      await copy.drop()
    },
  }
}
