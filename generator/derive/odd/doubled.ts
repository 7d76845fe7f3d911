/** UNQ002: what is unique twice over, or tells no two records apart. NUM001: a record named by its number. */
import type { CallModel, Model, ResourceModel, UniqueModel, View } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteDoubled(c: Compilation, model: Model): void {
  const serials = new Map<string, string>()
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const at: At = { source, path: [] }
    noteUniques(c, at, r)
    noteSerials(c, at, r, serials)
    noteFixed(c, at, r)
  }
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    const r = model.resources[call.resource]
    if (draft && r) noteCall(c, draft.at, model, r, call)
    if (draft && r) noteSeveral(c, below(draft.at, 'set'), r, call)
  }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view)) noteGroups(c, placeOf(view) ?? { source, path: [] }, model, view)
  }
}

/** Several records get one value, of which no two may have the same. */
function noteSeveral(c: Compilation, at: At, r: ResourceModel, call: CallModel): void {
  if (!call.many || call.handler) return
  for (const [name, bound] of Object.entries(call.set)) {
    const place = below(at, name)
    const isOne = 'value' in bound ? bound.value !== null : !bound.expr.reads.some((path) => path.startsWith('row.'))
    if (isOne && isUnique(r, name) && place.source.exists(place))
      c.note(
        place,
        'UNQ002',
        `no two rows may have the same "${name}", and this gives several the same; take "id!" in place of "ids!"`,
      )
  }
}

/** What says which rows belong together, and is another in each. */
function noteGroups(c: Compilation, at: At, model: Model, view: View): void {
  const [r, name, place] =
    view.view === 'cashdesk' && view.pay.party?.length === 1
      ? [model.resources[view.resource], view.pay.party[0]?.name, below(at, 'pay', 'party')]
      : view.view === 'settings' && view.parameters
        ? [model.resources[view.parameters.resource], view.parameters.by, below(at, 'by')]
        : []
  if (r && place && name !== undefined && isUnique(r, name) && place.source.exists(place))
    c.note(place, 'UNQ002', `"${name}" is another one in each ${r.label.en}: no two ever belong together`)
}

/** Unique by itself among all rows. */
const isAlone = ({ within, where, until }: UniqueModel): boolean => within.length === 0 && !where && !until

/** Whether no two rows have the same value of a field. */
export const isUnique = (r: ResourceModel, name: string): boolean =>
  r.fields[name]?.type === 'serial' || r.unique.some((one) => one.field === name && isAlone(one))

function noteUniques(c: Compilation, at: At, r: ResourceModel): void {
  for (const one of r.unique) {
    const place = below(at, 'unique', one.key)
    noteWithin(c, below(place, 'within'), r, one)
    const wider = r.unique.find(
      (other) =>
        other !== one &&
        other.field === one.field &&
        !other.where &&
        !other.until &&
        !one.until &&
        other.within.length < one.within.length &&
        other.within.every((name) => one.within.includes(name)),
    )
    if (r.fields[one.field]?.type === 'serial' && !one.until)
      c.note(place, 'UNQ002', `"${one.field}" is a serial number, which is unique already; leave it out`)
    else if (wider) c.note(place, 'UNQ002', `"${wider.key}" says more than this does; leave one of them out`)
  }
}

/** Among rows that have the same number there is but one, and a time of day comes every day. */
function noteWithin(c: Compilation, at: At, r: ResourceModel, { field, until, within }: UniqueModel): void {
  for (const name of within)
    if (name === field) c.note(at, 'UNQ002', `"${field}" is compared where it is the same; leave it out of "within"`)
    else if (isUnique(r, name))
      c.note(
        at,
        'UNQ002',
        `no two rows have the same "${name}", so that nothing is ever compared; leave it out of "within"`,
      )
  const fields = Object.values(r.fields)
  const day = fields.find(({ type, required }) => type === 'date' && required)
  const isOfDay = within.some((name) => r.fields[name]?.type !== 'ref' && r.fields[name]?.type !== 'enum')
  const isOfAny = fields.filter(({ type }) => type === 'date').length === 1 && !isOfDay
  if (until !== undefined && r.fields[field]?.type === 'time' && day && isOfAny)
    c.note(
      at,
      'UNQ002',
      `"${field}" is a time of any day, so that rows of two days stand in each other's way; name "${day.name}" in "within" too`,
    )
}

/** Two kinds of records whose numbers cannot be told apart. */
function noteSerials(c: Compilation, at: At, r: ResourceModel, met: Map<string, string>): void {
  for (const { name, type, pattern } of Object.values(r.fields)) {
    if (type !== 'serial' || pattern === undefined) continue
    if (/\{[^}]*(?:M|d)[^}]*\}/.test(pattern) && !/\{[^}]*y[^}]*\}/.test(pattern))
      c.note(
        below(at, 'fields', name, 'pattern'),
        'UNQ002',
        'the day comes again in the next year, and with it the numbers of this; name the year too, as in {yyMMdd}',
      )
    const other = met.get(pattern)
    if (other !== undefined)
      c.note(
        below(at, 'fields', name, 'pattern'),
        'UNQ002',
        `${other} has numbers of this form too: nobody can tell which of both is meant`,
      )
    met.set(pattern, `${r.name}.${name}`)
  }
}

/** The number of a record says something in one database alone. */
function noteFixed(c: Compilation, at: At, r: ResourceModel): void {
  for (const { name, type, default: start } of Object.values(r.fields)) {
    const place = below(at, 'fields', name, 'default')
    if (type === 'ref' && start && 'value' in start && typeof start.value === 'number' && place.source.exists(place))
      c.note(
        place,
        'NUM001',
        `"${name}" begins with record ${start.value}, which is another one in every database; say where it comes from, as "=user.orgId" does`,
      )
  }
}

function noteCall(c: Compilation, at: At, model: Model, r: ResourceModel, call: CallModel): void {
  const better = call.import?.fields.find(({ name, required }) => required && isUnique(r, name))
  if (call.import && better && !isUnique(r, call.import.match))
    c.note(
      below(at, 'import', 'match'),
      'UNQ002',
      `two records may have the same "${call.import.match}", and a row of the file would be taken for either; match by "${better.name}"`,
    )
  const column = call.import?.fields.find(({ name }) => name === call.import?.match)
  if (column && !better && !column.required && !column.requiredIf)
    c.note(
      below(at, 'import', 'match'),
      'UNQ002',
      `rows without "${column.name}" are told apart by nothing; match by a column that each row fills, or write "${column.name}!"`,
    )
  const grouped = model.resources[r.figures ?? r.name]
  for (const [i, name] of (call.stat?.by ?? []).entries())
    if (grouped && call.stat?.by.length === 1 && isUnique(grouped, name))
      c.note(
        below(at, 'stat', 'by', i),
        'UNQ002',
        `no two rows have the same "${name}": each would be a group of its own`,
      )
}
