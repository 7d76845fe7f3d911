/** What every answer carries and what none tells: headers, and secrets kept out of the database and the logs (checks 4, 17, 19, 23, 25, 26). */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import { MOBILES, PASSWORD, type Person } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SECRETS = { chosen: 'Garden2026', changed: 'Orchid77Up', wrong: 'Wrong12345' }

onOneEngine('answers', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  beforeAll(async () => {
    admin = await product().person('administrator')
  })

  const post = (path: string, body: BodyInit, token?: string, type?: string): Promise<Response> =>
    product().fetch(path, {
      method: 'POST',
      body,
      headers: { ...(type ? { 'content-type': type } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
  const call = (path: string, token?: string, data: unknown = {}): Promise<Response> =>
    post(`/api/${path}.json`, JSON.stringify({ data }), token, 'application/json')

  async function upload(): Promise<{ response: Response; url: string; id: number }> {
    const form = new FormData()
    form.append('image', new File([PIXEL], 'pixel.png', { type: 'image/png' }))
    const response = await post('/api/upload/uploadImage.json', form, admin.token)
    const { data } = (await response.clone().json()) as { data: { url: string; id: number } }
    return { response, ...data }
  }

  it('of every kind carry the common headers, and none of the server', async () => {
    const stored = await upload()
    const exported = (await (await call('customer/export', admin.token)).json()) as { data: { url: string } }
    const kinds: Record<string, Response> = {
      rows: await call('customer/query', admin.token),
      refusal: await call('customer/add', admin.token),
      stranger: await call('customer/query'),
      'no such call': await call('no/such', admin.token),
      'broken body': await post('/api/customer/query.json', '{', admin.token),
      method: await product().fetch('/api/customer/query.json'),
      upload: stored.response,
      'no upload': await post('/api/upload/uploadImage.json', 'x', admin.token, 'multipart/form-data; boundary=y'),
      picture: await product().fetch(stored.url),
      sheet: await product().fetch(exported.data.url),
      'no file': await product().fetch('/files/nothing.png'),
      model: await product().fetch('/model/core.json'),
      health: await product().fetch('/healthz'),
      nothing: await product().fetch('/nothing.js'),
    }
    for (const [kind, { headers }] of Object.entries(kinds)) {
      const api = (headers.get('content-type') ?? '').startsWith('application/json') && kind !== 'model'
      expect({
        kind,
        nosniff: headers.get('x-content-type-options'),
        frame: headers.get('x-frame-options'),
        referrer: headers.get('referrer-policy'),
      }).toEqual({ kind, nosniff: 'nosniff', frame: 'DENY', referrer: 'same-origin' })
      expect({
        kind,
        server: headers.get('server'),
        by: headers.get('x-powered-by'),
        cors: headers.get('access-control-allow-origin'),
        cookie: headers.get('set-cookie'),
      }).toEqual({ kind, server: null, by: null, cors: null, cookie: null })
      if (api) expect({ kind, cache: headers.get('cache-control') }).toEqual({ kind, cache: 'no-store' })
      else {
        const policy = headers.get('content-security-policy') ?? ''
        expect({ kind, policy }).toEqual({
          kind,
          policy: expect.stringMatching(/script-src 'self';|sandbox|default-src 'none'/),
        })
        expect({ kind, loose: /unsafe-eval|script-src[^;]*unsafe-inline/.test(policy) }).toEqual({ kind, loose: false })
      }
    }
  })

  describe('after people signed in, made accounts and changed passwords', () => {
    const lines: string[] = []
    let tokens: string[] = []
    beforeAll(async () => {
      const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line: unknown) => {
        lines.push(String(line))
        return true
      })
      const signIn = async (mobile: string, password: string): Promise<string | undefined> =>
        (await product().send(undefined, 'system/checkLogin', { mobile, password })).data as never
      await signIn(MOBILES.manager, SECRETS.wrong)
      const { token } = (await signIn(MOBILES.manager, PASSWORD)) as unknown as { token: string }
      const [employeeId] = (await product().app.insertAll(
        'employee',
        { kind: 'system', lang: 'zh', companyId: admin.companyId },
        [{ realName: '新人', mobile: '17600000001', orgId: admin.orgId }],
      )) as [number]
      const { id } = await product().must(admin, 'user/add', {
        employeeId,
        mobile: '17600000001',
        realName: '新人',
        password: SECRETS.chosen,
      })
      await product().send(token, 'user/editPassword', {
        mobile: MOBILES.manager,
        oldPassword: PASSWORD,
        password: SECRETS.changed,
      })
      const { initialPassword } = await product().must(admin, 'user/restPassword', { id })
      await product().must(admin, 'user/edit', { id, realName: '新新人' })
      tokens = [token, admin.token, initialPassword]
      spy.mockRestore()
    })

    it('no table holds a password or a token as it is', async () => {
      const tables = await product().rows<{ name: string }>(
        "select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace",
      )
      expect(tables.length).toBeGreaterThan(150)
      const words = [...tokens, ...Object.values(SECRETS), PASSWORD]
      for (const { name } of tables) {
        const found = await product().rows<{ n: number }>(
          `select count(*) as n from "${name}" t where ${words.map((_, i) => `strpos(t::text, $${i + 1}) > 0`).join(' or ')}`,
          words,
        )
        expect({ name, found: found[0]?.n }).toEqual({ name, found: 0 })
      }
    })

    it('no line of a log does', () => {
      const told = JSON.stringify([...lines, ...product().log])
      expect(product().log.length).toBeGreaterThan(3)
      for (const word of [...tokens, ...Object.values(SECRETS), PASSWORD]) expect(told).not.toContain(word)
    })

    it('the failures and successes are told to the operator, numbers masked', () => {
      const events = lines
        .filter((line) => line.includes('"log":"security"'))
        .map((line) => JSON.parse(line) as { event: string; mobile?: string })
      expect(events.map((one) => one.event)).toEqual(
        expect.arrayContaining(['signInFailed', 'signIn', 'passwordChanged', 'passwordReset']),
      )
      expect(events.filter((one) => one.mobile !== undefined && !/^1\d\d\*{4}\d{4}$/.test(one.mobile))).toEqual([])
    })

    it('each has its entry in the log of the company, with who did it, and no value that is secret', async () => {
      const entries = await product().rows<{ call: string; realname: string; after: unknown }>(
        'select "call", "realname", "after" from "operateLog" where "createTime" = $1 and ("entity" = \'user\' or "entity" is null) order by "id"',
        [new Date(product().clock.now())],
      )
      expect(entries.map((one) => one.call)).toEqual(
        expect.arrayContaining(['login', 'add', 'editPassword', 'restPassword', 'edit']),
      )
      expect(entries.filter((one) => one.realname === '' || one.realname === null)).toEqual([])
      expect(JSON.stringify(entries)).not.toMatch(/password"|scrypt/)
    })
  })

  it('to more than six hundred open calls of one address are a refusal, others are served', async () => {
    const ask = async (ip: string): Promise<number> => {
      const request = new Request('http://studio.test/api/system/checkLogin.json', {
        method: 'POST',
        body: '{"data":{}}',
        headers: { 'content-type': 'application/json' },
      })
      const response = await product().app.fetch(request, { incoming: { socket: { remoteAddress: ip } } })
      return ((await response.json()) as { status: number }).status
    }
    const told = await Promise.all(Array.from({ length: 150 }, () => ask('10.1.1.1')))
    for (let i = 0; i < 3; i += 1) told.push(...(await Promise.all(Array.from({ length: 160 }, () => ask('10.1.1.1')))))
    expect(told.filter((status) => status === 429).length).toBeGreaterThan(20)
    expect(await ask('10.1.1.2')).toBe(400)
    product().clock.at += 60_000
    expect(await ask('10.1.1.1')).toBe(400)
  })
})
