/** Two processes on one PostgreSQL: what happens in one is told by both, a session ended in one is over in the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { PushMessage } from '../../../src/model/web.ts'
import { hasPostgres } from '../support/server.ts'
import { MOBILES } from '../support/product.ts'
import { database, type Place } from './places.ts'
import { killAll, Running } from './running.ts'

const MINUTE = 60_000

/** A browser that listens. */
class Listener {
  readonly closed: Promise<number>
  readonly heard: PushMessage[] = []
  private readonly socket: WebSocket
  private look: () => void = () => undefined

  constructor(address: string, token: string) {
    this.socket = new WebSocket(`${address.replace('http', 'ws')}/api/push`)
    this.socket.on('open', () => this.socket.send(JSON.stringify({ token })))
    this.socket.on('message', (data) => {
      this.heard.push(JSON.parse(String(data)) as PushMessage)
      this.look()
    })
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => { this.socket.once('close', resolve) })
  }

  /** Waits for a message that fits. */
  hears(fits: (message: PushMessage) => boolean): Promise<PushMessage> {
    return new Promise((resolve) => {
      this.look = () => {
        const found = this.heard.find(fits)
        if (found) resolve(found)
      }
      this.look()
    })
  }
}

describe.runIf(hasPostgres)('two processes on one database', () => {
  let place: Place
  let both: [Running, Running]
  beforeAll(async () => {
    place = await database()
    both = await Promise.all([new Running(place.env).ready(), new Running(place.env).ready()])
  }, 10 * MINUTE)
  afterAll(async () => {
    killAll()
    await place.remove()
  })

  /** Tells everybody of changes until both have heard one: then they are signed in. */
  async function listening(token: string): Promise<[Listener, Listener]> {
    const listeners = [new Listener(both[0].address, token), new Listener(both[1].address, token)] as const
    const heard = Promise.all(listeners.map((one) => one.hears(() => true))).then(() => true)
    for (let n = 0, there = false; !there; n += 1) {
      await both[0].post('tags/add', { name: `听${n}` }, token)
      there = await Promise.race([heard, new Promise<false>((resolve) => { setTimeout(() => resolve(false), 200) })])
    }
    return [...listeners]
  }

  it('both tell of a change made in either', { timeout: MINUTE }, async () => {
    const token = await both[0].signIn(MOBILES.administrator as string)
    const listeners = await listening(token)
    for (const [n, running] of both.entries()) {
      const { data } = await running.post('tags/add', { name: `两处${n}` }, token)
      const { id } = data as { id: number }
      const change = (message: PushMessage): boolean => message.path === '/api/push/change' && message.data.resource === 'tags' && message.data.id === id
      for (const listener of listeners) expect(await listener.hears(change)).toMatchObject({ data: { kind: 'add' } })
    }
  })

  it('a session that ends in one is over in the other, socket and all', { timeout: MINUTE }, async () => {
    const token = await both[0].signIn(MOBILES.administrator as string)
    const [, there] = await listening(token)
    expect(await both[1].post('index/init', {}, token)).toMatchObject({ status: 200 })
    await both[0].post('system/logout', {}, token)
    expect(await there.closed).toBe(4401)
    expect(await both[1].post('index/init', {}, token)).toMatchObject({ status: 401 })
  })

  it('one goes on when the other is killed; both end cleanly when told to', { timeout: MINUTE }, async () => {
    const token = await both[1].signIn(MOBILES.administrator as string)
    expect(await both[0].end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    expect(await both[1].post('tags/add', { name: '只剩一处' }, token)).toMatchObject({ status: 200 })
    expect(await both[1].end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
