/** The context that the normalizers of views share. */
import type { ExprType } from '../../../src/model/expr/types.ts'
import { isDated } from '../../../src/model/fields.ts'
import type {
  Bounds,
  CallModel,
  FieldModel,
  FilterModel,
  ResourceModel,
  View,
  ViewKind,
} from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import type { ActionPlace } from '../actions.ts'
import { actionsOf } from '../actions.ts'
import { bounds, roots, rowOf, type Roots } from '../expressions.ts'
import { groupBounds, type Group } from '../groups.ts'
import type { Taker } from '../../link/fieldKeys.ts'
import { baseFields, referField } from '../../link/fields.ts'
import { findCall } from '../../link/index.ts'
import type { AuthoredView, AuthoredWith } from '../../base/authored.ts'

/** A view being made: the place of its file and its surroundings. */
export interface ViewPlace {
  /** Makes the views inside this one. */
  kinds: ViewNormalizers
  models: Record<string, ResourceModel>
  calls: Record<string, CallModel>
  presets: Record<string, CallModel>
  route: string
  /** Permission code of the screen. */
  code?: string
  group: Group | undefined
  params: Set<string>
  /** The query of the screen, as expressions read it. */
  paramsType: ExprType
  /** What the counter of the view answers, as conditions of its buttons read it. */
  counted?: ExprType
  /** Key of the view; empty for a screen's own. */
  key: string
  prefix: string
  /** The surrounding record or list. */
  outer?: ResourceDraft
  /** Filters of the surrounding list, which `with` may use. */
  offered: Set<string>
}

/** The subject of a part of a view: the resource, as linked and as compiled, and the place of the view. */
export interface About {
  r: ResourceDraft
  model: ResourceModel
  place: ViewPlace
}

/** A field of the rows that a part of a view reads; REF015 when it is of none of the types, where some are given. */
export function rowField(
  c: Compilation,
  at: At,
  name: string | undefined,
  model: ResourceModel,
  types: readonly FieldModel['type'][],
): FieldModel | undefined {
  if (name === undefined) return undefined
  const own = model.fields[name]
  referField(c, at, own, name)
  const field = own ?? (model.virtual ? undefined : baseFields(c).get(name))
  if (!field) return c.unknown(at, 'REF004', `field of ${model.name}`, name, Object.keys(model.fields))
  return types.length === 0 || types.includes(field.type)
    ? field
    : c.error(at, 'REF015', `"${name}" is ${field.type}; this takes ${types.join(' or ')}`)
}

/** The mark of what is off, and the field that says why. */
export function offOf(
  c: Compilation,
  at: At,
  off: AuthoredView['off'],
  model: ResourceModel,
): { off?: { field: FieldModel; why?: string } } {
  const spot = below(at, 'off')
  const { field: name, why: reason } = typeof off === 'object' ? off : { field: off, why: undefined }
  const field = rowField(c, typeof off === 'object' ? below(spot, 'field') : spot, name, model, ['bool'])
  const why = rowField(c, below(spot, 'why'), reason, model, WORDS)
  return field ? { off: { field, ...(why ? { why: why.name } : {}) } } : {}
}

/** Types that say something to people. */
const WORDS: FieldModel['type'][] = ['string', 'text']

/** Normalizer of one view kind: from the authored form; undefined after an error or for a planned view. */
export type ViewNormalizer = (c: Compilation, at: At, raw: AuthoredView, place: ViewPlace) => View | undefined
export type ViewNormalizers = Record<ViewKind, ViewNormalizer>

/** The resource a view is about. */
export function viewResource(c: Compilation, at: At, raw: AuthoredView): ResourceDraft | undefined {
  const name = raw.resource
  if (!name) return c.error(at, 'SHP003', 'which resource? "resource" is missing')
  return c.resource(name, below(at, 'resource'))
}

/** The subject of a view whose data one call returns, `usual` unless the view names another. */
export function answeredView(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  place: ViewPlace,
  usual: string,
): (About & { call: CallModel }) | undefined {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const call = r && readCall(c, at, { name: raw.call ?? usual, written: raw.call !== undefined }, r, place)
  return r && model && call && call !== 'planned' ? { r, model, call, place } : undefined
}

