/** The embedded database behind the `Database` interface: one thread, one session, one transaction at a time. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { cp } from 'node:fs/promises'
import type { Database, DbRow, Queryable, Transaction } from '../../types.ts'
import { DbError, STALE_PLAN, transactionFailed, transactionOver } from '../errors.ts'
import { maintain } from '../maintenance.ts'
import { IDLE_TIMEOUT, literal, quoted, STATEMENT_TIMEOUT, type DatabaseOptions } from '../options.ts'
import { encodeParameter } from '../parameters.ts'
import { parsersFor } from '../parsers.ts'
import { Patience } from '../idle-timeout.ts'
import { DirectoryInUse } from './directory-lock.ts'
import { memoryTemplate, prepareDirectory } from './directory.ts'
import { Session, type Bytes, type RequestOptions } from './session.ts'
import { retried } from '../retry.ts'
import { PREPARED, StatementNames } from '../statements.ts'
import { readAnswer, scriptBytes, statementBytes, type Answer, type Reading } from './wire.ts'

const MAINTENANCE = 60_000

/** The names under which the thread knows a statement of the session. */
type Prepared = 'asked' | 'ready'

/** A promise whose failure is told by what comes after it. */
function silent<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

class Pglite implements Database {
  readonly engine = 'pglite'
  private readonly names = new StatementNames(PREPARED.embedded)
  private readonly prepared = new Map<string, Prepared>()
  private readonly listeners = new Map<string, Set<(payload: string) => void>>()
  private readonly inside = new AsyncLocalStorage<{ open: boolean }>()
  private readonly reading: Reading
  private readonly session: Session
  private readonly maintenance: NodeJS.Timeout
  /** Resolves with the last requested transaction; every later request waits for it. */
  private last: Promise<unknown> = Promise.resolve()
  /** Transactions that run or wait. */
  private turns = 0

  constructor(
    private readonly options: Required<Pick<DatabaseOptions, 'timezone' | 'timeout' | 'idleTimeout' | 'log'>>,
    private readonly place: Place,
  ) {
    this.reading = {
      parserOf: parsersFor(options.timezone),
      notified: (channel, payload) => this.tell(channel, payload),
    }
    this.session = new Session({
      ...place,
      log: options.log,
      begun: () => this.greeting(),
      restarted: () => this.tellAll(),
    })
    this.maintenance = setInterval(() => void this.maintain(), MAINTENANCE)
    this.maintenance.unref()
  }

  open(): Promise<void> {
    return this.session.open()
  }

