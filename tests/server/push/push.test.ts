import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { PushMessage } from '../../../src/model/web.ts'
import { attachPush, publish } from '../../../src/server/push/index.ts'
import type { PushDeps, PushHub } from '../../../src/server/push/index.ts'
import type { Actor, Database } from '../../../src/server/types.ts'
import { engines } from '../db/engines.ts'

/** Tokens of people: two of company 1 (one may read customers), one of company 2, a customer. */
const PEOPLE: Record<string, Actor> = {
  lin: { kind: 'staff', lang: 'zh', sessionId: 11, employeeId: 1, userId: 1, companyId: 1, roleId: 1 },
  wang: { kind: 'staff', lang: 'zh', sessionId: 12, employeeId: 2, userId: 2, companyId: 1, roleId: 2 },
  zhang: { kind: 'staff', lang: 'zh', sessionId: 13, employeeId: 3, userId: 3, companyId: 2, roleId: 1 },
  chen: { kind: 'client', lang: 'zh', sessionId: 14, customerId: 9, companyId: 1 },
}

/** Long enough to be answered on a busy machine: who does not answer until the next is hung up on (ms). */
const HEARTBEAT = 1000

interface Listener {
  messages: PushMessage[]
  closed: Promise<number>
  next(count: number): Promise<PushMessage[]>
  socket: WebSocket
}

