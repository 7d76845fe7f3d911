/** Fixed inputs: literals and expressions of the model, as the wire wants them. */
import { valueOf, type Env } from '../../model/expr/evaluate.ts'
import type { Bound, Bounds } from '../../model/model.ts'

/** Adds the roots of a place to the environment of the person, whose `now` stays current. */
export function withRoots(base: Env, roots: Partial<Env>): Env {
  return Object.assign(Object.create(base) as Env, roots)
}

/** Expressions give true and false, the wire 1 and 0. */
export function wireValue(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

/** The current value of a fixed input. */
export function boundValue(bound: Bound, env: Env): unknown {
  return wireValue(valueOf(bound, env))
}

/** The current values of all fixed inputs by name; empty values are left out. */
export function boundValues(bounds: Bounds, env: Env): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, bound] of Object.entries(bounds)) {
    const value = boundValue(bound, env)
    if (value !== undefined && value !== null) values[name] = value
  }
  return values
}

/** Parameters of an address are text; ids are numbers. */
export const idOr = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value

/** The parameters of an address as expressions read them: text, an id, or a list of ids. */
export const idsOf = (params: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, listedIds(value) ?? idOr(value)]))

const listedIds = (value: string): number[] | undefined =>
  /^\[[1-9]\d{0,14}(,[1-9]\d{0,14})*\]$/.test(value) ? (JSON.parse(value) as number[]) : undefined
