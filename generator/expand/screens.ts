/** expand, screens: a screen that is `like` another lists its differences, key by key. */
import { below, type Compilation, keyAt } from '../base/context.ts'
import type { Loaded } from '../base/loaded.ts'
import type { AuthoredScreen } from '../base/authored.ts'
import { isObject, Source, valueAt, type Authored, type JsonPath } from '../base/source.ts'
import { checkShape } from '../validate/shape.ts'
import { changedList, changedTwice, partAt } from './changes.ts'
import { Composed, isChange, itemsOf, nameOfItem, partBelow, type Part } from '../base/composed.ts'

/** Keys that belong to the screen itself and are never inherited. */
const OWN_KEYS = ['$schema', 'answers', 'note', 'was', 'like', 'code', 'access', 'label', 'order']

/** Lists that a view gives exactly, or as changes of the usual ones. */
const CHANGEABLE: Record<string, { code: string; what: string }> = {
  columns: { code: 'REF004', what: 'column' },
  filters: { code: 'REF006', what: 'filter' },
}

/** The screen with everything inherited; undefined without a base, or when the result is not a valid screen. */
export function expandScreen(c: Compilation, loaded: Loaded, route: string): Source<AuthoredScreen> | undefined {
  const own = loaded.screens.get(route)!
  const base = baseOf(c, loaded, route, own)
  if (!base) return undefined
  const composed = new Composed(own)
  delete composed.data.like
  const merging: Merging = { c, composed, route: String(own.data.like) }
  for (const key of Object.keys(base.data)) if (!OWN_KEYS.includes(key)) takeOver(merging, partAt(base, key), [key])
  inOrderOf(composed.data, base.data)
  const source = composed.source()
  const problems = checkShape(source.data, 'screen', loaded.meta)
  for (const p of problems) c.report.error(source, p.path, p.code, p.message, { key: p.key })
  return problems.length > 0 ? undefined : source
}

/** The base of a screen: it exists, is another screen, and has no base itself. */
function baseOf(
  c: Compilation,
  loaded: Loaded,
  route: string,
  own: Source<AuthoredScreen>,
): Source<AuthoredScreen> | undefined {
  const at = below({ source: own, path: [] }, 'like')
  const to = String(own.data.like)
  const base = loaded.screens.get(to)
  if (!base) return c.unknown(at, 'REF007', 'route', to, loaded.screens.keys())
  c.refer('route', to, at)
  if (to === route) return c.error(at, 'REF011', `${to} is this screen itself`)
  if (base.data.like !== undefined)
    return c.error(at, 'REF011', `${to} is like ${String(base.data.like)} itself; name a screen that stands alone`)
  return base
}

interface Merging {
  c: Compilation
  composed: Composed<AuthoredScreen>
  /** The route of the base. */
  route: string
}

/** Inherits the base's value at a path, where the screen itself gives no other. */
function takeOver(merging: Merging, base: Part, path: JsonPath): void {
  const { composed } = merging
  const own: Part = { value: valueAt(composed.own.data, path), at: { source: composed.own, path } }
  if (own.value === false && isLeftOut(path, base.value)) return composed.take(path)
  if (String(path.at(-1)) in CHANGEABLE && (own.value === undefined || isChange(own)))
    return takeOverList(merging, base, own, path)
  if (own.value === undefined) return composed.put(path, base)
  if (!isObject(own.value) || !isObject(base.value) || leadsElsewhere(path, own.value, base.value)) return
  for (const key of Object.keys(base.value)) takeOver(merging, partBelow(base, key), [...path, key])
  if (path.at(-1) === 'actions') checkDropped(merging, base.value, own)
  inOrderOf(composed.object(path), base.value)
}

/** Whether `false` removes the base's value, or is a value itself. */
const isLeftOut = (path: JsonPath, base: unknown): boolean =>
  path.at(-2) === 'actions' || (typeof base !== 'boolean' && path.at(-2) !== 'with')

/** A button that opens another screen than that of the base gives what that one asks, and nothing else. */
const leadsElsewhere = (path: JsonPath, own: Authored, base: Authored): boolean =>
  path.at(-1) === 'open' && own.to !== undefined && own.to !== base.to

/** PRM004: a removed button that the base does not have. */
function checkDropped({ c, composed, route }: Merging, base: Authored, own: Part): void {
  for (const [key, value] of Object.entries(own.value ?? {})) {
    if (value !== false || key in base) continue
    c.unknown(keyAt(partBelow(own, key).at), 'PRM004', `button of ${route}`, key, Object.keys(base))
    composed.take([...own.at.path, key])
  }
}

/**
 * A list of the base with the screen's own changes: of an exact list, or of the base's changes of the usual list.
 * A filter that the screen fixes by `with` is neither offered nor removed.
 */
function takeOverList({ c, composed, route }: Merging, base: Part, own: Part, path: JsonPath): void {
  const { code, what } = CHANGEABLE[String(path.at(-1))]!
  const fixed = path.at(-1) === 'filters' ? valueAt(composed.own.data, [...path.slice(0, -1), 'with']) : undefined
  const open = (list: Part[]) => list.filter((item) => !isObject(fixed) || !(nameOfItem(item) in fixed))
  if (Array.isArray(base.value)) {
    const items = open(itemsOf(base))
    return composed.putList(path, isChange(own) ? changedList(c, items, own, code, `${what} of ${route}`) : items)
  }
  const { add, drop } = changedTwice(base, own)
  composed.put(path, own.value === undefined ? { value: {}, at: base.at } : { value: {}, at: own.at })
  if (add.length > 0) composed.putList([...path, 'add'], add)
  if (open(drop).length > 0) composed.putList([...path, 'drop'], open(drop))
  if (Object.keys(valueAt(composed.data, path) ?? {}).length === 0) composed.take(path)
}

/** Keys in the order of the base, new ones at the end. */
function inOrderOf(data: Authored, base: object): void {
  const keys = [...Object.keys(base).filter((key) => key in data), ...Object.keys(data).filter((key) => !(key in base))]
  for (const key of keys) {
    const value: unknown = data[key]
    delete data[key]
    data[key] = value
  }
}
