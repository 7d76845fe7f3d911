/** A change of a list as the least text that means it: each way to write it, the least first (docs/EDITING.md). */
import { isObject } from '../../base/source.ts'
import { rawAt, writtenAt, type Made, type MadeList } from './parts.ts'
import { below, type At } from '../../base/context.ts'

/** A value to write at a path of a file (undefined: to remove). `at`: index among the keys of an object, for a new key. */
interface Write {
  at: At
  value: unknown
  index?: number
}

/** The names of a list as they are to be afterwards. */
type Wanted = string[]

/** One way to write a change. */
export type Way = Write[]

/** The ways to come from a list to the wanted names, the least first. The caller takes the first that compiles to them. */
export function waysTo(list: MadeList, wanted: Wanted): Way[] {
  const kind = list.key.split('.').at(-1)
  if (kind === 'actions') return buttonWays(list, wanted)
  if (kind === 'form' || kind === 'facts' || kind === 'fields') return exactWays(list, wanted)
  return changeWays(list, wanted)
}

/** Names without one, or with one more before another. */
export function namesAfter(names: readonly string[], name: string, before: string | undefined): Wanted {
  const others = names.filter((one) => one !== name)
  const at = before === undefined ? others.length : others.indexOf(before)
  return at < 0 ? [...others, name] : [...others.slice(0, at), name, ...others.slice(at)]
}

/** Lists whose entries are parts of a view; what a form takes from the inputs of its call is written in none of them. */
const LISTS = ['columns', 'filters', 'facts', 'form', 'fields', 'add']

const isEntry = ({ path }: At): boolean => typeof path.at(-1) === 'number' && LISTS.includes(String(path.at(-2)))

/** What is written for a part: its entry in a list, as it stands there; else its name. */
const entryOf = (made: Made | undefined, name: string): unknown =>
  made?.at && isEntry(made.at) ? (rawAt(made.at) ?? name) : name

/** The whole list, entry by entry. */
const whole = ({ made }: MadeList, wanted: Wanted): unknown[] =>
  wanted.map((name) =>
    entryOf(
      made.find((one) => one.name === name),
      name,
    ),
  )

/** Lists that a screen has from its resource until it writes them out. */
const WRITTEN_OUT = ['columns', 'filters', 'facts']

/** The usual list written out for this screen, with another entry for one of its parts; none for a list that stands elsewhere. */
export function writtenOut(list: MadeList, name: string, entry: object): Way[] {
  if (!WRITTEN_OUT.includes(list.key)) return []
  const at = listHere(list.at) ?? list.at
  const value = whole(
    list,
    list.made.map((one) => one.name),
  ).map((one, i) => (list.made[i]?.name === name ? { ...(isObject(one) ? one : { field: name }), ...entry } : one))
  return [[{ at, value, index: indexOf(at) }]]
}

/** The place of a list that is written for this screen, or for the screen it is like. */
function listHere(at: At): At | undefined {
  const here = writtenAt(at)
  return rawAt(at) === undefined || here.source !== at.source ? undefined : here
}

/** Columns and filters: an exact list is changed in place; else the usual one is added to, or something is dropped. */
function changeWays(list: MadeList, wanted: Wanted): Way[] {
  const here = listHere(list.at)
  const at = here ?? list.at
  const index = indexOf(at)
  const exact: Way = [{ at, value: whole(list, wanted), index }]
  const raw = here ? rawAt(list.at) : {}
  if (Array.isArray(raw)) return [exact]
  const change = changed(list, isObject(raw) ? raw : {}, wanted)
  if (!change) return [exact]
  const empty = change.add.length === 0 && change.drop.length === 0
  const value = {
    ...(change.add.length > 0 ? { add: change.add } : {}),
    ...(change.drop.length > 0 ? { drop: change.drop } : {}),
  }
  return [[{ at, value: empty ? undefined : value, index }], exact]
}

