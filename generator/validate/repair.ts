/**
 * Removes the invalid parts of a file, and the rest continues through the compiler, so that all problems of all files
 * are reported at once. Nothing of it becomes part of a model.
 */
import { checkShape, type MetaSchemas, type ShapeProblem } from './shape.ts'
import { isObject, valueAt, type JsonPath, type Removed } from '../base/source.ts'
import { MISSING } from '../base/texts.ts'

/** The content without its invalid parts. `lost`: names that were removed with them; uses of them are not reported. */
interface Repaired<T extends object> {
  data: T
  removed: Removed
  lost: string[]
}

const ROUNDS = 12

/** Undefined when too little is left: the whole file is lost then. */
export function repair<T extends object>(broken: T, name: string, meta: MetaSchemas): Repaired<T> | undefined {
  const data = structuredClone(broken)
  const removed: Removed = new Map()
  const lost: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const problems = checkShape(data, name, meta)
    if (problems.length === 0) return { data, removed, lost: [...lost, FILLED.home as string] }
    if (!removeInvalid(data, problems, removed, lost)) return undefined
  }
  return undefined
}

/** One round: removes the reported parts, list entries from the end. False when that is the whole file. */
function removeInvalid(data: object, problems: ShapeProblem[], removed: Removed, lost: string[]): boolean {
  const filled = problems.filter((p) => fill(data, p))
  const paths = problems.filter((p) => !filled.includes(p)).map((p) => p.path)
  const distinct = new Map(paths.map((path) => [path.join('\0'), path]))
  const ordered = [...distinct.values()].sort((a, b) => b.length - a.length || Number(b.at(-1)) - Number(a.at(-1)))
  return ordered.every((path) => removePart(data, path, removed, lost))
}

/** Keys without which a file is useless; with them its rest can be checked. */
const FILLED: Record<string, unknown> = {
  title: 'id',
  fields: {},
  order: 0,
  grants: {},
  types: {},
  home: '/',
  languages: { available: ['zh', 'en'], default: 'en' },
}

/** Fills in a missing text as "?", and a missing key of the file itself by the smallest valid value. Returns whether it did. */
function fill(data: object, { path, missing }: ShapeProblem): boolean {
  const at = valueAt(data, path)
  if (!isObject(at) || !missing) return false
  if (missing.text)
    at[missing.key] = missing.key === 'zh' || missing.key === 'en' ? MISSING : { zh: MISSING, en: MISSING }
  else if (path.length === 0 && missing.key in FILLED) at[missing.key] = FILLED[missing.key]
  else return false
  return true
}

function removePart(data: object, path: JsonPath, removed: Removed, lost: string[]): boolean {
  const key = path.at(-1)
  if (key === undefined) return false
  const parent = valueAt(data, path.slice(0, -1))
  lost.push(...namesIn(parent, key))
  if (Array.isArray(parent)) takeEntry(parent, path, removed)
  else if (isObject(parent)) delete parent[key]
  return true
}

/** Later entries move up; `removed` records this, so that their places in the text are still found. */
function takeEntry(list: unknown[], path: JsonPath, removed: Removed): void {
  const index = path.at(-1) as number
  if (index >= list.length) return
  list.splice(index, 1)
  const key = path.slice(0, -1).join('\0')
  const gone = removed.get(key) ?? []
  const original = gone.reduce((at, one) => (one <= at ? at + 1 : at), index)
  removed.set(
    key,
    [...gone, original].sort((a, b) => a - b),
  )
}

/** Names that a part may have declared: its key, or its name. */
function namesIn(parent: unknown, key: string | number): string[] {
  const part = valueAt(parent, [key])
  const own = typeof part === 'object' && part !== null ? [valueAt(part, ['name']), valueAt(part, ['field'])] : [part]
  return [key, ...own].flatMap((name) => (typeof name === 'string' ? name.replace('!', '') : []))
}
