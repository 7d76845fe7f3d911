/** `npm run dev`: what a save does to the running server, and what the open browsers are told. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Saves } from '../../../bin/replace.ts'
import { splitForWeb } from '../../../generator/emit/web.ts'
import type { Requests, Sent } from '../../../src/generated/wire.ts'
import type { PushMessage, UserInfo } from '../../../src/model/web.ts'
import { product } from '../../../src/server/domain/index.ts'
import { createRuntime, type Runtime } from '../../../src/server/runtime.ts'
import { MOBILES, PASSWORD, type Told } from '../support/product.ts'
import { ROOT } from '../support/template.ts'
import { directory } from './places.ts'

const TAGS = 'schemas/resources/crm/tags.json'
const LIST = 'schemas/screens/customer/list.json'
const POSITIONS = 'schemas/platform/screens/system/positions.json'
const VISITS = 'schemas/screens/customer/visits.json'
const MANAGER = 'schemas/roles/manager.json'
const HANDLERS = 'src/server/domain/crm/family.ts'

type ModelMessage = Extract<PushMessage, { path: '/api/push/model' }>['data']

/** A field that needs a column, and a call that needs a function. */
const WITH_A_CALL = `"calls": { "shout": { "label": { "zh": "喊", "en": "Shout" }, "handler": true } }, "fields": {`
const WITH_A_COLUMN = `"fields": { "motto": { "type": "string", "label": { "zh": "格言", "en": "Motto" } },`

const WITH_A_VALUE = WITH_A_COLUMN.replace('"label"', `"value": "row.name + row.name", "label"`)

