import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLang } from '../../../src/web/core/i18n.ts'
import { loadCore } from '../../../src/web/core/model.ts'
import { call, callForbidden, CallRefused, sessionLost } from '../../../src/web/core/request.ts'
import { session } from '../../../src/web/core/session.ts'
import { readText, writeText } from '../../../src/web/core/storage.ts'
import { keepToken, token } from '../../../src/web/core/token.ts'
import { loadingCount } from '../../../src/web/core/loading.ts'
import { enter } from '../../../src/web/access/enter.ts'
// Signing in loads it by the way: it is there before the test can be over.
import '../../../src/web/lists/ahead.ts'
import { core } from './core.ts'
import { answeringServer } from './server.ts'

const replies: Record<string, { http?: number; body?: unknown; headers?: Record<string, string> }> = {
  '/api/thing/query.json': { body: { status: 200, msg: '', data: [1], total: 1 } },
  '/api/thing/lost.json': { body: { status: 401, msg: '' } },
  '/api/thing/forbidden.json': { body: { status: 403, msg: '没有权限' } },
  '/api/thing/outside.json': { body: { status: 403, msg: '没有该数据的操作权限', data: { outOfScope: true } } },
  '/api/thing/wrong.json': { body: { status: 400, msg: '名称已存在', data: { field: 'name' } } },
  '/api/thing/silent.json': { body: { status: 897, msg: '' } },
  '/api/thing/broken.json': { http: 502 },
  '/api/thing/faulty.json': { body: { status: 500, msg: 'Wrong' }, headers: { 'x-request-id': '5f0c' } },
  '/api/thing/away.json': { http: 502, headers: { 'x-request-id': 'edge-7' } },
  '/api/thing/page.json': { body: '<html>' },
  '/api/thing/nothing.json': { body: { status: 404, msg: '未找到', data: { unknownCall: 'thing/nothing' } } },
  '/api/thing/gone.json': { body: { status: 404, msg: '数据不存在' } },
  '/api/system/logout.json': { body: { status: 200, msg: '', data: null } },
}

let server: Awaited<ReturnType<typeof answeringServer>>
const heard: string[] = []

beforeAll(async () => {
  server = await answeringServer((path) => replies[path] ?? { http: 404 })
  vi.stubGlobal('location', new URL('http://localhost/password'))
  vi.stubGlobal('fetch', async () => Response.json(core))
  // There is no page here whose fonts could be loaded while nothing else is to do.
  vi.stubGlobal('requestIdleCallback', () => 0)
  await loadCore()
  sessionLost.on(({ token: ended }) => heard.push(`lost ${ended}`))
  callForbidden.on(() => heard.push('forbidden'))
})
afterAll(() => {
  vi.unstubAllGlobals()
  return server.close()
})
beforeEach(() => {
  heard.length = 0
  server.arrived.length = 0
  keepToken('')
  setLang('en')
})

const refusal = async (path: string, silent = false): Promise<CallRefused> => {
  const error: unknown = await call(path, {}, { silent }).catch((refused: unknown) => refused)
  if (!(error instanceof CallRefused)) throw new Error(`${path} was not refused`)
  return error
}

describe('without a token', () => {
  it('tabs and the state of the sidebar are forgotten, language and colours stay', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    keepToken('secret')
    for (const name of ['tabs', 'sidebar', 'language', 'theme']) writeText(name, name)
    keepToken('other')
    expect(readText('tabs')).toBe('tabs')
    keepToken('')
    expect(['token', 'tabs', 'sidebar', 'language', 'theme'].map(readText)).toEqual([
      undefined,
      undefined,
      undefined,
      'language',
      'theme',
    ])
    vi.stubGlobal('localStorage', undefined)
  })
})

describe('a call', () => {
  it('that is none is named in the console, a record that is none is not', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await refusal('thing/gone')
    expect(said).not.toHaveBeenCalled()
    await refusal('thing/nothing')
    expect(said).toHaveBeenCalledWith('url请求错误', 'thing/nothing')
    said.mockRestore()
  })

  it('sends its input under data, with the token and the language', async () => {
    keepToken('secret')
    const answer = await call('thing/query', { pageNO: 1 })
    expect(answer).toEqual({ status: 200, msg: '', data: [1], total: 1 })
    expect(server.arrived[0]).toMatchObject({
      body: { data: { pageNO: 1 } },
      headers: { authorization: 'Bearer secret', 'accept-language': 'en' },
    })
  })
  it('carries no authorization when nobody is signed in', async () => {
    await call('thing/query')
    expect(server.arrived[0]?.headers).not.toHaveProperty('authorization')
  })
  it('that takes money carries the number its caller made', async () => {
    await call('thing/query', { amount: 1 }, { requestNo: 'n-1' })
    expect(server.arrived[0]?.body).toEqual({ data: { amount: 1, requestNo: 'n-1' } })
  })
  it('covers the page while it runs, unless told not to', async () => {
    const running = call('thing/query')
    const quiet = call('thing/query', {}, { loading: false })
    expect(loadingCount.get()).toBe(1)
    await Promise.all([running, quiet])
    expect(loadingCount.get()).toBe(0)
  })
})

