/**
 * The hand-written calls, by wire path. What each may rely on is `CallContext`; the guard, scope, audit and push are the
 * engine's. They are found by their place: every module in a folder of an area may export `handlers`.
 */
import { readdirSync } from 'node:fs'
import type { Handlers } from '../types.ts'

export { sessionStore } from './auth/sessions.ts'
export { registerNightlyCalls, registerSystemJobs } from './nightly.ts'
export { syncBuiltIns, syncChanges, syncDictionaries, syncMenus, syncParameters, syncRoles } from './sync/index.ts'

const modules = await Promise.all(
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((area) => area.isDirectory())
    .flatMap((area) =>
      readdirSync(`${import.meta.dirname}/${area.name}`)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => import(/* @vite-ignore */ `./${area.name}/${name}`) as Promise<{ handlers?: Handlers }>),
    ),
)

/** All of them. Throws at start when two modules have a function for one path. */
export const handlers: Handlers = Object.fromEntries(once(modules.flatMap((one) => Object.entries(one.handlers ?? {}))))

function once<T>(entries: [string, T][]): [string, T][] {
  const paths = new Set<string>()
  for (const [path] of entries) {
    if (paths.has(path)) throw new Error(`two functions for "${path}"`)
    paths.add(path)
  }
  return entries
}