describe('a save under the running server', () => {
  const project = mkdtempSync(join(tmpdir(), 'atelier-dev-'))
  const said: string[] = []
  const saves = new Saves(project, (line) => said.push(line))
  let place: Awaited<ReturnType<typeof directory>>
  let runtime: Runtime
  let browser: Browser
  const kept = new Map<string, string>()
  const made: string[] = []

  beforeAll(async () => {
    place = await directory()
    for (const part of ['schemas', 'src/server/domain', 'package.json'])
      cpSync(join(ROOT, part), join(project, part), { recursive: true })
    mkdirSync(join(project, 'src/generated'))
    const { model } = saves.compile()
    runtime = await createRuntime({
      model: model!,
      product,
      split: splitForWeb,
      dataDir: place.dataDir,
      log: () => undefined,
    })
    browser = await Browser.open(`http://127.0.0.1:${await runtime.listen(0, '127.0.0.1')}`)
    while (runtime.push.size === 0) await browser.post('index/init')
  })
  afterEach(async () => {
    for (const [file, text] of kept) writeFileSync(join(project, file), text)
    kept.clear()
    for (const file of made.splice(0)) rmSync(join(project, file))
    await saves.take(runtime)
    await browser.next()
  })
  afterAll(async () => {
    await saves.write()
    browser.close()
    await runtime.close()
    await place.remove()
    rmSync(project, { recursive: true })
  })

  /** Saves a file with a change; answers what the browser is told. */
  /** The line of a file on which a text stands. */
  const lineOf = (file: string, text: string): number =>
    readFileSync(join(project, file), 'utf8').split(text)[0]!.split('\n').length

  async function save(file: string, from: string, to: string): Promise<ModelMessage> {
    const path = join(project, file)
    const text = readFileSync(path, 'utf8')
    if (!kept.has(file) && !made.includes(file)) kept.set(file, text)
    expect(text).toContain(from)
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
    await saves.take(runtime)
    return browser.next()
  }
  const hasColumn = async (): Promise<boolean> =>
    (
      await runtime.db.query(
        `select 1 from information_schema.columns where table_name = 'tags' and column_name = 'motto'`,
      )
    ).length > 0

  it('a call without its function changes neither model nor tables; the browser is told where it stands', async () => {
    const { hash } = runtime.app.model
    await saves.take(runtime)
    await browser.next()
    writeFileSync(join(project, TAGS), keep(TAGS).replace('"fields": {', WITH_A_COLUMN))
    const told = await save(TAGS, '"fields": {', WITH_A_CALL)
    const line =
      readFileSync(join(project, TAGS), 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('"handler"')) + 1
    expect(told).toMatchObject({ hash, problems: [{ file: TAGS, line, code: 'RUN001' }] })
    expect(said.at(-1)).toContain(`${TAGS}:${line}:`)
    expect(runtime.app.model.hash).toBe(hash)
    expect(await hasColumn()).toBe(false)
    expect(await browser.menu('system-003')).toMatchObject({ name: '岗位管理' })
  })

  it('a call whose function was written after the start changes nothing either', async () => {
    const { hash } = runtime.app.model
    writeFileSync(join(project, TAGS), keep(TAGS).replace('"fields": {', WITH_A_COLUMN))
    writeFileSync(
      join(project, HANDLERS),
      keep(HANDLERS).replace('handlers: Handlers = {', `handlers: Handlers = {\n  'tags/shout': shout,`),
    )
    const told = await save(TAGS, '"fields": {', WITH_A_CALL)
    expect(told).toMatchObject({
      hash,
      problems: [{ code: 'RUN002', message: expect.stringContaining('tags/shout') as string }],
    })
    expect(await hasColumn()).toBe(false)
  })

  it('what it does to the rows is said before it is done', async () => {
    said.length = 0
    await save(TAGS, '"fields": {', WITH_A_COLUMN)
    expect(said.join('\n')).toMatch(/Applied without asking \(\d+\)\n {2}\+ .*motto/)
    expect(said.findIndex((line) => line.includes('motto'))).toBeLessThan(
      said.findIndex((line) => line.includes('is running')),
    )
    said.length = 0
    await save(TAGS, '"max": 20', '"max": 3')
    expect(said.filter((line) => line.startsWith('  !'))).toEqual([
      expect.stringMatching(/^ {2}! tags, \d+ rows: more than 3 in "name"$/),
    ])
    said.length = 0
    const rule = `"rules": { "short": { "if": "row.name != '雾'", "why": { "zh": "不可", "en": "Not so" } } }, "unique"`
    expect(await browser.raw('tags/add', { name: '雾' })).toMatchObject({ status: 200 })
    await save(TAGS, '"unique"', rule)
    expect(said.find((line) => line.startsWith('  !'))).toBe('  ! tags, 1 row: against the rule "short": Not so')
    // A rule over a field that comes with it has nothing to ask of the rows that are there.
    const path = join(project, TAGS)
    const miles = '"fields": { "miles": { "type": "int", "label": { "zh": "里", "en": "Miles" } },'
    writeFileSync(path, readFileSync(path, 'utf8').replace('"fields": {', miles))
    const far = `"rules": { "far": { "if": "row.miles < 9", "why": { "zh": "远", "en": "Far" } }, "short"`
    expect((await save(TAGS, '"rules": { "short"', far)).problems).toEqual([])
  })

  it('what rows stand against changes nothing', async () => {
    const { hash } = runtime.app.model
    const told = await save(TAGS, '"unique": { "name": {} }', '"unique": { "name": {}, "category": {} }')
    expect(told.problems).toMatchObject([{ message: expect.stringContaining('the database cannot follow') as string }])
    expect(runtime.app.model.hash).toBe(hash)
  })

  it('a rename that is taken back takes its rows along, and rows do not stay without their resource', async () => {
    const bicycle = {
      label: { zh: '自行车', en: 'Bicycle' },
      title: 'name',
      fields: { name: { type: 'string', max: 20, label: { zh: '名', en: 'Name' } } },
    }
    const file = (name: string): string => join(project, `schemas/resources/crm/${name}.json`)
    const write = (name: string, more: object = {}): void =>
      writeFileSync(file(name), JSON.stringify({ ...bicycle, ...more }))
    const take = async (): Promise<ModelMessage> => {
      await saves.take(runtime)
      return browser.next()
    }
    const rows = (name: string): Promise<unknown[]> => runtime.db.query(`select "name" from "${name}"`)
    write('bicycle')
    await take()
    await runtime.db.query(`insert into "bicycle" ("companyId", "name") values (1, 'Red')`)
    write('bike', { was: 'bicycle' })
    rmSync(file('bicycle'))
    await take()
    expect(await rows('bike')).toEqual([{ name: 'Red' }])
    write('bicycle')
    expect((await take()).problems).toMatchObject([{ code: 'REF009' }])
    rmSync(file('bike'))
    expect((await take()).problems).toEqual([])
    expect(await rows('bicycle')).toEqual([{ name: 'Red' }])
    rmSync(file('bicycle'))
    expect((await take()).problems).toMatchObject([
      { message: expect.stringContaining('drop table bicycle (1 rows)') as string },
    ])
    await runtime.db.query('delete from "bicycle"')
    expect((await take()).problems).toEqual([])
  })

  it('a value without a number that is renamed back takes its rows along', async () => {
    const file = join(project, 'schemas/dictionaries/wall.json')
    const wall = (name: string, more: object = {}): void =>
      writeFileSync(
        file,
        JSON.stringify({
          label: { zh: '墙', en: 'Wall' },
          values: { [name]: { zh: '南', en: 'South', ...more }, north: { zh: '北', en: 'North' } },
        }),
      )
    const take = async (): Promise<ModelMessage> => {
      await saves.take(runtime)
      return browser.next()
    }
    wall('south')
    const told = await save(
      TAGS,
      '"fields": {',
      `"fields": { "wall": { "type": "enum", "of": "wall", "label": { "zh": "墙", "en": "Wall" } },`,
    )
    expect(told.problems).toEqual([])
    await runtime.db.query(`update "tags" set "wall" = 'south'`)
    wall('southern', { was: 'south' })
    expect((await take()).problems).toEqual([])
    wall('south')
    expect((await take()).problems).toEqual([])
    expect(await runtime.db.query('select distinct "wall" from "tags"')).toEqual([{ wall: 'south' }])
    await runtime.db.query('update "tags" set "wall" = null')
    made.push('schemas/dictionaries/wall.json')
  })

  it('a new field has its column before the model that asks for it is in force', async () => {
    const told = await save(TAGS, '"fields": {', WITH_A_COLUMN)
    expect(told).toEqual({ hash: runtime.app.model.hash, menus: false, problems: [] })
    expect(await hasColumn()).toBe(true)
    expect(await browser.raw('tags/add', { name: '晨', motto: '早起' })).toMatchObject({ status: 200 })
  })

  it('a new computed field has its value in old rows', async () => {
    expect(await browser.post('tags/add', { name: '晚' })).toMatchObject({ status: 200 })
    await save(TAGS, '"fields": {', WITH_A_VALUE)
    expect(await runtime.db.query(`select "motto" from "tags" where "name" = '晚'`)).toEqual([{ motto: '晚晚' }])
  })

  it('a wrong schema is told with its place; the last good model stays, and a good save takes over', async () => {
    const { hash } = runtime.app.model
    expect(await save(LIST, '"/customer/detail"', '"/customer/detial"')).toMatchObject({
      hash,
      problems: [{ file: LIST, line: lineOf(LIST, '/customer/detial'), code: 'REF007' }],
    })
    // A browser that comes back, or comes new, is told what everybody was told.
    const late = await Browser.open(browser.address)
    expect(await late.next()).toMatchObject({
      hash,
      problems: [{ file: LIST, line: lineOf(LIST, '/customer/detial'), code: 'REF007' }],
    })
    late.close()
    expect(await browser.hash()).toBe(hash)
    await save(LIST, '"/customer/detial"', '"/customer/detail"')
    expect(said.at(-1)).toBe(`Right again: model ${hash} goes on running`)
    const told = await save(LIST, '"/customer/detail"', '"/customer/detail", "empty": { "zh": "空", "en": "None" }')
    expect(told.problems).toEqual([])
    expect(told.hash).not.toBe(hash)
    expect(await browser.hash()).toBe(told.hash)
  })

  it('another name, another order and a new screen are in the menu when the browser is told', async () => {
    expect(await save(POSITIONS, '岗位管理', '职位')).toMatchObject({ menus: true, problems: [] })
    expect(await browser.menu('system-003')).toMatchObject({ name: '职位' })
    await save(POSITIONS, '"view"', '"order": 7, "view"')
    expect(await browser.menu('system-003')).toMatchObject({ sortNum: 7 })
    expect(await save(VISITS, '', keepNew())).toMatchObject({ menus: true, problems: [] })
    expect(await browser.menu('customer-099')).toMatchObject({ path: '/customer/visits' })
  })

  it('a screen with another code is the same menu: what was granted of it stays', async () => {
    const { id } = (await browser.menu('system-003'))!
    writeFileSync(join(project, MANAGER), keep(MANAGER).replace('"system-003"', '"system-099"'))
    expect(await save(POSITIONS, '"system-003"', '"system-099", "was": "system-003"')).toMatchObject({ problems: [] })
    expect(await browser.menu('system-099')).toMatchObject({ id })
    expect(await browser.menu('system-003')).toBeUndefined()
  })

  it('a save that changes no name or right leaves the menus alone', async () => {
    expect(await save(LIST, '"tabs": "status"', '"tabs": "status", "sort": ["realName"]')).toMatchObject({
      menus: false,
      problems: [],
    })
  })

  /** Begins a file that is removed after the test; answers what stands in it. */
  function keepNew(): string {
    writeFileSync(join(project, VISITS), '')
    made.push(VISITS)
    return readFileSync(join(project, 'schemas/screens/customer/doc.json'), 'utf8').replace(
      'customer-002',
      'customer-099',
    )
  }

  /** The text of a file that is put back after the test. */
  function keep(file: string): string {
    const text = readFileSync(join(project, file), 'utf8')
    kept.set(file, text)
    return text
  }
})

