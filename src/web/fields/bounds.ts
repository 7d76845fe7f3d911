/** Fixed inputs: literals and expressions of the model, as the wire wants them. */
import { valueOf, type Env } from '../../model/expr/evaluate.ts'
import type { Bound, Bounds } from '../../model/model.ts'

/** The roots of a place laid over the environment of the person, whose `now` stays alive. */
export function withRoots(base: Env, roots: Partial<Env>): Env {
  return Object.assign(Object.create(base) as Env, roots)
}

/** Expressions say yes and no, the wire 1 and 0. */
export function wireValue(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

/** What a bound stands for at this moment. */
export function boundValue(bound: Bound, env: Env): unknown {
  return wireValue(valueOf(bound, env))
}

/** All bounds by name; those that stand for nothing are left out. */
export function boundValues(bounds: Bounds, env: Env): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, bound] of Object.entries(bounds)) {
    const value = boundValue(bound, env)
    if (value !== undefined && value !== null) values[name] = value
  }
  return values
}
