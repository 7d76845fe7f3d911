/** calendar: days by the month, week or day, with counts or with entries at their times. */
import type {
  CalendarSpan,
  CalendarView,
  CallModel,
  FieldModel,
  FilterModel,
  ResourceModel,
  OpenModel,
} from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import type { AuthoredOpen, AuthoredView } from '../../base/authored.ts'
import { checkParams, openModel } from '../destinations.ts'
import { roots, rowOf } from '../expressions.ts'
import { changedColumns } from '../resource/columns.ts'
import {
  answeredView,
  liveOf,
  offOf,
  reportMissingInputs,
  rowField,
  viewActions,
  viewWith,
  type About,
  type ViewNormalizer,
} from './context.ts'
import { drawerOf } from './detail.ts'
import { filtersOfView } from './filters.ts'

/** What is shown where the file does not say: counts make sense by the month, entries by the week. */
const COUNTS: CalendarSpan[] = ['month']
const ENTRIES: CalendarSpan[] = ['week', 'day']

export const calendar: ViewNormalizer = (c, at, raw, place) => {
  const subject = answeredView(c, at, raw, place, 'query')
  if (!subject) return undefined
  const { r, model, call } = subject
  const field = (name: string | undefined, spot: At, ...types: FieldModel['type'][]) =>
    rowField(c, spot, name, model, types)
  const fixed = viewWith(c, below(at, 'with'), raw.with, { r: model, call, place })
  const asks = asksOf(c, at, raw, call, Object.values(model.filters))
  const date = field(raw.date, below(at, 'date'), 'date', 'datetime')
  if (!asks || !date) return undefined
  const taken = [asks.from, asks.to]
  const filters = filtersOfView(c, at, raw.filters, {
    resource: model,
    inputs: call.input,
    fixed: [...Object.keys(fixed), ...taken.flatMap((name) => name ?? [])],
    place,
  }).filter((one) => !one.wire.some((name) => name !== null && taken.includes(name)))
  const [from, to] = (raw.time ?? []).map((name, i) => field(name, below(at, 'time', i), 'time'))
  const [some, all] = (raw.load ?? []).map((name, i) => field(name, below(at, 'load', i), 'int'))
  const state = field(raw.state, below(at, 'state'), 'enum')
  const view: CalendarView = {
    view: 'calendar',
    key: place.key,
    label: raw.label ?? r.many,
    resource: r.name,
    call: call.id,
    with: fixed,
    filters,
    spans: spansOf(c, at, raw, date),
    asks,
    date: date.name,
    ...(from && to ? { from: from.name, to: to.name } : {}),
    ...(some && all ? { load: { taken: some, all } } : {}),
    columns: raw.columns ? changedColumns(c, r, below(at, 'columns'), raw.columns, model.columns) : [],
    ...(state ? { state } : {}),
    ...offOf(c, at, raw.off, model),
    ...waysOf(c, at, raw, subject),
    ...(raw.feed && mayFeed(c, at, raw, fixed) ? { feed: true as const } : {}),
    live: liveOf(place.models, r.name),
    actions: viewActions(c, at, raw, place, {
      resource: model,
      view: fixed,
      chosen: [...filters.map((one) => one.name), ...(raw.drop ? [raw.drop.sets] : [])],
    }),
  }
  const lines = raw.lines && linesOf(c, below(at, 'lines'), raw.lines, view, model)
  if (lines) view.lines = lines
  const drop = raw.drop && dropOf(c, below(at, 'drop'), raw.drop, view)
  if (drop) view.drop = drop
  const given = [...filters.flatMap((one) => one.wire), ...taken]
  reportMissingInputs(c, at, call, { ...fixed, ...Object.fromEntries(given.map((name) => [name ?? '', true])) }, place)
  return view
}

