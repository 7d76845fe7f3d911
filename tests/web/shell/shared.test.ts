import { describe, expect, it } from 'vitest'
import { shared } from '../../../src/web/core/shared.ts'

describe('a newer value made of the parts of the older one', () => {
  const old = { a: { x: [1, { y: 2 }] }, b: [{ n: 1 }, { n: 2 }], c: 'text' }

  it('is the older one when they are equal', () => {
    expect(shared(old, structuredClone(old))).toBe(old)
  })

  it('keeps what is equal, and only that', () => {
    const made = shared(old, { ...structuredClone(old), b: [{ n: 1 }, { n: 3 }] })
    expect(made).toEqual({ a: { x: [1, { y: 2 }] }, b: [{ n: 1 }, { n: 3 }], c: 'text' })
    expect(made.a).toBe(old.a)
    expect(made.b).not.toBe(old.b)
    expect(made.b[0]).toBe(old.b[0])
    expect(old.b[1]).toEqual({ n: 2 })
  })

  it.each([
    ['a key that is gone', { a: 1, b: 2 }, { a: 1 }],
    ['a key that came', { a: 1 }, { a: 1, b: 2 }],
    ['a key of another name that holds nothing', { a: undefined }, { b: undefined }],
    ['a list that became an object', { a: [] }, { a: {} }],
    ['a longer list', [1], [1, 2]],
    ['a shorter list', [1, 2], [1]],
    ['nothing where something was', { a: {} }, { a: null }],
  ])('tells %s', (_what, before, next) => {
    expect(shared(before, next)).toStrictEqual(next)
    expect(shared(before, next)).not.toBe(before)
  })
})
