/** list: rows of a resource, wherever they stand. */
import type {
  ActionModel,
  Bounds,
  CallModel,
  FillSource,
  InlineModel,
  ListView,
  OpenModel,
  ResourceModel,
  View,
} from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { roots } from '../expressions.ts'
import { referField } from '../../link/fields.ts'
import { checkParams, openModel } from '../destinations.ts'
import { changedColumns } from '../resource/columns.ts'
import { sortPath } from '../resource/index.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { isChange } from '../../base/composed.ts'
import { changedTwice, partAt } from '../../expand/changes.ts'
import { normalizeBlock } from './block.ts'
import {
  answeredView,
  innerPlace,
  reportMissingInputs,
  rowField,
  tabsIn,
  viewActions,
  viewWith,
  type ViewNormalizer,
  type ViewPlace,
  type About,
} from './context.ts'
import { drawerOf } from './detail.ts'
import { checkLabels, filtersOfView } from './filters.ts'
import { linkRows } from './linking.ts'

export const list: ViewNormalizer = (c, at, raw, place) => {
  const subject = answeredView(c, at, raw, place, 'query')
  if (!subject) return undefined
  const { r, model, call } = subject
  const fixed = viewWith(c, below(at, 'with'), raw.with, { r: model, call, place })
  const filters = filtersOfView(c, at, raw.filters, {
    resource: answered(model, call),
    inputs: call.input,
    fixed: Object.keys(fixed),
    place,
  })
  const left = leftOf(c, at, raw, place, model)
  const offered = [
    ...filters.map((f) => f.name),
    ...(left ? [left.sets] : []),
    ...(typeof raw.tabs === 'string' ? [raw.tabs] : []),
  ]
  const actions = viewActions(c, at, raw, place, { resource: model, view: fixed, chosen: left && [left.sets] })
  const view: ListView = {
    view: 'list',
    key: place.key,
    label: raw.label ?? r.many,
    resource: r.name,
    call: call.id,
    with: fixed,
    filters,
    columns: sortable(changedColumns(c, r, below(at, 'columns'), raw.columns, withoutLink(model.columns, fixed)), call),
    sort: sortOf(c, at, raw, r, model),
    layout: raw.layout ?? 'table',
    inline: inlineOf(c, at, raw.inline ?? [], { r, model, place }, actions),
    actions,
    ...(left ? { left } : {}),
    ...openOf(c, at, raw, { r, place, model }),
    ...(raw.empty ? { empty: raw.empty } : {}),
  }
  const scan = raw.scan && scanOf(c, below(at, 'scan'), raw.scan, view, model)
  if (scan) view.scan = scan
  const tabs = tabsOf(c, at, raw, place, view)
  if (tabs) view.tabs = tabs
  // Inside a record some are still to be fixed.
  if (!place.outer) checkLabels(c, raw.filters ? below(at, 'filters') : at, view.filters)
  const expand = raw.expand && expandOf(c, below(at, 'expand'), raw.expand, { r, model, place })
  if (expand) view.expand = expand
  const sheet = raw.sheet && normalizeBlock(c, below(at, 'sheet'), raw.sheet, innerPlace(place, 'sheet'))
  if (sheet) view.sheet = sheet
  if (!place.outer)
    reportMissingInputs(c, at, call, { ...fixed, ...Object.fromEntries(offered.map((name) => [name, true])) }, place)
  return view
}

/** A hand-written call has only its declared inputs: neither filters nor an order of the resource. */
const knowsOnlyInputs = (call: CallModel): boolean => call.kind === 'handler'

/** The resource with the filters that the call supports. */
function answered(model: ResourceModel, call: CallModel): Pick<ResourceModel, 'name' | 'filters'> {
  if (!knowsOnlyInputs(call)) return model
  const accepted = new Set<string | null>([null, ...call.input.map((f) => f.name)])
  return {
    name: model.name,
    filters: Object.fromEntries(
      Object.entries(model.filters).filter(([, f]) => f.wire.every((name) => accepted.has(name))),
    ),
  }
}

/** The columns, sortable only where the call supports sorting. */
function sortable(columns: ListView['columns'], call: CallModel): ListView['columns'] {
  if (!knowsOnlyInputs(call) || call.input.some((f) => f.name === 'sortField')) return columns
  return columns.map((col) => ({ ...col, sort: false }))
}

