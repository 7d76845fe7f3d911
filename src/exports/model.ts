/** The compiled model, and the units of what rows hold. */
export type * from '../model/model.ts'
export type { Cents, Flag, Millis, Upload } from '../model/units.ts'
