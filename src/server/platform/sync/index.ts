/** Brings what the product brings along into the database: at every start, and when the model was replaced. */
import type { Model } from '../../../model/model.ts'
import { makeTables } from '../../tables.ts'
import type { Database, Queryable } from '../../types.ts'
import { syncDictionaries } from './dictionaries.ts'
import { syncMenus } from './menus.ts'
import { BUILT_IN_TABLE } from './merge.ts'
import { syncParameters } from './parameters.ts'
import { syncRoles } from './roles.ts'
import { renamesIn, syncViews } from './views.ts'

export { syncDictionaries } from './dictionaries.ts'
export { syncMenus } from './menus.ts'
export { syncParameters } from './parameters.ts'
export { syncRoles } from './roles.ts'

type Sync = (tx: Queryable, model: Model, now: number) => Promise<void>

/** Each sort of rows in the order it is brought up to date, with what of a model it is made from. */
const PARTS: { sync: Sync; from: (model: Model) => unknown }[] = [
  { sync: syncMenus, from: (model) => [Object.values(model.groups), shellOf(model), model.permissions] },
  { sync: syncDictionaries, from: (model) => Object.values(model.dictionaries) },
  { sync: syncRoles, from: (model) => [model.roles, codesOf(model)] },
  { sync: syncParameters, from: (model) => model.app.settings },
  { sync: syncViews, from: renamesIn },
]

/** Screens as the menu has them. */
const shellOf = (model: Model): unknown => Object.values(model.screens).map(({ view: _view, ...screen }) => screen)

/** What can be granted at all. */
const codesOf = ({ permissions }: Model): unknown =>
  Object.values(permissions).map(({ code, buttons }) => [code, buttons.map((button) => button.code)])

/** Everything, in one transaction. `now`: ms. */
export async function syncBuiltIns(db: Database, model: Model, now: number): Promise<void> {
  await makeTables(db, [BUILT_IN_TABLE])
  await inOne(db, model, now, PARTS)
}

/** What differs between two models, for a database that was brought to the first. Answers whether anything does. */
export async function syncChanges(db: Database, before: Model, model: Model, now: number): Promise<boolean> {
  const changed = PARTS.filter(({ from }) => JSON.stringify(from(before)) !== JSON.stringify(from(model)))
  if (changed.length > 0) await inOne(db, model, now, changed)
  return changed.length > 0
}

async function inOne(db: Database, model: Model, now: number, parts: typeof PARTS): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { sync } of parts) await sync(tx, model, now)
  })
}
