import { expect, it } from 'vitest'
import { sharesOf } from '../../../src/web/views/shares.ts'

const points = (...values: number[]) => values.map((value) => ({ values: [2, value] }))
const series = [{ adds: false }, { adds: true }]

it('says how much of the whole each group is, by what adds up', () => {
  expect(sharesOf(points(100, 300, 0), series)).toEqual(['25%', '75%', '0%'])
  expect(sharesOf(points(1, 2), series)).toEqual(['33.3%', '66.7%'])
})

it('says nothing where there is no whole', () => {
  expect(sharesOf(points(100, -300), series)).toEqual([])
  expect(sharesOf(points(0, 0), series)).toEqual([])
  expect(sharesOf(points(1, 2), [{ adds: false }])).toEqual([])
})
