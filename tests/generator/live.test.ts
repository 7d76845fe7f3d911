/** What a wizard's summary works out while a record is typed (LANGUAGE § 4): values over values, too. */
import { expect, it } from 'vitest'
import { evaluate } from '../../src/model/expr/evaluate.ts'
import type { WizardView } from '../../src/model/model.ts'
import { extended, shopModel } from '../server/engine/shop.ts'

const SCREEN = {
  code: 'sales-009',
  label: { zh: '开单', en: 'Sell' },
  view: 'wizard',
  resource: 'order',
  summary: ['total', 'due', 'half'],
  steps: { all: { label: { zh: '一', en: 'One' }, form: ['customerId', 'discount', 'items'] } },
}
const half = { type: 'money', label: { zh: '半', en: 'Half' }, value: 'row.due * 0.5' }

it('is worked out through other worked-out fields', () => {
  const role = { label: { zh: '卖', en: 'Seller' }, grants: { 'sales-009': 'whole' } }
  const model = shopModel({
    ...extended('order', { half }),
    'screens/sales/sell.json': JSON.stringify(SCREEN),
    'roles/seller.json': JSON.stringify(role),
  })
  const { summary } = model.screens['/sales/sell']?.view as WizardView
  const row = { discount: 1, items: [{ amount: 5 }, { amount: 7 }] }
  const env = { row, live: true, now: 0, money: 1, zone: 'UTC' } as const
  expect(summary.map(({ field }) => field.value && evaluate(field.value.ast, env))).toEqual([12, 11, 5.5])
})