/** Where a new key stands in its view: before those that usually come behind it. */
function indexOf({ source, path }: At): number {
  const keys = Object.keys(rawAt({ source, path: path.slice(0, -1) }) ?? {})
  const behind = LATER.slice(LATER.indexOf(String(path.at(-1))) + 1)
  const at = keys.findIndex((key) => behind.includes(key))
  return at < 0 ? keys.length : at
}

const LATER = ['filters', 'columns', 'actions', 'empty']

/** `add` and `drop` against the usual list; none where the order of the usual ones changes. */
function changed(
  { made }: MadeList,
  raw: Record<string, unknown>,
  wanted: Wanted,
): { add: unknown[]; drop: unknown[] } | undefined {
  const before = made.map(({ name }) => name)
  const added = [raw.add ?? []].flat()
  const dropped = [raw.drop ?? []].flat()
  const ownNames = new Set(added.map(nameOf))
  const usual = before.filter((name) => !ownNames.has(name))
  const kept = usual.filter((name) => wanted.includes(name))
  const news = wanted.filter((name) => !usual.includes(name))
  const back = news.filter((name) => dropped.includes(name))
  const more = news.filter((name) => !dropped.includes(name))
  if (back.length === 0 && wanted.slice(0, kept.length).join('\0') !== kept.join('\0')) return undefined
  return {
    add: more.map((name) => added.find((one) => nameOf(one) === name) ?? name),
    drop: [...dropped.filter((name) => !back.includes(String(name))), ...usual.filter((name) => !kept.includes(name))],
  }
}

/** The name of an entry of a list. */
const nameOf = (item: unknown): string => (isObject(item) ? String(item.field ?? item.name) : String(item))

/** Forms and facts are exact lists: changed where they are written, for every screen that has them; else said here. */
function exactWays(list: MadeList, wanted: Wanted): Way[] {
  const value = whole(list, wanted)
  const own = list.button ? formOfButton(list, value) : [{ at: list.at, value, index: indexOf(list.at) }]
  const entry = list.section ? undefined : list.made.find(({ at }) => at && isEntry(at))?.at
  if (!entry) return [list.section ? [{ at: writtenAt(list.at), value }] : own]
  const at = writtenAt({ source: entry.source, path: entry.path.slice(0, -1) })
  const there: Way = [{ at, value }]
  return at.source === list.at.source ? [there] : [there, own]
}

/** What the dialog of a button asks on this screen alone. */
function formOfButton({ at }: MadeList, form: unknown[]): Way {
  const button: At = { source: at.source, path: at.path.slice(0, -1) }
  return isObject(rawAt(button)) ? [{ at, value: form }] : [{ at: button, value: { form } }]
}

/** Buttons are keys of an object, in order. What the base of a screen has, and this one has not, is `false`. */
function buttonWays({ at, made }: MadeList, wanted: Wanted): Way[] {
  const names = made.map(({ name }) => name)
  const raw = rawAt(at)
  const here = isObject(raw) ? raw : {}
  const gone = names.filter((name) => !wanted.includes(name))
  const added = wanted.filter((name) => !names.includes(name))
  const ways: Way[] = []
  if (gone.length > 0) {
    const rest = Object.keys(here).filter((name) => !gone.includes(name))
    ways.push(
      rest.length === 0 ? [{ at, value: undefined }] : gone.map((name) => ({ at: below(at, name), value: undefined })),
    )
    ways.push(gone.map((name) => ({ at: below(at, name), value: false })))
  }
  if (added.length > 0) {
    const end = (name: string): number => Math.max(0, wanted.indexOf(name))
    ways.push(added.map((name) => ({ at: below(at, name), value: true, index: end(name) })))
  }
  if (gone.length === 0 && added.length === 0)
    ways.push([{ at, value: Object.fromEntries(wanted.map((name) => [name, here[name]] as const)) }])
  return ways
}
