/** LISTEN on a connection of its own, which reconnects by itself. */
import pg from 'pg'
import { quoted } from '../options.ts'

const LONGEST_PAUSE = 10_000

/**
 * Listens to NOTIFY on any number of channels. Messages sent while the connection was down are lost, so after each
 * reconnection every listener is called once with an empty payload, which means: look for changes yourself.
 */
export class PostgresListener {
  private readonly heard = new Map<string, Set<(payload: string) => void>>()
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
    const client = await (this.client ??= this.connect())
    await client.query(`listen ${quoted(channel)}`)
    return () => this.unlisten(channel, heard)
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.retry)
    const client = await this.client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  private async unlisten(channel: string, heard: (payload: string) => void): Promise<void> {
    const listeners = this.heard.get(channel)
    listeners?.delete(heard)
    if (listeners?.size !== 0 || this.closed) return
    this.heard.delete(channel)
    const client = await this.client?.catch(() => undefined)
    await client?.query(`unlisten ${quoted(channel)}`).catch(() => undefined)
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.config)
    client.on('notification', ({ channel, payload }) => this.tell(channel, payload ?? ''))
    client.on('error', (error) => this.reconnect(client, error))
    client.on('end', () => this.reconnect(client))
    await client.connect()
    for (const channel of this.heard.keys()) await client.query(`listen ${quoted(channel)}`)
    return client
  }

  private gone: pg.Client | undefined

  private reconnect(client: pg.Client, error?: unknown): void {
    if (this.closed || this.gone === client) return
    this.gone = client
    this.log('listening was interrupted', error)
    client.end().catch(() => undefined)
    this.again()
  }

  private again(): void {
    const pause = Math.min(LONGEST_PAUSE, 100 * 2 ** this.lost)
    this.lost += 1
    this.retry = setTimeout(() => void this.come(), pause)
  }

  private async come(): Promise<void> {
    this.client = this.connect()
    try {
      await this.client
      this.lost = 0
      for (const channel of this.heard.keys()) this.tell(channel, '')
    } catch {
      if (!this.closed) this.again()
    }
  }

  private tell(channel: string, payload: string): void {
    for (const listener of this.heard.get(channel) ?? []) listener(payload)
  }
}
