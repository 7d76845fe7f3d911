/**
 * What each right of a small shop reaches, worked out by hand from LANGUAGE § 13: a menu code what its view reads, a
 * button its call with what is fixed for it, its look-ups and checks. Nothing here asks the compiler what is right.
 */
import { describe, expect, it } from 'vitest'
import type { OpenModel, Reach, View } from '../../src/model/model.ts'
import { shopModel } from '../server/engine/shop.ts'
import { generatedModel } from '../server/support/product.ts'

const label = { zh: '样', en: 'Sample' }
const screen = (values: object): string => JSON.stringify({ label, view: 'list', ...values })

/** Beside the shop's own screens: those opened from a row, and buttons that fix an input. */
const model = shopModel({
  'screens/stock/cities.json': screen({
    code: 'stock-003',
    resource: 'city',
    columns: ['cityName'],
    actions: { people: { label, at: 'row', open: '/sales/ofCity' } },
  }),
  'screens/sales/ofCity.json': screen({
    code: 'sales-004',
    resource: 'customer',
    params: ['cityCode!'],
    columns: ['realName'],
    actions: {
      take: { label, call: 'customer/assign', with: { salesId: '=user.employeeId' } },
      keep: { label, call: 'customer/assign', at: 'row', with: { salesId: '=row.salesId' } },
      orders: { label, at: 'row', open: '/sales/ofCustomer' },
    },
  }),
  'screens/sales/ofCustomer.json': screen({
    code: 'sales-005',
    resource: 'order',
    params: ['customerId!'],
    columns: ['orderNo'],
  }),
  'screens/sales/allOrders.json': screen({ code: 'sales-008', resource: 'order', actions: { add: true } }),
  // A home page made of pieces of other screens: it adds no right, and what only the piece reads is theirs.
  'screens/sales/home.json': JSON.stringify({
    label,
    view: 'stat',
    code: 'sales-007',
    blocks: {
      due: {
        label,
        from: '/sales/ofCity',
        table: {
          resource: 'customer',
          actions: { take: { call: 'customer/assign', with: { salesId: '=user.employeeId' } } },
        },
      },
      levels: { label, from: '/stock/cities', chart: 'pie', call: 'customer/byLevel' },
      cities: { label, table: { resource: 'city' } },
    },
  }),
  'screens/sales/one.json': JSON.stringify({
    label,
    view: 'detail',
    code: 'sales-006',
    resource: 'customer',
    params: ['id!'],
  }),
})

/** By code: what opening the screen reaches, then each button. `{…}`: inputs that the right fixes. `*`: shows masked numbers in full. */
const RIGHTS: Record<string, Record<string, string>> = {
  'admin-001': { see: 'log/detail log/query', 'showMobile*': '' },
  'sales-001': {
    see: 'city/select customer/detail customer/query tag/select',
    add: 'city/select customer/add customer/select dept/select staff/select tag/select',
    edit: 'city/select customer/detail customer/edit customer/select dept/select staff/select tag/select',
    del: 'customer/del',
    activate: 'customer/activate',
    lose: 'customer/lose',
    restore: 'customer.restore{status: 1}',
    assign: 'customer/assign staff/select',
    claim: 'customer.claim{salesId: =user.employeeId}',
    export: 'customer/export',
    import: 'customer/import customer/importProgress staff/select',
    'showMobile*': '',
    secret: '',
  },
  'sales-003': { see: 'customer/byLevel' },
  'sales-004': {
    see: 'city/select customer/detail customer/query tag/select',
    take: 'customer/assign{salesId: =user.employeeId}',
    keep: 'customer/assign',
    'showMobile*': '',
  },
  'sales-005': { see: 'customer/select order/detail order/query' },
  // Its records are found from everywhere.
  'sales-006': { see: 'customer/detail customer/select', 'showMobile*': '' },
  'sales-007': { see: 'city/detail city/query' },
  // Child rows name no other owner than the record they stand in: nothing is looked up for that.
  'sales-008': { see: 'customer/select order/detail order/query', add: 'customer/select order/add' },
  'stock-001': {
    see: 'category/detail category/query',
    add: 'category/add category/select',
    edit: 'category/detail category/edit category/select',
    del: 'category/del',
  },
  'stock-002': {
    see: 'tag/detail tag/query',
    add: 'tag/add tag/checkRepeat',
    edit: 'tag/checkRepeat tag/detail tag/edit',
    del: 'tag/del',
  },
  'stock-003': { see: 'city/detail city/query customer/byLevel' },
}