/** Somebody with the product open. */
class Browser {
  private readonly told: ModelMessage[] = []
  private readonly waiting: ((message: ModelMessage) => void)[] = []

  private constructor(
    readonly address: string,
    private readonly token: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data) => {
      const { path, data: message } = JSON.parse(String(data)) as PushMessage
      if (path !== '/api/push/model') return
      const next = this.waiting.shift()
      if (next) next(message)
      else this.told.push(message)
    })
  }

  /** Signs in, and opens the socket. */
  static async open(address: string): Promise<Browser> {
    const { data } = await postTo(address, 'system/checkLogin', { mobile: MOBILES.administrator, password: PASSWORD })
    const { token } = data as { token: string }
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/push`)
    await new Promise((resolve) => {
      socket.once('open', resolve)
    })
    socket.send(JSON.stringify({ token }))
    return new Browser(address, token, socket)
  }

  /** The next message about the model. */
  next(): Promise<ModelMessage> {
    const known = this.told.shift()
    return known
      ? Promise.resolve(known)
      : new Promise((resolve) => {
          this.waiting.push(resolve)
        })
  }

  post<P extends keyof Requests, K extends string>(path: P, input?: Sent<P, K>): Promise<Told> {
    return this.raw(path, input)
  }

  /** As the product is by now. */
  raw(path: string, input?: object): Promise<Told> {
    return postTo(this.address, path, input, this.token)
  }

  async menu(code: string): Promise<UserInfo['menus'][number] | undefined> {
    const { data } = await this.post('index/init')
    return (data as UserInfo).menus.find((menu) => menu.code === code)
  }

  async hash(): Promise<string> {
    const response = await fetch(`${this.address}/model/core.json`)
    return ((await response.json()) as { hash: string }).hash
  }

  close(): void {
    this.socket.close()
  }
}

async function postTo(address: string, path: string, input: object = {}, token?: string): Promise<Told> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const response = await fetch(`${address}/api/${path}.json`, {
    method: 'POST',
    body: JSON.stringify({ data: input }),
    headers: { 'content-type': 'application/json', ...authorization },
  })
  return (await response.json()) as Told
}
