/** Common parts of the pages that make a record: the roots of their conditions, the fills of the call, the next screen. */
import type { CallModel, DoneModel, FillSource, FormItemModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { bounds, recordType, roots, type Roots } from '../expressions.ts'
import { isAsked, fillsOf, unfilled } from '../fills.ts'
import { groupBounds } from '../groups.ts'
import { doneModel } from '../destinations.ts'
import type { AuthoredView } from '../../base/authored.ts'
import type { ViewPlace } from './context.ts'

/** In the conditions of such a page `row` and `input` are the typed values. */
export const savingRoots = (c: Compilation, call: CallModel, resource: string, place: ViewPlace): Roots =>
  roots(c, {
    row: { t: 'row', of: resource, empty: false },
    old: { t: 'row', of: resource, empty: false },
    input: recordType(call.input),
    params: place.paramsType,
  })

/** Who fills each input, and the next screen; for an input that the page asks, a parameter is only the start value. FRM001 for a required input that nobody fills. */
export function savingOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  place: ViewPlace,
  { call, form, resource }: { call: CallModel; form: FormItemModel[]; resource: string },
): { fills: Record<string, FillSource>; done?: DoneModel } {
  const shape: CallModel = { ...call, form }
  const fixed = bounds(c, below(at, 'with'), raw.with, {
    fields: call.input,
    scope: savingRoots(c, call, resource, place),
    what: `input of ${call.id}`,
  })
  const params = new Set([...place.params].filter((name) => !isAsked(shape, name)))
  const fills = fillsOf(c, at, shape, {
    onRow: false,
    target: resource,
    action: fixed,
    view: {},
    group: groupBounds(c, place.group, call.input),
    params,
  })
  const missing = unfilled(shape, fills)
  if (missing.length > 0)
    c.error(
      at,
      'FRM001',
      `nobody gives ${missing.map((m) => `"${m}"`).join(', ')} of ${call.path}; ask it in the form, give it in "with", or give it a default`,
    )
  const done = { ...call.done, ...doneModel(c, below(at, 'done'), raw.done, call) }
  return { fills, ...(Object.keys(done).length > 0 ? { done } : {}) }
}
