/** list: rows of a resource, wherever they stand. */
import type { Bounds, FilterModel, ListView, OpenModel, ResourceModel, View } from '../../src/model/model.ts'
import { below, nameOrObject, type At, type Compilation, type ResourceDraft } from '../context.ts'
import { bound, roots } from '../expressions.ts'
import { fieldModel } from '../fields.ts'
import { asControl } from '../resource/filters.ts'
import { checkParams, openModel } from '../open.ts'
import { changedColumns } from '../resource/columns.ts'
import { resolvePath } from '../paths.ts'
import type { Authored } from '../source.ts'
import { aboutOf, inside, readCall, viewActions, viewWith, type ViewNormalizer, type ViewPlace } from './context.ts'
import { drawerOf } from './detail.ts'
import { normalizeBlock } from './block.ts'

export const list: ViewNormalizer = (c, at, raw, place) => {
  const r = aboutOf(c, at, raw)
  const model = r && place.models[r.name]
  const call = r && readCall(c, at, raw.call ?? 'query', raw.call !== undefined, r, place)
  if (!r || !model || !call || call === 'planned') return undefined
  const fixed = viewWith(c, below(at, 'with'), raw.with, model, call, place)
  const filters = filtersOfView(c, at, raw.filters, model, Object.keys(fixed))
  const left = leftOf(c, at, raw, place, model)
  const offered = [...filters.map((f) => f.name), ...(left ? [left.sets] : [])]
  const view: ListView = {
    view: 'list', key: place.key, label: raw.label ?? model.label, resource: r.name, call: call.id, with: fixed, filters,
    columns: changedColumns(c, r, below(at, 'columns'), raw.columns, withoutLink(model.columns, fixed)),
    sort: sortOf(c, at, raw, r, model), layout: raw.layout ?? 'table', inline: inlineOf(c, at, raw, model),
    actions: viewActions(c, at, raw, place, { resource: model, view: fixed, offered }),
    ...(left ? { left } : {}), ...openOf(c, at, raw, r, place, model), ...(raw.empty ? { empty: raw.empty } : {}),
  }
  const tabs = tabsOf(c, at, raw, place, view)
  if (tabs) view.tabs = tabs
  if (raw.expand) { const expand = normalizeBlock(c, below(at, 'expand'), raw.expand, inside(place, 'expand', { outer: r })); if (expand) view.expand = expand }
  return view
}

/** A column that says on every row what the surrounding record says already. */
const withoutLink = (columns: ListView['columns'], fixed: Bounds) => columns.filter((col) => !('expr' in (fixed[col.path] ?? {})) || columns.length === 1)

/** Filters on offer: those of the resource but for the fixed ones; an exact list; or changes. */
export function filtersOfView(c: Compilation, at: At, written: unknown, r: ResourceModel, fixed: string[]): FilterModel[] {
  const place = below(at, 'filters')
  const usual = Object.values(r.filters).filter((f) => f.offered && !fixed.includes(f.name))
  if (written === undefined) return usual
  if (Array.isArray(written)) return written.flatMap((item, i) => filterItem(c, below(place, i), item, r) ?? [])
  const { add = [], drop = [] } = written as { add?: (string | Authored)[]; drop?: string[] }
  drop.forEach((name, i) => { if (!usual.some((f) => f.name === name)) c.unknown(below(place, 'drop', i), 'REF006', `filter of ${r.name}`, name, usual.map((f) => f.name)) })
  return [...usual.filter((f) => !drop.includes(f.name)), ...add.flatMap((item, i) => filterItem(c, below(place, 'add', i), item, r) ?? [])]
}

function filterItem(c: Compilation, at: At, item: string | Authored, r: ResourceModel): FilterModel | undefined {
  if (typeof item === 'object' && item.name) return ownFilter(c, at, item)
  const { name, more } = nameOrObject(item, 'field')
  const filter = r.filters[name]
  if (!filter) return c.unknown(typeof item === 'string' ? at : below(at, 'field'), 'REF006', `filter of ${r.name}`, name, Object.keys(r.filters))
  const start = more.default === undefined ? undefined : bound(c, below(at, 'default'), isPeriod(more.default) ? undefined : filter.control, more.default, roots(c, { params: { t: 'any', empty: true } }))
  return { ...filter, offered: true, ...(more.label ? { label: more.label } : {}), ...(start ? { default: start } : {}) }
}

/** Words for a period that a date filter may start with. */
export const PERIODS = ['today', 'thisWeek', 'thisMonth', 'lastMonth', 'last30Days', 'last7Days']
const isPeriod = (value: unknown): boolean => typeof value === 'string' && PERIODS.includes(value)

