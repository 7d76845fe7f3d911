import { describe, expect, it } from 'vitest'
import { leaveTabs, tabStore, visit } from '../../../src/web/shell/tabStore.ts'
import { core } from './core.ts'
import {
  apart,
  closed,
  mountedPages,
  neighbour,
  restored,
  tabKey,
  visited,
  type Tab,
} from '../../../src/web/shell/tabs.ts'

const tab = (key: string, address = key): Tab => ({ key, route: key.split('?')[0]!, address })
const home = tab('/home')
const [a, b, c] = [tab('/a'), tab('/b'), tab('/c')]
const pinned = (route: string) => route === '/home'
const keys = (tabs: Tab[]) => tabs.map((one) => one.key)

describe('tabs', () => {
  it('tell records apart by the parameters that name them, and by nothing else', () => {
    const rule = { route: '/a', pinned: false, keyedBy: ['id'] }
    expect(tabKey(rule, '?id=1&page=2')).toBe('/a?id=1')
    expect(tabKey(rule, '?page=2')).toBe('/a')
  })
  it('are added at the end by a visit, and led to the newest address by the next', () => {
    const tabs = visited([home], tab('/a', '/a?page=1'))
    expect(keys(tabs)).toEqual(['/home', '/a'])
    expect(visited(tabs, tab('/a', '/a?page=2'))).toEqual([home, tab('/a', '/a?page=2')])
    expect(visited(tabs, tab('/a', '/a?page=1'))).toBe(tabs)
  })
  it('take the place of the one that is left for the next record, or lead to the one that shows it already', () => {
    expect(keys(visited([home, a, b], c, '/a'))).toEqual(['/home', '/c', '/b'])
    expect(keys(visited([home, a, b], b, '/a'))).toEqual(['/home', '/b'])
    expect(keys(visited([home, b], c, '/a'))).toEqual(['/home', '/b', '/c'])
  })
  it('close one, others, all; the pinned one always stays', () => {
    expect(keys(closed([home, a, b], new Set(['/a']), pinned))).toEqual(['/home', '/b'])
    expect(keys(closed([home, a, b, c], new Set(['/home', '/a', '/c']), pinned))).toEqual(['/home', '/b'])
    expect(keys(closed([home, a, b], new Set(['/home', '/a', '/b']), pinned))).toEqual(['/home'])
  })
  it('give way to the right neighbour, else to the left', () => {
    expect(neighbour([home, a, b], [home, b], '/a')?.key).toBe('/b')
    expect(neighbour([home, a, b], [home, a], '/b')?.key).toBe('/a')
    expect(neighbour([home, a, b], [home], '/b')?.key).toBe('/home')
  })
  it('come back on the next visit, home first, without what may no longer be opened or was never ours', () => {
    const mayOpen = (route: string) => route !== '/b'
    expect(keys(restored([a, home, b, { key: 1 }, null, c], home, mayOpen, new Map()))).toEqual(['/home', '/a', '/c'])
    expect(restored('nonsense', home, mayOpen, new Map())).toEqual([home])
  })
  it('come back where their screens are now, each once', () => {
    const moves = new Map([['/old', '/new/place']])
    const kept = [{ ...tab('/old?id=1', '/old?id=1&tab=x'), title: 'One' }, tab('/new/place?id=1', '/new/place?id=1')]
    const all = () => true
    expect(restored([kept[0]], home, all, moves)).toEqual([
      home,
      { key: '/new/place?id=1', route: '/new/place', address: '/new/place?id=1&tab=x', title: 'One' },
    ])
    expect(keys(restored(kept, home, all, moves))).toEqual(['/home', '/new/place?id=1'])
  })
})

describe('tabs of one title', () => {
  const named = (key: string, title: string, fact?: string): Tab => ({ ...tab(key), title, ...(fact ? { fact } : {}) })
  const beside = (...tabs: Tab[]) =>
    tabs.map((one) =>
      apart(
        one,
        tabs,
        ({ title = '' }) => title,
        ({ route }) => route.split('/').at(-1) ?? '',
        ({ route }) => route.split('/').slice(1, -1).join(),
      ),
    )

  it('are told apart by their screens, else by a fact of their records', () => {
    expect(beside(named('/clue?id=1', 'Chen', '138'), named('/chance?id=1', 'Chen', '139'))).toEqual(['clue', 'chance'])
    expect(beside(named('/clue?id=1', 'Chen', '138'), named('/clue?id=2', 'Chen', '139'))).toEqual(['138', '139'])
  })
  it('are told apart by their groups where their screens are called alike', () => {
    expect(beside(named('/shoot/arrange', 'arrange'), named('/shooting/arrange', 'arrange'))).toEqual([
      'shoot',
      'shooting',
    ])
  })
  it('are numbered where nothing else tells them apart', () => {
    expect(beside(named('/clue', 'clue'), named('/clue?id=2', 'clue'))).toEqual(['', '2'])
    expect(beside(named('/clue?id=1', 'Chen', '138'), named('/clue?id=2', 'Chen', '138'))).toEqual(['138', '138 2'])
  })
  it('say nothing more where nobody else has it', () => {
    expect(beside(named('/clue?id=1', 'Chen', '138'), named('/clue?id=2', 'Deng', '139'))).toEqual(['', ''])
  })
})

describe('kept pages', () => {
  it('are the newest', () => expect(mountedPages(['/a', '/b', '/c'], 2, new Set())).toEqual(['/b', '/c']))
  it('and every one with something unsaved', () =>
    expect(mountedPages(['/a', '/b', '/c'], 1, new Set(['/a']))).toEqual(['/a', '/c']))
  it('leave out those that say they are not', () => {
    const [kept, other] = core.routes.filter(({ route }) => route.startsWith('/post/'))
    const go = (route: (typeof core.routes)[number]) =>
      visit(route, { pathname: route.route, search: '', hash: '', state: null, key: route.route })
    go({ ...kept!, cache: false })
    go(other!)
    expect(tabStore.get().pages.map(({ route }) => route)).toEqual([other!.route])
    go(kept!)
    go(other!)
    expect(tabStore.get().pages.map(({ route }) => route)).toEqual([other!.route, kept!.route])
    leaveTabs()
  })
  it('of a screen that is never a tab have none', () => {
    const [page] = core.routes.filter(({ route }) => route.startsWith('/post/'))
    visit({ ...page!, tab: false }, { pathname: page!.route, search: '', hash: '', state: null, key: 'a' })
    expect([tabStore.get().pages.length, tabStore.get().tabs]).toEqual([1, []])
    leaveTabs()
  })
})