/** The call that returns the data of a view. */
function readCall(
  c: Compilation,
  at: At,
  { name, written }: { name: string; written: boolean },
  r: ResourceDraft,
  place: ViewPlace,
): CallModel | 'planned' | undefined {
  const found = findCall(c, name, r, written ? below(at, 'call') : below(at, 'resource'))
  if (!found || found === 'planned') return found
  const call = place.calls[found.id] ?? place.presets[found.id]
  // Filters and columns of a view are those of its resource: a list of another one knows neither.
  if ((call?.kind === 'query' || call?.kind === 'list') && call.resource !== r.name && !call.handler)
    c.error(below(at, 'call'), 'REF006', `"${name}" lists ${call.resource}, not ${r.name}`)
  return call
}

/**
 * The resources whose changes a view shows: that of its rows; where they are rows of no table, what they point at, and
 * what shares their path.
 */
export function liveOf(models: Record<string, ResourceModel>, ...shown: string[]): string[] {
  const found = shown.flatMap((name) => {
    const model = models[name]
    if (!model?.virtual) return [name]
    const pointed = Object.values(model.fields).flatMap((field) =>
      field.type === 'ref' && !field.kinds ? field.of : [],
    )
    const beside = Object.values(models).filter((one) => one.path === model.path)
    return [...pointed, ...beside.map((one) => one.name)]
  })
  return [...new Set(found)].filter((name) => models[name]?.virtual === false).sort()
}

/** Fixed inputs of a view: filters of the resource, and inputs that its call declares. */
export function viewWith(
  c: Compilation,
  at: At,
  raw: AuthoredWith | undefined,
  { r, call, place }: { r: ResourceModel; call: CallModel; place: ViewPlace },
): Bounds {
  const names = [...Object.values(r.filters).flatMap((f) => wireFields(f)), ...call.input]
  return {
    ...groupBounds(c, place.group, names),
    ...bounds(c, at, raw, { fields: names, scope: outerRoots(c, place), what: `filter of ${r.name}` }),
  }
}

/** FRM001: required inputs of the view's call come from `with`, a tab, an offered filter, a parameter, or a default. */
export function reportMissingInputs(
  c: Compilation,
  at: At,
  call: CallModel,
  given: Record<string, unknown>,
  place: ViewPlace,
): void {
  const missing = call.input
    .filter((f) => f.required && !f.default && !(f.name in given) && !place.params.has(f.name))
    .map((f) => `"${f.name}"`)
  if (missing.length > 0)
    c.error(
      at.source.exists(below(at, 'call')) ? below(at, 'call') : at,
      'FRM001',
      `nobody gives ${missing.join(', ')} of ${call.id}; give it in "with", or offer it as a filter or tabs`,
      { key: true },
    )
}

/** A filter under its wire names, as fields. */
export function wireFields(f: FilterModel): (FieldModel & Taker)[] {
  const period = f.range && f.wire.length === 1 && isDated(f.control.type) ? { period: true as const } : {}
  const own = { ...f.control, ...period, name: f.name }
  return [
    own,
    ...(f.wire as (string | null)[])
      .filter((w): w is string => w !== null && w !== f.name)
      .map((name) => ({ ...f.control, name })),
  ]
}

/** In `with` of an inner view, `row` is the surrounding record. */
export const outerRoots = (c: Compilation, place: ViewPlace): Roots =>
  roots(c, { params: place.paramsType, ...(place.outer ? { row: rowOf(place.outer.name) } : {}) })

/** Buttons of a view. `chosen`: the values chosen around it (the row at the left, the filters of a report) by the names of the inputs they fill. */
export function viewActions(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  place: ViewPlace,
  more: { resource?: ResourceModel; detail?: boolean; view?: Bounds; chosen?: Iterable<string> | undefined },
) {
  const from: ActionPlace = {
    models: place.models,
    calls: place.calls,
    presets: place.presets,
    resource: more.resource,
    detail: more.detail ?? false,
    view: more.view ?? {},
    group: place.group,
    params: new Set([...place.params, ...(more.chosen ?? [])]),
    paramsType: place.paramsType,
    ...(place.counted ? { counted: place.counted } : {}),
    prefix: place.prefix,
    ...(place.code ? { screen: place.code } : {}),
  }
  return actionsOf(c, below(at, 'actions'), raw.actions, from)
}

/** The tabs of a view, each with its keys: `true` has none. */
export const tabsIn = ({ tabs }: AuthoredView): [string, AuthoredView][] =>
  typeof tabs === 'object' ? Object.entries(tabs).map(([key, tab]) => [key, tab === true ? {} : tab]) : []

/** A place inside a place. */
export const innerPlace = (place: ViewPlace, key: string, more: Partial<ViewPlace> = {}): ViewPlace => ({
  ...place,
  key,
  prefix: key ? `${place.prefix}${key}.` : place.prefix,
  ...more,
})
