/**
 * Whether this person may make this call, and how: without a grant where the call allows it, freely, or only as one
 * of the granted presets, with its values and with no inputs beyond its own (LANGUAGE § 13, I-47).
 */
import type { Bounds, CallKind, CallModel, Model, Text } from '../../model/model.ts'
import { PAGE_KEYS } from '../../model/reserved.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { evaluate } from '../../model/expr/index.ts'
import type { Expr } from '../../model/expr/types.ts'
import { ERRORS, fillHoles, refuse, Refusal } from '../errors.ts'
import { groupBy } from '../query/table.ts'
import type { Asker } from './core.ts'
import type { PresetReach } from './rights.ts'
import { sameValue } from './rows.ts'

/** How a call was granted: freely, or by these presets, one of which the request must match. */
export type Granted = { free: true } | { free: false; presets: PresetReach[] }

const FREE: Granted = { free: true }

/** Refuses a call that is not granted: 401 without a session, 403 with one. */
export function mustBeGranted(asker: Asker, call: CallModel, payload: Record<string, unknown>): Granted {
  const { actor, rights } = asker
  const access = call.access ?? {}
  if (actor.kind === 'system' || access.anyone !== undefined) return FREE
  if (actor.kind === 'anyone') return refuse('signedOut')
  if (actor.kind === 'client') return access.client === undefined ? asCustomer(asker, call, payload) : FREE
  if (access.staff !== undefined || rights.whole) return FREE
  const reach = rights.calls.get(call.path)
  if (!reach) return refuse('forbidden')
  if (reach.free) return FREE
  return byPreset(asker, call, payload, reach.presets)
}

/** One of the presets must be what the request says, with no inputs beyond its own. */
function byPreset(
  asker: Asker,
  call: CallModel,
  payload: Record<string, unknown>,
  granted: readonly PresetReach[],
): Granted {
  const names = Object.keys(payload).filter((name) => !isUsual(call, name, payload))
  const filled = withDefaults(call, payload)
  const presets = granted.filter((one) => hasValues(asker, one, filled) && hasOnlyInputs(one, names))
  if (presets.length > 0) return { free: false, presets }
  const wrong = wrongIn(call, names, filled, granted)
  if (wrong) throw new Refusal(ERRORS.forbidden.status, wrong)
  return refuse('forbidden')
}

/** Kinds of calls that take their inputs, and nothing as a list does. */
const WRITES: ReadonlySet<CallKind> = new Set(['add', 'edit', 'del', 'move', 'set', 'handler'])

/** What is wrong with a request that no right could make good: said to whoever has some right to the call, in place of the lack of one. */
function wrongIn(
  { input, kind }: CallModel,
  names: readonly string[],
  payload: Record<string, unknown>,
  granted: readonly PresetReach[],
): Text | undefined {
  if (!WRITES.has(kind)) return undefined
  const unknown = names.find((name) => !KNOWN.has(name) && !input.some((field) => field.name === name))
  if (unknown !== undefined) return fillHoles(ERRORS.unknownField.text, { name: unknown })
  const told = new Set(granted.flatMap((one) => Object.keys(fixedBy(one))))
  for (const field of input) {
    const value = payload[field.name]
    if (!told.has(field.name)) continue
    if (field.required && isEmpty(value)) return fillHoles(ERRORS.missing.text, { label: field.label })
    if (field.in && !isEmpty(value) && !field.in.includes(value as string)) return ERRORS.malformed.text
  }
  return undefined
}

/** A customer makes a call of staff as a preset that is for customers. */
function asCustomer(asker: Asker, call: CallModel, payload: Record<string, unknown>): Granted {
  const { model } = asker.core
  const presets = presetsOf(model, call).filter(({ access }) => access?.client !== undefined)
  return byPreset(
    asker,
    call,
    payload,
    presets.map((preset) => ({ preset, reach: { call: preset.id } })),
  )
}

