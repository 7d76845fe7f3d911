import { describe, expect, it } from 'vitest'
import { checkExpr } from '../../../src/model/expr/check/index.ts'
import { evaluate, holds, valueOf, type Env } from '../../../src/model/expr/evaluate.ts'
import { roundTo } from '../../../src/model/expr/number.ts'
import type { Expr } from '../../../src/model/expr/types.ts'
import { compute, place } from './shapes.ts'

const SHANGHAI = 'Asia/Shanghai'
const at = (iso: string) => Date.parse(iso)
/** Midnight in Shanghai. */
const day = (text: string) => at(`${text}T00:00:00+08:00`)

const ENV: Env = {
  now: at('2026-03-16T18:30:00Z'),
  money: 100,
  zone: SHANGHAI,
  can: (code) => code === 'order.edit',
  value: 2,
  user: { employeeId: 3, realName: '李' },
  settings: { limit: 2.5, strict: true },
}

function expr(src: string): Expr {
  const { expr: checked, problems } = checkExpr(src, place())
  if (!checked) throw new Error(`${src}: ${problems.map((p) => p.message).join('; ')}`)
  return checked
}

const run = (src: string, row: Record<string, unknown> = {}, env: Partial<Env> = {}): unknown =>
  evaluate(expr(src).ast, { ...ENV, row, ...env })

type Case = [src: string, wanted: unknown, row?: Record<string, unknown>, env?: Partial<Env>]

const CASES: Record<string, Case[]> = {
  'a comparison with an empty value is false, and its negation true': [
    ['row.due > 0', false, { due: null }],
    ['!(row.due > 0)', true, {}],
    ['row.due == 0', false, { due: undefined }],
    ['row.due <= 0', false, {}],
    ["row.remark == 'a'", false, { remark: '' }],
    ["!(row.remark == 'a')", true, { remark: '' }],
    ['row.remark < row.no', false, { remark: '', no: 'a' }],
    ['row.flag', null, {}],
    ['!row.flag', true, {}],
    ['row.flag && row.on', false, { on: true }],
    ['row.flag || row.on', true, { on: true }],
    ["row.remark.contains('a')", false, {}],
    ['row.no.contains(row.remark)', false, { no: 'abc', remark: '' }],
    ["row.before in ['open']", false, {}],
  ],
  '!= counts one empty side as different, two empty sides are neither equal nor different': [
    ["row.remark != 'a'", true, {}],
    ['row.remark != row.customer.realName', false, { remark: '' }],
    ['row.remark == row.customer.realName', false, {}],
    ['row.remark != row.no', false, { remark: 'a', no: 'a' }],
    ['row.due != row.rate', true, { due: 100 }],
  ],
  'null asks whether something is there': [
    ['row.remark == null', true, { remark: '' }],
    ['row.remark != null', false, {}],
    ['row.remark != null', true, { remark: 'a' }],
    ['null == row.due', true, {}],
    ['row.due == null', false, { due: 0 }],
    ['row.customer == null', true, { customerId: null }],
    ['row.flag == null', false, { flag: 0 }],
  ],
  'money is spoken of in yuan, wherever it is held in cents': [
    ['row.amount', 123.45, { amount: 12345 }],
    ['row.amount', 123.45, { amount: 123.45 }, { money: 1 }],
    ['row.amount > 100', true, { amount: 10001 }],
    ['row.parts.map(p, p.fee).sum()', 0.3, { parts: [{ fee: 10 }, { fee: 20 }] }],
  ],
  'decimals are exact': [
    ['0.1 + 0.2', 0.3],
    ['0.1 + 0.2 == 0.3', true],
    ['1.1 * 3', 3.3],
    ['0.3 % 0.1', 0],
    ['-7 % 3', -1],
    ['1 / 3', 0.333333],
    ['2 / 3', 0.666667],
    ['1 / row.count', null, { count: 0 }],
    ['5 % row.count', null, { count: 0 }],
    ['(1 / row.count).or(7)', 7, { count: 0 }],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(2.4)', 2],
    ['max(1, row.count, 3)', 5, { count: 5 }],
    ['min(0 - 1, 2)', -1],
  ],
  text: [
    ["row.no + '-' + row.remark", 'a-', { no: 'a', remark: null }],
    ['row.remark + row.remark', null, {}],
    ['row.no.size()', 1, { no: '😀' }],
    ['row.remark.size()', 0, {}],
    ["row.no.startsWith('a') && row.no.endsWith('c')", true, { no: 'abc' }],
    ["row.remark.or('x')", 'x', { remark: '' }],
    ["row.no < '￥'", false, { no: '😀' }],
  ],
  'dictionaries compare by their values': [
    ["row.status == 'paid'", true, { status: 2 }],
    ["row.status in ['open', 'done']", false, { status: 2 }],
    ["row.customer.level >= 'mid'", true, { customerId: 1, customer: { id: 1, level: 90 } }],
    ['row.customer.level.value', 50, { customerId: 1, customer: { level: 50 } }],
    ['value in row.tags', true, { tags: [1, 2] }],
    ["row.tags.contains('done')", false, { tags: null }],
    ["row.status == (row.on ? 'open' : 'done')", true, { on: 0, status: 5 }],
  ],
  'a ref is followed to the record it points at': [
    ['row.customer.realName', '王', { customerId: 1, customer: { id: 1, realName: '王' } }],
    ['row.customer.realName', null, { customerId: null, customer: { id: 1, realName: '王' } }],
    [
      'row.customer.realName',
      '李',
      { customerId: 2, customer: { id: 1, realName: '王' } },
      { find: (_of, id) => ({ id, realName: '李' }) },
    ],
    ['row.customer.realName', null, { customerId: 2, customer: { id: 1, realName: '王' } }],
    ['row.createBy.realName', '王', { createBy: 7, createByRef: { realName: '王' } }],
    ['row.customer == user.employeeId', true, { customerId: 3 }],
    ['row.customerId == user.employeeId', true, { customerId: '3' }],
    ['row.city.name', '上海', { city: { cityCode: '310100', name: '上海' } }],
    ['row.helperIds.all(h, h.vip)', true, { helperIds: [1, 2] }, { find: () => ({ vip: 1 }) }],
    ['row.helperIds.all(h, h.vip)', false, { helperIds: [1] }],
    ['user.employee.realName', '张', {}, { find: () => ({ realName: '张' }) }],
  ],
  lists: [
    ['row.items.size()', 0, {}],
    [
      'row.items.map(i, i.price * i.quantity).sum()',
      7,
      {
        items: [
          { price: 100, quantity: 3 },
          { price: 200, quantity: 2 },
        ],
      },
    ],
    ['row.items.filter(i, i.flag).size()', 1, { items: [{ flag: 1 }, { flag: 0 }, {}] }],
    ['row.items.all(i, i.flag)', true, {}],
    ['row.items.exists(i, i.flag)', false, {}],
    ['row.items.all(i, i.price > 1)', false, { items: [{ price: 100 }] }],
    ['[1, 2, 3].filter(x, x > 1)', [2, 3]],
    ['3 in [1, 2]', false],
    ['row.tags', [], { tags: null }],
  ],
  'days and moments in the zone of the product': [
    ['today()', day('2026-03-17')],
    ['row.day == today()', true, { day: day('2026-03-17') }],
    ['addDays(today(), -17)', day('2026-02-28')],
    ['addDays(now, 1)', at('2026-03-17T18:30:00Z')],
    ['monthOf(today())', day('2026-03-01')],
    ['monthOf(addDays(today(), -17))', day('2026-02-01')],
    ['monthOf(row.endDay)', null, {}],
    ['addHours(now, 1.5)', at('2026-03-16T20:00:00Z')],
    ['addHours(now, 0.3333333)', at('2026-03-16T18:50:00Z')],
    ['hoursBetween(now, addHours(now, 1.255))', 1.26],
    ['hoursBetween(now, addHours(now, -0.005))', -0.01],
    ['hoursBetween(addDays(today(), -1), today())', 24],
    ['hoursBetween(row.endDay, now)', null, {}],
    ['addDays(row.endDay, 1)', null, {}],
    ['row.at < today()', true, { at: at('2026-03-16T15:59:59Z') }],
    ['row.on ? row.day : now', at('2026-03-16T18:30:00Z'), { on: false }],
    ['addDays(now, 1)', at('2026-03-29T11:30:00Z'), {}, { zone: 'Europe/Berlin', now: at('2026-03-28T12:30:00Z') }],
    ['today()', at('2026-03-28T23:00:00Z'), {}, { zone: 'Europe/Berlin', now: at('2026-03-29T12:30:00Z') }],
  ],
  'what a person may do': [
    ["can('order.edit')", true],
    ["can('order.pay')", false],
    ["can('order.edit')", false, {}, { can: undefined }],
  ],
  'yes and no come as 1 and 0 or as true and false': [
    ['row.on', true, { on: 1 }],
    ['row.on', false, { on: 0 }],
    ['row.on == row.flag', true, { on: 1, flag: true }],
    ['settings.strict && row.on', true, { on: true }],
  ],
}

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    for (const [src, wanted, row, env] of cases)
      it(`${src}  ${JSON.stringify(row ?? {})}`, () => expect(run(src, row, env)).toEqual(wanted))
  })
}

