import { describe, expect, it } from 'vitest'
import { groupTitleOf, sidebarOf, titleOf, type MenuLine } from '../../../src/web/shell/menu.ts'
import { matching, screenHits } from '../../../src/web/shell/paletteItems.ts'
import { addressOfMessage } from '../../../src/web/core/messages.ts'
import { core, menu } from './core.ts'

const outline = (lines: MenuLine[]): unknown[] =>
  lines.map((line) => (line.children ? [line.key, outline(line.children)] : line.key))
const ALL = [
  menu('home'),
  menu('post'),
  menu('post-001', { sortNum: 2 }),
  menu('post-002', { sortNum: 1 }),
  menu('post-003', { isVisible: 0 }),
]

describe('the sidebar', () => {
  it('has only granted screens, and those everybody may open', () => {
    expect(outline(sidebarOf(core, [menu('home'), menu('post-001')]))).toEqual([
      '/home',
      ['/post', ['/post/letters']],
      '/password',
    ])
  })
  it('has no group without a line', () => {
    expect(outline(sidebarOf(core, [menu('home'), menu('post')]))).toEqual(['/home', '/password'])
  })
  it('follows the order of the server', () => {
    expect(outline(sidebarOf(core, ALL))).toContainEqual(['/post', ['/post/parcels', '/post/letters']])
  })
  it('hides what the server hides, screens and groups', () => {
    expect(outline(sidebarOf(core, [menu('post-001', { isVisible: 0 }), menu('post-002')]))).toContainEqual([
      '/post',
      ['/post/parcels'],
    ])
    expect(outline(sidebarOf(core, [menu('post', { isVisible: 0 }), menu('post-001')]))).toEqual(['/password'])
  })
  it('never offers a screen that needs a record, even when the server shows it', () => {
    expect(outline(sidebarOf(core, [menu('post-003', { isVisible: 1 })]))).toEqual(['/password'])
  })
  it('takes names from the server: Chinese by name, English by its English name or else the own one', () => {
    const letters = core.routes.find((route) => route.route === '/post/letters')!
    expect(titleOf(letters, [menu('post-001', { name: '来信' })])).toEqual({ zh: '来信', en: 'Letters' })
    expect(titleOf(letters, [menu('post-001', { name: '来信', nameEn: 'Mail' })])).toEqual({ zh: '来信', en: 'Mail' })
    expect(groupTitleOf(core, letters, [menu('post', { name: '邮局' })])).toEqual({ zh: '邮局', en: 'Post' })
  })
})

describe('the palette', () => {
  const hits = screenHits(core, ALL, 'en')
  it('offers granted screens that need no record', () => {
    expect(hits.map((hit) => hit.key)).toEqual(['/home', '/post/letters', '/post/parcels', '/password', '/icons'])
  })
  it.each([
    ['parc', ['Parcels']],
    ['包', ['Parcels']],
    ['POST', ['Letters', 'Parcels']],
    ['zzz', []],
  ])('finds %s in both languages and by group', (typed, found) => {
    expect(matching(hits, typed).map((hit) => hit.title)).toEqual(found)
  })
})

describe('where a notification leads', () => {
  const message = { id: 1, title: '', content: '', messageSourceDO: { id: 7, secret: { a: 1 } } }
  it('to its page, with the fields the product names', () => {
    expect(addressOfMessage(core, { ...message, messageSourceType: 'parcel' }, () => true)).toBe('/post/parcel?id=7')
    const may =
      (...routes: string[]) =>
      (route: string) =>
        routes.includes(route)
    const parcel = { ...message, messageSourceType: 'parcel' }
    expect(addressOfMessage(core, parcel, may('/post/parcels'))).toBe('/post/parcels?id=7')
    expect(addressOfMessage(core, parcel, may())).toBeUndefined()
  })
  it('nowhere when the type or the page is unknown', () => {
    expect(addressOfMessage(core, { ...message, messageSourceType: 'unknown' }, () => true)).toBeUndefined()
    expect(addressOfMessage(core, { ...message, messageSourceType: 'gone' }, () => true)).toBeUndefined()
  })
})
