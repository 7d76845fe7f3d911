/** Valid values for the fields of a form, as the wire carries them: the server's own samples. */
import type { FieldModel } from '../../../src/model/model.ts'
import { codecOf } from '../../../src/server/fields/index.ts'
import { model } from './model.ts'

/** Types of which two records must not have the same. */
const TOLD_APART = new Set(['string', 'text', 'phone', 'email'])

let made = 0
/** Far from the numbers that the demo's records carry, and from those of a test file that runs beside this one. */
const START = 10_000_000 + Math.floor(Math.random() * 80_000_000)

/** A number that no other record of this run has. */
export const nextNumber = (): number => START + STEP * made++

/** Room between two records for the fields of one that must differ, a second mobile from the first. */
const STEP = 100

/** A name that no other record of this run has. */
export const nextName = (what: string): string => `${what}${nextNumber()}`

/** A mobile number that nobody has. */
export const nextMobile = (): string => `139${nextNumber()}`

/**
 * A valid value. `n` tells records apart; values in an order (days, numbers) grow with the place of their field in
 * the form, so that a beginning comes before an end.
 */
export function sampleOf(field: FieldModel, n: number, place: number): unknown {
  const { dictionaries, app } = model
  return codecOf(field).sample(field, TOLD_APART.has(field.type) ? n + place : place, dictionaries, app.timezone)
}
