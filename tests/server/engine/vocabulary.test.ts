/** Words of the language that the product says seldom or never: each said in the shop, and found in its model. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHOP_DIR, shopModel } from './shop.ts'

type Json = Record<string, unknown>

const label = { zh: '甲', en: 'A' }
const CUSTOMERS = 'screens/sales/customers.json'
const CATEGORIES = 'screens/stock/categories.json'
const CUSTOMER = 'resources/shop/customer.json'

/** A file of the shop with some values in place of others. */
function changed(file: string, values: Record<string, unknown>): Record<string, string> {
  const data = JSON.parse(readFileSync(join(SHOP_DIR, file), 'utf8')) as Json
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('/')
    const parent = keys.slice(0, -1).reduce<Json>((node, key) => node[key] as Json, data)
    parent[keys.at(-1)!] = value
  }
  return { [file]: JSON.stringify(data) }
}

const item = (key: string, value: unknown) => ({ form: ['realName', 'mobile', { field: 'salesId', [key]: value }] })
const wizard = (step: Json) =>
  JSON.stringify({
    code: 'sales-009',
    label,
    view: 'wizard',
    resource: 'customer',
    steps: {
      one: { label, form: ['realName', 'mobile', 'vip'] },
      two: { label, form: ['level'], ...step },
    },
  })

describe('seldom said', () => {
  it.each<[string, Record<string, string>, unknown]>([
    [
      'filters.add',
      changed(CUSTOMERS, { filters: { drop: ['cityCode'], add: [{ field: 'cityCode', label }] } }),
      {
        screens: {
          '/sales/customers': {
            view: { filters: expect.arrayContaining([expect.objectContaining({ name: 'cityCode', label })]) },
          },
        },
      },
    ],
    [
      'column.label',
      changed(CUSTOMERS, { columns: [{ field: 'vip', label }] }),
      { screens: { '/sales/customers': { view: { columns: [{ path: 'vip', label }] } } } },
    ],
    [
      'column.show',
      changed(CUSTOMERS, { columns: ['level', { field: 'vip', show: "can('sales-001.secret')" }] }),
      { screens: { '/sales/customers': { view: { columns: [{}, { show: { src: "can('sales-001.secret')" } }] } } } },
    ],
    [
      'action.check',
      changed(CUSTOMERS, { 'actions/lose': { check: 'customer/detail' } }),
      {
        screens: {
          '/sales/customers': {
            view: {
              actions: expect.arrayContaining([expect.objectContaining({ key: 'lose', check: 'customer/detail' })]),
            },
          },
        },
        permissions: {
          'sales-001': {
            buttons: expect.arrayContaining([
              expect.objectContaining({
                code: 'lose',
                reach: expect.arrayContaining([expect.objectContaining({ call: 'customer/detail' })]),
              }),
            ]),
          },
        },
      },
    ],
    [
      'action.confirm',
      changed(CUSTOMERS, { 'actions/assign': { confirm: label } }),
      {
        screens: {
          '/sales/customers': {
            view: { actions: expect.arrayContaining([expect.objectContaining({ key: 'assign', confirm: label })]) },
          },
        },
      },
    ],
    [
      'action.was',
      changed(CUSTOMERS, { 'actions/assign': { was: 'give' } }),
      {
        screens: {
          '/sales/customers': {
            view: { actions: expect.arrayContaining([expect.objectContaining({ key: 'assign', was: ['give'] })]) },
          },
        },
      },
    ],
    [
      'field.was',
      changed(CUSTOMER, { 'fields/nick/was': 'alias' }),
      { resources: { customer: { fields: { nick: { was: ['alias'] } } } } },
    ],
    [
      'formItem.label',
      changed(CUSTOMER, item('label', label)),
      { resources: { customer: { form: [{}, {}, { field: { label } }] } } },
    ],
    [
      'formItem.help',
      changed(CUSTOMER, item('help', label)),
      { resources: { customer: { form: [{}, {}, { field: { help: label } }] } } },
    ],
    [
      'formItem.lookup',
      changed(CUSTOMER, item('lookup', 'staff/query')),
      { resources: { customer: { form: [{}, {}, { field: { lookup: 'staff/query' } }] } } },
    ],
    [
      'formItem.fill',
      changed(CUSTOMER, item('fill', { orgId: 'orgId' })),
      { resources: { customer: { form: [{}, {}, { field: { fill: { orgId: 'orgId' } } }] } } },
    ],
    [
      'tree.with',
      changed(CATEGORIES, { with: { parentId: 7 } }),
      { screens: { '/stock/categories': { view: { with: { parentId: { value: 7 } } } } } },
    ],
    [
      'tree.empty',
      changed(CATEGORIES, { empty: label }),
      { screens: { '/stock/categories': { view: { empty: label } } } },
    ],
    [
      'layout board',
      changed(CUSTOMERS, { layout: 'board' }),
      { screens: { '/sales/customers': { view: { layout: 'board' } } } },
    ],
    [
      'steps.show',
      { 'screens/sales/new.json': wizard({ show: 'row.vip' }) },
      { screens: { '/sales/new': { view: { steps: [{}, { show: { src: 'row.vip' } }] } } } },
    ],
  ])('%s', (_word, overlay, expected) => {
    expect(shopModel(overlay)).toMatchObject(expected as object)
  })
})
