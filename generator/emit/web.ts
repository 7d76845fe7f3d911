/** The model split for the browser: a core for the shell, a part for each menu group. */
import { fieldAlong, isNumber, isRegistered } from '../../src/model/fields.ts'
import type {
  ActionModel,
  CallModel,
  DictionaryModel,
  FieldModel,
  Model,
  ResourceModel,
  ScreenModel,
} from '../../src/model/model.ts'
import { furtherColumns } from '../../src/model/listViews.ts'
import { callOf, selectOf, standingOf } from '../../src/model/model.ts'
import { fieldsOfForm } from '../../src/model/views.ts'
import type { SplitForWeb, WebCore, WebPart, WebResource } from '../../src/model/web.ts'
import { byText } from '../base/order.ts'
import { findingCall, foundAt, shownBy, typedIn } from '../derive/found.ts'

/** Screens outside the groups share one part. */
const NO_GROUP = 'shell'

export const splitForWeb: SplitForWeb = (model) => {
  const parts: Record<string, ScreenModel[]> = {}
  for (const screen of Object.values(model.screens)) (parts[partOf(screen)] ??= []).push(screen)
  const made: ReturnType<SplitForWeb>['parts'] = {}
  // A browser asks for one or two of them after a save: each is made on request.
  for (const [name, screens] of Object.entries(parts)) {
    let part: WebPart | undefined
    Object.defineProperty(made, name, { enumerable: true, get: () => (part ??= partModel(model, screens)) })
  }
  return { core: coreOf(model), parts: made }
}

const partOf = (screen: Pick<ScreenModel, 'group'>): string => screen.group?.slice(1).replaceAll('/', '-') ?? NO_GROUP

function coreOf(model: Model): WebCore {
  return {
    hash: model.hash,
    app: model.app,
    groups: model.groups,
    routes: routesOf(Object.values(model.screens)),
    search: searchOf(model),
  }
}

function routesOf(screens: readonly ScreenModel[]): WebCore['routes'] {
  const detailed = new Set(screens.map(shownBy))
  return screens.map((screen) => {
    const typed = typedIn(screen)
    return routeOf(screen, shownBy(screen) ?? (detailed.has(typed) ? undefined : typed))
  })
}

function routeOf(
  { view, permits: _p, was, ...screen }: ScreenModel,
  shows: string | undefined,
): WebCore['routes'][number] {
  const former = was.filter((name) => name.startsWith('/'))
  return {
    ...screen,
    part: partOf(screen),
    view: view.view,
    ...(view.view === 'page' ? { page: view.page } : {}),
    ...(shows ? { shows } : {}),
    ...(former.length > 0 ? { was: former } : {}),
  }
}

/** Records found from everywhere, each with the screen that shows one; within a group in the order of its menu. */
function searchOf(model: Model): WebCore['search'] {
  const screens = Object.values(model.screens)
  const groups = [...new Set(screens.map((screen) => screen.group))]
  const inMenu = (a: ScreenModel, b: ScreenModel): number =>
    groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order
  return [...screens].sort(inMenu).flatMap((screen) => {
    const call = findingCall(model, screen)
    const { resource, by } = foundAt(screen) ?? {}
    const r = model.resources[resource ?? '']
    if (!call || !r) return []
    const { route: open, code } = screen
    return [{ resource: r.name, label: r.label, call, open, ...(by ? { by } : {}), ...(code ? { code } : {}) }]
  })
}

/** Everything a set of screens names, found in one walk. */
function partModel(model: Model, screens: ScreenModel[]): WebPart {
  const found: Found = { calls: new Map(), resources: new Map(), dictionaries: new Map(), told: new Map() }
  const seen = new Set<unknown>()
  for (const screen of screens) collect(model, screen, found, seen)
  for (const done = new Set<string>(); ;) {
    const next = [...found.resources.values()].find((r) => !done.has(r.name))
    if (!next) break
    done.add(next.name)
    collect(model, slim(model, next, found), found, seen)
  }
  const listed = screens.every(forClients) ? new Set<string>() : listedIn(screens)
  return {
    screens: Object.fromEntries(screens.map((s) => [s.route, s])),
    calls: sorted(found.calls),
    resources: Object.fromEntries(
      [...found.resources.values()]
        .sort(byName)
        .map((r) => [
          r.name,
          { ...slim(model, r, found), ...(listed.has(r.name) ? { further: furtherColumns(r) } : {}) },
        ]),
    ),
    dictionaries: sorted(screens.every(forClients) ? inWordsOfClients(found.dictionaries) : found.dictionaries),
  }
}

/** Resources of the screens' own lists, to which a person may add columns; lists inside records are told as they are. */
const listedIn = (screens: readonly ScreenModel[]): Set<string> =>
  new Set(
    screens.flatMap(({ view }) => {
      if (view.view !== 'list') return []
      const tabs = view.tabs?.kind === 'views' ? view.tabs.views : []
      return [view.resource, ...tabs.flatMap((one) => (one.view === 'list' ? [one.resource] : []))]
    }),
  )

const forClients = ({ access }: ScreenModel): boolean => access?.client !== undefined

/** Customers read what a value says to them, where it says so. */
const inWordsOfClients = (dictionaries: Found['dictionaries']): Found['dictionaries'] =>
  new Map(
    [...dictionaries].map(([name, { values, ...rest }]) => [
      name,
      { ...rest, values: values.map(({ clients, label, ...one }) => ({ ...one, label: clients ?? label })) },
    ]),
  )

