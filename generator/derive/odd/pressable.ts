/** CEL007: buttons that nobody can ever press, since their conditions exclude each other, and those that change nothing. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import { nodesOf, type NodeOf } from '../../../src/model/expr/tree.ts'
import type {
  ActionModel,
  Bound,
  CallModel,
  CashdeskView,
  Condition,
  Model,
  MoveModel,
  ResourceModel,
  View,
} from '../../../src/model/model.ts'
import { innerViews } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { stateGuard } from '../../normalize/resource/machines.ts'
import { astsOf, BOOL, equals, excludeEachOther, fixedIn, isNever, not } from './logic.ts'

export function checkPressable(c: Compilation, model: Model): void {
  for (const call of [...Object.values(model.calls), ...Object.values(model.presets)]) {
    const draft = c.calls.get(call.id)
    if (!draft) continue
    if (!call.preset) checkTogether(c, below(draft.at, 'when'), call.when, call.label.en)
    noteIdle(c, below(draft.at, call.preset ? 'with' : 'set'), model.resources[call.resource], call)
  }
  for (const draft of c.resources.values())
    for (const machine of model.resources[draft.name]?.machines ?? [])
      for (const move of machine.moves) {
        const at: At = { source: draft.source, path: ['states', machine.field, move.name, 'when'] }
        const guard = stateGuard(c, draft, move, { zh: move.name, en: move.name })
        checkTogether(c, at, [guard, ...move.when], move.name)
        noteOwnSet(c, at, model, draft.name, move)
      }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (source) checkView(c, model, { source, path: [] }, screen.view)
  }
}

/** Conditions of which each may hold, and all together never. */
function checkTogether(c: Compilation, at: At, all: readonly Condition[], label: string): void {
  if (!at.source.exists(at) || !excludeEachOther(c, astsOf(all))) return
  c.error(
    at,
    'CEL007',
    `“${label}” can never be pressed: its conditions, and where its move begins, exclude each other`,
  )
}

function checkView(c: Compilation, model: Model, at: At, view: View): void {
  for (const action of view.actions) checkButton(c, model, placeOf(view) ?? at, view, action)
  if (view.view === 'cashdesk') noteStation(c, model, placeOf(view) ?? at, view)
  for (const inner of innerViews(view)) checkView(c, model, at, inner.view)
}

/** What a button asks of its row, beside what its call asks, and what the rows of its view are. */
function checkButton(c: Compilation, model: Model, at: At, view: View, action: ActionModel): void {
  const r = 'resource' in view ? model.resources[view.resource] : undefined
  const call = action.call === undefined ? undefined : model.calls[action.call]
  const target = call && (model.calls[call.path] ?? call).resource
  // The conditions of another record's call are not about the row.
  if (!r || (target !== undefined && target !== r.name && target !== r.extends?.resource)) return
  const all = [...astsOf(action.when), ...(action.show ? [action.show.ast] : [])]
  if (call && isNever(c, astsOf(call.when))) return
  const place = placeOf(action)
  if (excludeEachOther(c, all)) {
    const spot = place && ['when', 'show'].map((key) => below(place, key)).find((one) => one.source.exists(one))
    if (spot)
      c.error(
        spot,
        'CEL007',
        `“${action.label.en}” can never be pressed: this, and what its call asks, exclude each other`,
      )
  } else if (place && 'with' in view && isOnRow(action) && all.length > 0 && !isNever(c, all)) {
    noteRows(c, model, view, { label: action.label.en, all })
    const fixed = fixedIn(r, view.with)
    const name = fixed.find((one) => isNever(c, [...all, one.ast]))?.name
    const spot = name === undefined ? undefined : below(at, 'with', name)
    if (spot?.source.exists(spot))
      c.note(spot, 'CEL007', `“${action.label.en}” stands here, and can be pressed for no row that this leaves`)
  }
}

