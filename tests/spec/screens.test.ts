/**
 * The filters, columns and calls that the product is to have on each screen (`screens.json`), each looked for where it
 * belongs: a filter among those on offer, a column among what stands on the page, a call among what opening the page or
 * its buttons reach, and one that changes anything behind a button. `lacking.json` says of every other one why it is not there.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { membersOf } from '../../src/model/fields.ts'
import { callOf, type CallKind, type Reach, type ScreenModel, type View } from '../../src/model/model.ts'
import { evaluate, type ExprNode } from '../../src/model/expr/index.ts'
import { followedPath, nodesOf } from '../../src/model/expr/tree.ts'
import { fieldsOfForm, innerViews, partsOf, withInner } from '../../src/model/views.ts'
import { productModel } from '../generator/schemas.ts'

const KINDS = ['filters', 'columns', 'calls'] as const
type Kind = (typeof KINDS)[number]
/** Calls that nobody makes without pressing something. */
const CHANGES: ReadonlySet<CallKind> = new Set<CallKind>(['add', 'edit', 'del', 'move', 'set', 'import'])
type Facts = Record<string, Partial<Record<Kind, string[]>>>
/** A reason for everything of a kind that has a name, or (`route name`) for one on one screen. */
type Reasons = Record<Kind, Record<string, string>>

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const facts = read('screens.json') as Facts
const lacking = read('lacking.json') as Reasons
const model = productModel()

/** The fields of a row that an expression reads. */
const fieldsIn = (node: ExprNode): string[] => [...nodesOf(node)].flatMap((one) => followedPath(one) || [])

/** What must hold all together. */
const conditionsOf = (node: ExprNode): ExprNode[] =>
  node.k === 'and' ? [...conditionsOf(node.a), ...conditionsOf(node.b)] : [node]

/** A view and those that stand on the page with it: all inside it but records that open at the side. */
const onPage = (view: View): View[] => [
  view,
  ...innerViews(view).flatMap((inner) => (inner.place === 'drawer' ? [] : onPage(inner.view))),
]

/** A filter by its name, the names of its values on the wire, and the field it asks for. */
function filtersOf({ view }: ScreenModel): string[] {
  return onPage(view).flatMap((one) => {
    const tabs = one.view === 'list' && one.tabs?.kind === 'filter' ? [one.tabs.by] : []
    const left = one.view === 'list' && one.left ? [one.left.sets] : []
    const offered = partsOf(one).filters.filter((filter) => filter.offered)
    return [
      ...left,
      ...[...offered, ...tabs].flatMap((filter) => [
        filter.name,
        ...filter.wire.flatMap((wire) => wire ?? []),
        ...('path' in filter.match ? [filter.match.path] : []),
      ]),
    ]
  })
}

/** Columns, fields of forms and details, numbers and measures, and the parts that have a name of their own. */
function columnsOf({ view }: ScreenModel): string[] {
  return onPage(view).flatMap((one) => {
    const { columns, forms } = partsOf(one)
    const figures = one.view === 'stat' ? one.blocks.flatMap(figuresOf) : []
    return [
      ...(one === view ? [] : [one.key]),
      ...columns.flatMap(({ path, field }) => [path, field.name]),
      ...forms
        .flatMap(({ items }) => fieldsOfForm(items))
        .flatMap((field) => [field, ...membersOf(field)])
        .map(({ name }) => name),
      ...figures,
    ]
  })
}

function figuresOf(block: Extract<View, { view: 'stat' }>['blocks'][number]): string[] {
  switch (block.kind) {
    case 'numbers':
      return [block.key, ...block.fields.map(({ name }) => name)]
    case 'chart':
      return [block.key, ...[...block.by, ...block.measures].map(({ name }) => name)]
    default:
      return [block.key]
  }
}

/** What a screen reaches: by being opened, and by its buttons. */
function reachOf(screen: ScreenModel): { opening: Set<string>; buttons: Set<string> } {
  const permission = model.permissions[screen.code ?? '']
  const views = withInner(screen.view)
  const named = (ids: (string | undefined)[]): string[] =>
    ids.flatMap((id) => (id === undefined ? [] : [callOf(model, id)?.path ?? id]))
  const reached = (reach: Reach[]): string[] => named(reach.map(({ call }) => call))
  // What a form, a wizard and a draft save, the person does by a button of theirs.
  const saved = views.flatMap((one) =>
    one.view === 'form'
      ? [one.add, one.edit]
      : one.view === 'wizard'
        ? [one.call, one.draft?.add, one.draft?.edit]
        : [],
  )
  const pages = views.flatMap((one) => (one.view === 'page' ? (model.app.pages[one.page]?.calls ?? []) : []))
  return {
    opening: new Set([
      ...reached(permission?.see ?? []),
      ...named([...views.flatMap((one) => partsOf(one).calls), ...pages]),
    ]),
    buttons: new Set([
      ...reached(permission?.buttons.flatMap(({ reach }) => reach) ?? []),
      ...named(
        views.flatMap((one) => [
          ...one.actions.map(({ call }) => call),
          ...partsOf(one).presses.map(({ call }) => call),
        ]),
      ),
      ...named([...saved, ...pages]),
    ]),
  }
}

