/** What calls that only read have in common. */
import type { CallModel } from '../../model/model.ts'
import { isEmpty, missingText } from '../../model/validate/index.ts'
import { Refusal } from '../errors.ts'
import type { Run } from '../engine/run.ts'
import type { DbRow, Queryable, Statement } from '../types.ts'

/** Where a call reads: in the transaction it takes part in, else anywhere. */
export const reader = (run: Run): Queryable => run.options.unit?.tx ?? run.asker.core.deps.db

export async function query<T extends DbRow = DbRow>(run: Run, statement: Statement): Promise<T[]> {
  return await reader(run).query<T>(statement.sql, statement.parameters)
}

/** What a list is asked for, with the fixed defaults of inputs that were left out. */
export function withDefaults(call: CallModel, payload: Record<string, unknown>): Record<string, unknown> {
  const left = call.input.flatMap(({ name, default: bound }) =>
    bound && 'value' in bound && isEmpty(payload[name]) ? [[name, bound.value]] : [],
  )
  return left.length === 0 ? payload : { ...payload, ...Object.fromEntries(left) }
}

/** Refuses a call that lacks an input it must have. */
export function mustHaveInputs(call: CallModel, payload: Record<string, unknown>): void {
  const missing = call.input.find((field) => field.required && isEmpty(payload[field.name]))
  if (missing) throw new Refusal(400, missingText(missing), { field: missing.name })
}
