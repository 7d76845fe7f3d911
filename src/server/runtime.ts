/** A whole server of the product: database, calls, files, jobs, push, put together and put on a port. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Model } from '../model/model.ts'
import type { SplitForWeb } from '../model/web.ts'
import { createApp, type App } from './app.ts'
import { createAuth } from './auth/index.ts'
import { databaseDirectory, openDatabase } from './db/index.ts'
import { bringUp } from './db/schema/migrate.ts'
import { openFirstRun } from './platform/accounts/first.ts'
import { findFeed, sessionStore } from './platform/auth/sessions.ts'
import { extend, handlersWith, registerNightlyCalls, registerSystemJobs, syncBuiltIns } from './platform/index.ts'
import type { Product } from './platform/product.ts'
import { openIncoming } from './files/body.ts'
import { openPieces } from './files/pieces.ts'
import { openSeal } from './files/seal.ts'
import { createFileStore } from './files/store.ts'
import { mountFeeds } from './http/feeds.ts'
import { mountFiles } from './http/files.ts'
import { hangUp, keepOpen, listenOn, makeServer, type ConnectionInfo } from './http/listen.ts'
import { bufferedLog, messageLine, type LogFormat, type WriteLog } from './http/log.ts'
import { createJobs } from './jobs/index.ts'
import { attachPush, type PushHub } from './push/index.ts'
import { createSmsGateway } from './sms/index.ts'
import type { Traces } from './traces.ts'
import type { Clock, Database } from './types.ts'

export interface RuntimeOptions {
  model: Model
  split: SplitForWeb
  /** What the product's own code adds to the platform. */
  product: Product
  /** `DATABASE_URL`; absent: an embedded database below `dataDir`. */
  databaseUrl?: string | undefined
  /** `DATABASE_DIRECT_URL`: the server itself, behind a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Where the embedded database and uploaded files live. */
  dataDir: string
  /** The built browser; absent in development, where Vite serves it. */
  webDir?: string | undefined
  /** `DOCS_DIR`: the site that `atelier docs` wrote. */
  docsDir?: string | undefined
  clock?: Clock
  /** Lines for the operator. */
  log(line: string): void
  /** How requests and failures are written there. */
  logFormat?: LogFormat | undefined
  /** Hears of every answered request, beside the log. */
  heard?: WriteLog | undefined
  /** Follows requests, jobs and statements. */
  traces?: Traces | undefined
  /** The embedded database runs in this thread: twice as fast to write much, and not for serving. */
  sameThread?: boolean
  /** Fills an empty database; called before anything listens. */
  seed?: ((app: App, db: Database) => Promise<void>) | undefined
}

export interface Runtime {
  readonly app: App
  readonly db: Database
  readonly server: Server
  readonly push: PushHub
  readonly clock: Clock
  /** Who is behind a token; nobody where it is good no more. */
  readonly authenticate: ReturnType<typeof createAuth>['authenticate']
  /** Nobody can sign in yet: the token of the page where a first administrator enters. */
  readonly firstRun: string | undefined
  /** Listens, and begins what is done in the background; resolves to the port. */
  listen(port: number, host?: string): Promise<number>
  /** Lets running calls and jobs end, then closes everything. */
  close(): Promise<void>
}

export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { model, dataDir, log } = options
  extend(options.product)
  const clock = options.clock ?? { now: () => Date.now() }
  mustBeWritable(dataDir)
  const db = await openDatabase({
    url: options.databaseUrl,
    directUrl: options.directUrl,
    dataDir: databaseDirectory(dataDir),
    timezone: model.app.timezone,
    sameThread: options.sameThread,
    log,
  })
  try {
    await bringUp(db, model)
    return await assemble(options, options.traces?.database(db) ?? db, clock)
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Refuses a directory that nothing can be kept in, by a sentence for the operator. */
function mustBeWritable(directory: string): void {
  const probe = join(directory, `.writable.${process.pid}`)
  try {
    mkdirSync(directory, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
    const why = `The data directory ${directory} cannot be written to (${code}).`
    throw new Error(`${why} Let the user that runs the program write there, or name another in DATA_DIR.`, { cause })
  }
}

const both =
  (first: WriteLog, second: WriteLog): WriteLog =>
  (entry) => {
    first(entry)
    second(entry)
  }

/** Tells the operator of what failed in the background. */
const reporterOf =
  ({ log, logFormat }: RuntimeOptions, clock: Clock) =>
  (error: unknown, what = 'background'): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log(logFormat === 'json' ? messageLine(clock.now(), what, text) : `${what}: ${text}`)
  }

async function assemble(options: RuntimeOptions, db: Database, clock: Clock): Promise<Runtime> {
  const { model, split, dataDir, log, traces } = options
  const failed = reporterOf(options, clock)
  const trustProxy = process.env.TRUST_PROXY === '1'
  const { authenticate, isOpen } = createAuth({ store: sessionStore(db), clock })
  const sms = createSmsGateway(process.env, log)
  const files = createFileStore(join(dataDir, 'files'), { seal: await openSeal(db) })
  const requests = bufferedLog((lines) => log(lines.trimEnd()), options.logFormat)
  const app = await createApp({
    db,
    model,
    clock,
    sms,
    files,
    handlers: handlersWith(options.product),
    authenticate,
    split,
    webDir: options.webDir,
    docsDir: options.docsDir,
    trustProxy,
    log: options.heard ? both(requests.log, options.heard) : requests.log,
    mount: (hono, self, door) => {
      mountFiles(hono, {
        languages: model.app.languages,
        calls: model.app.engineCalls,
        files,
        take: openIncoming(join(dataDir, 'incoming')),
        pieces: openPieces(join(dataDir, 'pieces')),
        authenticate,
        isOpen,
        enter: (entry, actor) => self.enterFile(entry, actor),
        door,
        clock,
      })
      mountFeeds(hono, {
        model: () => self.model,
        run: (path, actor, input) => self.run(path, actor, input),
        find: (link) => findFeed(db, link),
        seal: files.seal,
        door,
        clock,
      })
    },
  })
  if (options.seed) await options.seed(app, db)
  await syncBuiltIns(db, model, clock.now())
  await app.forget()
  const firstRun = await openFirstRun({ db, model, clock, insertAll: (...rows) => app.insertAll(...rows) })
  const jobs = await createJobs({ db, clock, timezone: model.app.timezone, failed, around: traces?.job.bind(traces) })
  app.registerJobs(jobs)
  registerSystemJobs(jobs, { db, clock, sms, files, app })
  registerNightlyCalls(jobs, { db, app })
  const answered = (request: Request, env?: ConnectionInfo) => app.fetch(request, env)
  const server = makeServer(traces?.requests(answered, trustProxy) ?? answered, {
    requestMs: model.app.limits.request,
    behindProxy: trustProxy,
  })
  const push = await attachPush(server, {
    db,
    authenticate,
    canRead: (actor, resource) => app.canRead(actor, resource),
    opened: (socket) => keepOpen(server, socket),
    failed,
    trustProxy,
  })
  return {
    app,
    db,
    server,
    push,
    clock,
    authenticate,
    firstRun,
    async listen(port, host) {
      const listening = await listenOn(server, port, host)
      await jobs.start()
      return listening
    },
    async close() {
      const hungUp = hangUp(server)
      await Promise.all([app.close(), push.close(), jobs.stop()])
      await hungUp
      requests.flush()
      await db.close()
    },
  }
}
