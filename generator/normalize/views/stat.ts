/** stat: numbers, charts and tables under one set of filters. */
import {
  PLAIN_FIELD,
  type Bounds,
  type CallModel,
  type FieldModel,
  type FilterModel,
  type StatBlock,
  type StatBlockBody,
  type StatView,
} from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { bounds, condition } from '../expressions.ts'
import { baseFields, referField } from '../../link/fields.ts'
import { findCall, lookUpCall } from '../../link/index.ts'
import { asType, isDated, oneOf, simpleTypeOf } from '../../../src/model/fields.ts'
import type { AuthoredView } from '../../base/authored.ts'
import type { StatBlockWords } from '../../base/parts.ts'
import { normalizeBlock } from './block.ts'
import { groupBounds } from '../groups.ts'
import {
  innerPlace,
  outerRoots,
  reportMissingInputs,
  viewActions,
  wireFields,
  type ViewNormalizer,
  type ViewPlace,
} from './context.ts'
import { filtersOfView } from './filters.ts'

export const stat: ViewNormalizer = (c, at, raw, place) => {
  const r = raw.resource ? c.resource(raw.resource, below(at, 'resource')) : undefined
  const model = r && place.models[r.name]
  const filters = raw.filters
    ? filtersOfView(c, at, raw.filters, {
        resource: model ?? NO_FILTERS,
        inputs: inputsOf(c, raw, r, place),
        fixed: [],
        place,
      })
    : []
  const blocks = Object.entries(raw.blocks ?? {}).flatMap(
    ([key, block]) =>
      placedBlock(c, below(at, 'blocks', key), key, fixedIn(c, block, raw, { r, place }), { r, place, filters }) ?? [],
  )
  checkRows(c, at, blocks, place)
  const view: StatView = {
    view: 'stat',
    key: place.key,
    label: raw.label ?? model?.label ?? { zh: '统计', en: 'Statistics' },
    filters,
    blocks,
    actions: viewActions(c, at, raw, place, { chosen: filters.map((f) => f.name) }),
  }
  return view
}

/** REF004, REF015: the rows behind figures are a list of this view, of the records they count. SHP005: a table that nothing opens. */
function checkRows(c: Compilation, at: At, blocks: readonly StatBlock[], place: ViewPlace): void {
  const sourceOf = ({ resource, rows }: CallModel): string =>
    c.resources.get(resource)?.data.figures?.of ?? rows ?? resource
  const tables = new Map(blocks.flatMap((one) => (one.kind === 'table' ? [[one.key, one] as const] : [])))
  const named = new Set(blocks.flatMap((one) => (one.kind === 'table' ? [] : (one.rows ?? []))))
  for (const block of blocks) {
    if (block.kind === 'table' && block.aside && !named.has(block.key))
      c.error(below(at, 'blocks', block.key, 'aside'), 'SHP005', `no figure opens "${block.key}": say "rows" there`)
    if (block.kind === 'table' || block.rows === undefined) continue
    const where = below(at, 'blocks', block.key, 'rows')
    const table = tables.get(block.rows)
    const call = place.calls[block.call]
    if (!table) c.unknown(where, 'REF004', 'table', block.rows, tables.keys())
    else if (table.from !== block.from)
      c.error(where, 'REF015', `"${block.rows}" is a piece of another screen than the figures: say the same "from"`)
    else if (!call?.stat || call.handler)
      c.error(where, 'REF015', `the rows behind ${block.call} are not known: only a "stat" call says what it counts`)
    else if (table.view.view !== 'list' || sourceOf(place.calls[table.view.call]!) !== sourceOf(call))
      c.error(where, 'REF015', `${call.id} counts rows of ${sourceOf(call)}, and "${block.rows}" is no list of them`)
  }
}

/** Where the blocks of a view are made. */
interface Around {
  r: ResourceDraft | undefined
  place: ViewPlace
}

/** A block with those fixed inputs of its view that it knows; its own, and those of its table, come before them. */
function fixedIn(c: Compilation, block: StatBlockWords, view: AuthoredView, around: Around): StatBlockWords {
  if (!view.with || block.from !== undefined) return block
  const known = new Set(inputsOfBlock(c, block, around).map(({ name }) => name))
  const others = Object.values(view.blocks ?? {}).filter((one) => one !== block)
  const elsewhere = new Set(others.flatMap((one) => inputsOfBlock(c, one, around).map(({ name }) => name)))
  // What no block knows stays, so that it is told.
  const entries = Object.entries(view.with).filter(([name]) => known.has(name) || !elsewhere.has(name))
  const fixed = Object.fromEntries(entries)
  return block.table
    ? { ...block, table: { ...block.table, with: { ...fixed, ...block.table.with } } }
    : { ...block, with: { ...fixed, ...block.with } }
}

/** A block of figures, before it is known which filters of the screen its call takes. */
type FigureBlock = { [K in 'numbers' | 'chart']: Omit<Extract<StatBlockBody, { kind: K }>, 'takes'> }[
  | 'numbers'
  | 'chart']

/** Without a resource, every filter declares its own type. */
const NO_FILTERS = { filters: {}, name: 'this screen' }

