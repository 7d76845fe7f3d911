/** What stands in the place of a value while a condition over its record holds (LANGUAGE § 4, `instead`). */
import { holds } from './expr/evaluate.ts'
import type { FieldModel } from './model.ts'

type Instead = NonNullable<FieldModel['instead']>[number]

/** The first whose condition holds over the record, which is in wire form. */
export const standsFor = (field: FieldModel, row: Record<string, unknown>, zone: string): Instead | undefined =>
  field.instead?.find((one) => holds(one.if, { row, now: Date.now(), money: 1, zone }))
