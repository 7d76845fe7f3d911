/** The moment of the demo data: the morning staff find when they first open the product. */
import { expect, it } from 'vitest'
import { seedMoment } from '../../../mock/index.ts'
import { SMS } from '../../../mock/master.ts'

/** So long after the moment the last sale of the demo is made (ms). */
const LAST_SALE = 12 * 60_000

it.each([
  ['2026-11-22T01:14:59Z', '2026-11-21T01:00:00Z'],
  ['2026-11-22T01:15:00Z', '2026-11-22T01:00:00Z'],
  ['2026-11-22T15:59:59Z', '2026-11-22T01:00:00Z'],
  ['2026-11-22T16:00:00Z', '2026-11-22T01:00:00Z'],
])('a start at %s finds the demo of %s, and nothing in it is still to come', (now, moment) => {
  expect(seedMoment({}, Date.parse(now))).toBe(Date.parse(moment))
  expect(Date.parse(moment) + LAST_SALE).toBeLessThan(Date.parse(now))
})

it('is the moment that SEED_NOW names', () => {
  expect(seedMoment({ SEED_NOW: '2026-03-16T01:00:00Z' })).toBe(Date.UTC(2026, 2, 16, 1))
})

it.each(['booking', 'change', 'cancel', 'pickBooking', 'pickCancel', 'design', 'express', 'classPlace', 'classCancel'])(
  'has words for the message of %s, which screens promise to send',
  (scene) => {
    expect(SMS.map(([, , of]) => String(of))).toContain(scene)
  },
)
