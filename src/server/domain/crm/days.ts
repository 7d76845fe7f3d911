/** Days of the product's time zone. */
import { midnightOf } from '../../../model/zone.ts'
import type { CallContext } from '../legacy.ts'

/** Midnight of a moment: how a date is held. */
export const dayIn = (c: CallContext, moment: number): number => midnightOf(moment, c.model.app.timezone)
