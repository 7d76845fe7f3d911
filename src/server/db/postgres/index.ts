/** A PostgreSQL server behind the `Database` interface. */
import pg from 'pg'
import type { Database, DbRow, Transaction } from '../../types.ts'
import { asDbError, DbError, STALE_PLAN, transactionFailed, transactionOver } from '../errors.ts'
import {
  CONNECTIONS,
  FOR_READING,
  IDLE_TIMEOUT,
  literal,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  type DatabaseOptions,
} from '../options.ts'
import { encodeParameter } from '../parameters.ts'
import { parsersFor, type Parse } from '../parsers.ts'
import { Patience } from '../idle-timeout.ts'
import { sendAll, type Answer, type Sent } from './batch.ts'
import { PostgresListener } from './listener.ts'
import { Places } from './places.ts'
import { leadsThroughPooler, POOLER_ALONE } from './pooler.ts'
import { retried } from '../retry.ts'
import { PREPARED, StatementNames } from '../statements.ts'

const CONNECT_TIMEOUT = 15_000
const BEGIN: Sent = { name: 'begin', text: 'BEGIN', values: [] }
const COMMIT: Sent = { name: 'commit', text: 'COMMIT', values: [] }

/** `onConnect` is in pg-pool, not yet in its types. */
type PoolConfig = pg.PoolConfig & { onConnect?: (client: pg.ClientBase) => Promise<void> }

type Settings = Required<Pick<DatabaseOptions, 'timezone' | 'timeout' | 'lockTimeout' | 'idleTimeout' | 'log'>> & {
  /** Sessions are shared with others by turns: nothing may be left in one. */
  pooled: boolean
}

class Postgres implements Database {
  readonly engine = 'postgres'
  private readonly names: StatementNames
  private readonly listener: PostgresListener
  private readonly places: Places

  constructor(
    private readonly pool: pg.Pool,
    private readonly direct: pg.ClientConfig,
    private readonly settings: Settings,
    private readonly parserOf: (oid: number) => Parse,
  ) {
    this.names = new StatementNames(settings.pooled ? 0 : PREPARED.server)
    this.listener = new PostgresListener(direct, settings.log)
    this.places = new Places(Math.max(1, Math.floor(pool.options.max * (1 - FOR_READING))), CONNECT_TIMEOUT)
  }

  query<T extends DbRow = DbRow>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return retried(() =>
      this.using(async (client) => (await this.send(client, [this.statement(sql, parameters)])).rows as T[]),
    )
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retried(() => this.places.during(() => this.attempt(work)))
  }

  script(sql: string): Promise<void> {
    if (this.settings.pooled) return this.scriptDirectly(sql)
    return this.using(async (client) => {
      try {
        await command(client, sessionLimits({ timeout: 0, lockTimeout: 0 }))
        await command(client, sql)
      } finally {
        this.names.forgetAll()
        await command(client, `rollback; ${sessionLimits(this.settings)}`)
      }
    })
  }

  private async scriptDirectly(sql: string): Promise<void> {
    const client = new pg.Client(this.direct)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`set timezone = ${literal(this.settings.timezone)}`)
      await command(client, sql)
    } catch (error) {
      throw asDbError(error)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    return this.listener.listen(channel, heard)
  }

  load(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount + this.places.waiting }
  }

  async close(): Promise<void> {
    await this.listener.close()
    await this.pool.end()
  }

  private statement(sql: string, parameters: readonly unknown[]): Sent {
    const values = parameters.map((value) => encodeParameter(value, this.settings.timezone))
    return { name: this.names.nameOf(sql), text: sql, values }
  }

  private async send(client: pg.PoolClient, statements: readonly Sent[]): Promise<Answer> {
    try {
      return await sendAll(client, statements, this.parserOf)
    } catch (error) {
      const dbError = asDbError(error)
      if (dbError.code === STALE_PLAN) for (const { text } of statements) this.names.forget(text)
      throw dbError
    }
  }

  /** Lends a connection. A broken connection emits an event; without a listener it would end the process. */
  private async using<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw asDbError(error)
    })
    let broken = false
    const breaks = (): void => {
      broken = true
    }
    client.on('error', breaks)
    try {
      return await work(client)
    } catch (error) {
      broken ||= error instanceof DbError && error.kind === 'connection'
      throw error
    } finally {
      client.removeListener('error', breaks)
      client.release(broken)
    }
  }

  private attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.using(async (client) => {
      const { pooled, idleTimeout } = this.settings
      let open = true
      const patience = new Patience(idleTimeout)
      /** Sent ahead of the next statement. */
      let ahead: Sent[] = pooled ? [] : [BEGIN]
      const send = (statement: Sent): Promise<Answer> => {
        const all = [...ahead, statement]
        ahead = []
        return this.send(client, all)
      }
      const tx: Transaction = {
        query: async <R extends DbRow>(sql: string, parameters: readonly unknown[] = []) => {
          if (!open) throw transactionOver()
          return (await patience.during(send(this.statement(sql, parameters)))).rows as R[]
        },
        later: (sql, parameters = []) => {
          if (!open) throw transactionOver()
          ahead.push(this.statement(sql, parameters))
        },
      }
      try {
        if (pooled) await command(client, `begin; ${localLimits(this.settings)}`)
        const result = await Promise.race([work(tx), patience.lost])
        open = false
        if (ahead[0] === BEGIN && ahead.length === 1) return result
        if ((await send(COMMIT)).did !== COMMIT.text) throw transactionFailed()
        return result
      } catch (error) {
        open = false
        if (ahead[0] !== BEGIN) await command(client, 'rollback').catch(() => undefined)
        throw error
      } finally {
        patience.end()
      }
    })
  }
}