describe('a field that is computed on read', () => {
  compute('order', 'rest', { t: 'number', empty: false }, 'money', () => expr('row.amount - row.due.or(0)').ast)

  it('is read where the record carries it', () => expect(run('row.rest', { rest: 500, amount: 1 })).toBe(5))
  it('is computed where it does not', () => expect(run('row.rest', { amount: 300, due: 100 })).toBe(2))
  it('is computed anew while the record is typed', () =>
    expect(run('row.rest', { rest: 500, amount: 300, due: null }, { live: true })).toBe(3))
  it('keeps what was answered where its parts are not at hand', () =>
    expect(run('row.rest', { rest: 500, amount: 300 }, { live: true })).toBe(5))
})

describe('conditions and fixed inputs', () => {
  it('an empty condition does not hold', () => expect(holds(expr('row.flag'), { ...ENV, row: {} })).toBe(false))
  it('a literal stays as it is written', () => expect(valueOf({ value: 5 }, ENV)).toBe(5))
  it('an expression is evaluated', () =>
    expect(valueOf({ expr: expr('row.amount') }, { ...ENV, row: { amount: 500 } })).toBe(5))
  it('what nobody knows is nothing', () =>
    expect(valueOf({ expr: expr('row.customer.realName') }, { ...ENV, row: undefined })).toBeNull())
})

describe('rounding', () => {
  const cases: [number, number, number | null][] = [
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [0.1 + 0.2, 6, 0.3],
    [1e-7, 6, 0],
    [5e-7, 6, 0.000001],
    [123456789.123456, 6, 123456789.123456],
    [1e20, 2, 1e20],
    [-0.0000001, 6, 0],
    [Infinity, 2, null],
    [NaN, 2, null],
  ]
  for (const [x, digits, wanted] of cases) it(`${x} to ${digits} digits`, () => expect(roundTo(x, digits)).toBe(wanted))
})

it('an object that was sent for a number is none', () => {
  for (const odd of [{ toString: 1 }, { valueOf: 1 }, [5]])
    expect(holds(expr('row.count > 0'), { ...ENV, row: { count: odd } })).toBe(false)
})
