/** Brings what the product brings along into the database: at every start, and when the model was replaced. */
import type { Model } from '../../../model/model.ts'
import { makeTables } from '../../tables.ts'
import type { Database } from '../../types.ts'
import { syncDictionaries } from './dictionaries.ts'
import { syncMenus } from './menus.ts'
import { BUILT_IN_TABLE } from './merge.ts'
import { syncParameters } from './parameters.ts'
import { syncRoles } from './roles.ts'

export { syncDictionaries } from './dictionaries.ts'
export { syncMenus } from './menus.ts'
export { syncParameters } from './parameters.ts'
export { syncRoles } from './roles.ts'

/** Everything, in one transaction. `now`: ms. */
export async function syncBuiltIns(db: Database, model: Model, now: number): Promise<void> {
  await makeTables(db, [BUILT_IN_TABLE])
  await db.transaction(async (tx) => {
    await syncMenus(tx, model, now)
    await syncDictionaries(tx, model, now)
    await syncRoles(tx, model, now)
    await syncParameters(tx, model, now)
  })
}
