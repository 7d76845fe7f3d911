import { expect, it } from 'vitest'
import { pilesOf } from '../../../src/web/views/usePiles.ts'

const piles = (heights: Record<string, number>, keys = 'abcd'.split('')): number[] => [
  ...pilesOf(keys, 2, new Map(Object.entries(heights))).values(),
]

it('puts each block on the pile that is shortest by then, the first of equal ones', () => {
  expect(piles({ a: 600, b: 150, c: 600, d: 100 })).toEqual([0, 1, 1, 0])
  expect(piles({ a: 100, b: 100, c: 100, d: 100 })).toEqual([0, 1, 0, 1])
})

it('begins with blocks beside each other while their heights are not known', () => {
  expect(piles({})).toEqual([0, 1, 0, 1])
})
