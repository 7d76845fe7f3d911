import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MODEL_HASH, type SplitForWeb, type WebCore } from '../../../src/model/web.ts'
import { createApp, type App } from '../../../src/server/app.ts'
import { reading } from '../../../src/server/auth/cache.ts'
import { tokenHash } from '../../../src/server/auth/tokens.ts'
import { FairLane } from '../../../src/server/lane.ts'
import { Gate, Pace, RateLimiter } from '../../../src/server/http/limits.ts'
import { hangUp, keepOpen, listenOn, makeServer } from '../../../src/server/http/listen.ts'
import { languageOf } from '../../../src/server/http/language.ts'
import { bufferedLog, logLine, messageLine, type LogEntry } from '../../../src/server/http/log.ts'
import { handlers, openShop, START, type Shop } from './shop.ts'

let shop: Shop
let app: App
let dir: string
const logged: LogEntry[] = []

/** A model for the browser, as small as can be. */
const split: SplitForWeb = (model) => ({
  core: { hash: model.hash, app: model.app, groups: {}, routes: [], search: [] } as WebCore,
  parts: { sales: { screens: {}, calls: {}, resources: {}, dictionaries: {} } },
})

beforeAll(async () => {
  shop = await openShop()
  dir = mkdtempSync(join(tmpdir(), 'atelier-web-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), `<!doctype html>${' '.repeat(600)}`)
  mkdirSync(join(dir, 'documents/en'), { recursive: true })
  writeFileSync(join(dir, 'documents/index.html'), 'entry')
  writeFileSync(join(dir, 'documents/en/index.html'), 'contents')
  writeFileSync(join(dir, 'documents/openapi.json'), '{}')
  writeFileSync(join(dir, 'assets/app-1a2b.js'), `console.log(1)//${'x'.repeat(600)}`)
  app = await createApp({
    db: shop.db,
    model: shop.app.model,
    clock: shop.clock,
    files: shop.files,
    sms: { send: () => Promise.resolve({ ok: true }) },
    handlers,
    split,
    webDir: dir,
    docsDir: join(dir, 'documents'),
    log: (entry) => logged.push(entry),
    authenticate: (token, ip, options) =>
      Promise.resolve(token === 'max' ? { ...shop.actor('max'), ip, lang: options?.lang ?? 'zh' } : undefined),
  })
})
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await shop.close()
})

const fetch = (path: string, init: RequestInit = {}) => app.fetch(new Request(`http://shop${path}`, init))
const post = (path: string, body: BodyInit | null, headers: Record<string, string> = { authorization: 'Bearer max' }) =>
  fetch(path, { method: 'POST', body, headers })

it('serves the site of documents in a folder of its own', async () => {
  const plain = await fetch('/docs')
  expect([plain.status, plain.headers.get('location')]).toEqual([308, '/docs/'])
  const read = async (path: string) => (await fetch(path)).text()
  expect(await read('/docs/')).toBe('entry')
  expect(await read('/docs/en/index.html')).toBe('contents')
  expect(await read('/docs/openapi.json')).toBe('{}')
  expect((await fetch('/docs/en/index.html')).headers.get('content-security-policy')).toContain("script-src 'self'")
  for (const path of ['/docs/assets/app-1a2b.js', '/docs/../index.css', '/docs/..%2fassets/app-1a2b.js'])
    expect((await fetch(path)).status, path).toBe(404)
})

