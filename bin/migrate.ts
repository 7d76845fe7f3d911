/** `atelier migrate [--dry-run] [--allow-loss]`: the plan with its row counts, then the change. Ends with 1 where rows stand against it. */
import { applyMigration, formatPlan, hasConflict, planMigration } from '../src/server/db/schema/migrate.ts'
import { generatedModel, say, withDatabase } from './environment.ts'
import { orSay } from './serve.ts'

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    return withDatabase(model, async (db) => {
      const plan = await planMigration(db, model)
      say(formatPlan(plan))
      if (!args.includes('--dry-run')) await applyMigration(db, plan, { allowLoss: args.includes('--allow-loss') })
      return hasConflict(plan) ? 1 : 0
    })
  })
