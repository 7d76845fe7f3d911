/** A list that a call replaces whole: whoever saves it says which one they had, so that nobody's change is lost (docs/LANGUAGE.md, `load`). */
import { createHash } from 'node:crypto'
import type { CallModel, Model } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import type { Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import type { Making } from './plan.ts'

/** The calls that answer such a list, by id: their answers carry its fingerprint as `version`. */
export const replacedLists = ({ calls }: Model): ReadonlySet<string> =>
  new Set(Object.values(calls).flatMap(({ load }) => (load?.whole ? [load.call] : [])))

export const fingerprintOf = (data: unknown): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)

/** Refuses a list that was made of another one than stands now, with that one (409). One at a time for the same list. */
export async function mustBeAsLoaded(
  { core, planOf }: Making,
  run: Run,
  unit: Unit,
  { call, into = '' }: NonNullable<CallModel['load']>,
): Promise<void> {
  const { version } = run.payload
  if (isEmpty(version)) return
  if (typeof version !== 'string') return refuse('malformed', { field: 'version' })
  const load = core.model.calls[call]!
  const names = load.input.map(({ name }) => name).filter((name) => run.payload[name] !== undefined)
  const asked = Object.fromEntries(names.map((name) => [name, run.payload[name]]))
  await unit.tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [load.path, JSON.stringify(asked)])
  const { data } = await planOf(load.path)!.run(run.nested(load, asked, unit))
  const now = fingerprintOf(data)
  if (now !== version) refuse('stale', { data: { current: { [into]: data, version: now }, version: now } })
}
