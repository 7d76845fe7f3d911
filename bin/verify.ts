/** `atelier verify`: every invariant of the product over the database, with the rows that break one. */
import { join, resolve } from 'node:path'
import { openDatabase } from '../src/server/db/index.ts'
import { verify } from '../src/server/domain/invariants/index.ts'
import { generatedModel, root, say } from './environment.ts'
import { orSay } from './serve.ts'

export const run = (): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    const dataDir = resolve(root, process.env.DATA_DIR ?? 'data')
    const db = await openDatabase({
      url: process.env.DATABASE_URL || undefined,
      dataDir: join(dataDir, 'db'),
      timezone: model.app.timezone,
    })
    try {
      const verdicts = await verify(db, model)
      for (const { invariant, broken } of verdicts) {
        say(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${invariant.code}  ${invariant.says}`)
        for (const row of broken) say(`         ${JSON.stringify(row)}`)
      }
      return verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0
    } finally {
      await db.close()
    }
  })
