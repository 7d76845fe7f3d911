/** Lines through time: every day has its place, also one on which nothing was. */
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../../src/model/zone.ts'
import type { WireRow } from '../../../src/web/fields/types.ts'
import { everyDay } from '../../../src/web/views/everyDay.ts'

const ZONE = 'Asia/Shanghai'
const groups = { of: (row: WireRow) => Number(row.day), on: (day: number) => ({ day }) }
const at = (text: string): number => dayOf(text, ZONE)

describe('a line through time', () => {
  it('has every day between the first and the last: sums are nothing there, averages are unknown', () => {
    const rows = [
      { day: at('2026-03-03'), sold: 3, speed: 2 },
      { day: at('2026-02-27'), sold: 1, speed: 5 },
    ]
    const measures = { sold: { fn: 'sum', field: 'amount' }, speed: { fn: 'avg', field: 'days' } } as const
    expect(everyDay(rows, groups, measures, ZONE)).toEqual([
      rows[1],
      { day: at('2026-02-28'), sold: 0 },
      { day: at('2026-03-01'), sold: 0 },
      { day: at('2026-03-02'), sold: 0 },
      rows[0],
    ])
  })

  it('is left as it is where years lie between', () => {
    const rows = [{ day: at('2020-01-01') }, { day: at('2026-01-01') }]
    expect(everyDay(rows, groups, {}, ZONE)).toEqual(rows)
  })
})