function isReached(screen: ScreenModel, name: string): boolean {
  const call = callOf(model, name)
  if (!call) return false
  const { opening, buttons } = reachOf(screen)
  return buttons.has(call.path) || (!CHANGES.has(call.kind) && opening.has(call.path))
}

const HAS: Record<Kind, (screen: ScreenModel) => (name: string) => boolean> = {
  filters: (screen) => (name) => filtersOf(screen).includes(name),
  columns: (screen) => (name) => columnsOf(screen).includes(name),
  calls: (screen) => (name) => isReached(screen, name),
}

/** What a screen does not have where it belongs. */
function lackedBy(route: string, kind: Kind): string[] {
  const screen = model.screens[route]
  if (!screen) throw new Error(`no screen ${route}`)
  const has = HAS[kind](screen)
  return (facts[route]?.[kind] ?? []).filter((name) => !has(name))
}

const isReasoned = (route: string, kind: Kind, name: string): boolean =>
  lacking[kind][name] !== undefined || lacking[kind][`${route} ${name}`] !== undefined

describe('what each screen is to have', () => {
  it.each(Object.keys(facts))('%s has it, or there is a reason', (route) => {
    const lacked = KINDS.flatMap((kind) =>
      lackedBy(route, kind).flatMap((name) => (isReasoned(route, kind, name) ? [] : [`${kind}: ${name}`])),
    )
    expect(lacked).toEqual([])
  })

  it('takes at most 15 lines where leads of one kind are handled like those of another', () => {
    const long = ['pregnant', 'child'].flatMap((folder) => {
      const at = join(import.meta.dirname, '../../schemas/screens', folder)
      const files = readdirSync(at).filter((file) => !file.startsWith('_'))
      return files.filter((file) => readFileSync(join(at, file), 'utf8').trimEnd().split('\n').length > 15)
    })
    expect(long).toEqual([])
  })

  it.each(KINDS)('reasons are given for %s that are lacking, and for no other', (kind) => {
    const lacked = new Set(
      Object.keys(facts).flatMap((route) => lackedBy(route, kind).flatMap((name) => [name, `${route} ${name}`])),
    )
    expect(Object.keys(lacking[kind]).filter((name) => !lacked.has(name))).toEqual([])
  })
})

describe('boards of work', () => {
  const screens = Object.values(model.screens)
  const lists = screens.flatMap(({ route, view }) => (view.view === 'list' ? [{ route, view }] : []))

  it('have what moves the work on before notes and print-outs', () => {
    const behind = lists.flatMap(({ route, view }) => {
      const steps = view.actions.filter(
        ({ at, call, when }) => at.includes('row') && when.length > 0 && !model.calls[call ?? '']?.danger,
      )
      const paper = view.actions.findIndex(({ key }) => key === 'sheet')
      return paper >= 0
        ? steps.filter((one) => view.actions.indexOf(one) > paper).map(({ key }) => `${route} ${key}`)
        : []
    })
    expect(behind).toEqual([])
  })

  it('that give work out open on what waits for somebody', () => {
    const opening = lists.flatMap(({ route, view: { tabs, actions } }) =>
      /dispa[tc][a-z]*ing-tasks|assign-mission|dispatch-photo$/.test(route) &&
      tabs?.kind === 'filter' &&
      actions[0]?.key === 'assign'
        ? [`${route} ${JSON.stringify(tabs.by.default)}`]
        : [],
    )
    expect(opening.length).toBeGreaterThan(6)
    expect(opening.filter((one) => !one.endsWith(' {"value":1}'))).toEqual([])
  })
})

it('no list has a tab of a value that none of its rows can have', () => {
  const tabbed = Object.values(model.screens).flatMap(({ route, view }) =>
    withInner(view).flatMap((one) =>
      one.view === 'list' && one.tabs?.kind === 'filter' && one.tabs.by.match.kind === 'is'
        ? [{ at: `${route} ${one.key}`, call: one.call, path: one.tabs.by.match.path, control: one.tabs.by.control }]
        : [],
    ),
  )
  const env = { now: 0, money: 1, zone: model.app.timezone } as const
  const never = tabbed.flatMap(({ at, call, path, control }) => {
    const where = callOf(model, call)?.where
    // What is said of other fields says nothing of a value of this one.
    const about = (where ? conditionsOf(where.ast) : []).filter((node) => `${fieldsIn(node)}` === path)
    const values = control.in ?? model.dictionaries[control.of as string]?.values.map(({ value }) => value) ?? []
    return values
      .filter((value) => !about.every((node) => evaluate(node, { ...env, row: { [path]: value } })))
      .map((value) => `${at} ${value}`)
  })
  expect(tabbed.length).toBeGreaterThan(40)
  expect(never).toEqual([])
})

it('who comes to a class is signed in by one press', () => {
  const { view } = model.screens['/pregnant-class/course-tracking']!
  const actions = view.view === 'list' ? view.actions : []
  const signIn = actions.find(({ key }) => key === 'signIn')
  // The class is asked by its own call, which also changes its course: neither is typed here.
  expect(signIn).toMatchObject({ call: 'clubClassSch/edit', form: [] })
})

it('a page says what its address must name, unless that is a token', () => {
  const silent = Object.values(model.screens).flatMap(({ route, params }) =>
    params.flatMap(({ name, required, label }) => (required && !label ? [`${route} ${name}`] : [])),
  )
  expect(silent).toEqual(['/first-run token', '/newPlay token'])
})
