/**
 * Former names (`was`): nothing that lives has the name, nothing else claims it, and nothing was called what it is called.
 * What is carried over by them is the business of migrations.
 */
import { below, type At, type Compilation } from '../base/context.ts'
import type { Authored, Source } from '../base/source.ts'

/** One living thing: its name, where it stands, and what it was called. */
interface Named {
  name: string
  at: At
  was: unknown
}

/** REF009 for every `was` that is no former name. */
export function checkWas(c: Compilation): void {
  const of = (what: string, things: Named[]) => checkGroup(c, what, things)
  of(
    'dictionary',
    [...c.loaded.dictionaries].map(([name, source]) => named(name, source.data, { source, path: [] })),
  )
  for (const source of c.loaded.dictionaries.values())
    of('value', entries(source.data.values, { source, path: ['values'] }))
  of(
    'resource',
    [...c.loaded.resources].map(([name, { source }]) => named(name, source.data, { source, path: [] })),
  )
  for (const r of c.resources.values()) {
    of('field', entries(r.data.fields, { source: r.source, path: ['fields'] }))
    of('call', entries(r.data.calls ?? {}, { source: r.source, path: ['calls'] }))
  }
  of('route or code', screens(c))
  for (const source of c.loaded.screens.values()) actionsOf(source).forEach((list) => of('button', list))
}

const named = (name: string, data: Authored, at: At): Named => ({ name, at, was: data?.was })
const entries = (map: Record<string, Authored>, at: At): Named[] =>
  Object.entries(map).map(([name, raw]) => named(name, raw, below(at, name)))

/** Screens by route and by code: `was` may hold former ones of either kind. */
function screens(c: Compilation): Named[] {
  return [...c.loaded.screens].flatMap(([route, source]) => {
    const at: At = { source, path: [] }
    const codes = source.data.code ? [{ name: source.data.code as string, at, was: undefined }] : []
    return [named(route, source.data, at), ...codes]
  })
}

const walked = new WeakMap<Source, Named[][]>()

/** The buttons of a screen; a file that was not saved since is not walked again. */
function actionsOf(source: Source): Named[][] {
  const known = walked.get(source) ?? actions(source.data, { source, path: [] })
  walked.set(source, known)
  return known
}

/** The `actions` of a view and of the views inside it, each list by itself. */
function actions(data: unknown, at: At): Named[][] {
  if (!data || typeof data !== 'object') return []
  return Object.entries(data as Authored).flatMap(([key, value]) =>
    key === 'actions' && !Array.isArray(data) ? [entries(value, below(at, key))] : actions(value, below(at, key)),
  )
}

function checkGroup(c: Compilation, what: string, things: Named[]): void {
  const living = new Set(things.map((t) => t.name))
  const claimed = new Map<string, string>()
  for (const thing of things) {
    for (const [i, old] of ([thing.was ?? []].flat() as string[]).entries()) {
      const at = Array.isArray(thing.was) ? below(thing.at, 'was', i) : below(thing.at, 'was')
      if (living.has(old)) c.error(at, 'REF009', `"${old}" is a living ${what}; "was" holds former names`)
      else if (claimed.has(old)) c.error(at, 'REF009', `"${old}" is the former name of "${claimed.get(old)}" already`)
      claimed.set(old, thing.name)
    }
  }
}