interface Found {
  calls: Map<string, CallModel>
  resources: Map<string, ResourceModel>
  dictionaries: Map<string, DictionaryModel>
  /** What questions and results tell of a record of each resource. */
  told: Map<string, Set<string>>
}
const byName = (a: { name: string }, b: { name: string }): number => byText(a.name, b.name)
const sorted = <T>(map: Map<string, T>): Record<string, T> =>
  Object.fromEntries([...map].sort(([a], [b]) => byText(a, b)))

/** Keys under which a model names a call. */
const CALL_KEYS = new Set([
  'call',
  'add',
  'edit',
  'del',
  'detail',
  'load',
  'lookup',
  'original',
  'look',
  'check',
  'start',
  'preview',
  'goals',
  'drag',
  'query',
  'save',
  'progress',
  'state',
  'cancel',
  'paid',
  'became',
])

function collect(model: Model, node: unknown, found: Found, seen: Set<unknown>): void {
  if (Array.isArray(node)) {
    for (const one of node) collect(model, one, found, seen)
    return
  }
  if (!node || typeof node !== 'object' || seen.has(node)) return
  seen.add(node)
  noteTold(model, node, found)
  const part = node as Record<string, unknown>
  if (typeof part.resource === 'string') addResource(model, part.resource, found)
  if (typeof part.of === 'string') {
    const dictionary = model.dictionaries[part.of]
    if (dictionary && (part.type === 'enum' || part.type === 'enums'))
      found.dictionaries.set(dictionary.name, dictionary)
    else if (model.resources[part.of] && ['ref', 'refs', 'own'].includes(part.type as string))
      addResource(model, part.of, found)
  }
  for (const resource of Object.values((part.kinds as FieldModel['kinds']) ?? {})) {
    addResource(model, resource, found)
    addCall(model, selectOf(model.calls, resource)?.id ?? '', found, seen)
  }
  // What the input of a registered type asks by itself.
  if (typeof part.type === 'string' && isRegistered(part.type))
    for (const id of model.app.typeCalls[part.type] ?? []) addCall(model, id, found, seen)
  if (typeof part.words === 'string' && model.dictionaries[part.words])
    found.dictionaries.set(part.words, model.dictionaries[part.words]!)
  if (typeof part.options === 'string' && model.dictionaries[part.options])
    found.dictionaries.set(part.options, model.dictionaries[part.options]!)
  for (const [key, value] of Object.entries(part)) {
    if (key === 'ast') continue
    if (CALL_KEYS.has(key) && typeof value === 'string') addCall(model, value, found, seen)
    else collect(model, value, found, seen)
  }
}

/** Notes the holes in the sentences of a button or call: what they tell of a record is written as its field is. */
function noteTold(model: Model, node: Partial<ActionModel & CallModel>, { told }: Found): void {
  if (!node.confirm && !node.done) return
  const name = node.resource ?? callOf(model, node.call ?? '')?.resource
  if (name === undefined) return
  const holes = told.get(name) ?? new Set()
  told.set(name, holes)
  for (const text of [node.confirm, node.done?.say])
    if (text && text !== true)
      for (const [, hole = ''] of `${text.zh}${text.en}`.matchAll(/\{(\w+)\}/g)) holes.add(hole)
}

function addResource(model: Model, name: string, found: Found): void {
  const r = model.resources[name]
  if (r) found.resources.set(name, r)
}

function addCall(model: Model, id: string, found: Found, seen: Set<unknown>): void {
  const call = callOf(model, id)
  if (!call || found.calls.has(call.id)) return
  found.calls.set(call.id, call)
  collect(model, call, found, seen)
}

/** Computed values that a record shows, and that stand out only now and then: the head of a record tells of them as of its states. */
const warningsOf = (model: Model, r: ResourceModel): string[] =>
  fieldsOfForm(r.detail).flatMap(({ name, type, of, value }) => {
    const words = type === 'enum' && value ? (model.dictionaries[of]?.values ?? []) : []
    return words.some((one) => one.tone) && words.some((one) => !one.tone) ? [name] : []
  })

/** Numbers of which the server can say how they come about. */
const workedIn = ({ fields, tallies }: ResourceModel): string[] =>
  Object.values(fields).flatMap(({ name, type, value, secret }) =>
    isNumber(type) && !secret && (value || tallies[name]) ? [name] : [],
  )

/** The fields of other records that say what one is called, and what tells it apart. */
function alongOf(model: Model, r: ResourceModel): Pick<WebResource, 'along'> {
  const found = [r.title, ...r.facts].flatMap((path) => {
    const end = fieldAlong(model, r.fields, path)
    return end?.of ? [[path, end.field] as const] : []
  })
  return found.length > 0 ? { along: Object.fromEntries(found) } : {}
}

/** The browser's part of a resource beyond its forms and columns. */
function slim(model: Model, r: ResourceModel, { told }: Found): WebResource {
  const said = told.get(r.name) ?? []
  const states = [...standingOf(r), ...warningsOf(model, r)]
  const named = new Set([r.title, ...r.facts, ...(r.tree ? [r.tree.parent] : []), ...states, ...said])
  const form = fieldsOfForm(r.form)
  const child = r.parent ? form.map((f) => f.name) : []
  const fields = Object.fromEntries(
    Object.entries(r.fields).filter(([name]) => named.has(name) || child.includes(name)),
  )
  return {
    name: r.name,
    label: r.label,
    title: r.title,
    facts: r.facts,
    key: r.key,
    standing: standingOf(r),
    worked: workedIn(r),
    ...(r.tree ? { tree: r.tree } : {}),
    fields,
    ...alongOf(model, r),
    rules: r.rules,
    unique: r.unique,
  }
}
