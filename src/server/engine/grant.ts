/**
 * May this person make this call, and how: without a grant where the call says so, freely, or only as one of
 * the presets granted: with its values, and with no more inputs than it asks (LANGUAGE § 13, I-47).
 */
import type { Bounds, CallModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { evaluate } from '../../model/expr/index.ts'
import type { Expr } from '../../model/expr/types.ts'
import { refuse } from '../errors.ts'
import type { Asker } from './core.ts'
import type { PresetReach } from './rights.ts'
import { sameValue } from './rows.ts'

/** How a call was granted: freely, or by these presets, one of which the request keeps to. */
export type Granted = { free: true } | { free: false; presets: PresetReach[] }

const FREE: Granted = { free: true }

/** Refuses a call that is not granted: 401 for a stranger, 403 for anybody else. */
export function mustBeGranted(asker: Asker, call: CallModel, payload: Record<string, unknown>): Granted {
  const { actor, rights } = asker
  const access = call.access ?? {}
  if (actor.kind === 'system' || access.anyone !== undefined) return FREE
  if (actor.kind === 'anyone') return refuse('signedOut')
  if (actor.kind === 'client') return access.client === undefined ? refuse('forbidden') : FREE
  if (access.staff !== undefined || rights.whole) return FREE
  const reach = rights.calls.get(call.path)
  if (!reach) return refuse('forbidden')
  if (reach.free) return FREE
  const presets = reach.presets.filter((one) => keepsTo(asker, one, payload))
  return presets.length > 0 ? { free: false, presets } : refuse('forbidden')
}

/** Names that belong to the request, whatever it asks. */
const ENVELOPE = new Set(['version', 'requestNo'])

/** Whether a request carries the values of a preset, and asks no more than it does. */
function keepsTo(asker: Asker, { preset, reach }: PresetReach, payload: Record<string, unknown>): boolean {
  const fixed: Bounds = { ...preset?.with, ...reach.with }
  if (!Object.entries(fixed).every(([name, bound]) => carries(asker, bound, payload[name], payload))) return false
  if (!preset) return true
  const asked = new Set(preset.input.map((field) => field.name))
  const row = asked.has('id') || asked.has('ids')
  return Object.keys(payload).every(
    (name) => name in fixed || asked.has(name) || ENVELOPE.has(name) || (row && (name === 'id' || name === 'ids')),
  )
}

/**
 * A literal must stand in the request as it is; a computed value must be what the expression gives for this
 * person. What is computed of the row a button stood on is not known here: the row's own scope, the references
 * and the guards of the call limit it.
 */
function carries(asker: Asker, bound: Bounds[string], sent: unknown, payload: Record<string, unknown>): boolean {
  if (!('expr' in bound)) return equal(bound.value, sent)
  if (!isKnown(bound.expr)) return true
  const { around, now } = asker
  const env = { ...around, now, input: payload, money: 1 as const }
  return equal(evaluate(bound.expr.ast, env), sent)
}

const isKnown = (expr: Expr): boolean => expr.reads.every((path) => !/^(row|old|params|output|value|now)\b/.test(path))

function equal(fixed: unknown, sent: unknown): boolean {
  if (isEmpty(fixed) && isEmpty(sent)) return true
  return sameValue(typeof fixed === 'boolean' ? Number(fixed) : fixed, typeof sent === 'boolean' ? Number(sent) : sent)
}
