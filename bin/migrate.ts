/** `atelier migrate [--dry-run] [--allow-loss]`: the plan with its row counts, then the change. Ends with 1 where rows stand against it. */
import { join, resolve } from 'node:path'
import { openDatabase } from '../src/server/db/index.ts'
import { applyMigration, formatPlan, hasConflict, planMigration } from '../src/server/db/migrate.ts'
import { generatedModel, root, say } from './environment.ts'
import { orSay } from './serve.ts'

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    const dataDir = resolve(root, process.env.DATA_DIR ?? 'data')
    const db = await openDatabase({
      url: process.env.DATABASE_URL || undefined,
      dataDir: join(dataDir, 'db'),
      timezone: model.app.timezone,
    })
    try {
      const plan = await planMigration(db, model)
      say(formatPlan(plan))
      if (!args.includes('--dry-run')) await applyMigration(db, plan, { allowLoss: args.includes('--allow-loss') })
      return hasConflict(plan) ? 1 : 0
    } finally {
      await db.close()
    }
  })