/** The inputs of the calls of the blocks, with filters of their resources: a filter of the screen goes to every call that takes it. */
const inputsOf = (c: Compilation, raw: AuthoredView, r: ResourceDraft | undefined, place: ViewPlace): FieldModel[] =>
  Object.values(raw.blocks ?? {}).flatMap((block) => inputsOfBlock(c, block, { r, place }))

function inputsOfBlock(c: Compilation, block: StatBlockWords, { r, place }: Around): FieldModel[] {
  const resource = block.table?.resource ? c.resources.get(block.table.resource) : r
  const draft = lookUpCall(c, block.table ? (block.table.call ?? 'query') : (block.call ?? 'query'), resource)
  const call = draft && (place.calls[draft.id] ?? place.presets[draft.id])
  return call ? [...call.input, ...Object.values(place.models[call.resource]!.filters).flatMap(wireFields)] : []
}

/** The source of figures. */
interface Figures {
  call: CallModel
  fixed: Bounds
  place: ViewPlace
}

/** A block with whom it is for. One that is a piece of another screen has the codes of that screen. */
function placedBlock(
  c: Compilation,
  at: At,
  key: string,
  raw: StatBlockWords,
  around: Around & { filters: FilterModel[] },
): StatBlock | undefined {
  const from = raw.from === undefined ? undefined : screenOf(c, below(at, 'from'), raw.from)
  if (raw.from !== undefined && from === undefined) return undefined
  const show =
    raw.show === undefined ? undefined : condition(c, below(at, 'show'), raw.show, outerRoots(c, around.place))
  const place = from === undefined ? around.place : { ...around.place, code: from }
  const block = blockOf(c, at, key, raw, { ...around, place })
  return block && { ...block, ...(from === undefined ? {} : { from }), ...(show ? { show } : {}) }
}

/** The code of the screen of a route; REF007 when there is none, PRM001 when it has no code. */
function screenOf(c: Compilation, at: At, route: string): string | undefined {
  c.refer('route', route, at)
  const source = c.loaded.screens.get(route)
  if (!source) {
    if (c.plannedRoutes.has(route)) c.report.planned.add(route)
    else c.unknown(at, 'REF007', 'route', route, c.loaded.screens.keys())
    return undefined
  }
  const { code } = source.data
  return code ?? c.error(at, 'PRM001', `${route} has no code: everybody who is let in may see it, and so a piece of it`)
}

function blockOf(
  c: Compilation,
  at: At,
  key: string,
  raw: StatBlockWords,
  { r, place, filters }: Around & { filters: FilterModel[] },
): StatBlockBody | undefined {
  if (raw.table) return tableBlock(c, at, key, raw, { r, place })
  const found = raw.call ? findCall(c, raw.call, r, below(at, 'call')) : r && findCall(c, 'query', r, at)
  if (!raw.call && !r) return c.error(at, 'SHP003', '"call" is missing: where do the numbers come from?', { key: true })
  if (!found || found === 'planned') return undefined
  const call = place.calls[found.id] ?? place.presets[found.id]
  if (!call) return undefined
  const inputs = [...Object.values(place.models[call.resource]!.filters).flatMap(wireFields), ...call.input]
  const fixed = {
    ...groupBounds(c, place.group, inputs),
    ...bounds(c, below(at, 'with'), raw.with, {
      fields: inputs,
      scope: outerRoots(c, place),
      what: `input of ${call.id}`,
    }),
  }
  reportMissingInputs(c, at, call, { ...fixed, ...Object.fromEntries(filters.map((f) => [f.name, true])) }, place)
  const names = new Set(inputs.map((f) => f.name))
  const takes = filters.flatMap((f) =>
    (f.wire as (string | null)[]).filter((name): name is string => name !== null && names.has(name)),
  )
  const block = raw.chart
    ? chartBlock(c, at, key, { ...raw, chart: raw.chart }, { call, fixed, place })
    : numbersBlock(c, at, key, raw, { call, fixed, place })
  const before = raw.compare ? daysOf(c, below(at, 'compare'), filters, takes) : undefined
  return (
    block &&
    ({
      ...block,
      takes,
      ...(raw.rows === undefined ? {} : { rows: raw.rows }),
      ...(before ? { before } : {}),
    } as StatBlockBody)
  )
}

/** The filter of days that the figures take; SHP003 where there is none to compare with those before. */
function daysOf(
  c: Compilation,
  at: At,
  filters: readonly FilterModel[],
  takes: readonly string[],
): string[] | undefined {
  const days = filters.find(
    ({ range, control, wire }) => range && isDated(control.type) && wire.some((name) => takes.includes(name ?? '')),
  )
  if (!days) return c.error(at, 'SHP003', 'no filter of days that these figures take: which period is compared?')
  return (days.wire as (string | null)[]).filter((name): name is string => name !== null)
}

