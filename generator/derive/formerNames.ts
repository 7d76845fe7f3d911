/**
 * Former names (`was`): no current item has the name, no other item claims it, and it is not the item's own name.
 * Migrations use them to carry data over.
 */
import { below, type At, type Compilation } from '../base/context.ts'
import { isObject, valueAt, type Source } from '../base/source.ts'

/** One current item: its name, its place, and its former names. */
interface Named {
  name: string
  at: At
  was: unknown
}

/** REF009 for every `was` that is not a former name. */
export function checkWas(c: Compilation): void {
  const check = (what: string, things: Named[]) => checkGroup(c, what, things)
  check(
    'dictionary',
    [...c.loaded.dictionaries].map(([name, source]) => named(name, source.data, { source, path: [] })),
  )
  for (const source of c.loaded.dictionaries.values())
    check('value', entries(source.data.values, { source, path: ['values'] }))
  check(
    'resource',
    [...c.loaded.resources].map(([name, { source }]) => named(name, source.data, { source, path: [] })),
  )
  for (const r of c.resources.values()) {
    check('field', entries(r.data.fields, { source: r.source, path: ['fields'] }))
    check('call', entries(r.data.calls ?? {}, { source: r.source, path: ['calls'] }))
  }
  check('route or code', screens(c))
  for (const source of c.loaded.screens.values()) actionsOf(source).forEach((list) => check('button', list))
}

const named = (name: string, data: unknown, at: At): Named => ({ name, at, was: valueAt(data, ['was']) })
const entries = (map: object, at: At): Named[] =>
  Object.entries(map).map(([name, raw]) => named(name, raw, below(at, name)))

/** Screens by route and by code: `was` may hold former ones of either kind. */
function screens(c: Compilation): Named[] {
  return [...c.loaded.screens].flatMap(([route, source]) => {
    const at: At = { source, path: [] }
    const codes = source.data.code ? [{ name: source.data.code, at, was: undefined }] : []
    return [named(route, source.data, at), ...codes]
  })
}

const walked = new WeakMap<Source, Named[][]>()

/** The buttons of a screen; an unchanged file is not walked again. */
function actionsOf(source: Source): Named[][] {
  const cached = walked.get(source) ?? actions(source.data, { source, path: [] })
  walked.set(source, cached)
  return cached
}

/** The `actions` of a view and of its inner views, each list by itself. */
function actions(data: unknown, at: At): Named[][] {
  if (!data || typeof data !== 'object') return []
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    key === 'actions' && isObject(data) && isObject(value)
      ? [entries(value, below(at, key))]
      : actions(value, below(at, key)),
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
