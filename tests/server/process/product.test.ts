/** Another product on the platform: made by `init`, changed as the docs say, served and worked with. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Told, Values } from '../support/product.ts'
import { ROOT } from '../support/template.ts'
import { killAll, Running } from './running.ts'

const PROGRAM = join(ROOT, 'bin/atelier.mjs')
/** What a product imports from the package, each with its types. */
const DOORS = ['server', 'model']
const ADMIN = { company: 'Corner shop', realName: 'Ann', mobile: '13900000001', password: 'Harbour7' }

/** A call with a function, as the recipe of the docs writes it. */
const SERVER = `import type { Product } from 'atelier/server'
import type { Handler, Handlers, In } from '../generated/call.ts'

const quote: Handler<'item/quote'> = async (c) => ({ total: (c.row.price ?? 0) * c.input.quantity })

const handlers: Handlers = { 'item/quote': quote }

export const product: Product = {
  handlers,
  invariants: (values: In) => [
    { code: 'shop.open', says: 'an item is for sale or not', broken: \`select "id" from "item" where "state" not in (\${values('item_state', 'offered', 'sold')})\` },
  ],
}
`

describe('a product of its own', () => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-product-'))
  const root = join(home, 'shop')
  const atelier = (cwd: string, ...args: string[]): string =>
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd, encoding: 'utf8' })
  const write = (file: string, data: object | string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof data === 'string' ? data : JSON.stringify(data))
  }
  let running: Running
  let token = ''
  const ask = (path: string, input: Values = {}): Promise<Told> => running.raw(path, input, token)

  beforeAll(async () => {
    atelier(home, 'init', 'shop', '--name=Corner shop')
    const item = JSON.parse(readFileSync(join(root, 'schemas/resources/desk/item.json'), 'utf8')) as { calls: object }
    write('schemas/resources/desk/item.json', {
      ...item,
      calls: {
        ...item.calls,
        quote: {
          ...{ label: { en: 'Quote' }, handler: true },
          input: ['id!', { name: 'quantity!', type: 'int', min: 1, label: { en: 'Quantity' } }],
          output: [{ name: 'total', type: 'money', label: { en: 'Total' } }],
        },
      },
    })
    write('schemas/resources/system/employee.json', {
      layer: 'add',
      fields: { badge: { type: 'string', max: 10, label: { en: 'Badge' } } },
      form: ['realName', 'mobile', 'orgId', 'badge'],
    })
    write('server/index.ts', SERVER)
    atelier(root, 'generate')
    running = await new Running({ DATA_DIR: join(root, 'data') }, [PROGRAM, 'serve'], root).ready()
    const [, secret] = await running.said(/first-run\?token=(\S+)/)
    expect(await running.raw('system/firstRun', { ...ADMIN, confirm: ADMIN.password, token: secret })).toMatchObject({
      status: 200,
    })
    const { mobile, password } = ADMIN
    const { data } = await running.raw('system/checkLogin', { mobile, password })
    token = (data as { token: string }).token
  })
  afterAll(() => {
    killAll()
    rmSync(home, { recursive: true, force: true })
  })

  it('has no problem, and no file of the studio', () => {
    expect(atelier(root, 'check')).toMatch(/^2\d resources, .*: no problem/)
    expect(readFileSync(join(root, 'generated/model.json'), 'utf8')).not.toMatch(/customer|studio|photo/i)
  })

  it('is renamed in its own language alone', () => {
    atelier(home, 'init', 'other')
    const other = join(home, 'other')
    atelier(other, 'rename', 'item.buyer', 'item.taker')
    atelier(other, 'rename', 'item_state.sold', 'item_state.gone')
    const texts = ['resources/desk/item.json', 'dictionaries/item_state.json'].map((file) =>
      readFileSync(join(other, 'schemas', file), 'utf8'),
    )
    expect(texts[0]).toContain('"taker": {')
    expect(texts.join()).not.toContain('"zh"')
  })

  it('has functions and invariants that are checked by its own names', () => {
    const paths = Object.fromEntries(DOORS.map((door) => [`atelier/${door}`, [join(ROOT, `src/exports/${door}.ts`)]]))
    const written = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object }
    const compilerOptions = { ...written.compilerOptions, paths, typeRoots: [join(ROOT, 'node_modules/@types')] }
    const problems = (server: string): string => {
      write('server/index.ts', server)
      write('tsconfig.check.json', { ...written, compilerOptions })
      const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', 'tsconfig.check.json']
      return spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' }).stdout
    }
    expect(problems(SERVER)).toBe('')
    expect(problems(SERVER.replace("'sold'", "'solt'"))).toContain('"solt"')
    write('server/index.ts', SERVER)
  })

  it('keeps records with a state, and refuses what their rules refuse', async () => {
    const { data } = await ask('item/add', { name: 'Lamp', price: 40 })
    const { id } = data as { id: number }
    expect(await ask('item/add', { name: 'Lamp', price: 1 })).toMatchObject({ status: 400, data: { field: 'name' } })
    expect(await ask('item/sell', { id })).toMatchObject({ status: 400, data: { field: 'buyer' } })
    expect(await ask('item/sell', { id, buyer: 'Bo' })).toMatchObject({ status: 200 })
    expect(await ask('item/sell', { id, buyer: 'Cy' })).toMatchObject({ status: 400 })
    expect(await ask('item/query', { pageNO: 1, pageRows: 10 })).toMatchObject({
      total: 1,
      data: [{ name: 'Lamp', price: 40, state: 2, buyer: 'Bo' }],
    })
  })

  it('tries a screen by itself, refusals included, and keeps nothing of it', async () => {
    const before = await ask('item/query')
    const said = atelier(root, 'test', '/desk/items')
    expect(said).toContain('✓ May look at “Items”: Administrator, Clerk: done (0)')
    expect(said).toContain('✓ “Add”: “Name” left out: 400 Enter name')
    expect(said).toMatch(/“Add”: pressed: done/)
    expect(said).toMatch(/\d+ tried, 0 wrong/)
    expect((await ask('item/query')).total).toBe(before.total)
    expect(() => atelier(root, 'test', '/desk/itmes')).toThrow('did you mean "/desk/items"')
  })

  it('answers by a function of its own', async () => {
    const { data } = await ask('item/add', { name: 'Chair', price: 12.5 })
    expect(await ask('item/quote', { ...(data as { id: number }), quantity: 3 })).toMatchObject({
      data: { total: 37.5 },
    })
  })

  it('has what it added to the platform', async () => {
    const { data: orgs } = await ask('org/listForManage')
    const [{ id: orgId }] = orgs as [{ id: number }]
    const { data } = await ask('employee/add', { realName: 'Bo', mobile: '+4915100000002', orgId, badge: 'B-7' })
    expect(await ask('employee/detail', data as Values)).toMatchObject({ data: { badge: 'B-7' } })
  })

  it('writes telephone numbers and amounts as its app.json says', async () => {
    const words = { field: 'mobile', message: 'A telephone number has 7 to 15 digits' }
    expect(await ask('employee/add', { realName: 'Cy', mobile: '12' })).toMatchObject({
      status: 400,
      msg: words.message,
    })
    const core = await fetch(`${running.address}/model/core.json`)
    expect(await core.json()).toMatchObject({ app: { currency: { symbol: '$' } } })
  })

  it('knows of no session that is another kind of person’s', async () => {
    expect(await ask('system/wxLogin', { code: '1' })).toMatchObject({ status: 404 })
  })

  it('ends when it is told to', async () => {
    expect(await running.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