function numbersBlock(
  c: Compilation,
  at: At,
  key: string,
  raw: StatBlockWords,
  { call, fixed, place }: Figures,
): FigureBlock | undefined {
  if (answersMany(call))
    return c.error(
      below(at, 'call'),
      'REF015',
      `${call.id} answers rows that nothing adds up; numbers need a list, a "stat" call or one that answers them by name`,
    )
  const possible = numbersOf(call, place)
  const fields = named(c, below(at, 'numbers'), raw.numbers ?? [], possible, `number of ${call.id}`)
  const goals = raw.goals === undefined ? undefined : goalsOf(c, below(at, 'goals'), raw.goals, fields, place)
  return {
    ...{ kind: 'numbers', key, call: call.id, with: fixed, fields },
    ...(raw.label ? { label: raw.label } : {}),
    ...(goals ? { goals } : {}),
  }
}

/** REF015: goals that are of none of the numbers. */
function goalsOf(
  c: Compilation,
  at: At,
  name: string,
  fields: readonly { name: string }[],
  place: ViewPlace,
): string | undefined {
  const found = findCall(c, name, undefined, at)
  if (!found || found === 'planned') return undefined
  const measures = Object.keys(place.calls[found.id]?.stat?.measures ?? {})
  return fields.some((one) => measures.includes(one.name))
    ? found.id
    : c.error(at, 'REF015', `${found.id} measures none of ${fields.map((one) => one.name).join(', ')}`)
}

/** A hand-written call of many rows: it alone knows how they add up, and says no total. */
const answersMany = (call: CallModel): boolean => call.handler && (call.rows !== undefined || call.stat !== undefined)

/** What a call can say as one number: the measures of groups, the fields a call answers, the columns of a list. */
function numbersOf(call: CallModel, place: Pick<ViewPlace, 'models'>): Map<string, FieldModel> {
  const own = call.stat || call.output.length > 0 ? [] : Object.values(place.models[call.resource]!.fields)
  return new Map([...measuresOf(call, place), ...call.output, ...own].map((f) => [f.name, f]))
}

/** Moments are grouped by their day, and shown as one. */
const byDay = (field: FieldModel): FieldModel => (field.type === 'datetime' ? { ...field, type: 'date' } : field)

function chartBlock(
  c: Compilation,
  at: At,
  key: string,
  raw: StatBlockWords & Required<Pick<StatBlockWords, 'chart'>>,
  { call, fixed, place }: Figures,
): FigureBlock | undefined {
  if (!call.stat && call.output.length === 0 && !call.rows)
    return c.error(
      below(at, 'call'),
      'REF015',
      `${call.id} has no groups to draw; a chart needs a "stat" call or one with rows`,
    )
  const model = place.models[call.resource]!
  const all = measuresOf(call, place)
  const possible = new Map(all.map((one) => [one.name, one]))
  const measures = raw.measures
    ? named(c, below(at, 'measures'), raw.measures, possible, `measure of ${call.id}`).map(({ field }) => field)
    : all
  const fields = { ...Object.fromEntries(baseFields(c)), ...model.fields }
  const text = call.stat?.text
  const by = call.stat
    ? (text === undefined ? call.stat.by : [text]).flatMap((name) => (fields[name] ? byDay(oneOf(fields[name])) : []))
    : call.output.slice(0, 1)
  return {
    kind: 'chart',
    key,
    label: raw.label ?? call.label,
    chart: raw.chart,
    call: call.id,
    with: fixed,
    by,
    measures: measures.length > 0 ? measures : call.output.slice(1),
  }
}

/** The figures with these names; REF004 where there is none of the name. */
function named(
  c: Compilation,
  at: At,
  names: string[],
  possible: Map<string, FieldModel>,
  what: string,
): { name: string; field: FieldModel }[] {
  return names.flatMap((name, i) => {
    const field = possible.get(name)
    referField(c, below(at, i), field, name)
    if (!field) c.unknown(below(at, i), 'REF004', what, name, possible.keys())
    return field ? [{ name, field }] : []
  })
}

/** The measures of a stat call as fields: money sums are money, counts are whole numbers. */
function measuresOf(call: CallModel, place: Pick<ViewPlace, 'models'>): FieldModel[] {
  const { fields } = place.models[call.resource]!
  return Object.entries(call.stat?.measures ?? {}).map(([name, m]) => {
    const own = call.stat?.text === undefined ? undefined : fields[name]
    if (own) return { ...own, negative: true }
    const base = m.fn !== 'ratio' && m.field ? fields[m.field] : undefined
    const label = base && m.fn !== 'count' ? base.label : { zh: '数量', en: 'Count' }
    const type = m.fn === 'count' ? 'int' : ((base && simpleTypeOf(base)) ?? 'decimal')
    return { ...asType({ ...PLAIN_FIELD, name, type: 'int', label }, type), negative: true }
  })
}

function tableBlock(
  c: Compilation,
  at: At,
  key: string,
  raw: StatBlockWords,
  { r, place }: Around,
): StatBlockBody | undefined {
  const view = normalizeBlock(
    c,
    below(at, 'table'),
    { ...(r ? { resource: r.name } : {}), ...raw.table },
    raw.from === undefined ? innerPlace(place, key) : innerPlace(place, '', { key }),
  )
  return (
    view && { kind: 'table', key, label: raw.label ?? view.label, view, ...(raw.aside ? { aside: true as const } : {}) }
  )
}
