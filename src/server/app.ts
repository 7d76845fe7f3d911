/**
 * A running application: the model, the database and what is injected, answering requests without listening.
 * Tests, jobs and the demo data make calls by `run`; `http/listen.ts` puts it on a port.
 */
import type { Hono } from 'hono'
import type { Model } from '../model/model.ts'
import type { Answer, SplitForWeb } from '../model/web.ts'
import type { Authenticate } from './auth/index.ts'
import { registerCallJobs } from './calls/jobs.ts'
import { Calls, checkHandlers } from './calls/index.ts'
import { Core } from './engine/core.ts'
import type { Answered, RunOptions } from './engine/run.ts'
import { ENGINE_TABLES } from './engine/tables.ts'
import { Unit } from './engine/unit.ts'
import { insertAll } from './engine/write/bulk.ts'
import { insert } from './engine/write/insert.ts'
import { settle } from './engine/write/settle.ts'
import type { FileEntry } from './files/receive.ts'
import { answerOf, asRefusal, refusedAnswer } from './http/answers.ts'
import { Api } from './http/api.ts'
import type { ConnectionInfo } from './http/listen.ts'
import type { WriteLog } from './http/log.ts'
import { Statics } from './http/statics.ts'
import { WebModel } from './http/webmodel.ts'
import type { Jobs } from './jobs/index.ts'
import { OUTBOX_TABLE } from './push/outbox.ts'
import type { Actor, AppDeps, Handlers } from './types.ts'

export interface AppOptions extends AppDeps {
  handlers: Handlers
  authenticate: Authenticate
  /** Splits the model for the browser; absent: `/model/` answers 404. */
  split?: SplitForWeb
  /** Directory of the built browser; absent: only calls are answered. */
  webDir?: string
  /** Directory of the site that `atelier docs` wrote, served below `/docs/`; absent: there is none. */
  docsDir?: string
  /** Puts further routes before those for calls (uploads, files). */
  mount?(hono: Hono, app: App, api: Api): void
  /** Hears of every request; absent: nobody does. */
  log?: WriteLog
  /** Believe `X-Forwarded-For`: only behind a proxy that sets it. */
  trustProxy?: boolean
}

export interface App {
  readonly model: Model
  /** Requests that run and that wait. */
  readonly load: { running: number; waiting: number }
  fetch(request: Request, env?: ConnectionInfo): Promise<Response>
  /** Makes a call as somebody; throws `Refusal`. Input and answer are in wire form. */
  run(
    path: string,
    actor: Actor,
    input?: Record<string, unknown>,
    options?: Pick<RunOptions, 'quiet' | 'granted'>,
  ): Promise<Answered>
  /** As `run`, with every refusal as an answer. */
  answer(path: string, actor: Actor, input?: Record<string, unknown>): Promise<Answer>
  /** Whether somebody may read rows of a resource at all: who is told of its changes. */
  canRead(actor: Actor, resource: string): Promise<boolean>
  /** Notes an uploaded file in the product's list of files; answers its id. */
  enterFile(entry: FileEntry, actor: Actor): Promise<number>
  /** Adds many records at once, in wire form, without audit or push: master data. Answers their ids. */
  insertAll(resource: string, actor: Actor, rows: readonly Record<string, unknown>[]): Promise<number[]>
  /** Registers the jobs of calls: exports and imports. */
  registerJobs(jobs: Jobs): void
  /** Makes another model ready (development); throws when it cannot be run. What it answers puts it in force from the next call on. */
  prepareModel(model: Model): () => void
  /** Runs another model from the next call on. Throws before anything changed when its handlers do not fit. */
  swapModel(model: Model): void
  /** Forgets what is kept of grants and settings: they were changed past the engine. */
  forget(): Promise<void>
  /** Refuses new calls, waits for those at work. The database stays open. */
  close(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  checkHandlers(options.model, options.handlers)
  for (const statement of [...ENGINE_TABLES, OUTBOX_TABLE]) await options.db.query(statement)
  const app = new Application(options)
  await app.forget()
  return app
}

class Application implements App {
  private readonly options: AppOptions
  private readonly webModel: WebModel | undefined
  private readonly api: Api
  private calls: Calls

  constructor(options: AppOptions) {
    const { split, webDir, docsDir, mount } = options
    this.options = options
    this.calls = new Calls(new Core(options), options.handlers)
    // In development the files of the browser come from elsewhere, and a model lives until the next save.
    this.webModel = split && new WebModel(split, options.model, webDir === undefined)
    this.api = new Api({
      languages: options.model.app.languages,
      calls: () => this.calls,
      authenticate: options.authenticate,
      clock: options.clock,
      webModel: this.webModel,
      statics: webDir === undefined ? undefined : new Statics(webDir),
      docs: docsDir === undefined ? undefined : new Statics(docsDir),
      mount: mount && ((hono, api) => mount(hono, this, api)),
      log: options.log ?? (() => undefined),
      trustProxy: options.trustProxy ?? false,
    })
  }

  get model(): Model {
    return this.calls.core.model
  }

  get load(): { running: number; waiting: number } {
    return this.api.gate.load
  }

  fetch(request: Request, env?: ConnectionInfo): Promise<Response> {
    return this.api.fetch(request, env)
  }

  run(path: string, actor: Actor, input: Record<string, unknown> = {}, options: RunOptions = {}): Promise<Answered> {
    return this.calls.run(path, actor, input, options)
  }

  async answer(path: string, actor: Actor, input: Record<string, unknown> = {}): Promise<Answer> {
    try {
      return answerOf(await this.run(path, actor, input)) as Answer
    } catch (error) {
      return refusedAnswer(asRefusal(error), actor.lang)
    }
  }

  async canRead(actor: Actor, resource: string): Promise<boolean> {
    if (actor.kind !== 'staff') return actor.kind === 'system'
    const { rights } = await this.calls.core.asker(actor)
    return rights.whole || rights.reads.has(resource)
  }

  async enterFile(entry: FileEntry, actor: Actor): Promise<number> {
    const { core } = this.calls
    const table = core.catalogue.part('file')
    if (!table) throw new Error('app.json names no record for files')
    const asker = await core.asker(actor)
    const said = {
      call: 'upload',
      label: { zh: '上传', en: 'Upload' },
      module: table.resource.label,
      zone: core.model.app.timezone,
      resource: table.name,
    }
    return await core.deps.db.transaction(async (tx) => {
      const unit = new Unit(asker, tx)
      const { id } = await insert(unit, table, { ...entry })
      await settle(unit)
      unit.journal.flush({ to: unit, actor, now: unit.now }, said, { log: core.catalogue.part('log'), push: false })
      return id
    })
  }

  insertAll(resource: string, actor: Actor, rows: readonly Record<string, unknown>[]): Promise<number[]> {
    return insertAll(this.calls.core, actor, resource, rows)
  }

  registerJobs(jobs: Jobs): void {
    registerCallJobs(jobs, () => this.calls)
  }

  prepareModel(model: Model): () => void {
    checkHandlers(model, this.options.handlers)
    const calls = new Calls(new Core({ ...this.options, model }), this.options.handlers)
    return () => {
      this.calls = calls
      this.webModel?.replace(model)
    }
  }

  swapModel(model: Model): void {
    this.prepareModel(model)()
  }

  async forget(): Promise<void> {
    const { rights, settings } = this.calls.core
    await rights.changed(this.options.db)
    await settings.changed(this.options.db)
    rights.forget()
    settings.forget()
  }

  async close(): Promise<void> {
    await this.api.gate.close()
    this.calls.core.hint.stop()
  }
}
