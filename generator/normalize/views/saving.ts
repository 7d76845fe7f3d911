/** What the pages that make a record share: the names their conditions know, who fills the call, what follows. */
import type { CallModel, DoneModel, FillSource, FormItemModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { bounds, recordType, roots, type Roots } from '../expressions.ts'
import { asked, fillsOf, unfilled } from '../fills.ts'
import { groupBounds } from '../groups.ts'
import { doneModel } from '../destinations.ts'
import type { Authored } from '../../base/source.ts'
import type { ViewPlace } from './context.ts'

/** In the conditions of such a page `row` and `input` are what is typed. */
export const savingRoots = (c: Compilation, call: CallModel, resource: string, place: ViewPlace): Roots =>
  roots(c, {
    row: { t: 'row', of: resource, empty: false },
    old: { t: 'row', of: resource, empty: false },
    input: recordType(call.input),
    params: place.paramsType,
  })

/** Who fills each input, and what happens afterwards; what the page asks, a parameter only begins. FRM001 when nobody gives what the call requires. */
export function savingOf(
  c: Compilation,
  at: At,
  raw: Authored,
  place: ViewPlace,
  { call, form, resource }: { call: CallModel; form: FormItemModel[]; resource: string },
): { fills: Record<string, FillSource>; done?: DoneModel } {
  const shape: CallModel = { ...call, form }
  const fixed = bounds(c, below(at, 'with'), raw.with, {
    fields: call.input,
    scope: savingRoots(c, call, resource, place),
    what: `input of ${call.id}`,
  })
  const params = new Set([...place.params].filter((name) => !asked(shape, name)))
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