const fixed = ([name, bound]: [string, NonNullable<Reach['with']>[string]]): string =>
  `${name}: ${'expr' in bound ? `=${bound.expr.src}` : JSON.stringify(bound.value)}`

const said = (reach: Reach[]): string =>
  reach.map((one) => one.call + (one.with ? `{${Object.entries(one.with).map(fixed).join(', ')}}` : '')).join(' ')

describe('what a right reaches', () => {
  it.each(Object.entries(RIGHTS))('%s', (code, rights) => {
    const { see, buttons } = model.permissions[code]!
    const found = buttons.map((one) => [one.masked ? `${one.code}*` : one.code, said(one.reach)])
    expect({ see: said(see), ...Object.fromEntries(found) }).toEqual(rights)
  })
})

describe('a row that opens a screen with a parameter', () => {
  const opens = (route: string, key: string): OpenModel | undefined =>
    model.screens[route]!.view.actions.find((one) => one.key === key)?.open

  it.each([
    ['its id', '/sales/ofCity', 'orders', { to: '/sales/ofCustomer', with: { customerId: 'row.id' } }],
    ['the key it is known by', '/stock/cities', 'people', { to: '/sales/ofCity', with: { cityCode: 'row.cityCode' } }],
  ] as const)('passes %s', (_, route, key, { to, with: given }) => {
    const bounds = Object.entries(given).map(([name, src]) => [name, { expr: { src, reads: [src] } }])
    expect(opens(route, key)).toMatchObject({ kind: 'route', to, with: Object.fromEntries(bounds) as object })
  })
})

describe('a form', () => {
  const product = generatedModel()
  const callsOf = (view: View): (string | undefined)[] =>
    view.view === 'form' ? [view.add, view.edit] : view.view === 'wizard' ? [view.call] : []
  const forms = Object.values(product.screens).flatMap(({ route, code, view }) => {
    const calls = callsOf(view).flatMap((id = '') => product.calls[id] ?? product.presets[id] ?? [])
    const asides = calls.flatMap(({ preview, beside }) => [preview ?? [], beside?.call ?? []].flat())
    return code === undefined || asides.length === 0 ? [] : [{ route, code, asides }]
  })
  it.each(forms)('on a page of its own reaches what stands below and beside it: $route', ({ code, asides }) => {
    const reached = (product.permissions[code]?.see ?? []).map((one) => one.call)
    expect(asides.filter((id) => !reached.includes(id))).toEqual([])
  })
})

describe('what a role grants in a word', () => {
  const granted = (grant: string): string[] => {
    const role = JSON.stringify({ label, grants: { 'sales-001': grant }, data: {} })
    return [...(shopModel({ 'roles/seer.json': role }).roles.seer?.menus['sales-001'] ?? [])].sort()
  }
  const buttons = shopModel({}).permissions['sales-001']?.buttons ?? []
  const codes = buttons.map((one) => one.code).sort()
  const masked = buttons.filter((one) => one.masked).map((one) => one.code)

  it('"whole" is every button, "all" none that shows masked numbers, "view" none at all', () => {
    expect(masked).toHaveLength(1)
    expect(granted('whole')).toEqual(codes)
    expect(granted('all')).toEqual(codes.filter((code) => !masked.includes(code)))
    expect(granted('view')).toEqual([])
  })
})
