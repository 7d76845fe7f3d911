/** LISTEN on a connection of its own, which reconnects by itself. */
import pg from 'pg'
import { quoted } from '../options.ts'

const LONGEST_PAUSE = 10_000
/** How long a connection may take to be made, and to end (ms). */
const CONNECT_TIMEOUT = 5000
const END_TIMEOUT = 2000

/**
 * Listens to NOTIFY on any number of channels. Messages sent while the connection was down are lost, so after each
 * reconnection every listener is called once with an empty payload, which means: look for changes yourself.
 */
export class PostgresListener {
  private readonly heard = new Map<string, Set<(payload: string) => void>>()
  /** The connection, or the attempt to make it. There is never a second one beside it. */
  private client: Promise<pg.Client> | undefined
  private retry: NodeJS.Timeout | undefined
  private lost = 0
  private closed = false

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly log: (message: string, error?: unknown) => void,
  ) {}

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.heard.get(channel) ?? new Set()
    this.heard.set(channel, listeners.add(heard))
    const client = await (this.client ?? this.connect())
    await client.query(`listen ${quoted(channel)}`)
    return () => this.unlisten(channel, heard)
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.retry)
    const client = await this.client?.catch(() => undefined)
    if (client) await ended(client)
  }

  private async unlisten(channel: string, heard: (payload: string) => void): Promise<void> {
    const listeners = this.heard.get(channel)
    listeners?.delete(heard)
    if (listeners?.size !== 0 || this.closed) return
    this.heard.delete(channel)
    const client = await this.client?.catch(() => undefined)
    await client?.query(`unlisten ${quoted(channel)}`).catch(() => undefined)
  }

  private connect(): Promise<pg.Client> {
    const attempt = this.open()
    this.client = attempt
    attempt.catch(() => {
      if (this.client === attempt) this.client = undefined
    })
    return attempt
  }

  /** A connection that listens to everything. One that fails on its way is ended, and nobody hears of it but the caller. */
  private async open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.config, connectionTimeoutMillis: CONNECT_TIMEOUT })
    let works = false
    const interrupted = (error?: unknown): void => {
      if (!works) return
      works = false
      this.reconnect(client, error)
    }
    client.on('notification', ({ channel, payload }) => this.tell(channel, payload ?? ''))
    client.on('error', interrupted)
    client.on('end', interrupted)
    try {
      await client.connect()
      for (const channel of this.heard.keys()) await client.query(`listen ${quoted(channel)}`)
    } catch (error) {
      void ended(client)
      throw error
    }
    works = true
    return client
  }

  private reconnect(client: pg.Client, error?: unknown): void {
    this.client = undefined
    void ended(client)
    if (this.closed) return
    this.log('listening was interrupted', error)
    this.again()
  }

  private again(): void {
    const pause = Math.min(LONGEST_PAUSE, 100 * 2 ** this.lost)
    this.lost += 1
    clearTimeout(this.retry)
    this.retry = setTimeout(() => void this.come(), pause)
  }

  private async come(): Promise<void> {
    try {
      await (this.client ?? this.connect())
      this.lost = 0
      for (const channel of this.heard.keys()) this.tell(channel, '')
    } catch (error) {
      if (this.closed) return
      this.log('the database does not answer yet', error)
      this.again()
    }
  }

  private tell(channel: string, payload: string): void {
    for (const listener of this.heard.get(channel) ?? []) listener(payload)
  }
}

/** Says goodbye; a server that does not answer is left without waiting for it. */
async function ended(client: pg.Client): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    late = setTimeout(resolve, END_TIMEOUT)
  })
  await Promise.race([client.end().catch(() => undefined), patience])
  clearTimeout(late)
}
