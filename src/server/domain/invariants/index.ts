/** What must hold of the product's own records, at any moment (rules 2.17). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'
import { classes } from './classes.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { leads } from './leads.ts'
import { money } from './money.ts'
import { pipeline } from './pipeline.ts'
import { points } from './points.ts'
import { schedule } from './schedule.ts'
import { tasks } from './tasks.ts'

/** All of them, for a list that puts values of dictionaries into a statement. */
export const invariants = (list: In): Invariant[] => [
  ...customers(),
  ...money(list),
  ...points(list),
  ...coupons(list),
  ...leads(list),
  ...schedule(list),
  ...tasks(list),
  ...pipeline(list),
  ...classes(list),
]
