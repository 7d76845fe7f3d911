/** The platform under every product: accounts, departments, roles, menus, dictionaries, messages, files, log. */
import type { Handlers } from '../types.ts'
import { handlersBelow, onePerPath } from './found.ts'
import type { Product } from './product.ts'

export { sessionStore } from './auth/sessions.ts'
export { registerNightlyCalls, registerSystemJobs } from './nightly.ts'
export { extend } from './product.ts'
export { syncBuiltIns, syncChanges, syncDictionaries, syncMenus, syncParameters, syncRoles } from './sync/index.ts'

const platform: Handlers = await handlersBelow(import.meta.dirname)

/** Every hand-written call: those of the platform, and of a product. Throws when two are for the same path. */
export const handlersWith = (product: Product): Handlers => onePerPath([platform, product.handlers])
