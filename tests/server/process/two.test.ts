/** Two processes on one PostgreSQL: what happens in one is told by both, a session ended in one is over in the other. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { restore, run as backup } from '../../../bin/backup.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, midnightOf } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { PushMessage } from '../../../src/model/web.ts'
import { createEmpty, hasPostgres } from '../support/server.ts'
import { generatedModel, MOBILES, type Told } from '../support/product.ts'
import { shiftOf, work } from '../support/clerks.ts'
import { database, type Place } from './places.ts'
import { killAll, ranHere, Running } from './running.ts'

const SET = DICT.control_type.set
const hasDump = spawnSync('pg_dump', ['--version']).status === 0

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
    this.closed = new Promise((resolve) => {
      this.socket.once('close', resolve)
    })
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
  })
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
      there = await Promise.race([
        heard,
        new Promise<false>((resolve) => {
          setTimeout(() => resolve(false), 200)
        }),
      ])
    }
    return [...listeners]
  }

  it('both tell of a change made in either', async () => {
    const token = await both[0].signIn(MOBILES.administrator)
    const listeners = await listening(token)
    for (const [n, running] of both.entries()) {
      const { data } = await running.post('tags/add', { name: `两处${n}` }, token)
      const { id } = data as { id: number }
      const change = (message: PushMessage): boolean =>
        message.path === '/api/push/change' && message.data.resource === 'tags' && message.data.id === id
      for (const listener of listeners) expect(await listener.hears(change)).toMatchObject({ data: { kind: 'add' } })
    }
  })

  it('are saved by pg_dump while they work, and restored into an empty database only', async () => {
    const saved = mkdtempSync(join(tmpdir(), 'atelier-saved-'))
    const empty = await createEmpty()
    try {
      const file = join(saved, 'studio.tar')
      if (!hasDump) {
        const told = ['This needs the program pg_dump, which is not installed here.']
        return expect(await ranHere(() => backup([file]), place.env)).toEqual({ code: 1, told })
      }
      const token = await both[0].signIn(MOBILES.administrator)
      const adds = Array.from({ length: 10 }, (_, n) => both[1].post('tags/add', { name: `备份${n}` }, token))
      const [made] = await Promise.all([ranHere(() => backup([file]), place.env), ...adds])
      expect(made.told.join()).toMatch(
        /: \d{5,} rows of \d+ tables and 0 uploaded files, read again and found whole\.$/,
      )
      const into = (url: string, data: string) =>
        ranHere(() => restore.run([file]), { DATABASE_URL: url, DATA_DIR: join(saved, data) })
      expect(await into(empty.url, 'first')).toMatchObject({ code: 0 })
      expect(await into(empty.url, 'second')).toEqual({
        code: 1,
        told: ['DATABASE_URL names a database with tables: restore into an empty one.'],
      })
    } finally {
      rmSync(saved, { recursive: true, force: true })
      await empty.drop()
    }
  })

  it('a session that ends in one is over in the other, socket and all', async () => {
    const token = await both[0].signIn(MOBILES.administrator)
    const [, there] = await listening(token)
    expect(await both[1].post('index/init', {}, token)).toMatchObject({ status: 200 })
    await both[0].post('system/logout', {}, token)
    expect(await there.closed).toBe(4401)
    expect(await both[1].post('index/init', {}, token)).toMatchObject({ status: 401 })
  })

  describe('at once', () => {
    let token: string
    beforeAll(async () => {
      token = await both[0].signIn(MOBILES.administrator)
    })
    const all = (count: number, ask: (running: Running, n: number) => Promise<Told>): Promise<Told[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => ask(both[n % 2] as Running, n)))
    const statuses = (told: Told[]): number[] => told.map((one) => one.status).sort()

    it('sixteen adds of one code make one record', async () => {
      const told = await all(16, (running, n) =>
        running.post('stantion/add', { name: `同码${n}`, code: 'SAME' }, token),
      )
      expect(statuses(told)).toEqual([200, ...Array.from({ length: 15 }, () => 400)])
      expect(told.filter((one) => one.status === 400).map((one) => (one.data as { field: string }).field)).toEqual(
        Array.from({ length: 15 }, () => 'code'),
      )
    })

    it('sixteen numbers are given once each', async () => {
      const told = await all(16, (running, n) =>
        running.post('customer/add', { realName: `两处${n}`, mobile: `172${String(n).padStart(8, '0')}` }, token),
      )
      expect(statuses(told)).toEqual(Array.from({ length: 16 }, () => 200))
      const { data } = await both[0].post('customer/query', { nameOrTel: '两处', pageRows: 50 }, token)
      expect(new Set((data as { customerNo: string }[]).map((one) => one.customerNo)).size).toBe(16)
    })

    it('of two edits of one record one is told that it came late', async () => {
      const { id } = await both[0].must('tags/add', { name: '两处改' }, token)
      for (let version = 1; version <= 8; version += 1) {
        const told = await all(2, (running, n) =>
          running.post('tags/edit', { id, version, name: `改${version}-${n}` }, token),
        )
        expect(statuses(told)).toEqual([200, 409])
      }
    })

    it('an item is added, or its dictionary deleted, never both', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id } = (await both[0].post('setting/add', { code: `race_${round}`, name: `比${round}` }, token))
          .data as { id: number }
        const told = await Promise.all([
          both[0].post('dictItem/add', { dictId: id, value: 'a', label: '甲', sortNum: 1 }, token),
          both[1].post('setting/del', { id }, token),
        ])
        const left = (await both[0].post('dictItem/query', { dictId: id }, token)).data as unknown[] | null
        const there = (await both[0].post('setting/detail', { id }, token)).status === 200
        expect({ round, statuses: statuses(told), orphans: there ? 0 : (left?.length ?? 0) }).toMatchObject({
          round,
          orphans: 0,
        })
        expect(told.filter((one) => one.status >= 500)).toEqual([])
      }
    })
  })

  it('clerks of both leave every seat, hold, booking and session at one with the others', async () => {
    const boss = await both[0].signIn(MOBILES.administrator)
    const [store] = await both[0].must('store/select', {}, boss)
    const site = { code: 'RACE', name: '比赛场', siteType: SET, storeId: store?.value }
    const { id: siteId } = await both[0].must('site/add', site, boss)
    const seats = ['09:00', '11:00', '13:00'].map((startTime, i) => ({ startTime, endTime: `${11 + 2 * i}:00` }))
    const groups = ['A', 'B'].map((groupName) => ({ groupName, seats }))
    const template = { siteId, type: SET, name: '比赛日', groups }
    const { id: templateId } = await both[0].must('workTemplate/create', template, boss)
    const today = midnightOf(Date.now(), 'Asia/Shanghai')
    const dates = [1, 2, 3].map((n) => today + n * DAY)
    await both[0].must('schSetting/create', { siteId, type: SET, from: dates[0], to: dates[2], templateId }, boss)
    const open = await both[0].must('orderSession/query', { bookable: 1, pageNO: 1, pageRows: 24 }, boss)
    const tokens = await Promise.all(
      [MOBILES.administrator, MOBILES.manager, MOBILES.scheduler].map((mobile, n) =>
        (both[n % 2] as Running).signIn(mobile),
      ),
    )
    const happened = await work(
      (clerk, path, input) => (both[clerk % 2] as Running).raw(path, input, tokens[clerk % tokens.length]),
      { siteId, dates, sessions: open.map(({ id }) => id), teams: [] },
      shiftOf({ clerks: 24, acts: 8 }),
    )
    expect(happened.odd).toEqual([])
    expect(happened.done['scheduling/schedule']).toBeGreaterThan(0)
    const db = await place.open()
    const broken = (await verify(db, generatedModel())).filter((one) => one.broken.length > 0)
    await db.close()
    expect(broken.map(({ invariant }) => `${invariant.code} ${invariant.says}`)).toEqual([])
  })

  it('one goes on when the other is killed; both end cleanly when told to', async () => {
    const token = await both[1].signIn(MOBILES.administrator)
    expect(await both[0].end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    expect(await both[1].post('tags/add', { name: '只剩一处' }, token)).toMatchObject({ status: 200 })
    expect(await both[1].end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
