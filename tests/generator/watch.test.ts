import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compile, type Compiled } from '../../generator/index.ts'
import { createWatchedCompiler } from '../../generator/tools/watch.ts'
import { SHOP_DIR } from '../server/engine/shop.ts'
import { SCHEMAS } from './schemas.ts'

const home = mkdtempSync(join(tmpdir(), 'atelier-watch-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A folder of schemas under a watcher. */
class Watched {
  readonly compile: (changed?: string[]) => Compiled
  private readonly root: string
  /** Files that were put back since the last compilation: the next one reads them too. */
  private back: string[] = []

  constructor(name: string, from: string) {
    this.root = join(home, name)
    cpSync(from, this.root, { recursive: true })
    cpSync(join(SCHEMAS, 'meta'), join(this.root, 'meta'), { recursive: true })
    this.compile = (changed) => watcher.compile(changed)
    const watcher = createWatchedCompiler(this.root)
  }

  path = (file: string): string => join(this.root, file)
  text = (file: string): string => readFileSync(this.path(file), 'utf8')
  write = (file: string, text: string): void => writeFileSync(this.path(file), text)

  /** Replaces a piece of a file that stays so. */
  change(file: string, from: string, to: string): void {
    expect(this.text(file)).toContain(from)
    this.write(file, this.text(file).replace(from, to))
  }

  anew = (): Compiled => compile(this.root)

  /** Saves a change, compiles with the watcher, and with a compiler that knows nothing; then takes the change back. */
  saved(file: string, from: string, to: string): { watched: Compiled; anew: Compiled } {
    const text = this.text(file)
    this.change(file, from, to)
    const results = { watched: this.compile([...this.back, this.path(file)]), anew: this.anew() }
    this.write(file, text)
    this.back = [this.path(file)]
    return results
  }
}

/** The shop, with a screen like another, and with lists and filters that have a name. */
function shop(): Watched {
  const made = new Watched('shop', SHOP_DIR)
  const label = { zh: '我的客户', en: 'My customers' }
  made.write(
    'screens/sales/mine.json',
    JSON.stringify({ code: 'sales-004', label, like: '/sales/customers', filters: { drop: ['birthday'] } }),
  )
  const types = JSON.parse(made.text('types.json')) as object
  const lists = { count: [{ name: 'count', type: 'int', label: { zh: '条数', en: 'Number' } }] }
  const filters = { nameOrTel: { contains: ['realName', 'mobile'] } }
  made.write('types.json', JSON.stringify({ ...types, lists, filters }))
  made.change(
    'resources/shop/customer.json',
    '"nameOrTel": { "contains": ["realName", "mobile"] }',
    '"nameOrTel": "nameOrTel"',
  )
  made.change('resources/shop/customer.json', '"handler": true,', '"handler": true, "output": ["...count"],')
  return made
}

const places = { shop: shop(), product: new Watched('product', SCHEMAS) }
for (const place of Object.values(places)) place.compile()

const LIST = 'screens/sales/customers.json'
const CUSTOMER = 'resources/shop/customer.json'

describe('the watched compiler says what a new one says', () => {
  it.each<[string, keyof typeof places, string, string, string]>([
    ['a screen changes', 'shop', LIST, '"claim": true', '"claim": { "label": { "zh": "领", "en": "Take" } }'],
    ['a screen gets another name', 'shop', LIST, '客户', '顾客'],
    ['a screen sorts by what had no index', 'shop', LIST, '"tabs": "status"', '"tabs": "status", "sort": ["nick"]'],
    ['a screen asks for a parameter', 'shop', LIST, '"tabs": "status"', '"tabs": "status", "params": ["cityCode!"]'],
    ['a screen is wrong', 'shop', LIST, '"tabs": "status"', '"tabs": "state"'],
    ['a screen breaks its meta-schema', 'shop', LIST, '"tabs"', '"tab"'],
    ['a screen is no JSON', 'shop', LIST, '"view": "list",', '"view": "list"'],
    ['a resource changes', 'shop', CUSTOMER, '"客户编号"', '"客户号"'],
    ['a resource is wrong', 'shop', CUSTOMER, '"type": "serial"', '"type": "serail"'],
    ['a dictionary loses a value', 'shop', 'dictionaries/customer_status.json', '"lost"', '"gone"'],
    [
      'a group fixes what nobody knows',
      'shop',
      'screens/sales/_group.json',
      '"order"',
      '"with": { "nothing": 1 }, "order"',
    ],
    ['a group fixes an input', 'shop', 'screens/sales/_group.json', '"order"', '"with": { "vip": true }, "order"'],
    [
      'a group lets everybody in',
      'shop',
      'screens/sales/_group.json',
      '"order"',
      '"access": { "staff": "all" }, "order"',
    ],
    ['a screen changes that another is like', 'shop', LIST, '"export": true,', ''],
    ['a screen is wrong that another is like', 'shop', LIST, '"export"', '"exprot"'],
    ['a list of inputs changes', 'shop', 'types.json', '"条数"', '"行数"'],
    ['a filter looks further', 'shop', 'types.json', '["realName","mobile"]', '["realName"]'],
    ['a role loses a grant', 'shop', 'roles/administrator.json', '"*": "whole"', '"sales-001": "whole"'],
    ['a named type changes', 'shop', 'types.json', '"max":30', '"max":40'],
    // As large as products get, each way of reuse once more.
    [
      'a screen changes',
      'product',
      'screens/customer/list.json',
      '"tag": true',
      '"tag": { "label": { "zh": "标", "en": "T" } }',
    ],
    [
      'a screen changes that another is like',
      'product',
      'screens/cash/child-business-order.json',
      '"orderStatus", ',
      '',
    ],
    ['a resource changes', 'product', 'resources/crm/customer.json', '"客户编号"', '"客户号"'],
    ['a filter looks further', 'product', 'platform/types.json', '["realName", "mobile"]', '["realName"]'],
  ])('%s (%s)', (_what, name, file, from, to) => {
    const { watched, anew } = places[name].saved(file, from, to)
    expect(watched.problems).toEqual(anew.problems)
    expect(JSON.stringify(watched.model)).toBe(JSON.stringify(anew.model))
  })

  const { shop } = places
  const VISITS = 'screens/sales/visits.json'
  const visits = (more: object = {}): string =>
    JSON.stringify({
      code: 'sales-099',
      label: { zh: '来访', en: 'Visits' },
      view: 'list',
      resource: 'customer',
      ...more,
    })

  it('a file comes and goes', () => {
    shop.write(VISITS, visits())
    expect(shop.compile([shop.path(VISITS)]).model!.screens['/sales/visits']).toBeDefined()
    rmSync(shop.path(VISITS))
    expect(shop.compile([shop.path(VISITS)]).model!.screens['/sales/visits']).toBeUndefined()
    expect(JSON.stringify(shop.compile().model)).toBe(JSON.stringify(shop.anew().model))
  })

  it('a button that opens a screen is named as that screen is now', () => {
    shop.write(VISITS, visits({ actions: { orders: { open: '/sales/orders' } } }))
    shop.compile([shop.path(VISITS)])
    const { watched, anew } = shop.saved('screens/sales/orders.json', '"订单"', '"单子"')
    const label = (found: Compiled) => found.model!.screens['/sales/visits']!.view.actions[0]!.label.zh
    expect([label(watched), label(anew)]).toEqual(['单子', '单子'])
    rmSync(shop.path(VISITS))
    shop.compile([shop.path(VISITS)])
  })

  it('a good save after a wrong one is good', () => {
    expect(shop.saved(LIST, '"resource": "customer"', '"resource": "custmer"').watched.model).toBeUndefined()
    expect(shop.compile([shop.path(LIST)]).model).toBeDefined()
  })
})