describe.each(engines)('push on $name', (engine) => {
  let db: Database
  let ended: Set<string>
  const running: { server: Server; hub: PushHub }[] = []

  beforeAll(async () => {
    db = await engine.open()
  })
  afterAll(() => db.close())
  beforeEach(() => {
    ended = new Set()
  })
  afterEach(async () => {
    for (const { server, hub } of running.splice(0)) {
      await hub.close()
      server.close()
    }
  })

  async function start(more: Partial<PushDeps> = {}): Promise<string> {
    const server = createServer()
    const hub = await attachPush(server, {
      db,
      authenticate: async (token) => (ended.has(token) ? undefined : PEOPLE[token]),
      canRead: (actor, resource) => actor.kind === 'staff' && (resource !== 'customer' || actor.roleId === 1),
      ...more,
    })
    running.push({ server, hub })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/push`
  }

  function listen(url: string, frame?: string): Listener {
    const socket = new WebSocket(url)
    const messages: PushMessage[] = []
    const waiting = new Set<() => void>()
    socket.on('open', () => {
      if (frame !== undefined) socket.send(frame)
    })
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)) as PushMessage)
      for (const check of waiting) check()
    })
    socket.on('error', () => undefined)
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const next = (count: number): Promise<PushMessage[]> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (messages.length < count) return
          waiting.delete(check)
          resolve(messages)
        }
        waiting.add(check)
        check()
      })
    return { messages, closed, next, socket }
  }

  /** Connected and heard: a message to the person alone has come back. */
  async function signedIn(url: string, token: string): Promise<Listener> {
    const listener = listen(url, JSON.stringify({ token }))
    const hub = running.find(({ server }) => url.includes(`:${(server.address() as AddressInfo).port}/`))
      ?.hub as PushHub
    const before = hub.size
    while (hub.size === before) await new Promise((resolve) => setImmediate(resolve))
    return listener
  }

  const change = (id: number, resource = 'customer'): PushMessage => ({
    path: '/api/push/change',
    data: { resource, id, kind: 'edit' },
  })
  const job = (id: number): PushMessage => ({
    path: '/api/push/job',
    data: { id, done: 1, total: 2, status: 'running' },
  })

  it('gives an address few places for those who have not said who they are, and takes those back who do', async () => {
    const url = await start({ tokenWait: 60_000 })
    const opened = (one: Listener) =>
      Promise.race([
        new Promise((resolve) => one.socket.once('open', () => resolve(true))),
        one.closed.then(() => false),
      ])
    const silent = Array.from({ length: 60 }, () => listen(url))
    expect(await Promise.all(silent.map(opened))).not.toContain(false)
    expect(await opened(listen(url))).toBe(false)
    silent[0]?.socket.send(JSON.stringify({ token: 'lin' }))
    silent[1]?.socket.close()
    await silent[1]?.closed
    expect(await opened(listen(url))).toBe(true)
  })

  it('gives a person places for their tabs, and no more', async () => {
    const url = await start()
    const tabs: Listener[] = []
    for (let i = 0; i < 40; i += 1) tabs.push(await signedIn(url, 'lin'))
    expect(await listen(url, JSON.stringify({ token: 'lin' })).closed).toBe(4429)
    await signedIn(url, 'wang')
    const hub = running.at(-1)?.hub as PushHub
    tabs[0]?.socket.close()
    while (hub.size > 40) await new Promise((resolve) => setImmediate(resolve))
    await signedIn(url, 'lin')
    expect(hub.size).toBe(41)
  })

  it('counts behind a proxy whom the proxy asks for', async () => {
    const url = await start({ trustProxy: true, tokenWait: 60_000 })
    const from = (address: string): Promise<boolean> => {
      const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
      socket.on('error', () => undefined)
      return new Promise((resolve) => {
        socket.once('open', () => resolve(true))
        socket.once('close', () => resolve(false))
      })
    }
    // One network of 2^64 addresses is one.
    const near = await Promise.all(Array.from({ length: 60 }, (_, i) => from(`2001:db8:0:1::${i.toString(16)}`)))
    expect(near).not.toContain(false)
    expect(await from('2001:db8::1:ffff:0:0:1')).toBe(false)
    expect(await from('2001:db8:0:2::1')).toBe(true)
    expect(await from('198.51.100.7')).toBe(true)
  })

  it('delivers a change to people of the company who may read the resource, as a name and an id', async () => {
    const url = await start()
    const [lin, wang, zhang, chen] = [
      await signedIn(url, 'lin'),
      await signedIn(url, 'wang'),
      await signedIn(url, 'zhang'),
      await signedIn(url, 'chen'),
    ]
    await publish(db, [
      { to: { readersOf: 'customer', companyId: 1 }, message: change(7) },
      { to: { people: [1, 2, 3] }, message: job(1) },
      { to: { sessions: [14] }, message: job(2) },
    ])
    expect(await lin.next(2)).toEqual([change(7), job(1)])
    expect(await wang.next(1)).toEqual([job(1)])
    expect(await zhang.next(1)).toEqual([job(1)])
    expect(await chen.next(1)).toEqual([job(2)])
  })

  it('tells people of every company of a change to what all companies share', async () => {
    const url = await start()
    const [lin, zhang] = [await signedIn(url, 'lin'), await signedIn(url, 'zhang')]
    await publish(db, [{ to: { readersOf: 'customer' }, message: change(8) }])
    expect(await lin.next(1)).toEqual([change(8)])
    expect(await zhang.next(1)).toEqual([change(8)])
  })

  it('says nothing of what was rolled back, and does not lose what is committed late', async () => {
    const url = await start()
    const lin = await signedIn(url, 'lin')
    await db
      .transaction(async (tx) => {
        await publish(tx, [{ to: { people: [1] }, message: job(90) }])
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await db.transaction((tx) => publish(tx, [{ to: { people: [1] }, message: job(91) }]))
    expect(await lin.next(1)).toEqual([job(91)])
    // A lower id that commits after a higher one: written with its own id, as a slow transaction would.
    const [last] = await db.query<{ id: number }>('select max("id") as "id" from "outbox"')
    await db.query('delete from "outbox" where "id" = $1', [last?.id])
    await publish(db, [{ to: { people: [1] }, message: job(93) }])
    await lin.next(2)
    await db.query('insert into "outbox" ("id", "audience", "message") overriding system value values ($1, $2, $3)', [
      (last?.id ?? 0) - 1,
      { people: [1] },
      job(92),
    ])
    expect((await lin.next(3)).map((message) => (message.data as { id: number }).id)).toEqual([91, 93, 92])
  })

  it('delivers from two processes on one database, with or without the hint', async () => {
    const [one, two] = [await start(), await start()]
    const [here, there] = [await signedIn(one, 'lin'), await signedIn(two, 'lin')]
    await publish(db, [{ to: { people: [1] }, message: job(5) }])
    await db.query('insert into "outbox" ("audience", "message") values ($1, $2)', [{ people: [1] }, job(6)])
    expect(await here.next(2)).toEqual([job(5), job(6)])
    expect(await there.next(2)).toEqual([job(5), job(6)])
  })

  it('ends the connections of a session that has ended, and no others', async () => {
    const url = await start()
    const [lin, wang] = [await signedIn(url, 'lin'), await signedIn(url, 'wang')]
    await publish(db, [
      { to: { sessions: [11] }, message: { path: '/api/push/logout', data: {} } },
      { to: { people: [2] }, message: job(4) },
    ])
    expect(await lin.closed).toBe(4401)
    expect(lin.messages).toEqual([{ path: '/api/push/logout', data: {} }])
    expect(await wang.next(1)).toEqual([job(4)])
    expect(wang.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('hangs up on a session that ended unheard of, at the next sign of life', async () => {
    const url = await start({ heartbeat: HEARTBEAT })
    const lin = await signedIn(url, 'lin')
    ended.add('lin')
    expect(await lin.closed).toBe(4401)
  })

  it.each([
    ['an unknown token', JSON.stringify({ token: 'nobody' }), 4401],
    ['no token in the frame', '{}', 4401],
    ['a frame that is no JSON', 'lin', 4401],
    ['silence', undefined, 4408],
    ['a frame far too large', 'x'.repeat(10_000), 4401],
  ])('does not let in %s', async (_, frame, code) => {
    const url = await start({ tokenWait: 50 })
    expect(await listen(url, frame).closed).toBe(frame !== undefined && frame.length > 4096 ? 1009 : code)
  })

  it('tells of every kind of change to a row, however close they are', async () => {
    const url = await start()
    const lin = await signedIn(url, 'lin')
    const said = (['add', 'edit', 'del'] as const).map((kind): PushMessage => ({
      path: '/api/push/change',
      data: { resource: 'order', id: 7, kind },
    }))
    await publish(
      db,
      said.map((message) => ({ to: { readersOf: 'order', companyId: 1 }, message })),
    )
    expect(await lin.next(3)).toEqual(said)
  })

  it('hears only what the role may that somebody has by now', async () => {
    const roles = { lin: 1 }
    const url = await start({
      heartbeat: HEARTBEAT,
      authenticate: async (token) => ({ ...(PEOPLE[token] as Actor), roleId: roles.lin }),
    })
    const lin = await signedIn(url, 'lin')
    const tell = (id: number) =>
      publish(db, [
        { to: { readersOf: 'customer', companyId: 1 }, message: change(id, 'customer') },
        { to: { people: [1] }, message: job(id) },
      ])
    await tell(1)
    expect(await lin.next(2)).toEqual([change(1, 'customer'), job(1)])
    roles.lin = 2
    // The hub looks again at everybody with each ping; by the second, it has.
    const pinged = () => new Promise((resolve) => lin.socket.once('ping', () => resolve('pinged')))
    for (const _ of [1, 2]) expect(await Promise.race([pinged(), lin.closed])).toBe('pinged')
    await tell(2)
    expect((await lin.next(3)).slice(2)).toEqual([job(2)])
  })

  it('leaves other addresses alone', async () => {
    const url = await start()
    expect(await listen(url.replace('/api/push', '/other'), '{}').closed).toBe(1006)
  })

  it('does not flood: a thousand changes of one resource are told as a hundred, each row once', async () => {
    const url = await start()
    const lin = await signedIn(url, 'lin')
    const many = Array.from({ length: 400 }, (_, id) => ({
      to: { readersOf: 'order', companyId: 1 },
      message: change(id % 200, 'order'),
    }))
    await publish(db, [...many, { to: { people: [1] }, message: job(1) }])
    const heard = await lin.next(101)
    expect(heard.filter(({ path }) => path === '/api/push/change')).toHaveLength(100)
    expect(heard.at(-1)).toEqual(job(1))
  })
})
