/** What stands under a column of amounts. */
import { expect, it } from 'vitest'
import type { ColumnModel } from '../../../src/model/model.ts'
import '../../../src/web/fields/index.ts'
import type { CellContext } from '../../../src/web/fields/types.ts'
import { cellText, totalText } from '../../../src/web/lists/columns.tsx'
import { cmp, expr, field, lit, read, ZONE } from './models.ts'

const cells = { lang: 'en', zone: ZONE, dictionaries: {}, resources: {} } as unknown as CellContext
const words = { if: expr(cmp('!=', read('status'), lit(1)), ['row.status']), text: { zh: '不计', en: 'Not counted' } }
const amount = field('amount', { type: 'money', instead: [words] })
const column = { path: 'amount', label: amount.label, field: amount, total: 'sum' } as ColumnModel

it('is their sum, also where words stand in the place of some of them', () => {
  expect(cellText(column, { amount: 0, status: 2 }, cells)).toBe('Not counted')
  expect(cellText(column, { amount: 58, status: 1 }, cells)).toBe('￥58.00')
  expect(totalText(column, { amount: 58 }, cells)).toBe('￥58.00')
})
