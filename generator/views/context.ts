/** What the normalizers of views share. */
import type { Bounds, CallModel, FieldModel, FilterModel, ResourceModel, View, ViewKind } from '../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../context.ts'
import type { ActionPlace } from '../actions.ts'
import { actionsOf } from '../actions.ts'
import { bounds, roots, rowOf, type Roots } from '../expressions.ts'
import { findCall } from '../link.ts'
import type { Authored } from '../source.ts'

/** A view being made: where its file stands and what surrounds it. */
export interface ViewPlace {
  models: Record<string, ResourceModel>
  calls: Record<string, CallModel>
  presets: Record<string, CallModel>
  route: string
  group: Bounds
  params: Set<string>
  /** Key of the view; empty for a screen's own. */
  key: string
  prefix: string
  /** The record or list this view stands in. */
  outer?: ResourceDraft
  /** Filters of the surrounding list, known to `with`. */
  offered: Set<string>
}

/** Normalizer of one view kind: from what was written, or nothing after an error or when it is planned. */
export type ViewNormalizer = (c: Compilation, at: At, raw: Authored, place: ViewPlace) => View | undefined
export type ViewNormalizers = Record<ViewKind, ViewNormalizer>

/** The resource a view is about. */
export function aboutOf(c: Compilation, at: At, raw: Authored, fallback?: string): ResourceDraft | undefined {
  const name = raw.resource ?? fallback
  if (!name) return c.error(at, 'SHP003', 'which resource? "resource" is missing')
  return c.resource(name, below(at, 'resource'))
}

/** The call that brings what a view shows. */
export function readCall(c: Compilation, at: At, name: string, written: boolean, r: ResourceDraft, place: ViewPlace): CallModel | 'planned' | undefined {
  const found = findCall(c, name, r, written ? below(at, 'call') : below(at, 'resource'))
  if (!found || found === 'planned') return found
  return place.calls[found.id] ?? place.presets[found.id]
}

/** Fixed inputs of a view: filters of the resource, and what its call declares. */
export function viewWith(c: Compilation, at: At, raw: Authored | undefined, r: ResourceModel, call: CallModel, place: ViewPlace): Bounds {
  const names = [...Object.values(r.filters).flatMap((f) => wireFields(f)), ...call.input]
  return { ...groupWith(place, names.map((f) => f.name)), ...bounds(c, at, raw, names, outerRoots(c, place), `filter of ${r.name}`) }
}

/** A filter under its wire names, as fields. */
export function wireFields(f: FilterModel): FieldModel[] {
  const own = { ...f.control, name: f.name }
  return [own, ...(f.wire as (string | null)[]).filter((w): w is string => w !== null && w !== f.name).map((name) => ({ ...f.control, name }))]
}

/** Fixed inputs of the group that this call knows. */
export function groupWith(place: ViewPlace, known: string[]): Bounds {
  return Object.fromEntries(Object.entries(place.group).filter(([name]) => known.includes(name)))
}

/** In `with` of an inner view, `row` is the record it stands in. */
export const outerRoots = (c: Compilation, place: ViewPlace): Roots =>
  roots(c, { params: { t: 'any', empty: true }, ...(place.outer ? { row: rowOf(place.outer.name) } : {}) })

/** Buttons of a view. */
export function viewActions(c: Compilation, at: At, raw: Authored, place: ViewPlace, more: { resource?: ResourceModel; detail?: boolean; view?: Bounds; offered?: Iterable<string> }) {
  const from: ActionPlace = {
    models: place.models, calls: place.calls, presets: place.presets, resource: more.resource, detail: more.detail ?? false,
    view: more.view ?? {}, group: place.group, params: new Set([...place.params, ...(more.offered ?? [])]), prefix: place.prefix,
  }
  return actionsOf(c, below(at, 'actions'), raw.actions, from)
}

/** A place inside a place. */
export const inside = (place: ViewPlace, key: string, more: Partial<ViewPlace> = {}): ViewPlace =>
  ({ ...place, key, prefix: key ? `${place.prefix}${key}.` : place.prefix, ...more })

