import { expect, test } from 'vitest'
import { covering, TIMES } from './cover.ts'

const PLACES: Record<string, string[]> = {
  plain: ['text'],
  broad: ['text', 'day', 'link'],
  other: ['text', 'day'],
  rare: ['money'],
  nothing: [],
}

test('few places are chosen, each trait as often as it can be met', () => {
  const chosen = [...covering(Object.keys(PLACES), (place) => PLACES[place] ?? [])]
  const met = (from: string[], trait: string): number => from.filter((place) => PLACES[place]?.includes(trait)).length
  for (const trait of Object.values(PLACES).flat())
    expect(met(chosen, trait), trait).toBe(Math.min(TIMES, met(Object.keys(PLACES), trait)))
  expect(chosen).toEqual(['broad', 'other', 'rare'])
})
