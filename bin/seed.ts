/** `atelier seed [--size N]`: demo data into an empty database. */
import { seed, SettableClock } from '../mock/index.ts'
import { syncBuiltIns } from '../src/server/domain/index.ts'
import type { App } from '../src/server/app.ts'
import { createRuntime, type RuntimeOptions } from '../src/server/runtime.ts'
import type { Database } from '../src/server/types.ts'
import { generatedModel, say, serverOptions } from './environment.ts'
import { orSay } from './serve.ts'

/** Options that fill the database when it holds no company yet. */
export function withDemoData(options: RuntimeOptions, size = 1): RuntimeOptions {
  const clock = new SettableClock()
  return { ...options, clock, seed: (app, db) => seedIfEmpty(app, db, options, clock, size) }
}

async function seedIfEmpty(
  app: App,
  db: Database,
  { model, log }: RuntimeOptions,
  clock: SettableClock,
  size: number,
): Promise<void> {
  const company = model.app.records.company
  if (!company) return
  const rows = await db.query(`select 1 from "${company}" limit 1`)
  if (rows.length > 0) return
  log('The database is empty: writing the demo data …')
  await seed({
    db,
    model,
    app,
    clock,
    size,
    sync: async () => {
      await syncBuiltIns(db, model, clock.now())
      await app.forget()
    },
  })
}

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const at = args.indexOf('--size')
    const model = generatedModel()
    const runtime = await createRuntime(
      withDemoData({ ...serverOptions(model), log: say }, at < 0 ? 1 : Number(args[at + 1])),
    )
    await runtime.close()
    return 0
  })
