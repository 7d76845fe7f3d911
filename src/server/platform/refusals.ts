/** Refusals that several areas speak. Sentences of the engine's catalogue are the engine's. */
import { ERRORS } from '../errors.ts'
import type { Cents } from '../../model/units.ts'
import type { CallContext, Place, ResourceName } from './call.ts'

/** Refuses what a record does not allow in the state it is in. */
export function refuseState(c: CallContext, field?: Place): never {
  return c.refuse(field, ERRORS.wrongState.text)
}

/** Refuses a record that the person asking may not see. */
export async function mustSee(c: CallContext, resource: ResourceName, row: { id: number }): Promise<void> {
  if (!(await c.seen(resource, row.id))) c.refuse(undefined, ERRORS.outOfScope.text)
}

/** Refuses an input that names a record there is not. */
export function refuseUnknown(c: CallContext, field: Place): never {
  return c.refuse(field, ERRORS.notFound.text)
}

/** Refuses an amount (cents) that is nothing or less. */
export function mustBePositive(c: CallContext, field: Place, amount: Cents): void {
  if (amount <= 0) c.refuse(field, { zh: '金额必须大于 0', en: 'The amount must be more than 0' })
}
