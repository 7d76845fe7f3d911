import { describe, expect, it } from 'vitest'
import { fromParts, grantParts, grantWords } from '../../../src/web/fields/grantTree.ts'
import { changedParts, entriesBy, merged } from '../../../src/web/fields/parts.ts'

describe('a list that two people changed', () => {
  const crew = (...all: [string, number][]) =>
    entriesBy(
      all.map(([workerRole, employeeId]) => ({ workerRole, employeeId })),
      (entry) => entry.workerRole,
    )

  it('has what both changed, and of a part that both changed the own', () => {
    const before = crew(['photo', 1], ['light', 2], ['make-up', 3])
    const theirs = crew(['photo', 1], ['light', 5], ['make-up', 6], ['assist', 7])
    const mine = crew(['photo', 4], ['make-up', 8])
    expect([...merged(before, theirs, mine).values()].flat()).toEqual([
      { workerRole: 'photo', employeeId: 4 },
      { workerRole: 'make-up', employeeId: 8 },
      { workerRole: 'assist', employeeId: 7 },
    ])
    expect(changedParts(before, mine).map((key) => JSON.parse(key) as unknown)).toEqual(['photo', 'make-up', 'light'])
  })

  it('of grants goes together box by box, and says them in words', () => {
    const before = grantParts([{ menuId: 1, btnIds: [11, 12] }])
    const theirs = grantParts([{ menuId: 1, btnIds: [11, 12, 13] }])
    const mine = grantParts([
      { menuId: 1, btnIds: [11] },
      { menuId: 2, btnIds: [] },
    ])
    expect(fromParts(merged(before, theirs, mine))).toEqual([
      { menuId: 1, btnIds: [11, 13] },
      { menuId: 2, btnIds: [] },
    ])
    const tree = [
      {
        id: 1,
        code: 'a',
        name: '首页',
        nameEn: 'Home',
        checked: 1,
        btns: [{ btnId: 13, code: 'x', name: '分享', status: 0 }],
      },
    ]
    expect([grantWords('1.13', tree, true), grantWords('1', tree, false)]).toEqual(['Home › 分享', '首页'])
  })
})