/** Rows that stand at a till, of which none can be paid. */
function noteStation(c: Compilation, model: Model, at: At, { resource, rows, pay }: CashdeskView): void {
  const r = model.resources[resource]
  const call = model.calls[pay.call] ?? model.presets[pay.call]
  if (!r || !call || pay.rows !== undefined) return
  const all = astsOf(call.when)
  for (const { name, ast } of fixedIn(r, rows.with)) {
    const spot = below(at, 'rows', 'with', name)
    if (spot.source.exists(spot) && !isNever(c, all) && isNever(c, [...all, ast]))
      c.note(spot, 'CEL007', `“${call.label.en}” can be pressed for no row that this leaves`)
  }
}

/** A button that the rows of the view's own call never have pressed. */
function noteRows(c: Compilation, model: Model, view: View, { label, all }: { label: string; all: ExprNode[] }): void {
  const call = 'call' in view && typeof view.call === 'string' ? model.calls[view.call] : undefined
  const draft = call && c.calls.get(call.id)
  const at = draft && below(draft.at, 'where')
  if (at && call.where && at.source.exists(at) && excludeEachOther(c, [...all, call.where.ast]))
    c.note(
      at,
      'CEL007',
      `“${label}” stands at these rows, and can be pressed at none of them; take it off the screen, or widen this`,
    )
}

const isOnRow = ({ at }: ActionModel): boolean => !at.includes('top')

/** A call, or a preset of a change, that only sets what its condition says is so already. */
function noteIdle(c: Compilation, at: At, r: ResourceModel | undefined, call: CallModel): void {
  const set = Object.entries(call.preset && call.kind === 'edit' ? call.with : call.preset ? {} : call.set)
  if (!r || call.handler || set.length === 0 || call.when.length === 0 || !at.source.exists(at)) return
  const guard = astsOf(call.when)
  const isSo = ([name, bound]: [string, Bound]): boolean => {
    const field = r.fields[name]
    const same = field && 'value' in bound ? equals(r, field, bound.value) : undefined
    return same !== undefined && isNever(c, [...guard, not(same)])
  }
  if (!isNever(c, guard) && set.every(isSo))
    c.note(
      at,
      'CEL007',
      `“${call.label.en}” changes nothing: it can be pressed only where ${set.map(([name]) => `"${name}"`).join(', ')} is so already`,
    )
}

/** A move whose condition wants a value that only the move itself writes. */
function noteOwnSet(c: Compilation, at: At, model: Model, resource: string, move: MoveModel): void {
  const r = model.resources[resource]
  const guard = astsOf(move.when)
  if (!r || guard.length === 0 || isNever(c, guard)) return
  for (const name of Object.keys(move.set)) {
    const field = r.fields[name]
    if (!field?.managed || field.default || field.value || isWritten(model, r, name, move)) continue
    const a = guard
      .flatMap((one) => [...nodesOf(one)])
      .find((node): node is NodeOf<'field'> => node.k === 'field' && node.name === name && isRow(node.of))
    const none: ExprNode = { k: 'lit', v: null, type: { t: 'null' } }
    if (a && isNever(c, [...guard, { k: 'cmp', op: '==', a, b: none, type: BOOL }]))
      c.note(at, 'CEL007', `"${move.name}" wants "${name}" to be there, and nothing but "${move.name}" sets it`)
  }
}

const isRow = (node: ExprNode): boolean => node.k === 'root' && node.name === 'row'

/** Whether anything in the schemas but this move writes a field. */
function isWritten(model: Model, r: ResourceModel, name: string, move: MoveModel): boolean {
  const moves = r.machines.flatMap((machine) => machine.moves)
  const makers = new Set(move.by)
  return (
    moves.some((other) => other !== move && name in other.set) ||
    Object.values(model.calls)
      .filter((call) => call.resource === r.name && !makers.has(call.id))
      .some((call) => name in call.set || call.input.some((field) => field.name === name)) ||
    Object.values(r.fields).some(({ fill }) => name in fill)
  )
}