/** Entries of a day without times stand in a month: by the hour they would all begin at one time. */
function spansOf(c: Compilation, at: At, raw: AuthoredView, date: FieldModel): CalendarView['spans'] {
  const isTimed = raw.time !== undefined || raw.load !== undefined || raw.lines !== undefined || date.type !== 'date'
  if (isTimed) return raw.spans ?? (raw.load ? COUNTS : ENTRIES)
  const i = raw.spans?.findIndex((span) => span !== 'month') ?? -1
  if (i >= 0)
    c.error(
      below(at, 'spans', i),
      'SHP005',
      `a ${raw.spans?.[i]} is drawn by the hour; "time" says which fields hold the times`,
    )
  return ['month']
}

/** Which inputs take the days shown: one that takes the first day, a filter that is a range, or two inputs. */
function asksOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  call: CallModel,
  filters: readonly FilterModel[],
): CalendarView['asks'] | undefined {
  const spot = below(at, 'days')
  const names = [raw.days ?? []].flat()
  const range = filters.find((one) => one.name === names[0] && one.range)
  if (names.length === 1 && range) {
    const [from, to] = range.wire
    return from === null ? undefined : to ? { from, to } : { from, pair: true as const }
  }
  const wrong = names.find((name) => call.input.every((field) => field.name !== name))
  if (wrong !== undefined)
    return c.unknown(
      spot,
      'REF006',
      `input of ${call.id}`,
      wrong,
      call.input.map((f) => f.name),
    )
  const [from, to] = names
  return from === undefined ? undefined : to === undefined ? { from } : { from, to }
}

/** Where a day or an entry leads to. */
function waysOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  { r, model, place }: About,
): Pick<CalendarView, 'open' | 'drawer'> {
  const scope = roots(c, { row: rowOf(r.name), params: place.paramsType })
  const to = (key: 'open', written: AuthoredOpen): OpenModel | undefined => {
    const open = openModel(c, below(at, key), written, { from: model.virtual ? undefined : r, scope })
    if (!open || open === 'planned') return undefined
    checkParams(c, below(at, key), open, place.params)
    return open
  }
  const open = raw.open && raw.open !== 'drawer' ? to('open', raw.open) : undefined
  const drawer = open ? undefined : drawerOf(c, at, r, place)
  return open ? { open } : drawer ? { open: { kind: 'drawer' }, drawer } : {}
}

/** The ref that makes a row, and the buttons of a press, which stand on entries. */
function linesOf(
  c: Compilation,
  at: At,
  { by: name, press = [] }: NonNullable<AuthoredView['lines']>,
  { actions }: CalendarView,
  model: ResourceModel,
): CalendarView['lines'] {
  const by = rowField(c, below(at, 'by'), name, model, ['ref'])
  const keys = actions.filter((one) => one.at.includes('row')).map((one) => one.key)
  press.forEach((key, i) => {
    if (!keys.includes(key)) c.unknown(below(at, 'press', i), 'REF005', 'button of an entry', key, keys)
  })
  return by && { by, press }
}

/** A program that reads a calendar reads entries, and nobody is there to work out what is asked. */
function mayFeed(c: Compilation, at: At, raw: AuthoredView, fixed: CalendarView['with']): boolean {
  if (raw.load) c.error(below(at, 'feed'), 'SHP005', '"feed" gives entries, and "load" shows counts of a day')
  const computed = Object.keys(fixed).find((name) => 'expr' in (fixed[name] ?? {}))
  if (computed !== undefined)
    c.error(below(at, 'with', computed), 'REF015', `"feed" needs a fixed value, and "${computed}" is computed`)
  return !raw.load && computed === undefined
}

/** The button of a dropped entry is there, and asks for nothing that the day does not give. */
function dropOf(
  c: Compilation,
  at: At,
  raw: NonNullable<AuthoredView['drop']>,
  { actions }: Pick<CalendarView, 'actions'>,
): CalendarView['drop'] {
  const button = actions.find((one) => one.key === raw.button)
  const keys = actions.map((one) => one.key)
  if (!button) return c.unknown(below(at, 'button'), 'REF005', 'button of this view', raw.button, keys)
  if (button.fills[raw.sets]) return raw
  return c.unknown(below(at, 'sets'), 'REF006', `input of ${button.call}`, raw.sets, Object.keys(button.fills))
}