/** Runs statements without parameters. */
async function command(client: pg.ClientBase, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw asDbError(error)
  }
}

/** How long a statement of a session may run, and wait for what others hold; 0: for ever. */
const sessionLimits = ({ timeout, lockTimeout }: Pick<Settings, 'timeout' | 'lockTimeout'>): string =>
  `set statement_timeout = ${timeout}; set lock_timeout = ${lockTimeout}`

const localLimits = (limits: Pick<Settings, 'timeout' | 'lockTimeout'>): string =>
  `${sessionLimits(limits).replaceAll('set ', 'set local ')}; set local jit = off`

/** Settings of every session. Just-in-time compilation costs more than it gives on lists (stack notes). */
async function prepareSession(client: pg.ClientBase, settings: Settings): Promise<void> {
  // The one setting that a pooler keeps for each of its callers.
  if (settings.pooled) return void (await client.query(`set timezone = ${literal(settings.timezone)}`))
  await client.query(`set timezone = ${literal(settings.timezone)}; ${sessionLimits(settings)}`)
  await client.query('set jit = off').catch(() => undefined)
}

const UNLIMITED =
  'behind the pooler nothing ends a list that takes too long: give the role a statement_timeout (docs/OPERATING.md)'

/** Opens a PostgreSQL server; fails when it does not answer. */
export async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const {
    url,
    directUrl,
    timezone,
    timeout = STATEMENT_TIMEOUT,
    lockTimeout = LOCK_TIMEOUT,
    idleTimeout = IDLE_TIMEOUT,
    connections = CONNECTIONS,
    log = () => undefined,
  } = options
  const parserOf = parsersFor(timezone)
  const types: pg.CustomTypesConfig = { getTypeParser: parserOf }
  const config: pg.ClientConfig = { connectionString: url, types, keepAlive: true, application_name: 'atelier' }
  const pooled = await leadsThroughPooler({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT }).catch(
    (error: unknown) => {
      throw asDbError(error)
    },
  )
  if (pooled && !directUrl) throw new Error(POOLER_ALONE)
  const settings: Settings = { timezone, timeout, lockTimeout, idleTimeout, log, pooled }
  const pool = new pg.Pool({
    ...config,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    onConnect: (client) => prepareSession(client, settings),
  } as PoolConfig)
  pool.on('error', (error) => log('an idle connection was lost', error))
  const database = new Postgres(
    pool,
    directUrl ? { ...config, connectionString: directUrl } : config,
    settings,
    parserOf,
  )
  try {
    const [limit] = await database.query<{ is: string }>(`select current_setting('statement_timeout') as "is"`)
    if (limit?.is === '0' && pooled && timeout > 0) log(UNLIMITED)
    return database
  } catch (error) {
    await pool.end()
    throw error
  }
}
