/** seatboard: places in groups, each at its time, that are kept, taken, and left. */
import type { CallModel, FieldModel, ListView, ResourceModel, SeatboardView } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { referField } from '../../link/fields.ts'
import { condition, roots, rowOf } from '../expressions.ts'
import { normalizeBlock } from './block.ts'
import {
  answeredView,
  innerPlace,
  liveOf,
  offOf,
  reportMissingInputs,
  rowField,
  viewActions,
  viewWith,
  type About,
  type ViewNormalizer,
} from './context.ts'
import { filtersOfView } from './filters.ts'

export const seatboard: ViewNormalizer = (c, at, raw, place) => {
  const subject = answeredView(c, at, raw, place, 'detail')
  if (!subject || !raw.groups || !raw.seats) return undefined
  const { r, model, call } = subject
  // A call that answers one record takes its own inputs only, no filters of the resource.
  const fixed = viewWith(c, below(at, 'with'), raw.with, { r: { ...model, filters: {} }, call, place })
  const filters = filtersOfView(c, at, raw.filters ?? [], {
    resource: model,
    inputs: call.input,
    fixed: Object.keys(fixed),
    place,
  })
  const board: Board = {
    r,
    model,
    call,
    place: { ...place, params: new Set([...place.params, ...paramsOf(raw, filters)]) },
  }
  const groups = groupsOf(c, below(at, 'groups'), raw.groups, board)
  const seats = groups && seatsOf(c, below(at, 'seats'), raw.seats, { ...board, groups: groups.view })
  if (!groups || !seats) return undefined
  const day = raw.day === undefined ? undefined : dayOf(c, below(at, 'day'), raw.day, filters)
  const view: SeatboardView = {
    view: 'seatboard',
    key: place.key,
    label: raw.label ?? r.many,
    resource: r.name,
    call: call.id,
    with: fixed,
    filters,
    ...(day ? { day } : {}),
    groups,
    ...seats,
    ...offOf(c, at, raw.off, model),
    ...asideOf(c, at, raw, board),
    ...carryOf(c, at, raw, seats.seats.view, place),
    live: liveOf(place.models, r.name, groups.view.resource, seats.seats.view.resource),
    actions: viewActions(c, at, raw, board.place, { resource: model, view: fixed, detail: true }),
  }
  const given = Object.fromEntries(filters.flatMap((one) => one.wire.map((name) => [name ?? '', true])))
  reportMissingInputs(c, at, call, { ...fixed, ...given }, place)
  return view
}

/** The surroundings of the parts of a board. */
type Board = About & { call: CallModel }

/** What is chosen on a board, by the names of the inputs it fills: its filters, who waits, the new seat. */
const paramsOf = (raw: AuthoredView, filters: SeatboardView['filters']): string[] => [
  ...filters.map((one) => one.name),
  ...[raw.waiting?.sets, raw.carry?.sets, raw.carry?.swap?.sets].flat().flatMap((name) => name ?? []),
]

/** A part of the answer as rows of a resource, with their columns and buttons. */
function rowsOf(
  c: Compilation,
  at: At,
  key: string,
  raw: { rows: AuthoredView },
  { r, call, place }: Board,
): ListView | undefined {
  const view = normalizeBlock(
    c,
    below(at, 'rows'),
    { filters: [], ...raw.rows, call: call.path },
    innerPlace(place, key, { outer: r }),
  )
  if (view?.view !== 'list') return undefined
  // They are opened by their buttons, not as records of their own.
  const { open: _open, drawer: _drawer, ...rows } = view
  return rows
}

/** The field of the board that holds rows. */
function holding(
  c: Compilation,
  at: At,
  name: string,
  { model, call }: Pick<Board, 'model' | 'call'>,
): FieldModel | undefined {
  const answered = call.rows === undefined || call.output.length > 0 ? call.output : Object.values(model.fields)
  const field = answered.find((one) => one.name === name)
  referField(c, at, field, name)
  if (!field)
    return c.unknown(
      at,
      'REF004',
      `answer of ${call.id}`,
      name,
      answered.map((one) => one.name),
    )
  return field.type === 'rows' || field.type === 'own' ? field : c.error(at, 'REF015', `"${name}" holds no rows`)
}

function groupsOf(
  c: Compilation,
  at: At,
  raw: NonNullable<AuthoredView['groups']>,
  board: Board,
): SeatboardView['groups'] | undefined {
  const field = holding(c, below(at, 'in'), raw.in, board)
  const view = rowsOf(c, at, 'groups', raw, board)
  if (!field || !view) return undefined
  const { arrange } = raw
  if (!arrange) return { field: field.name, view }
  const spot = below(at, 'arrange')
  const action = view.actions.find(({ key }) => key === arrange.button)
  const keys = view.actions.map(({ key }) => key)
  if (!action) return c.unknown(below(spot, 'button'), 'REF005', 'button of the groups', arrange.button, keys)
  const inputs = board.place.calls[action.call ?? '']?.input.map(({ name }) => name) ?? []
  if (!inputs.includes(arrange.takes))
    return c.unknown(below(spot, 'takes'), 'REF006', `input of ${action.call}`, arrange.takes, inputs)
  return { field: field.name, view, arrange }
}

type SeatWords = NonNullable<AuthoredView['seats']>
type SeatParts = Pick<SeatboardView, 'seats' | 'from' | 'to' | 'states' | 'until' | 'mine' | 'special' | 'over'>