describe('a refusal', () => {
  it('names the field and carries the sentence of the server', async () => {
    expect(await refusal('thing/wrong')).toMatchObject({ status: 400, msg: '名称已存在', data: { field: 'name' } })
  })
  it('for a fault of the server names the request, for anything else it does not', async () => {
    expect((await refusal('thing/faulty')).msg).toBe('Wrong (request 5f0c)')
    expect((await refusal('thing/away')).msg).toMatch(/ \(request edge-7\)$/)
    expect((await refusal('thing/gone')).msg).toBe('数据不存在')
  })
  it('401 ends the session of the token it was sent with', async () => {
    keepToken('old')
    await refusal('thing/lost')
    expect(heard).toEqual(['lost old'])
  })
  it('401 before sign-in ends nothing', async () => {
    await refusal('thing/lost')
    expect(heard).toEqual([])
  })
  it('403 leads to /403, unless the caller handles it', async () => {
    await refusal('thing/forbidden', true)
    expect(heard).toEqual([])
    // A record that is not seen is told of where it was asked for.
    expect((await refusal('thing/outside')).msg).toBe('没有该数据的操作权限')
    expect(heard).toEqual([])
    await refusal('thing/forbidden')
    expect(heard).toEqual(['forbidden'])
  })
  it('without a network says that what was typed is kept, and asks for no reload', async () => {
    const said = async (): Promise<string> => (await refusal('thing/broken', true)).msg
    expect(await said()).toMatch(/sign in again/i)
    vi.stubGlobal('navigator', { onLine: false })
    expect(await said()).toMatch(/is kept/)
    vi.stubGlobal('navigator', { onLine: true })
    expect(await said()).toMatch(/sign in again/i)
  })
  it('897 is silent', async () => {
    expect(await refusal('thing/silent')).toMatchObject({ status: 897 })
    expect(heard).toEqual([])
  })
  it.each(['thing/broken', 'thing/page', 'thing/unknown'])('no answer of this server: %s', async (path) => {
    expect(await refusal(path)).toMatchObject({ status: 0 })
    expect(server.arrived).toHaveLength(1)
  })
})

describe('entering', () => {
  const init = (status: number, menus: unknown[]) => ({
    body: { status, msg: '', data: { userDO: { id: 1 }, menus, settings: {} } },
  })
  const menus = [{ id: 1, code: 'home', name: '首页', sortNum: 1, isVisible: 1 }]
  const paths = () => server.arrived.map((one) => one.path)
  beforeEach(() => {
    replies['/api/index/init.json'] = init(200, menus)
    replies['/api/index/init_page_btn.json'] = {
      body: { status: 200, msg: '', data: [{ menuCode: 'home', code: 'switch', status: 1 }] },
    }
    keepToken('t')
  })

  it('fetches user info with menus, then button permissions', async () => {
    await enter()
    expect(paths()).toEqual(['/api/index/init.json', '/api/index/init_page_btn.json'])
    expect(session.get()).toMatchObject({ user: { id: 1 }, menus, buttons: [{ code: 'switch' }] })
  })
  it('fetches again when another window signs in meanwhile', async () => {
    const entering = enter()
    keepToken('other')
    await entering
    expect(session.get().bearer).toBe('other')
    expect(server.arrived.at(-1)?.headers.authorization).toBe('Bearer other')
  })
  it('asks once, however often it is asked to', async () => {
    await Promise.all([enter(), enter()])
    expect(paths()).toHaveLength(2)
  })
  it.each([
    ['fails', init(500, menus)],
    ['brings no menu', init(200, [])],
  ])('forces the person out when user info %s', async (_why, reply) => {
    replies['/api/index/init.json'] = reply
    await enter()
    expect([token.get(), session.get().user, session.get().menus]).toEqual(['', undefined, []])
    expect(paths()).toEqual(['/api/index/init.json'])
  })
  it('signs out when button permissions fail', async () => {
    replies['/api/index/init_page_btn.json'] = { body: { status: 500, msg: '' } }
    await enter()
    expect([token.get(), session.get().user]).toEqual(['', undefined])
    expect(paths()).toContain('/api/system/logout.json')
  })
})
