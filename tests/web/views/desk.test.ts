/** The till's reckoning: what a scanner typed, what counts of what was handed over, who pays with whom. */
import { describe, expect, it } from 'vitest'
import { leftRows } from '../../../src/web/lists/left.ts'
import { oneOfEach, reckon } from '../../../src/web/views/cashdesk/money.ts'
import { overlap, strangers } from '../../../src/web/views/cashdesk/parties.ts'
import { scanned, withKey, type Burst } from '../../../src/web/views/cashdesk/scan.ts'

/** What is heard of a text whose signs come so many milliseconds apart. */
function typed(text: string, gap: number, wait = gap): string | undefined {
  let burst: Burst | undefined
  let time = 1000
  for (const key of text) burst = withKey(burst, key, (time += gap))
  return scanned(burst, time + wait)
}

describe('a scanner', () => {
  it('is told from a person by its speed', () => {
    expect(typed('B2611220069', 8)).toBe('B2611220069')
    expect(typed('B2611220069', 45)).toBe('B2611220069')
    expect(typed('B2611220069', 80)).toBeUndefined()
    expect(typed('13800138000', 140)).toBeUndefined()
  })

  it('ends with Enter at once, and types more than a few signs', () => {
    expect(typed('B2611220069', 8, 400)).toBeUndefined()
    expect(typed('50.00', 5)).toBeUndefined()
  })

  it('is not mixed up with what was typed before it', () => {
    let burst = withKey(withKey(undefined, 'x', 0), 'y', 150)
    for (const [at, key] of [...'B2611220069'].entries()) burst = withKey(burst, key, 900 + at * 10)
    expect(scanned(burst, 1010)).toBe('B2611220069')
    expect(withKey(burst, 'Backspace', 1020)).toBeUndefined()
  })
})

describe('what is handed over', () => {
  const cash = (cents: number) => ({ cents, change: true })
  const card = (cents: number) => ({ cents, change: false })

  it.each([
    ['less than is due', [card(2000)], { counts: [2000], sum: 2000, change: 0, over: 0, rest: 3000 }],
    ['sixty in cash for fifty', [cash(6000)], { counts: [5000], sum: 5000, change: 1000, over: 0, rest: 0 }],
    ['more than is due by card', [card(5001)], { counts: [5001], sum: 5001, change: 0, over: 1, rest: 0 }],
    [
      'cash beside a card',
      [cash(5000), card(3000)],
      { counts: [2000, 3000], sum: 5000, change: 3000, over: 0, rest: 0 },
    ],
    [
      'cash that nothing is left for',
      [card(5000), cash(1000)],
      { counts: [5000, 0], sum: 5000, change: 1000, over: 0, rest: 0 },
    ],
    [
      'two kinds of cash',
      [cash(3000), cash(3000)],
      { counts: [3000, 2000], sum: 5000, change: 1000, over: 0, rest: 0 },
    ],
    ['nothing', [card(0)], { counts: [0], sum: 0, change: 0, over: 0, rest: 5000 }],
  ])('%s', (_, handed, reckoning) => {
    expect(reckon(handed, 5000)).toEqual(reckoning)
  })
})

describe('rows at the till', () => {
  const FIELDS = ['customerId', 'mobile', 'customerName']

  it('are of one person by the first thing that both say', () => {
    const hers = { id: 1, customerId: 7, mobile: '139', customerName: '叶敏' }
    expect(strangers([hers, { id: 2, customerId: 7, mobile: '138', customerName: '叶' }], FIELDS)).toBeUndefined()
    expect(strangers([hers, { id: 2, customerId: null, mobile: '139' }], FIELDS)).toBeUndefined()
    const namesake = { id: 3, mobile: '137', customerName: '叶敏' }
    expect(strangers([hers, namesake], FIELDS)).toEqual([hers, namesake])
    const nobody = { id: 4, customerId: null }
    expect(strangers([hers, nobody], FIELDS)).toEqual([hers, nobody])
    expect(strangers([nobody, { id: 5 }], FIELDS)).toBeUndefined()
  })

  it('stay the same sitting while one of them stays', () => {
    expect(overlap([{ id: 1 }, { id: 2 }], [{ id: 2 }])).toBe(true)
    expect(overlap([{ id: 1 }], [{ id: 2 }])).toBe(false)
    expect(overlap([], [{ id: 2 }])).toBe(false)
  })
})

describe('a page that is loaded again', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }))
  const only = { first: true, last: true }
  const middle = { first: false, last: false }
  const ahead = { first: true, last: false }

  it.each([
    ['the only row left', rows(1), [], only, [1]],
    ['a row of the whole list left', rows(1, 2, 3), rows(1, 3), only, [2]],
    ['a row in the middle left', rows(1, 2, 3), rows(1, 3, 4), middle, [2]],
    ['the last of a page left, and the next moved up', rows(1, 2, 3), rows(1, 2, 4), ahead, [3]],
    ['a new row pushed the last off the page', rows(1, 2, 3), rows(9, 1, 2), ahead, []],
    ['a row of the page before left', rows(4, 5, 6), rows(5, 6, 7), middle, []],
    ['the first row of all left', rows(1, 2, 3), rows(2, 3, 4), ahead, [1]],
    ['nothing of the page stayed', rows(4, 5, 6), rows(7, 8, 9), middle, []],
  ])('%s', (_, before, after, page, left) => {
    expect(leftRows(before, after, page).map(({ id }) => id)).toEqual(left)
  })
})

describe('the least that is taken', () => {
  it('is asked for once for each order', () => {
    const bills = [
      { id: 1, orderId: 7, leastAmount: 796 },
      { id: 2, orderId: 7, leastAmount: 796 },
      { id: 3, orderId: 8, leastAmount: 100 },
    ]
    expect(oneOfEach(bills, 'orderId').map(({ id }) => id)).toEqual([1, 3])
    expect(oneOfEach(bills, undefined)).toBe(bills)
  })
})