function seatsOf(c: Compilation, spot: At, raw: SeatWords, board: Board & { groups: ListView }): SeatParts | undefined {
  const beside = board.call.output.some((one) => one.name === raw.in)
  const inside = board.place.models[board.groups.resource]?.fields[raw.in]
  const within = !beside && inside?.type === 'own'
  const field = within ? inside : holding(c, below(spot, 'in'), raw.in, board)
  const view = rowsOf(c, spot, 'seats', raw, board)
  const model = view && board.place.models[view.resource]
  if (!field || !view || !model) return undefined
  const named = (key: 'group' | 'until' | 'mine' | 'special' | 'over', ...types: FieldModel['type'][]) =>
    rowField(c, below(spot, key), raw[key], model, types)
  const [from, to] = raw.time.map((name, i) => rowField(c, below(spot, 'time', i), name, model, ['time'])?.name)
  const group = named('group', 'ref')
  const states = [raw.state].flat().flatMap((name, i) => {
    const at = Array.isArray(raw.state) ? below(spot, 'state', i) : below(spot, 'state')
    return rowField(c, at, name, model, ['enum']) ?? []
  })
  const [until, mine] = [named('until', 'datetime'), named('mine', 'bool')]
  const [special, over] = [named('special', 'bool'), named('over', 'bool')]
  if (!from || !to || !group || states.length === 0) return undefined
  return {
    seats: { field: field.name, ...(within ? { within: true as const } : {}), group: group.name, view },
    from,
    to,
    states,
    ...(until ? { until: until.name } : {}),
    ...(mine ? { mine: mine.name } : {}),
    ...(special ? { special } : {}),
    ...(over ? { over } : {}),
  }
}

function dayOf(c: Compilation, at: At, name: string, filters: SeatboardView['filters']): string | undefined {
  const filter = filters.find((one) => one.name === name)
  if (!filter)
    return c.unknown(
      at,
      'REF006',
      'filter of this view',
      name,
      filters.map((one) => one.name),
    )
  return filter.control.type === 'date' ? name : c.error(at, 'REF015', `"${name}" is no day`)
}

/** What stands beside the board: who waits, the next free places, who has one, what one keeps. */
function asideOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  { r, place }: Board,
): Pick<SeatboardView, 'waiting' | 'find' | 'placed' | 'holds'> {
  const rows = (key: string, spot: At, written: AuthoredView | undefined): ListView | undefined => {
    const view = written && normalizeBlock(c, spot, written, innerPlace(place, key, { outer: r }))
    return view?.view === 'list' ? view : undefined
  }
  const waiting = rows('waiting', below(at, 'waiting', 'rows'), raw.waiting?.rows)
  const find = rows('find', below(at, 'find'), raw.find)
  const placed = rows('placed', below(at, 'placed'), raw.placed)
  const holds = rows('holds', below(at, 'holds', 'rows'), raw.holds?.rows)
  const model = holds && place.models[holds.resource]
  const until = model && rowField(c, below(at, 'holds', 'until'), raw.holds?.until, model, ['datetime'])
  return {
    ...(waiting && raw.waiting ? { waiting: { view: waiting, sets: raw.waiting.sets, press: raw.waiting.press } } : {}),
    ...(find ? { find } : {}),
    ...(placed ? { placed } : {}),
    ...(holds && until ? { holds: { view: holds, until: until.name } } : {}),
  }
}

function carryOf(
  c: Compilation,
  at: At,
  { carry, waiting }: AuthoredView,
  seats: ListView,
  { models, calls, presets }: Board['place'],
): Pick<SeatboardView, 'carry'> {
  const keys = seats.actions.map((one) => one.key)
  const known = (spot: At, key: string): boolean => {
    if (keys.includes(key)) return true
    c.unknown(spot, 'REF005', 'button of the seats', key, keys)
    return false
  }
  waiting?.press.forEach((key, i) => known(below(at, 'waiting', 'press', i), key))
  if (!carry) return {}
  const spot = below(at, 'carry')
  const { here, away, swap } = carry
  const scope = roots(c, { row: rowOf(seats.resource) })
  const when = condition(c, below(spot, 'when'), carry.when, scope)
  const onto = carry.onto === undefined ? undefined : condition(c, below(spot, 'onto'), carry.onto, scope)
  const all = [
    known(below(spot, 'here'), here),
    known(below(spot, 'away'), away),
    !swap || known(below(spot, 'swap', 'button'), swap.button),
  ].every(Boolean)
  const seat = models[seats.resource]
  if (!when || !all || !seat) return {}
  const given = (place: At, sets: string | string[], buttons: string[]): Record<string, string> => {
    const inputs = seats.actions
      .filter(({ key }) => buttons.includes(key))
      .flatMap(({ call = '' }) => (calls[call] ?? presets[call])?.input ?? [])
    const names = inputs.map((one) => one.name)
    return Object.fromEntries(
      [sets].flat().flatMap((name) => {
        const input = inputs.find((one) => one.name === name)
        if (input) return [[name, seatField(seat, input)] as const]
        return c.unknown(below(place, 'sets'), 'REF006', 'input of these buttons', name, names) ?? []
      }),
    )
  }
  const sets = given(spot, carry.sets, [here, away])
  const swapped = swap && {
    swap: {
      button: swap.button,
      sets: given(below(spot, 'swap'), swap.sets, [swap.button]),
      across: swap.across ?? false,
    },
  }
  return { carry: { when, ...(onto ? { onto } : {}), sets, here, away, ...swapped } }
}

/** The field of a seat that an input takes: the one of its name, else its ref to the same records, else the seat itself. */
const seatField = (seat: ResourceModel, input: FieldModel): string =>
  input.name in seat.fields
    ? input.name
    : (Object.values(seat.fields).find(({ type, of }) => type === 'ref' && of !== undefined && of === input.of)?.name ??
      'id')