describe('a call', () => {
  it.each<[string, string, BodyInit | null, number, string]>([
    ['without .json', '/api/customer/query', '{"data":{}}', 200, ''],
    ['with .json', '/api/customer/query.json', '{"data":{}}', 200, ''],
    ['without a body', '/api/customer/query.json', null, 200, ''],
    ['without data', '/api/customer/query.json', '{}', 200, ''],
    ['with a body that is no JSON', '/api/customer/query.json', '{"data":', 400, '请求内容不是有效的 JSON'],
    ['with a body that is a list', '/api/customer/query.json', '[1]', 400, '请求内容应为 {data: …}'],
    ['with data that is a list', '/api/customer/query.json', '{"data":[1]}', 400, '请求内容应为 {data: …}'],
    [
      'that nests too deeply',
      '/api/customer/query.json',
      `{"data":{"a":${'['.repeat(12)}${']'.repeat(12)}}}`,
      400,
      '请求内容层级不能超过 10 层',
    ],
    [
      'that nests absurdly',
      '/api/customer/query.json',
      `{"data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      400,
      '请求内容层级不能超过 10 层',
    ],
    [
      'that is too large',
      '/api/customer/query.json',
      `{"data":{"a":"${'x'.repeat(1_100_000)}"}}`,
      400,
      '请求内容不能超过 1 MB',
    ],
    ['of an unknown path', '/api/nobody/knows.json', '{"data":{}}', 404, '未找到'],
    ['of a path out of the tree', '/api/../../etc/passwd', '{"data":{}}', 404, '未找到'],
  ])('%s', async (_, path, body, status, msg) => {
    const response = await post(path, body)
    if (path.includes('..')) return expect(response.status).toBe(404)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status, msg })
  })

  it('is counted while it streams in', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(300_000)))
      },
    })
    const request = new Request('http://shop/api/customer/query.json', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { authorization: 'Bearer max' },
    } as RequestInit)
    expect(await (await app.fetch(request)).json()).toMatchObject({ status: 400 })
  })

  it('answers in the language asked for, Chinese when none is', async () => {
    const refused = async (headers: Record<string, string>) =>
      ((await (await post('/api/customer/query.json', '{}', headers)).json()) as { msg: string }).msg
    expect(await refused({})).toBe('保持登录失效，请重新登录')
    expect(await refused({ 'accept-language': 'en-GB,en;q=0.8' })).toBe('Your session has ended, please sign in again')
    expect(await refused({ 'accept-language': 'en', 'x-lang': 'zh' })).toBe('保持登录失效，请重新登录')
    expect(await refused({ 'accept-language': 'fr, en' })).toMatch(/^Your session/)
    const french = new Headers({ 'accept-language': 'fr' })
    expect(languageOf(french, { available: ['zh', 'en'] })).toBe('zh')
    expect(languageOf(french, { available: ['en'] })).toBe('en')
  })

  it('is compressed when it is long and the browser takes it', async () => {
    await shop.rows(
      `insert into "customer" ("realName", "mobile", "level", "credit", "vip", "status", "nameCode", "companyId", "version", "createTime", "updateTime", "isDel")
      select 'n' || n, '1350' || lpad(n::text, 7, '0'), 1, 0, false, 1, 'x', $1, 1, now(), now(), false from generate_series(1, 200) as n`,
      [shop.ids.firm1],
    )
    const ask = (encoding: string) =>
      post('/api/customer/query.json', '{"data":{"pageRows":200}}', {
        authorization: 'Bearer max',
        'accept-encoding': encoding,
      })
    const packed = await ask('gzip, br')
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(JSON.parse(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString())).toEqual(
      await (await ask('identity')).json(),
    )
  })

  it('is never made by GET, nor by a form without the token (check 18)', async () => {
    const got = await fetch('/api/customer/del.json?id=1', { headers: { authorization: 'Bearer max' } })
    expect(got.status).toBe(405)
    expect(
      await (
        await post('/api/customer/add.json', 'realName=x', { 'content-type': 'application/x-www-form-urlencoded' })
      ).json(),
    ).toMatchObject({ status: 401 })
  })

  it('carries no row and no secret in its log line', async () => {
    logged.length = 0
    await post('/api/customer/query.json', '{"data":{}}')
    await post('/api/customer/query.json', '{"data":{}}', { authorization: 'Bearer a-stolen-token' })
    expect(logged.map((entry) => [entry.path, entry.status, entry.user])).toEqual([
      ['/api/customer/query.json', 200, shop.ids.max],
      ['/api/customer/query.json', 401, undefined],
    ])
    expect(logged.map(logLine).join()).not.toContain('a-stolen-token')
  })

  it.each([
    ['of a proxy', 'edge:7f.A_9-z', 'edge:7f.A_9-z'],
    ['that is too long', 'a'.repeat(65), undefined],
    ['with what does not belong in a log', 'one two three', undefined],
    ['that is absent', undefined, undefined],
  ])('has one id in answer and log: %s', async (_, sent, kept) => {
    logged.length = 0
    const headers = { authorization: 'Bearer max', ...(sent ? { 'x-request-id': sent } : {}) }
    const ids = [
      await post('/api/customer/query.json', '{}', headers),
      await post('/api/customer/query.json', '{', headers),
      await fetch('/api/customer/query.json', { headers }),
      await fetch('/healthz', { headers }),
    ].map((response) => response.headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(kept ? new RegExp(`^${kept}$`) : /^[\da-f]{12}$/)
    expect(logged.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })

  let made = 1
  it.each([
    ['that it names', 'w1a2B3c4', { from: 'w1a2B3c4' }],
    ['of none where it names none', undefined, {}],
    ['of none where the name is none', 'a b', {}],
    ['of none where the name is too long', 'a'.repeat(33), {}],
  ])('tells others of the window %s', async (_, named, from) => {
    const headers = { authorization: 'Bearer max', ...(named === undefined ? {} : { 'x-window': named }) }
    const mobile = `1387654${String(made++).padStart(4, '0')}`
    const answer = await post('/api/customer/add.json', JSON.stringify({ data: { realName: '窗', mobile } }), headers)
    expect(await answer.json()).toMatchObject({ status: 200 })
    const [entry] = await shop.rows<{ message: { data: object } }>(
      'select "message" from "outbox" order by "id" desc limit 1',
    )
    expect(entry?.message.data).toEqual({
      ...{ resource: 'customer', id: expect.any(Number) as number, kind: 'add', by: shop.ids.max },
      ...from,
    })
  })

  it('cannot break out of its log line', () => {
    const line = logLine({
      time: START,
      ip: '::1',
      method: 'POST',
      path: '/api/a\r\nforged 200',
      status: 404,
      ms: 1,
      id: 'x',
    })
    expect(line).not.toMatch(/[\r\n]/)
    expect(line).toContain('\\u000d\\u000aforged')
  })
})

describe('hostile input', () => {
  const HOSTILE: unknown[] = [
    null,
    '',
    0,
    -1,
    1.5,
    1e308,
    true,
    [],
    {},
    [[]],
    [null],
    { $ne: 1 },
    '\u0000',
    '\ud800',
    "' or 1=1 --",
    '"; drop table customer; --',
    '1; select pg_sleep(9)',
    '${7*7}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x'.repeat(5000),
    Number.MAX_SAFE_INTEGER,
    { __proto__: { admin: 1 } },
    { constructor: 1 },
    9e15,
    '9'.repeat(400),
  ]
  const KEYS = [
    'id',
    'ids',
    'version',
    'realName',
    'mobile',
    'level',
    'birthday',
    'credit',
    'salesId',
    'tags',
    'cityCode',
    'parts',
    'orders',
    'status',
    'vip',
    'nameOrTel',
    'createTime',
    'creditRange',
    'minCredit',
    'mine',
    'pageNO',
    'pageRows',
    'sort',
    'sortField',
    'sortOrder',
    'after',
    'keyword',
    'counts',
    'totals',
    'tree',
    'requestNo',
    '__proto__',
    'isDel',
    'companyId',
  ]
  const PATHS = ['query', 'detail', 'add', 'edit', 'del', 'select', 'lose', 'activate', 'assign', 'byLevel', 'export']

  // A test a call: a sweep over all of them is as long as the machine is busy.
  it.each(PATHS)('gets an answer of the 400 family, never a 500, on every key of %s', async (path) => {
    const before = await shop.rows('select count(*) as "n" from "customer"')
    const wrong: string[] = []
    for (const key of KEYS) {
      // Each key with each value, and a third of all paths with both: they go round.
      for (const value of HOSTILE.filter((_, i) => (i + KEYS.indexOf(key) + PATHS.indexOf(path)) % 3 === 0)) {
        const response = await post(
          `/api/customer/${path}.json`,
          `{"data":{${JSON.stringify(key)}:${JSON.stringify(value)}}}`,
        )
        const { status } = (await response.json()) as { status: number }
        if (status !== 200 && (status < 400 || status >= 500))
          wrong.push(`${path} ${key}=${JSON.stringify(value)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await shop.rows('select count(*) as "n" from "customer"')).toEqual(before)
  })
})

describe('documents', () => {
  it('carry a strict policy and the common headers (check 19)', async () => {
    for (const path of ['/', '/sales/customers', '/assets/app-1a2b.js']) {
      const { headers } = await fetch(path, { headers: { host: 'shop:8080' } })
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
      expect(policy).toContain('ws://shop:8080 wss://shop:8080')
      expect(policy).not.toContain('unsafe-eval')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('do not repeat a hostile Host header', async () => {
    const policy = (
      await app.fetch(new Request('http://shop/', { headers: { host: "x; script-src 'unsafe-inline'" } }))
    ).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self';")
  })

  it('are compressed, kept for ever when their name carries a hash, and found again by their tag', async () => {
    const asset = await fetch('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(brotliDecompressSync(Buffer.from(await asset.arrayBuffer())).toString()).toContain('console.log(1)')
    const page = await fetch('/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect((await fetch('/', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })).status).toBe(304)
  })

  it('are the page for a route of the browser, and nothing for a missing file or a path out of the directory', async () => {
    expect((await fetch('/sales/customers?id=1')).headers.get('content-type')).toContain('text/html')
    for (const path of ['/nothing.js', '/..%2f..%2fetc%2fpasswd.txt', '/%E0%A4%A.js', '/assets/../../x.js'])
      expect((await fetch(path)).status).toBe(404)
  })
})

describe('the model', () => {
  it('comes in parts, kept for ever under its hash; asked by another, they say of which model they are', async () => {
    const { hash } = shop.app.model
    expect(await (await fetch('/model/core.json')).json()).toMatchObject({ hash })
    const part = await fetch(`/model/sales.json?h=${hash}`)
    expect(part.headers.get('cache-control')).toContain('immutable')
    const old = await fetch('/model/sales.json?h=old')
    expect([old.status, old.headers.get('cache-control'), old.headers.get(MODEL_HASH)]).toEqual([200, 'no-cache', hash])
    for (const path of ['/model/nobody.json', '/model/__proto__.json', '/model/constructor.json'])
      expect((await fetch(path)).status).toBe(404)
  })
})

describe('limits', () => {
  it('of open calls refill with time', () => {
    const clock = { at: 0, now: () => clock.at }
    const limiter = new RateLimiter(clock)
    for (let i = 0; i < 600; i += 1) limiter.take('a')
    expect(() => {
      limiter.take('a')
    }).toThrow(/Too many/)
    expect(() => {
      limiter.take('b')
    }).not.toThrow()
    clock.at = 1000
    expect(() => {
      limiter.take('a')
    }).not.toThrow()
  })

  it('shed what cannot be served soon, and recover', async () => {
    const gate = new Gate()
    const open: (() => void)[] = []
    const accepted = Array.from({ length: 256 }, (_, i) =>
      gate.pass(
        `a${i}`,
        () =>
          new Promise<void>((resolve) => {
            open.push(resolve)
          }),
      ),
    )
    await expect(gate.pass('a', () => Promise.resolve())).rejects.toThrow(/busy/)
    while (open.length > 0) {
      open.shift()?.()
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    }
    await Promise.all(accepted)
    await expect(gate.pass('a', () => Promise.resolve(1))).resolves.toBe(1)
  })

  it('come to everybody in turn: who asks for much waits for who asks for little, and is refused first', async () => {
    const lane = new FairLane({ running: 3, each: 2, waiting: 4 })
    const [done, open]: [string[], (() => void)[]] = [[], []]
    const ask = (key: string, no: number): Promise<void> =>
      lane.pass(key, () => {
        done.push(`${key} ${no}`)
        return new Promise((resolve) => open.push(resolve))
      })
    const much = Promise.allSettled(Array.from({ length: 6 }, (_, no) => ask('much', no)))
    // A place is left for others, whoever waits.
    expect([done, lane.full, lane.fullFor('much'), lane.fullFor('other')]).toEqual([
      ['much 0', 'much 1'],
      ...[false, true, false],
    ])
    const other = ask('other', 0)
    expect([done.at(-1), lane.full, lane.fullFor('little')]).toEqual(['other 0', true, false])
    const little = [ask('little', 0), ask('little', 1)]
    await expect(ask('much', 6)).rejects.toMatchObject({ status: 503 })
    while (lane.busy) {
      open.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(done.slice(3)).toEqual(['little 0', 'much 2', 'little 1', 'much 3'])
    await Promise.all([other, ...little])
    expect((await much).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, false, false])
  })

  it('let so many of those nobody knows begin in one turn of the event loop, everybody in turn', async () => {
    const pace = new Pace(4)
    const begun: string[] = []
    const turn = (key: string) => pace.turn(key).then(() => begun.push(key))
    const turns = [...Array.from({ length: 9 }, () => turn('many')), turn('one')]
    const after: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await new Promise((next) => setImmediate(next))
      after.push(begun.length)
    }
    await Promise.all(turns)
    expect(after[0]).toBeLessThanOrEqual(8)
    expect(begun.slice(0, 6)).toContain('one')
    expect(begun).toHaveLength(10)
    await pace.turn('later')
  })

  it('let whoever is known go before those who are not', async () => {
    const order: string[] = []
    const ask = async (token: string) => {
      await post('/api/customer/query.json', '{"data":{}}', { authorization: `Bearer ${token}` })
      order.push(token)
    }
    reading()(tokenHash('max'), { actor: shop.actor('max'), idleUntil: Infinity, endsAt: Infinity })
    await Promise.all([...Array.from({ length: 300 }, (_, n) => ask(`made up ${n}`)), ask('max')])
    expect(order.indexOf('max')).toBeLessThan(200)
    expect(order).toHaveLength(301)
  })

  it('of a closing server let those at work finish', async () => {
    const gate = new Gate()
    expect(gate.closing).toBe(false)
    let finish: () => void = () => undefined
    const working = gate.pass(
      'a',
      () =>
        new Promise<string>((resolve) => {
          finish = () => {
            resolve('done')
          }
        }),
    )
    const closed = gate.close()
    await expect(gate.pass('a', () => Promise.resolve())).rejects.toThrow(/restarting/)
    finish()
    expect(await working).toBe('done')
    await closed
  })
})

/** As long as it takes: how long a busy machine needs for an answer is nobody's promise. */
const PATIENT = { patience: 2 ** 31 - 1, farewell: 2 ** 31 - 1 }

describe('a port', () => {
  it('is answered, with health and the address of the caller', async () => {
    const server = makeServer((request, env) => app.fetch(request, env), { requestMs: 10_000 })
    const port = await listenOn(server, 0, '127.0.0.1')
    logged.length = 0
    const health = await globalThis.fetch(`http://127.0.0.1:${port}/healthz`)
    expect([health.status, await health.text()]).toEqual([200, 'ok'])
    const answer = await globalThis.fetch(`http://127.0.0.1:${port}/api/customer/hello.json`, {
      method: 'POST',
      body: '{"data":{"name":"you"}}',
    })
    expect(await answer.json()).toMatchObject({ status: 200, data: { greeting: 'hello you', amount: 12.5 } })
    expect(logged.at(-1)?.ip).toBe('127.0.0.1')
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  })

  it('that closes lets answers on their way arrive to the last byte, hangs up after each, and takes nobody new', async () => {
    const held = new Map<string, () => void>()
    const long = 'x'.repeat(8_000_000)
    const answer = ({ url }: Request): Promise<Response> =>
      new Promise((resolve) => held.set(new URL(url).pathname, () => resolve(new Response(long))))
    const server = makeServer(answer, { requestMs: 10_000 })
    const address = `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`
    const agent = new Agent({ keepAlive: true })
    const asked = ['/one', '/two'].map((path) => {
      const request = get(address + path, { agent })
      return { path, request, answered: once(request, 'response') as Promise<[IncomingMessage]> }
    })
    while (held.size < 2) await new Promise((resolve) => setImmediate(resolve))
    const closed = hangUp(server, PATIENT)
    await expect(globalThis.fetch(address)).rejects.toThrow()
    for (const { path, request, answered } of asked) {
      held.get(path)?.()
      const [response] = await answered
      expect((await text(response)).length).toBe(long.length)
      // The other answer is still awaited when this connection is given up.
      if (!request.socket?.destroyed) await once(request.socket as Socket, 'close')
    }
    await closed
  })

  it('that closes still answers on connections that were kept, says that it hangs up, and does', async () => {
    const server = makeServer((request) => Promise.resolve(new Response(new URL(request.url).pathname)), {
      requestMs: 10_000,
    })
    const address = `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (path: string): Promise<[Socket, string | undefined, string]> => {
      const request = get(address + path, { agent })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return [request.socket as Socket, response.headers.connection, await text(response)]
    }
    const [socket] = await ask('/before')
    const closed = hangUp(server, PATIENT)
    expect(await ask('/after')).toEqual([socket, 'close', '/after'])
    await closed
    if (!socket.destroyed) await once(socket, 'close')
  })

  it('keeps a place for whoever has sent all, though many send half', async () => {
    const server = makeServer((request, env) => app.fetch(request, env), { requestMs: 60_000 })
    const port = await listenOn(server, 0, '127.0.0.1')
    const half =
      'POST /api/customer/hello.json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    const sockets = Array.from({ length: 290 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    logged.length = 0
    const answers = sockets.map(async (socket) => {
      socket.write(half)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      if (!socket.destroyed) await once(socket, 'close')
      return answer.toString()
    })
    const ready = await globalThis.fetch(`http://127.0.0.1:${port}/readyz`)
    const whole = await globalThis.fetch(`http://127.0.0.1:${port}/api/customer/hello.json`, {
      method: 'POST',
      body: '{"data":{"name":"you"}}',
    })
    expect([ready.status, whole.status]).toEqual([200, 200])
    // On a busy machine the time of those who send half may be over by now.
    expect(logged.filter(({ status }) => status !== 408)).toHaveLength(1)
    for (const answer of await Promise.all(answers)) expect(answer).toContain('"status":408')
    await hangUp(server)
  })

  describe('of one address takes so many connections at once', () => {
    /** A server for three of an address and five in all, on which `/wait` is answered when that is said. */
    async function opened() {
      const waiting: (() => void)[] = []
      const server = makeServer(
        async (request, env) => {
          if (request.url.endsWith('/wait')) await new Promise<void>((go) => waiting.push(go))
          return app.fetch(new Request(new URL('/healthz', request.url)), env)
        },
        { requestMs: 60_000, connections: { each: 3, all: 5 } },
      )
      const port = await listenOn(server, 0, '127.0.0.1')
      const sockets: Socket[] = []
      const come = async (from: number, text?: string): Promise<Socket> => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${from}` })
        socket.on('error', () => undefined)
        sockets.push(socket)
        await Promise.race([once(socket, 'connect'), once(socket, 'close')])
        if (text) socket.write(`GET ${text} HTTP/1.1\r\nHost: a\r\n\r\n`)
        return socket
      }
      /** Whether one that came is answered, or ended. */
      const answered = (socket: Socket): Promise<boolean> =>
        Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
      const close = async (): Promise<void> => {
        for (const socket of sockets) socket.destroy()
        await hangUp(server)
      }
      return { server, waiting, come, answered, close }
    }

    it('and one more when one is gone', async () => {
      const { waiting, come, answered, close } = await opened()
      const busy = [await come(1, '/wait'), await come(1, '/wait'), await come(1, '/wait')]
      await expect.poll(() => waiting).toHaveLength(3)
      expect(await answered(await come(1, '/'))).toBe(false)
      expect(await answered(await come(2, '/'))).toBe(true)
      waiting.pop()?.()
      expect(await answered(busy[2] as Socket)).toBe(true)
      expect(await answered(await come(1, '/'))).toBe(true)
      await close()
    })

    it.each<[string, string | undefined]>([
      ['says nothing', undefined],
      ['was answered', '/'],
    ])('and one that %s gives way, the longest idle first, to whoever asks', async (_what, text) => {
      const { come, answered, close } = await opened()
      const idle = [await come(1, text), await come(1, text), await come(1, text)]
      if (text) for (const socket of idle) expect(await answered(socket)).toBe(true)
      const ended = once(idle[0] as Socket, 'close')
      expect(await answered(await come(1, '/'))).toBe(true)
      await ended
      expect(idle.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
      await close()
    })

    it('and where all are taken, of the address that holds most', async () => {
      const { come, answered, close } = await opened()
      const held = [await come(1), await come(1), await come(1), await come(2), await come(2)]
      const ended = once(held[0] as Socket, 'close')
      expect(await answered(await come(3, '/'))).toBe(true)
      await ended
      await close()
    })

    it('but ends none that became a socket', async () => {
      const { server, come, answered, close } = await opened()
      server.on('upgrade', (_request, socket: Socket) => {
        socket.on('end', () => socket.destroy()).resume()
        keepOpen(server, socket)
      })
      const upgrade = once(server, 'upgrade')
      const kept = await come(1)
      kept.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      await upgrade
      const second = await come(1)
      await come(1)
      const ended = once(second, 'close')
      expect(await answered(await come(1, '/'))).toBe(true)
      await ended
      expect(kept.destroyed).toBe(false)
      await close()
    })
  })

  it('takes a body that breaks off for no fault of its own', async () => {
    const server = makeServer((request, env) => app.fetch(request, env), { requestMs: 60_000 })
    const port = await listenOn(server, 0, '127.0.0.1')
    logged.length = 0
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/customer/hello.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{', () =>
      setImmediate(() => socket.destroy()),
    )
    await expect.poll(() => logged).toHaveLength(1)
    expect(logged[0]).not.toHaveProperty('error')
    expect(logged[0]?.status).toBe(400)
    await hangUp(server)
  })

  it.each([
    ['text', '2026-03-16T01:00:00.000Z 1.2.3.4 7@1 POST /api/x\\u000a 200 1.3ms a1\n'],
    [
      'json',
      '{"time":"2026-03-16T01:00:00.000Z","log":"request","level":"info","ip":"1.2.3.4","method":"POST","path":"/api/x\\n","status":200,"ms":1.3,"id":"a1","user":7,"company":1}\n',
    ],
  ] as const)('writes its log in whole lines: %s', (format, line) => {
    let text = ''
    const { log, flush } = bufferedLog((part) => {
      text += part
    }, format)
    log({
      time: START,
      ip: '1.2.3.4',
      method: 'POST',
      path: '/api/x\n',
      status: 200,
      ms: 1.25,
      id: 'a1',
      user: 7,
      company: 1,
    })
    flush()
    expect(text).toBe(line)
  })

  it('says what failed in one line, in its log of objects', () => {
    const line = messageLine(START, 'background', 'Error: no\n    at work')
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toEqual({
      time: '2026-03-16T01:00:00.000Z',
      log: 'server',
      level: 'error',
      message: 'background',
      error: 'Error: no\n    at work',
    })
  })
})

describe('a server that closes', () => {
  it('says so to whoever asks for its health, and to callers', async () => {
    expect((await fetch('/healthz')).status).toBe(200)
    await app.close()
    for (const response of [await fetch('/healthz'), await post('/api/customer/query.json', '{"data":{}}')]) {
      expect(response.status).toBe(503)
    }
  })
})
