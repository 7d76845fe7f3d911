import { describe, expect, it } from 'vitest'
import { normalizers } from '../../generator/normalize/views/index.ts'
import { study } from '../../generator/index.ts'
import { splitForWeb } from '../../generator/emit/web.ts'
import { load } from '../../generator/load/index.ts'
import type { FormItemModel, View } from '../../src/model/model.ts'
import { withInner } from '../../src/model/views.ts'
import { SCHEMAS } from './schemas.ts'

const { model, c } = study(load(SCHEMAS))
const screens = Object.values(model!.screens)

/** Whatever calls itself a view, wherever in the plain JSON it stands. */
function viewsIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(viewsIn)
  return 'view' in node && typeof node.view === 'string' ? [node, ...inside] : inside
}

describe('the walk over views', () => {
  it.each(screens.map((screen) => [screen.route, screen.view] as const))('finds every view of %s', (_route, view) => {
    const named = (views: unknown[]): string[] => (views as View[]).map((one) => `${one.view} ${one.key}`).sort()
    expect(named(withInner(view))).toEqual(named(viewsIn(view)))
  })
})

describe('a view kind', () => {
  it('has a normalizer and a meta-schema, or neither', () => {
    const kinds = [...c.loaded.meta.keys()]
      .flatMap((name) => /^view-(\w+)\.schema$/.exec(name)?.[1] ?? [])
      .filter(
        // A screen like another one has the view of that one.
        (kind) => kind !== 'like',
      )
    expect(Object.keys(normalizers).sort()).toEqual(kinds.sort())
    const listed = c.loaded.meta.get('screen.schema')?.properties?.view?.enum ?? []
    expect([...listed].sort()).toEqual(kinds.sort())
  })
})

describe('what a view fixes of its list', () => {
  it('is known to the server: a filter of the resource, or an input of the call', () => {
    const { calls, presets, resources } = model!
    const unknown = screens.flatMap(({ route, view }) =>
      withInner(view).flatMap((one) => {
        if (!('with' in one) || !('call' in one) || !('resource' in one)) return []
        const call = calls[one.call as string] ?? presets[one.call as string]
        const filters = Object.values(resources[one.resource as string]?.filters ?? {})
        const known = new Set([...(call?.input ?? []).map(({ name }) => name), ...filters.flatMap(({ wire }) => wire)])
        return Object.keys(one.with as object).flatMap((name) => (known.has(name) ? [] : `${route} ${one.key} ${name}`))
      }),
    )
    expect(unknown).toEqual([])
  })
})

describe('child rows', () => {
  it('have columns wherever a form or a record shows them', () => {
    const itemsOf = (node: unknown): FormItemModel[] => {
      if (typeof node !== 'object' || node === null) return []
      const inside = Object.values(node).flatMap(itemsOf)
      return 'kind' in node && node.kind === 'field' && 'field' in node ? [node as FormItemModel, ...inside] : inside
    }
    const { calls, presets, resources } = model!
    const bare = itemsOf([screens, calls, presets, resources]).flatMap((item) =>
      item.kind === 'field' && item.field.type === 'own' && !item.columns?.length ? [item.field.name] : [],
    )
    expect(bare).toEqual([])
  })
})

describe('a tab of a list', () => {
  it('changes the filters that the list shows, not the usual ones', () => {
    const { view } = model!.screens['/babybusiness/unsigned-babies']!
    const tabs = view.view === 'list' && view.tabs?.kind === 'views' ? view.tabs.views : []
    const offered = tabs.flatMap((tab) =>
      tab.key === 'pool' && tab.view === 'list' ? tab.filters.map(({ name }) => name) : [],
    )
    expect(offered).toContain('nameOrTel')
    // The list drops the first, the tab the second, which the list has added.
    expect(offered).not.toContain('type')
    expect(offered).not.toContain('bizState')
  })
})

describe('a button that opens a screen', () => {
  it('is called what it does, not as the screen, where that is adding', () => {
    const opening = screens.flatMap(({ view }) =>
      withInner(view).flatMap((one) => ('actions' in one ? one.actions.filter(({ open }) => open) : [])),
    )
    const words = (of: string): string[] => [
      ...new Set(opening.filter(({ key }) => key === of).map(({ label }) => label.en)),
    ]
    expect(words('add').filter((one) => !/^Add\b/.test(one))).toEqual([])
  })
})

describe('a button of a row', () => {
  const overOf = (route: string, key: string): string | undefined => {
    const views = withInner(screens.find((one) => one.route === route)!.view)
    const buttons = views.flatMap((view) => ('actions' in view ? view.actions : [])).filter((one) => one.key === key)
    expect(buttons).not.toEqual([])
    return buttons[0]?.over?.src
  }

  it.each([
    [
      '/order/order-list',
      'finish',
      "row.orderStatus in ['finished'] || row.closeStatus in ['cancelled', 'terminated']",
    ],
    ['/order/order-list', 'del', "row.closeStatus in ['cancelled', 'terminated']"],
    // Of a record that it names.
    ['/shootappoint/my-task', 'giveUp', "row.orderSession.sessionStatus in ['makeup', 'cancelled', 'terminated']"],
    // An end at which it still works is not among them.
    ['/pre-design/all-mission', 'share', "row.designStatus in ['terminated']"],
    ['/pregnant-class/course-schedule', 'resume', "row.classStatus in ['finished']"],
    ['/order/order-list', 'add', undefined],
  ])('%s: %s is gone where nothing is left to do', (route, key, over) => expect(overOf(route, key)).toBe(over))
})

describe('a call', () => {
  const { calls, presets, permissions } = model!
  const callOf = (id: string) => calls[id] ?? presets[id]

  it.each([
    ['lead/del', true],
    ['bill.void', true],
    ['order/del', true],
    ['refund.reject', true],
    ['order.finish', undefined],
    ['refund.approve', undefined],
    ['customer.invalidate', undefined],
  ])('%s is dangerous where it takes something away for good: %s', (id, danger) => {
    expect(callOf(id)).toBeDefined()
    expect(callOf(id)?.danger).toBe(danger)
  })

  it('with rows beside its form asks for those of its record, and its right reaches them', () => {
    const { beside } = callOf('analysis.track')!
    expect(beside).toMatchObject({ call: 'track/query', resource: 'track', by: ['targetId', 'targetType'] })
    expect(beside?.columns.map(({ path }) => path)).not.toContain('targetId')
    const button = permissions['clue-chance-003']?.buttons.find(({ code }) => code === 'track')
    expect(button?.reach.map(({ call }) => call)).toContain('track/query')
  })
})

describe('a value with words for customers', () => {
  const { parts } = splitForWeb(model!)
  const label = (part: string) =>
    parts[part]?.dictionaries.design_status?.values.find(({ name }) => name === 'rework')?.label.zh

  it('is called so on the screens that are theirs, and as ever on those of staff', () => {
    const [staff] = Object.keys(parts).filter((name) => name !== 'client' && label(name) !== undefined)
    expect([label('client'), label(staff ?? '')]).toEqual(['修改中', '返工'])
  })
})