  query<T extends DbRow = DbRow>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.outside(() =>
      retried(() => this.last.then(() => this.run<T>(sql, parameters, { limit: this.options.timeout }))),
    )
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.outside(() => retried(() => this.alone(() => this.attempt(work))))
  }

  script(sql: string): Promise<void> {
    return this.outside(() => this.alone(() => this.runScript(sql)))
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(heard))
    await this.query(`listen ${quoted(channel)}`)
    return async () => {
      listeners.delete(heard)
      if (listeners.size > 0 || !this.listeners.delete(channel)) return
      await this.query(`unlisten ${quoted(channel)}`)
    }
  }

  load(): { open: number; idle: number; waiting: number } {
    return { open: 1, idle: this.turns > 0 ? 0 : 1, waiting: Math.max(0, this.turns - 1) }
  }

  copyTo(directory: string): Promise<void> {
    const from = this.place.directory
    if (from === undefined) return Promise.reject(new Error('A database in memory has no directory to copy.'))
    return this.outside(() =>
      this.alone(async () => {
        // Nothing writes between two statements: what is on disk now is whole.
        await this.command('checkpoint', {})
        await cp(from, directory, { recursive: true, errorOnExist: true, force: false })
      }),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.maintenance)
    await this.last
    await this.session.close()
  }

  /** Gives up the directory at once: it belongs to another process now. */
  abandon(): Promise<void> {
    clearInterval(this.maintenance)
    return this.session.abandon()
  }

  /** Inside a transaction only its `tx` may be used: this object would wait for itself for ever. */
  private outside<T>(run: () => Promise<T>): Promise<T> {
    if (!this.inside.getStore()?.open) return run()
    return Promise.reject(new DbError('other', 'database: use the tx of the transaction, not the database, inside it'))
  }

  private alone<T>(run: () => Promise<T>): Promise<T> {
    this.turns += 1
    const turn = this.last.then(run).finally(() => {
      this.turns -= 1
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const state = { open: true }
    const patience = new Patience(this.options.idleTimeout)
    const bound = { thread: this.session.thread, limit: this.options.timeout }
    // Nobody waits for it: the next statement is answered after it, and fails if it fails.
    let unawaited: Promise<unknown> = silent(this.command('begin', bound))
    const tx: Transaction = {
      query: <R extends DbRow>(sql: string, parameters: readonly unknown[] = []) => {
        if (!state.open) return Promise.reject(transactionOver())
        const answered = silent(this.run<R>(sql, parameters, bound))
        return patience.during(unawaited.then(() => answered))
      },
      later: (sql, parameters = []) => {
        if (!state.open) throw transactionOver()
        const answered = silent(this.run(sql, parameters, bound))
        unawaited = silent(unawaited.then(() => answered))
      },
    }
    let result: T
    try {
      result = await Promise.race([this.inside.run(state, () => work(tx)), patience.lost])
      await unawaited
    } catch (error) {
      throw await this.rollback(error, bound)
    } finally {
      patience.end()
      state.open = false
    }
    if ((await this.command('commit', bound)) !== 'COMMIT') throw transactionFailed()
    return result
  }

  /** Rolls the transaction back. One that was lost with its thread before the commit was sent may be run again. */
  private async rollback(error: unknown, bound: RequestOptions): Promise<unknown> {
    await this.command('rollback', bound).catch(() => undefined)
    const lost = error instanceof DbError && error.kind === 'connection' && !this.session.closed
    return lost ? new DbError('serialization', 'database: the transaction was lost', { cause: error }) : error
  }

  private async runScript(sql: string): Promise<void> {
    try {
      await this.command(sql, {})
    } finally {
      this.names.forgetAll()
      this.prepared.clear()
      await this.command('deallocate all', {})
    }
  }

  private async command(sql: string, options: RequestOptions): Promise<string> {
    return this.read(await this.session.send(() => scriptBytes(sql), options)).command
  }

  private async run<T extends DbRow>(
    sql: string,
    parameters: readonly unknown[],
    options: RequestOptions,
  ): Promise<T[]> {
    const values = parameters.map((value) => encodeParameter(value, this.options.timezone))
    const name = this.names.nameOf(sql)
    if (name) return this.runNamed<T>(name, sql, values, options)
    return this.read(await this.session.send(() => statementBytes(sql, values), options)).rows as T[]
  }

  /** The first use of a prepared statement prepares it; until the answer arrives other uses send the text. */
  private async runNamed<T extends DbRow>(
    name: string,
    sql: string,
    values: (string | null)[],
    options: RequestOptions,
  ): Promise<T[]> {
    let asks = false
    const encode = (): Bytes => {
      const state = this.prepared.get(name)
      asks = state === undefined
      if (asks) this.prepared.set(name, 'asked')
      return state === 'asked' ? statementBytes(sql, values) : statementBytes(sql, values, name, asks)
    }
    const answer = readAnswer(await this.session.send(encode, options), this.reading)
    if (asks && answer.parsed) this.prepared.set(name, 'ready')
    else if (asks) this.prepared.delete(name)
    if (answer.error?.code === STALE_PLAN) this.names.forget(sql)
    if (answer.error) throw answer.error
    return answer.rows as T[]
  }

  private read(bytes: Uint8Array): Answer {
    const answer = readAnswer(bytes, this.reading)
    if (answer.error) throw answer.error
    return answer
  }

  /** Settings of a new session. */
  private greeting(): Bytes {
    this.prepared.clear()
    const channels = [...this.listeners.keys()].map((channel) => `; listen ${quoted(channel)}`)
    return scriptBytes(`set timezone = ${literal(this.options.timezone)}${channels.join('')}`)
  }

  private tell(channel: string, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) queueMicrotask(() => listener(payload))
  }

  private tellAll(): void {
    for (const channel of this.listeners.keys()) this.tell(channel, '')
  }

  private async maintain(): Promise<void> {
    const unlimited: Queryable = { query: (sql) => this.last.then(() => this.run(sql, [], {})) }
    await maintain(unlimited).catch((error: unknown) => this.options.log('maintenance of the database failed', error))
  }
}

interface Place {
  directory?: string
  template?: string
  sameThread: boolean
}

/** Opens the embedded database: in its directory, created if needed and locked, or in memory. Throws DirectoryInUse. */
export async function openPglite(options: DatabaseOptions): Promise<Database> {
  const { timezone, timeout = STATEMENT_TIMEOUT, idleTimeout = IDLE_TIMEOUT, log = () => undefined } = options
  const settings = { timezone, timeout, idleTimeout, log }
  if (options.memory) {
    const template = options.template ?? (await memoryTemplate())
    return opened(new Pglite(settings, { template, sameThread: true }))
  }
  if (!options.dataDir) throw new Error('An embedded database needs a data directory.')
  let taken = false
  let opening: Pglite | undefined
  const lost = (): void => {
    taken = true
    log('the data directory was taken over by another process; the database is closed')
    void opening?.abandon()
  }
  const { directory, lock } = await prepareDirectory(options.dataDir, lost)
  if (taken) throw new DirectoryInUse(`The data directory ${options.dataDir} was taken over while it was made.`)
  const database = (opening = new Pglite(settings, { directory, sameThread: options.sameThread ?? false }))
  const close = database.close.bind(database)
  database.close = () => close().finally(() => lock.release())
  return opened(database)
}

async function opened(database: Pglite): Promise<Database> {
  try {
    await database.open()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