/** The inner view of a row: rows that point at it, unless `with` names others. */
function expandOf(c: Compilation, at: At, raw: AuthoredView, { r, model, place }: About): View | undefined {
  const view = normalizeBlock(c, at, raw, innerPlace(place, 'expand', { outer: r }))
  if (view?.view === 'list' || view?.view === 'tree') linkRows(c, at, view, { r, model, place }, false)
  return view
}

/** A column that would have the same value, that of the surrounding record, in every row. */
const withoutLink = (columns: ListView['columns'], fixed: Bounds) =>
  columns.filter((col) => !('expr' in (fixed[col.path] ?? {})) || columns.length === 1)

function sortOf(c: Compilation, at: At, raw: AuthoredView, r: ResourceDraft, model: ResourceModel): string[] {
  if (!raw.sort) return model.sort
  return raw.sort.flatMap((name, i) => {
    const place = below(at, 'sort', i)
    const found = sortPath(c, r, place, name)
    if (found === undefined) return []
    c.wantedSorts.push({ at: place, resource: r.name, path: found.replace(/^-/, '') })
    return found
  })
}

/** What a scanned code finds, and the button that is pressed then. */
function scanOf(
  c: Compilation,
  at: At,
  { by, press }: NonNullable<AuthoredView['scan']>,
  { actions }: ListView,
  model: ResourceModel,
): ListView['scan'] {
  const field = rowField(c, below(at, 'by'), by, model, ['string', 'serial'])
  if (!model.filters[by])
    return c.unknown(below(at, 'by'), 'REF006', `filter of ${model.name}`, by, Object.keys(model.filters))
  const keys = actions.filter((one) => one.at.includes('row')).map(({ key }) => key)
  if (press !== undefined && !keys.includes(press))
    return c.unknown(below(at, 'press'), 'REF005', 'button of a row', press, keys)
  return field && { by, ...(press ? { press } : {}) }
}

/** Fields changed in the cells of rows, each with the call that saves it. */
function inlineOf(c: Compilation, at: At, names: readonly string[], { model, place }: About, row: ActionModel[]) {
  return names.flatMap((field, i): InlineModel[] => {
    const spot = below(at, 'inline', i)
    referField(c, spot, model.fields[field], field)
    if (!model.fields[field])
      return c.unknown(spot, 'REF004', `field of ${model.name}`, field, Object.keys(model.fields)) ?? []
    const saver = saverOf(field, model, place, row)
    if (saver) return [{ field, ...saver }]
    const says = model.fields[field].masked
      ? `"${field}" is masked: who changes it is to see it whole, in a form`
      : `no button of a row takes "${field}" alone, and ${model.path}/edit does not take it`
    return c.error(spot, 'REF015', says) ?? []
  })
}

/** The call that saves a field alone: of the buttons of the row the one that takes least besides; else the resource's own "edit". */
function saverOf(name: string, { path }: ResourceModel, place: ViewPlace, row: readonly ActionModel[]) {
  const edit: CallModel | undefined = place.calls[`${path}/edit`]
  const pressed = row.flatMap(({ key, call: id, at, fills, check, confirm }) => {
    const call = place.calls[id ?? ''] ?? place.presets[id ?? '']
    const plain =
      at.includes('row') &&
      !check &&
      !confirm &&
      Object.entries(fills).every(([input, { by }]) => ROW.includes(input) || TYPED.includes(by))
    return call && plain && takesAlone(call, name) ? [{ call, button: key }] : []
  })
  const [found] = pressed.sort((a, b) => a.call.input.length - b.call.input.length)
  if (found) return { call: found.call.id, button: found.button }
  return edit && takesAlone(edit, name) ? { call: edit.id } : undefined
}

/** Who fills the inputs of a button that gives its call nothing but the row and what is typed. */
const TYPED: readonly FillSource['by'][] = ['asked', 'default', 'none']

/** Inputs that say which record a call is about. */
const ROW: readonly string[] = ['id', 'ids', 'version']

/** Whether a call changes one field of a record and asks for nothing else. Of a masked value one would change what is not shown. */
const takesAlone = ({ kind, input, move }: CallModel, name: string): boolean => {
  const others = input.filter((field) => field.name !== name && !ROW.includes(field.name))
  const takes = !move && SAVES.includes(kind) && input.some((field) => field.name === name && !field.masked)
  return takes && (kind === 'edit' || others.every(({ required }) => !required))
}

