/**
 * expand: named parts and parts `like` another one are written out where they are used, each with its place. Later
 * stages read plain files and need no knowledge of this.
 */
import type { Compilation } from '../base/context.ts'
import type { Loaded } from '../base/loaded.ts'
import type { AuthoredResource, AuthoredScreen, AuthoredTypes } from '../base/authored.ts'
import type { Source } from '../base/source.ts'
import { expandResource } from './resources.ts'
import { expandScreen } from './screens.ts'

/** The same files without references to named parts; problems go to the report. */
export function expand(c: Compilation, loaded: Loaded): Loaded {
  declareShared(c, loaded.types)
  const resources = [...loaded.resources].map(
    ([name, { area, source }]) =>
      [
        name,
        { area, source: reused(written.resources, source, () => expandResource(c, loaded, name)) ?? source },
      ] as const,
  )
  const screens = [...loaded.screens].flatMap(([route, source]) => {
    if (source.data.like === undefined) return [[route, source] as const]
    const made = reused(written.screens, source, () => expandScreen(c, loaded, route))
    if (!made) c.lost.add(route).add(String(source.data.code))
    return made ? [[route, made] as const] : []
  })
  return { ...loaded, resources: new Map(resources), screens: new Map(screens) }
}

/** Records the names that types.json gives to lists and filters. */
function declareShared(c: Compilation, types: Source<AuthoredTypes> | undefined): void {
  for (const [key, kind] of [
    ['lists', 'list'],
    ['filters', 'filter'],
  ] as const)
    for (const name of Object.keys(types?.data[key] ?? {}))
      c.refer(kind, name, { source: types!, path: [key, name] }, { key: true, declares: true })
}

/** Files of the last expansion: the same object while none of their parts has changed, so that a watcher notices. */
const written = {
  resources: new WeakMap<Source<AuthoredResource>, Source<AuthoredResource>>(),
  screens: new WeakMap<Source<AuthoredScreen>, Source<AuthoredScreen>>(),
}

function reused<T extends object>(
  written: WeakMap<Source<T>, Source<T>>,
  source: Source<T>,
  make: () => Source<T> | undefined,
): Source<T> | undefined {
  const made = make()
  const before = written.get(source)
  if (before && made && sameParts(before, made)) return before
  if (made) written.set(source, made)
  return made
}

const sameParts = (a: Source, b: Source): boolean => {
  const [one, other] = [a.parts().slice(1), b.parts().slice(1)]
  return one.length === other.length && one.every((part, i) => part === other[i])
}
