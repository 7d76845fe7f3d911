/** `atelier migrate [--dry-run] [--allow-loss]`: the plan with its row counts, then the change. Ends with 1 where rows stand against it. */
import { existsSync } from 'node:fs'
import { schemasOf, studyProject } from '../generator/cli/project.ts'
import { applyMigration, formatPlan, hasConflict, planMigration } from '../src/server/db/schema/migrate.ts'
import { generatedModel, root, say, withDatabase } from './environment.ts'
import { orSay } from './serve.ts'

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    const allowLoss = args.includes('--allow-loss')
    // What is served is what was generated: a plan for other schemas would be none for it.
    const written = existsSync(schemasOf(root)) ? studyProject(root)?.model : undefined
    if (written && written.hash !== model.hash) {
      say('The schemas were changed since they were generated: run atelier generate first.')
      return 1
    }
    return withDatabase(model, async (db) => {
      const plan = await planMigration(db, model)
      say(formatPlan(plan, { allowLoss }))
      if (args.includes('--dry-run')) return hasConflict(plan) ? 1 : 0
      const { left } = await applyMigration(db, plan, { allowLoss })
      if (plan.steps.length > 0 && left.length === 0) say('The database matches the model.')
      return hasConflict(plan) ? 1 : 0
    })
  })
