/** What stands under a column of amounts. */
import { describe, expect, it } from 'vitest'
import type { ColumnModel } from '../../../src/model/model.ts'
import '../../../src/web/fields/index.ts'
import type { CellContext } from '../../../src/web/fields/types.ts'
import { cardShape } from '../../../src/web/lists/Cards.tsx'
import { cellText, toldText, totalText } from '../../../src/web/lists/columns.tsx'
import { cmp, expr, field, lit, read, ZONE } from './models.ts'

const cells = { lang: 'en', zone: ZONE, dictionaries: {}, resources: {} } as unknown as CellContext
const words = { if: expr(cmp('!=', read('status'), lit(1)), ['row.status']), text: { zh: '不计', en: 'Not counted' } }
const amount = field('amount', { type: 'money', instead: [words] })
const dictionaryNamed = (name: string, [value, zh, en]: [number, string, string]) =>
  ({ [name]: { values: [{ value, name, label: { zh, en } }] } }) as unknown as CellContext['dictionaries']
const column = { path: 'amount', label: amount.label, field: amount, total: 'sum' } as ColumnModel

it('says of a value that another stands for it, where that is so', () => {
  const other = dictionaryNamed('close', [1, '已取消', 'Cancelled'])
  const state = dictionaryNamed('state', [1, '提交订单', 'Submitted'])
  const closed = { if: expr(cmp('!=', read('close'), lit(0)), ['row.close']), field: 'close', of: 'close' }
  const of = { path: 'status', field: field('status', { type: 'enum', of: 'state', instead: [closed] }) } as ColumnModel
  const said = (row: object) => cellText(of, { status: 1, ...row }, { ...cells, dictionaries: { ...other, ...state } })
  expect([said({ close: 0 }), said({ close: 1 })]).toEqual(['Submitted', 'Cancelled'])
})

it('is their sum, also where words stand in the place of some of them', () => {
  expect(cellText(column, { amount: 0, status: 2 }, cells)).toBe('Not counted')
  expect(cellText(column, { amount: 58, status: 1 }, cells)).toBe('￥58.00')
  expect(totalText(column, { amount: 58 }, cells)).toBe('￥58.00')
})

it('says of a number what it counts, and of a yes what holds, where no heading stands over it', () => {
  const told = (of: Parameters<typeof field>[1], value: unknown) => {
    const one = field('x', { label: { zh: '版次', en: 'Revision' }, ...of })
    return toldText({ path: 'x', label: one.label, field: one } as ColumnModel, { x: value }, cells)
  }
  expect(told({ type: 'int' }, 2)).toBe('Revision 2')
  expect(told({ type: 'int' }, null)).toBe('')
  expect(told({ type: 'string' }, 'page')).toBe('page')
  expect([told({ type: 'bool' }, true), told({ type: 'bool' }, false)]).toEqual(['Revision', ''])
})

describe('a card shows', () => {
  const columns = (...names: string[]): ColumnModel[] =>
    names.map((name) => {
      const [path = '', type = 'string', total] = name.split(' ')
      const one = field(path, { type: type as 'string' })
      return { path, label: one.label, field: one, ...(total ? { total: 'sum' } : {}) } as ColumnModel
    })
  const shown = (...names: string[]) => cardShape(columns('no', ...names), 'no', ['who']).facts.map(({ path }) => path)

  it('all columns of a list that is one of cards', () => {
    const names = ['a', 'b', 'c', 'who', 'd', 'e']
    expect(cardShape(columns('no', ...names), 'no', ['who'], true).facts.map(({ path }) => path)).toEqual(names)
  })

  it('its facts and the next columns, and every amount that is added up', () => {
    expect(shown('a', 'b', 'c', 'who', 'd', 'sum money sum', 'net money sum')).toEqual([
      ...['who', 'a', 'b', 'c'],
      ...['sum', 'net'],
    ])
    expect(shown('a', 'who', ...['p', 'q', 'r', 's', 't'].map((name) => `${name} int sum`))).toEqual([
      ...['who', 'a', 'p', 'q'],
      ...['r', 's', 't'],
    ])
  })

  it('other amounts as far as there is room', () => {
    expect(shown('a', 'b', 'c', 'who', 'x money', 'y money', 'z money', 'd')).toEqual(['who', 'a', 'b', 'c', 'x', 'y'])
  })
})
