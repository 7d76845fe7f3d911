import { describe, expect, it } from 'vitest'
import { huesOf } from '../../../src/web/views/hues.ts'
import { drawnAs, namesAt, sharedZero } from '../../../src/web/views/scales.ts'

describe('the colours of a chart', () => {
  it('belong to the values, not to their order', () => {
    const [cash, card, points] = huesOf(['现金', '刷卡', '积分'], 7)
    expect(huesOf(['积分', '现金', '刷卡'], 7)).toEqual([points, cash, card])
  })

  it('are those of the places in a dictionary', () => {
    expect(huesOf([2, 0, 1], 7)).toEqual([2, 0, 1])
  })

  it('differ as long as there are enough', () => {
    const ways = ['现金', '刷卡', '微信', '支付宝', '账户余额', '现金券', '转账']
    expect(new Set(huesOf(ways, 7)).size).toBe(7)
    expect(huesOf([...ways, '其他'], 7)).toHaveLength(8)
  })
})

describe('two scales of a chart', () => {
  it('begin at nothing by themselves where no value is below it', () => {
    expect(sharedZero([[1, 2], [30]])).toBeUndefined()
  })

  it('have their zeros on one line, with every value between the ends', () => {
    const values = [
      [-50, 100, 20],
      [3, 8],
    ]
    const scales = sharedZero(values) ?? []
    const zeros = scales.map(({ min, max }) => min / (max - min))
    expect(zeros[0]).toBeCloseTo(zeros[1] ?? NaN)
    scales.forEach(({ min, max }, i) => {
      expect(min).toBeLessThanOrEqual(Math.min(...(values[i] ?? [])))
      expect(max).toBeGreaterThanOrEqual(Math.max(...(values[i] ?? [])))
    })
  })
})

describe('a chart of parts', () => {
  it('is a pie unless a part is below nothing', () => {
    expect(drawnAs('pie', [3, 0, 2])).toBe('pie')
    expect(drawnAs('pie', [3, -1])).toBe('bar')
    expect(drawnAs('line', [3, -1])).toBe('line')
  })
})

describe('names at bars', () => {
  const people = (count: number) => Array.from({ length: count }, (_, at) => `员工${at}`)

  it('stand flat where each fits, and lean before one is left out', () => {
    expect(namesAt(people(5), 400)).toBe('flat')
    expect(namesAt(people(16), 400)).toBe('slanted')
    expect(namesAt(['Wang Li', 'Ouyang Xiaoxue'], 200)).toBe('slanted')
  })

  it('stand beside bars that lie where a line of each has no room, and are thinned out only of very many', () => {
    expect(namesAt(people(16), 200)).toBe('beside')
    expect(namesAt(people(40), 400)).toBe('beside')
    expect(namesAt(people(60), 400)).toBe('some')
  })
})