/** A filter of this screen only: an input its calls know. */
function ownFilter(c: Compilation, at: At, item: Authored): FilterModel | undefined {
  const control = fieldModel(c, at, item.name, { type: item.type, of: item.of, label: item.label })
  if (!control) return undefined
  const start = item.default === undefined ? undefined : bound(c, below(at, 'default'), isPeriod(item.default) ? undefined : control, item.default, roots(c))
  const shown = asControl(control, item.name, control.label)
  return { name: item.name, label: shown.label, control: shown, match: { kind: 'is', path: item.name }, many: false, range: item.range === true, wire: [item.name], offered: true, ...(start ? { default: start } : {}) }
}

function sortOf(c: Compilation, at: At, raw: Authored, r: ResourceDraft, model: ResourceModel): string[] {
  if (!raw.sort) return model.sort
  return (raw.sort as string[]).filter((name, i) => resolvePath(c, r, name.replace(/^-/, ''), below(at, 'sort', i)))
}

function inlineOf(c: Compilation, at: At, raw: Authored, model: ResourceModel): string[] {
  return ((raw.inline ?? []) as string[]).filter((name, i) => model.fields[name] ?? c.unknown(below(at, 'inline', i), 'REF004', `field of ${model.name}`, name, Object.keys(model.fields)))
}

function leftOf(c: Compilation, at: At, raw: Authored, place: ViewPlace, model: ResourceModel): ListView['left'] {
  if (!raw.left) return undefined
  const sets: string = raw.left.sets
  const place2 = below(at, 'left')
  if (!sets) return c.error(place2, 'SHP003', '"sets" is missing: which filter does the chosen row set?')
  if (!model.filters[sets]) return c.unknown(below(place2, 'sets'), 'REF006', `filter of ${model.name}`, sets, Object.keys(model.filters))
  const view = normalizeBlock(c, place2, raw.left, inside(place, 'left'))
  return view && { view, sets }
}

/** What a row opens; by default a drawer when the record can be read one by one. */
function openOf(c: Compilation, at: At, raw: Authored, r: ResourceDraft, place: ViewPlace, model: ResourceModel): { open?: OpenModel; drawer?: ListView['drawer'] } {
  const drawer = () => { const made = drawerOf(c, at, r, place); return made ? { open: { kind: 'drawer' as const }, drawer: made } : {} }
  if (raw.open === undefined || raw.open === 'drawer') return model.virtual ? {} : drawer()
  const open = openModel(c, below(at, 'open'), raw.open, r, roots(c, { row: { t: 'row', of: r.name, empty: false }, params: { t: 'any', empty: true } }))
  if (!open || open === 'planned') return drawer()
  checkParams(c, below(at, 'open'), open, place.params)
  return { open }
}

function tabsOf(c: Compilation, at: At, raw: Authored, place: ViewPlace, view: ListView): ListView['tabs'] {
  if (typeof raw.tabs === 'string') return filterTabs(c, below(at, 'tabs'), raw.tabs, view, place)
  if (!raw.tabs) return undefined
  const views = Object.entries<Authored>(raw.tabs).flatMap(([key, block]): View | View[] => {
    const { tabs: _tabs, label: _label, ...shared } = raw
    const merged = block.resource && block.resource !== raw.resource ? block : { ...shared, ...block, with: { ...raw.with, ...block.with } }
    if (Object.keys(merged.with ?? {}).length === 0) delete merged.with
    return normalizeBlock(c, below(at, 'tabs', key), merged, inside(place, key, { prefix: block.actions ? `${place.prefix}${key}.` : place.prefix })) ?? []
  })
  return views.length > 0 ? { kind: 'views', views } : undefined
}

/** One tab a value of an enum filter, with live counts. */
function filterTabs(c: Compilation, at: At, name: string, view: ListView, place: ViewPlace): ListView['tabs'] {
  const model = place.models[view.resource]!
  const filter = model.filters[name]
  if (!filter) return c.unknown(at, 'REF006', `filter of ${model.name}`, name, Object.keys(model.filters))
  if (filter.control.type !== 'enum') return c.error(at, 'REF015', `"${name}" is no enum; tabs need one`)
  const call = place.calls[view.call] ?? place.presets[view.call]
  const required = call?.input.some((f) => f.name === name && f.required) ?? false
  view.filters = view.filters.filter((f) => f.name !== name)
  return { kind: 'filter', filter: name, by: filter, all: !required, counts: true }
}

