/** Chance that repeats: each kind of record has its own stream, so adding rows of one does not move the others. */
import Mock from 'mockjs'

const BASE_SEED = 20260101

/** A stream of numbers in [0, 1) that is the same each time. */
export function stream(name: string): () => number {
  let state = (BASE_SEED ^ fnv1a(name)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/** Values from a mockjs template, drawn from this stream. mockjs asks Math.random, which is lent to it for the moment. */
export function fromTemplate<T>(random: () => number, template: object): T {
  const real = Math.random
  Math.random = random
  try {
    return Mock.mock(template) as T
  } finally {
    Math.random = real
  }
}

export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
export const between = (random: () => number, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** One of several by weight: `[['a', 3], ['b', 1]]`. */
export function weighted<T>(random: () => number, choices: readonly (readonly [T, number])[]): T {
  let rest = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of choices) if ((rest -= weight) < 0) return value
  return choices.at(-1)![0]
}

/** `several(random, list, 2)`: two different ones, in list order. */
export function several<T>(random: () => number, list: readonly T[], count: number): T[] {
  const left = [...list]
  const taken: T[] = []
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1))
  return list.filter((one) => taken.includes(one))
}
