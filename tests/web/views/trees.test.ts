import { describe, expect, it } from 'vitest'
import {
  byMenu,
  setButton,
  setNode,
  stateOf,
  ticked,
  toGrants,
  type GrantNode,
} from '../../../src/web/fields/grantTree.ts'
import { nested, rowsOf } from '../../../src/web/views/treeRows.ts'

const button = (btnId: number, status: 0 | 1 = 0) => ({ btnId, code: `b${btnId}`, name: `b${btnId}`, status })
const TREE: GrantNode[] = [
  {
    id: 1,
    code: 'g',
    name: 'g',
    checked: 1,
    children: [
      { id: 11, code: 'a', name: 'a', checked: 1, btns: [button(111, 1), button(112)] },
      { id: 12, code: 'b', name: 'b', checked: 0, btns: [button(121)] },
    ],
  },
]
const [group] = TREE as [GrantNode]
const [first, second] = group.children as [GrantNode, GrantNode]

describe('grants', () => {
  it('reads the ticks of a loaded tree', () => {
    expect(ticked(TREE)).toEqual([
      { menuId: 1, btnIds: [] },
      { menuId: 11, btnIds: [111] },
    ])
  })

  it('leaves a list of grants as it is', () => {
    const grants = [{ menuId: 3, btnIds: [4] }]
    expect(ticked(grants)).toBe(grants)
  })

  it('knows a half granted node', () => {
    const granted = byMenu(ticked(TREE))
    expect([stateOf(group, granted), stateOf(first, granted), stateOf(second, granted)]).toEqual([
      'some',
      'some',
      'none',
    ])
  })

  it('grants a node with all below it', () => {
    const granted = setNode(new Map(), TREE, group, true)
    expect(toGrants(granted)).toEqual([
      { menuId: 1, btnIds: [] },
      { menuId: 11, btnIds: [111, 112] },
      { menuId: 12, btnIds: [121] },
    ])
    expect(stateOf(group, granted)).toBe('all')
  })

  it('grants with a screen the group it stands in, or it could not be reached', () => {
    expect(
      toGrants(setNode(new Map(), TREE, second, true))
        .map((grant) => grant.menuId)
        .sort(),
    ).toEqual([1, 12])
  })

  it('grants with a button its screen', () => {
    expect(toGrants(setButton(new Map(), TREE, second, 121, true))).toContainEqual({ menuId: 12, btnIds: [121] })
  })

  it('takes a button and leaves the screen', () => {
    const granted = setButton(byMenu(ticked(TREE)), TREE, first, 111, false)
    expect(toGrants(granted)).toContainEqual({ menuId: 11, btnIds: [] })
  })
})

describe('rows of a tree', () => {
  const rows = [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 2 },
    { id: 4, parentId: 99 },
  ]

  it('hangs rows below their parents; what has lost its parent stands at the top', () => {
    const tree = nested(rows, 'parentId')
    expect(tree.map((row) => row.id)).toEqual([1, 4])
    expect(rowsOf(tree).map((row) => [row.id, row.depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 0],
    ])
  })

  it('understands an answer that is nested already', () => {
    const tree = nested([{ id: 1, parentId: null, children: [{ id: 2, parentId: 1, children: [] }] }], 'parentId')
    expect(rowsOf(tree).map((row) => row.id)).toEqual([1, 2])
  })
})