/** Kinds of calls that change values; a move of a state is a step of its own. */
const SAVES: readonly CallModel['kind'][] = ['edit', 'set', 'handler']

function leftOf(c: Compilation, at: At, raw: AuthoredView, place: ViewPlace, model: ResourceModel): ListView['left'] {
  if (!raw.left) return undefined
  const { sets, ...block } = raw.left
  const spot = below(at, 'left')
  if (!sets) return c.error(spot, 'SHP003', '"sets" is missing: which filter does the chosen row set?', { key: true })
  const filter = model.filters[sets]
  if (!filter)
    return c.unknown(below(spot, 'sets'), 'REF006', `filter of ${model.name}`, sets, Object.keys(model.filters))
  referField(c, below(spot, 'sets'), filter.control, sets)
  const view = normalizeBlock(c, spot, block, innerPlace(place, 'left'))
  // Rows of a tree lie below those beside it: without a choice there are all.
  const first = filter.match.kind === 'is' && filter.match.path === model.parent?.field && view?.view === 'list'
  return view && { view, sets, first }
}

/** The destination of a row, if it has one; by default a drawer when single records can be read. */
function openOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  { r, place, model }: About,
): { open?: OpenModel; drawer?: ListView['drawer'] } {
  const drawer = () => {
    const made = drawerOf(c, at, r, place)
    return made ? { open: { kind: 'drawer' as const }, drawer: made } : {}
  }
  if (raw.open === false) return {}
  if (raw.open === undefined || raw.open === 'drawer') return model.virtual ? {} : drawer()
  const open = openModel(c, below(at, 'open'), raw.open, {
    from: r,
    scope: roots(c, { row: { t: 'row', of: r.name, empty: false }, params: place.paramsType }),
  })
  if (!open || open === 'planned') return drawer()
  checkParams(c, below(at, 'open'), open, place.params)
  return { open }
}

function tabsOf(c: Compilation, at: At, raw: AuthoredView, place: ViewPlace, view: ListView): ListView['tabs'] {
  if (typeof raw.tabs === 'string') return filterTabs(c, below(at, 'tabs'), raw.tabs, view, place)
  if (!raw.tabs) return undefined
  const views = tabsIn(raw).flatMap(([key, block]): View | View[] => {
    const { tabs: _tabs, label: _label, ...shared } = raw
    const merged =
      block.resource && block.resource !== raw.resource
        ? block
        : { ...shared, ...block, ...changedBoth(at, below(at, 'tabs', key)), with: { ...raw.with, ...block.with } }
    if (Object.keys(merged.with ?? {}).length === 0) delete merged.with
    return (
      normalizeBlock(
        c,
        below(at, 'tabs', key),
        merged,
        innerPlace(place, key, { prefix: block.actions ? `${place.prefix}${key}.` : place.prefix }),
      ) ?? []
    )
  })
  return views.length > 0 ? { kind: 'views', views } : undefined
}

/** Lists that a view and its tab both change: the tab changes what the view shows. */
function changedBoth(view: At, tab: At): Pick<AuthoredView, 'filters' | 'columns'> {
  const changed = ['filters', 'columns'].flatMap((key) => {
    const [first, second] = [partAt(view.source, ...view.path, key), partAt(tab.source, ...tab.path, key)]
    if (!isChange(first) || !isChange(second)) return []
    const { add, drop } = changedTwice(first, second)
    return [[key, { add: add.map(({ value }) => value), drop: drop.map(({ value }) => value) }]]
  })
  return Object.fromEntries(changed)
}

/** One tab a value of an enum filter, with live counts, and one for all unless the filter starts with a value. */
function filterTabs(c: Compilation, at: At, name: string, view: ListView, place: ViewPlace): ListView['tabs'] {
  const model = place.models[view.resource]!
  const filter = view.filters.find((f) => f.name === name) ?? model.filters[name]
  if (!filter) return c.unknown(at, 'REF006', `filter of ${model.name}`, name, Object.keys(model.filters))
  referField(c, at, filter.control, name)
  if (filter.control.type !== 'enum') return c.error(at, 'REF015', `"${name}" is no enum; tabs need one`)
  const call = place.calls[view.call] ?? place.presets[view.call]
  const required = call?.input.some((f) => f.name === name && f.required) ?? false
  view.filters = view.filters.filter((f) => f.name !== name)
  return { kind: 'filter', filter: name, by: filter, all: !required && !filter.default, counts: true }
}
