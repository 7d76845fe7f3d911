/**
 * A saved model under a running server (development): everything that could speak against it is looked at before
 * anything is changed; then the tables, the model, and the rows made from it follow; last the browsers are told.
 */
import { join } from 'node:path'
import { generatedFiles, earlierIn, writeGenerated } from '../generator/emit/index.ts'
import { formatProblem, type Problem } from '../generator/base/problems.ts'
import { createWatchedCompiler } from '../generator/tools/watch.ts'
import type { Model } from '../src/model/model.ts'
import { applyMigration, formatPlan, planMigration } from '../src/server/db/schema/migrate.ts'
import type { MigrationStep } from '../src/server/db/schema/plan-types.ts'
import { desiredSchema } from '../src/server/db/schema/index.ts'
import { rowsAgainst } from '../src/server/rehearse.ts'
import { syncChanges } from '../src/server/platform/index.ts'
import type { Runtime } from '../src/server/runtime.ts'

/** What is replaced, and who hears of it. */
interface Running extends Pick<Runtime, 'app' | 'db'> {
  push: Pick<Runtime['push'], 'broadcast'>
}

/** Generated files are for editors and the next start: they wait until the browsers have what they need. */
const WRITE_AFTER_MS = 1500

/** Compiles a project's schemas as often as they are saved. */
export class Saves {
  private readonly root: string
  private readonly say: (line: string) => void
  private readonly compiler: ReturnType<typeof createWatchedCompiler>
  private unwritten: Model | undefined
  /** The last save was refused. */
  private refused = false
  private timer: NodeJS.Timeout | undefined

  constructor(root: string, say: (line: string) => void) {
    this.root = root
    this.say = say
    this.compiler = createWatchedCompiler(join(root, 'schemas'), root)
  }

  /** The model as it is saved; nothing after its problems were printed. */
  compile(): { model: Model | undefined; errors: Problem[] } {
    const { model, problems } = this.compiler.compile()
    const errors = problems.filter((problem) => problem.severity === 'error')
    for (const error of errors) this.say(formatProblem(error))
    return { model, errors }
  }

  /** Takes what was saved. What does not compile, or cannot be run on this database, changes nothing. */
  async take(running: Running): Promise<void> {
    const began = performance.now()
    const { model, errors } = this.compile()
    const { model: before } = running.app
    const wasRefused = this.refused
    this.refused = true
    if (!model) return this.tell(running, errors)
    const isSame = model.hash === before.hash
    const menus = isSame ? false : await this.putInForce(running, before, model)
    if (menus === undefined) return
    this.refused = false
    this.tell(running, [], menus)
    if (isSame) return wasRefused ? this.say(`Right again: model ${model.hash} goes on running`) : undefined
    this.say(`Model ${model.hash} is running (${Math.round(performance.now() - began)} ms)`)
    this.unwritten = model
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.write().catch((error: unknown) => this.say(String(error)))
    }, WRITE_AFTER_MS)
  }

  /** Writes the generated files of the newest model, unless that is done. */
  async write(model = this.unwritten): Promise<void> {
    clearTimeout(this.timer)
    this.unwritten = undefined
    const from = { root: this.root, loaded: this.compiler.loaded(), earlier: earlierIn(this.root) }
    if (model) writeGenerated(this.root, await generatedFiles(model, from))
  }

  /** Answers whether menus and rights follow; nothing when the model was refused. */
  private async putInForce(running: Running, before: Model, model: Model): Promise<boolean | undefined> {
    const { app, db } = running
    try {
      const take = app.prepareModel(model)
      await this.rehearse(running, before, model)
      if (!sameTables(before, model)) await this.bringTables(db, before, model)
      take()
    } catch (error) {
      this.refuse(running, error instanceof Error ? error.message : String(error))
      return undefined
    }
    const menus = await syncChanges(db, before, model, Date.now())
    await app.forget()
    return menus
  }

  /** Brings the tables along; throws, and changes nothing, where rows stand against it or would be out of sight. */
  private async bringTables(db: Runtime['db'], before: Model, model: Model): Promise<void> {
    const plan = await planMigration(db, model)
    if (plan.steps.length > 0) this.say(formatPlan(plan))
    const against = plan.steps.filter(standsAgainst)
    if (against.length > 0) {
      const known = new Set((await planMigration(db, before)).steps.map(({ what }) => what))
      const more = against.filter(({ what }) => !known.has(what))
      const first = more.map(({ what, rows }) => `${what} (${rows} rows)`).join('; ')
      if (more.some(({ kind }) => kind === 'loss'))
        throw new Error(`${first}: say with "was" what it is called now, or stop and run atelier migrate --allow-loss`)
      if (more.length > 0) throw new Error(`${first}: the database cannot follow, and nothing was changed`)
    }
    await applyMigration(db, plan)
  }

  /** Tells which rows stand against the change, before it acts. */
  private async rehearse({ db }: Running, before: Model, model: Model): Promise<void> {
    for (const { resource, what, rows } of await rowsAgainst(db, before, model, Date.now()))
      this.say(`  ! ${resource}, ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}: ${what}`)
  }

  /** The schemas are right, but not for the functions that run, or for the database. */
  private refuse(running: Running, message: string): void {
    const problem: Problem = {
      file: 'schemas/app.json',
      line: 1,
      column: 1,
      code: 'RUN002',
      message,
      severity: 'error',
    }
    this.say(formatProblem(problem))
    this.tell(running, [problem])
  }

  private tell({ app, push }: Running, errors: Problem[], menus = false): void {
    const problems = errors.map(({ file, line, column, code, message }) => ({ file, line, column, code, message }))
    push.broadcast({ path: '/api/push/model', data: { hash: app.model.hash, menus, problems } })
  }
}

/** Rows that break what is new, or a table with rows that no resource has any more. */
const standsAgainst = ({ kind, rows, shape }: MigrationStep): boolean =>
  kind === 'conflict' ||
  (kind === 'loss' && rows > 0 && shape.some(({ path, value }) => path.length === 2 && value === undefined))

/** Whether two models want the same of the database. Most saves leave everything alone that a table is made from. */
const sameTables = (before: Model, model: Model): boolean =>
  (sameParts(before.dictionaries, model.dictionaries) &&
    sameKeys(before.resources, model.resources) &&
    Object.entries(model.resources).every(([name, one]) => sameParts(before.resources[name], one))) ||
  JSON.stringify(desiredSchema(before)) === JSON.stringify(desiredSchema(model))

const sameKeys = (a: object, b: object): boolean => Object.keys(a).join() === Object.keys(b).join()

/** The same keys with the same values; only what was made anew is compared as text. */
function sameParts<T extends object>(a: T | undefined, b: T): boolean {
  if (!a || !sameKeys(a, b)) return false
  return Object.entries(b).every(([key, value]) => {
    const before: unknown = a[key as keyof T]
    return before === value || JSON.stringify(before) === JSON.stringify(value)
  })
}