/** What a request does, in the words of its call, or of the preset whose values it carries: the log tells approved from rejected. */
export function labelOf({
  asker,
  call,
  payload,
}: {
  asker: Asker
  call: CallModel
  payload: Record<string, unknown>
}): Text {
  const filled = withDefaults(call, payload)
  const told = presetsOf(asker.core.model, call).find(
    (preset) =>
      Object.values(preset.with).some((bound) => !('expr' in bound) || isIndependentOfRow(bound.expr)) &&
      hasValues(asker, { preset, reach: { call: preset.id } }, filled),
  )
  return told?.label ?? call.label
}

/** The presets of a call. */
function presetsOf(model: Model, { path }: CallModel): readonly CallModel[] {
  let found = byPath.get(model)
  if (!found) {
    found = groupBy(Object.values(model.presets), (preset) => preset.path)
    byPath.set(model, found)
  }
  return found.get(path) ?? []
}

const byPath = new WeakMap<Model, ReadonlyMap<string, CallModel[]>>()

/** The value a request means: a missing input is its default, an unset mark is no. On a change a missing input stays as it was. */
function withDefaults(call: CallModel, payload: Record<string, unknown>): Record<string, unknown> {
  if (call.kind === 'edit') return payload
  const filled = { ...payload }
  for (const { name, type, default: bound } of call.input) {
    if (!isEmpty(filled[name])) continue
    if (bound && 'value' in bound) filled[name] = bound.value
    else if (type === 'bool') filled[name] = false
  }
  return filled
}

/** Whether an input says what a request without it means. Of a record it would be a change: what is left out there stays as it was. */
const isUsual = ({ kind, input }: CallModel, name: string, payload: Record<string, unknown>): boolean =>
  kind !== 'edit' &&
  !ROW.some((one) => one in payload) &&
  input.some(
    (one) => one.name === name && one.default && 'value' in one.default && equal(one.default.value, payload[name]),
  )

/** The names by which a request says of which records it is. */
const ROW = ['id', 'ids'] as const

/** Names that every request may carry. */
const ENVELOPE = new Set(['version', 'requestNo'])

/** Names that say nothing that a call must know: of each request, of a list, of the rows that are meant. */
const KNOWN: ReadonlySet<string> = new Set([...ENVELOPE, ...ROW, ...PAGE_KEYS])

const fixedBy = ({ preset, reach }: PresetReach): Bounds => ({ ...preset?.with, ...reach.with })

/** Whether a request carries the values of a preset. */
const hasValues = (asker: Asker, reach: PresetReach, payload: Record<string, unknown>): boolean =>
  Object.entries(fixedBy(reach)).every(([name, bound]) => carries(asker, bound, payload[name], payload))

/** Whether a request has no inputs beyond those of a preset. `names`: the inputs it sends. */
function hasOnlyInputs(reach: PresetReach, names: readonly string[]): boolean {
  if (!reach.preset) return true
  const fixed = fixedBy(reach)
  const inputs = new Set(reach.preset.input.map((field) => field.name))
  const row = inputs.has('id') || inputs.has('ids')
  return names.every(
    (name) => name in fixed || inputs.has(name) || ENVELOPE.has(name) || (row && (name === 'id' || name === 'ids')),
  )
}

/**
 * A literal must be in the request as it is; a computed value must be the result of the expression for this person.
 * Values computed from the row of a button are not known here: the scope of that row, the references and the guards
 * of the call limit them.
 */
function carries(asker: Asker, bound: Bounds[string], sent: unknown, payload: Record<string, unknown>): boolean {
  if (!('expr' in bound)) return equal(bound.value, sent)
  if (!isIndependentOfRow(bound.expr)) return true
  const { environment, now } = asker
  const env = { ...environment, now, input: payload, money: 1 as const }
  return equal(evaluate(bound.expr.ast, env), sent)
}

const isIndependentOfRow = (expr: Expr): boolean =>
  expr.reads.every((path) => !/^(row|old|params|output|value|now)\b/.test(path))

function equal(fixed: unknown, sent: unknown): boolean {
  if (isEmpty(fixed) && isEmpty(sent)) return true
  return sameValue(typeof fixed === 'boolean' ? Number(fixed) : fixed, typeof sent === 'boolean' ? Number(sent) : sent)
}
