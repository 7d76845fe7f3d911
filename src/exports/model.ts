/** The compiled model, the units of what rows hold, and days of a zone as moments (ms) and as text. */
export type * from '../model/model.ts'
export type { Cents, Flag, Millis, Upload } from '../model/units.ts'
export { dayOf, dayText, midnightOf, timeText } from '../model/zone.ts'
