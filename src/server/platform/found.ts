/** Hand-written calls are found by their place: every module in a folder of an area may export `handlers`. */
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Handlers } from '../types.ts'

/** The functions below a folder (`area/file.ts`), by wire path. Throws when two modules have one for the same path. */
export async function handlersBelow(folder: string): Promise<Handlers> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((area) => area.isDirectory())
    .flatMap((area) => readdirSync(join(folder, area.name)).map((name) => join(folder, area.name, name)))
    .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<{ handlers?: Handlers }>),
  )
  return onePerPath(modules.map((one) => one.handlers ?? {}))
}

/** Several sets of functions as one. Throws when two have a function for the same path. */
export function onePerPath(all: readonly object[]): Handlers {
  const entries = all.flatMap((one) => Object.entries(one as Handlers))
  const paths = new Set<string>()
  for (const [path] of entries) {
    if (paths.has(path)) throw new Error(`two functions for "${path}"`)
    paths.add(path)
  }
  return Object.fromEntries(entries)
}
