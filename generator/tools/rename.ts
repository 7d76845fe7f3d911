/**
 * Renames something everywhere: the places come from the compiler's own references, `was` keeps the former name where the
 * language uses it, and nothing is written that would not compile.
 */
import { stepName } from '../../src/model/fields.ts'
import { coveredBy } from '../derive/codes.ts'
import { changed, type Change } from './changes.ts'
import { formatText } from './format.ts'
import { study, type Study } from '../index.ts'
import { load } from '../load/index.ts'
import type { Problem } from '../base/problems.ts'
import { lastPart, type RefKind, type Reference } from '../base/references.ts'
import { isObject, valueAt, type Authored, type Place, type Source } from '../base/source.ts'

/** Files to write (undefined: to remove), relative to the project, and notes for the author. */
export interface Renaming {
  files: Map<string, string | null>
  places: number
  notes: string[]
}

/** The extra steps of a kind of name, beyond replacing its text. */
interface Plan {
  /** The full new name. */
  name: string
  /** The new text of a reference; undefined: it stays. */
  text: (r: Reference) => string | undefined
  /** Changes of the declaring file, after the replacement. */
  changes?: (source: Source) => Change[]
  /** Changes of another file that a reference needs beyond its own text. */
  more?: (r: Reference) => Change[]
  /** Changes where a name is implied and not written. */
  implied?: (r: Reference) => Change[]
  /** New place of the declaring file. */
  moveTo?: string
  notes?: string[]
}

/** The renaming; a sentence when it is impossible; problems when the result would not compile. */
export function rename(
  root: string,
  found: Study,
  kind: RefKind,
  from: string,
  to: string,
): Renaming | string | Problem[] {
  const references = found.c.references!
  const all = references.of(kind, from)
  // A pattern names others too: it stays, and what it no longer covers is told.
  const places = all.filter((r) => !r.covered)
  const declared = places.find((r) => r.declares)
  if (!declared)
    return `"${from}" is named, but not declared in a file of its own${kind === 'call' ? ': standard calls keep their names' : ''}`
  const plan = PLANS[kind](found, declared, from, to)
  if (typeof plan === 'string') return plan
  if (references.names(kind).includes(plan.name)) return `${kind} "${plan.name}" exists already`
  const files = new Map<string, string | null>()
  const layers = plan.moveTo === undefined ? [] : layersOver(found, kind, from, declared.place.source)
  for (const source of new Set([...places.map((r) => r.place.source), ...layers])) {
    if (!source.file.startsWith('schemas/'))
      return `"${from}" stands in ${source.file}, which is not this product's to change`
    const here = places.filter((r) => r.place.source === source && !r.implied)
    const changes = [
      ...here.flatMap((r) => plan.more?.(r) ?? []),
      ...places.filter((r) => r.place.source === source && r.implied).flatMap((r) => plan.implied?.(r) ?? []),
      ...(source === declared.place.source ? (plan.changes?.(source) ?? []) : []),
    ]
    const text = changed(edited(source.text, here, plan.text), changes, formatText(source.text) === source.text)
    const target = targetOf(plan, source, { declared: declared.place.source, layers })
    if (target !== source.file) files.set(source.file, null)
    if (target !== source.file || text !== source.text) files.set(target, text)
  }
  const problems = check(root, files)
  return problems.length > 0
    ? problems
    : {
        files,
        places: places.filter((r) => !r.implied).length,
        notes: [...(plan.notes ?? []), ...(kind === 'button' ? all.filter((r) => r.covered).map(leftOut) : [])],
      }
}

/** Files of the product over the one that declares a name: they are called as it is. */
function layersOver({ c }: Study, kind: RefKind, name: string, declared: Source): Source[] {
  const { resources, dictionaries, screens } = c.loaded
  const source =
    kind === 'resource' ? resources.get(name)?.source : kind === 'route' ? screens.get(name) : dictionaries.get(name)
  const stem = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
  return (source?.parts() ?? []).filter((one) => one.file !== declared.file && stem(one.file) === stem(declared.file))
}

/** Where a file lies after the renaming: a layer beside where it lay, under the new name of what it lies over. */
function targetOf(
  { moveTo }: Plan,
  source: Source,
  { declared, layers }: { declared: Source; layers: Source[] },
): string {
  if (moveTo === undefined) return source.file
  if (source === declared) return moveTo
  const beside = source.file.slice(0, source.file.lastIndexOf('/'))
  return layers.includes(source) ? `${beside}/${moveTo.slice(moveTo.lastIndexOf('/') + 1)}` : source.file
}

/** The text with the name replaced at its places, from the end, so that offsets stay valid. */
function edited(text: string, places: Reference[], textAt: Plan['text']): string {
  const spots = places.flatMap((r) => {
    const replacement = textAt(r)
    if (replacement === undefined) return []
    const { start, end } = r.place.source.range(r.place)
    return r.place.offset === undefined
      ? [{ start, end, text: JSON.stringify(replacement) }]
      : [{ start, end, text: replacement }]
  })
  return spots
    .sort((a, b) => b.start - a.start)
    .reduce((done, s) => done.slice(0, s.start) + s.text + done.slice(s.end), text)
}

/** The schemas after the renaming. */
function check(root: string, files: Map<string, string | null>): Problem[] {
  const overlay = Object.fromEntries([...files].map(([file, text]) => [file.replace(/^schemas\//, ''), text]))
  return study(load(root, overlay)).problems.filter((p) => p.severity === 'error')
}

type Planner = (found: Study, declared: Reference, from: string, to: string) => Plan | string

const PLANS: Record<RefKind, Planner> = {
  resource: planResource,
  field: planField,
  dictionary: planDictionary,
  value: planValue,
  call: planCall,
  route: planRoute,
  code: planCode,
  button: planButton,
  type: planType,
  list: planShared,
  filter: planShared,
}

const NAME = /^[A-Za-z_]\w*$/

/** `owner.old` and `owner.new` or `new` → the new last part; a sentence when owners differ or the name is invalid. */
function newPart(from: string, to: string): { part: string; full: string } | string {
  const owner = from.slice(0, from.lastIndexOf('.'))
  const part = to.startsWith(`${owner}.`) ? to.slice(owner.length + 1) : to
  if (part.includes('.')) return `"${to}" would belong to something else than ${owner}; a name changes, its owner stays`
  return NAME.test(part) ? { part, full: `${owner}.${part}` } : `"${part}" is no name: letters, digits and _ only`
}

/** What a pattern of a role gave a button by its old name. */
const leftOut = ({ place: { source, path }, text }: Reference): string =>
  `${source.file}: "${String(path.at(-2))}" grants "${text}" of all that it covers; this one has another name now`

/** Former names with one more; the new name is removed from them. */
function former(was: unknown, from: string, to: string): string | string[] {
  const list = [...([was ?? []].flat() as string[]).filter((name) => name !== to), from]
  return list.length === 1 ? list[0]! : list
}

function planField(found: Study, declared: Reference, from: string, to: string): Plan | string {
  const named = newPart(from, to)
  if (typeof named === 'string') return named
  const name = lastPart('field', from)
  const raw = declared.place.source.inText(declared.place)
  const written: Authored = typeof raw === 'string' ? { type: raw } : wordsAt(declared.place)
  const resource = from.slice(0, from.lastIndexOf('.'))
  const inputs = [...found.c.calls.values()].filter(
    (call) =>
      (call.data.input ?? []).some((i) => typeof i === 'string' && i.replace('!', '') === name) &&
      [call.resource.name, call.resource.base?.resource].includes(resource),
  )
  return {
    name: named.full,
    text: (r) => (r.step ? (written.as ? undefined : stepName(named.part)) : named.part),
    changes: () => [
      { path: ['fields', named.part], value: { ...written, was: former(written.was, name, named.part) } },
    ],
    implied: (r) => filterAtLength(found, r, name, named.part),
    notes: [
      `the column "${name}" of "${resource}" is carried over by "was" at the next migration`,
      ...(inputs.length > 0 ? [`inputs on the wire change with it: ${inputs.map((call) => call.id).join(', ')}`] : []),
    ],
  }
}

/** A filter of types.json uses a field by a name that it no longer has here: the filter is written out, with the new one. */
function filterAtLength(found: Study, { place }: Reference, from: string, to: string): Change[] {
  const [first, name] = place.path
  const home = [...found.c.loaded.resources.values()].find(({ source }) => source.file === place.source.file)
  if (first !== 'filters' || !home) return []
  const whole = valueAt(home.source.data, ['filters', name!])
  const { like: _like, ...filter }: Authored = isObject(whole) ? whole : {}
  const renamed = (path: unknown): string => String(path).replace(new RegExp(`(^|\\.)${from}$`), `$1${to}`)
  const value = Object.fromEntries(
    Object.entries<unknown>(filter).map(([key, said]) => [
      key,
      key === 'contains'
        ? (said as string[]).map(renamed)
        : ['is', 'range', 'has'].includes(key)
          ? renamed(said)
          : said,
    ]),
  )
  return [{ path: ['filters', name!], value }]
}

function planValue(_found: Study, declared: Reference, from: string, to: string): Plan | string {
  const named = newPart(from, to)
  if (typeof named === 'string') return named
  const name = lastPart('value', from)
  const raw = wordsAt(declared.place)
  return {
    name: named.full,
    text: () => named.part,
    changes: () => [{ path: ['values', named.part], value: { ...raw, was: former(raw.was, name, named.part) } }],
    notes:
      raw.value === undefined
        ? [
            `"${name}" was also the value on the wire; it becomes "${named.part}", and stored rows are carried over by "was"`,
          ]
        : [],
  }
}

/** A file whose path is its name: it moves, and keeps its former name. */
function planFile(declared: Reference, from: string, to: string, more: Change[] = []): Plan | string {
  if (!NAME.test(to)) return `"${to}" is no name: letters, digits and _ only`
  const { source } = declared.place
  return {
    name: to,
    text: (r) => (r.declares ? undefined : to),
    moveTo: source.file.replace(/[^/]+\.json$/, `${to}.json`),
    changes: () => [...more, wasAtTop(source, from, to)],
  }
}

/** `was` of a file comes after its label. */
function wasAtTop(source: Source, from: string, to: string): Change {
  const keys = Object.keys(source.data)
  return {
    path: ['was'],
    value: former(valueAt(source.data, ['was']), from, to),
    ...('was' in source.data ? {} : { at: keys.indexOf('label') + 1 }),
  }
}

function planDictionary(_found: Study, declared: Reference, from: string, to: string): Plan | string {
  return planFile(declared, from, to)
}

/** The wire keeps the former name in its paths, so clients and handlers do not change. A data rule with that name keeps it too. */
function planResource(found: Study, declared: Reference, from: string, to: string): Plan | string {
  const { source } = declared.place
  const { path } = wordsAt({ source, path: [] })
  const scope = wordsAt({ source, path: ['scope'] })
  const after = Object.keys(source.data).indexOf('title') + 1
  const module =
    scope.by === 'org' &&
    scope.module === undefined &&
    found.c.dictionaries.get(found.c.record('dataModules') ?? '')?.values.some((v) => v.name === from)
  const plan = planFile(declared, from, to, [
    ...(path === undefined ? [{ path: ['path'], value: from, at: after }] : []),
    ...(module ? [{ path: ['scope', 'module'], value: from }] : []),
  ])
  if (typeof plan === 'string') return plan
  return {
    ...plan,
    notes: [
      `its calls keep their paths (${String(path ?? from)}/…); the table "${from}" is carried over by "was" at the next migration`,
    ],
  }
}

function planCall(_found: Study, declared: Reference, from: string, to: string): Plan | string {
  const key = String(declared.place.path.at(-1))
  const name = key.split('/').at(-1)!
  const part = to.split('/').at(-1)!.split('.').at(-1)!
  const path = to.includes('/') ? to : from.replace(/[^/.]+$/, part)
  const sameHome = path.replace(/[^/.]+$/, '') === from.replace(/[^/.]+$/, '')
  if (!NAME.test(part)) return `"${part}" is no name: letters, digits and _ only`
  if (!sameHome && !key.includes('/')) return `"${from}" is named by its resource; only its last part may change`
  const raw = wordsAt({ source: declared.place.source, path: ['calls', key] })
  const newKey = key.includes('/') ? path : part
  return {
    name: path,
    text: (r) =>
      isActionKey(r)
        ? undefined
        : r.declares
          ? newKey
          : r.text.includes('/')
            ? sameHome
              ? r.text.replace(/[^/]+$/, part)
              : path
            : part,
    more: (r) => (isActionKey(r) ? callOfAction(r, part === name ? path : part) : []),
    changes: () => [{ path: ['calls', newKey], value: { ...raw, was: former(raw.was, key, newKey) } }],
    notes: raw.use === undefined ? [`the wire path changes from ${from} to ${path}; functions are named by it`] : [],
  }
}

const isActionKey = (r: Reference): boolean => r.place.key === true && r.place.path.at(-2) === 'actions'

/** The key of a button is its code and stays; so the button names its call. */
function callOfAction(r: Reference, call: string): Change[] {
  return [{ path: r.place.path, value: { call, ...wordsAt(r.place) } }]
}

function planRoute(found: Study, declared: Reference, from: string, to: string): Plan | string {
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(to)) return `"${to}" is no route: /group/screen`
  const { source } = declared.place
  const group = (route: string) =>
    [...found.c.loaded.groups.keys()].filter((path) => route.startsWith(`${path}/`)).at(-1)
  const { $schema: schema } = wordsAt({ source, path: [] })
  const depth = (route: string) => route.split('/').length - 2
  const up =
    typeof schema !== 'string'
      ? undefined
      : schema.replace(/^(\.\.\/)*/, (ups) => '../'.repeat(ups.length / 3 + depth(to) - depth(from)))
  return {
    name: to,
    text: (r) => (r.declares ? undefined : to),
    moveTo: `${source.file.slice(0, source.file.indexOf('screens/'))}screens${to}.json`,
    changes: () => [
      ...(up !== undefined && up !== schema ? [{ path: ['$schema'], value: up }] : []),
      wasAtTop(source, from, to),
    ],
    notes:
      group(from) === group(to)
        ? []
        : [`the screen moves from the group ${group(from) ?? '(none)'} to ${group(to) ?? '(none)'}`],
  }
}

function planCode(found: Study, declared: Reference, from: string, to: string): Plan | string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(to)) return `"${to}" is no code: letters, digits and - only`
  const covers = (pattern: string, code: string) => coveredBy(pattern, [code]).length > 0
  const patterns = [...found.c.loaded.roles].flatMap(([role, { data }]) =>
    Object.keys(data.grants)
      .filter((p) => p.includes('*') && covers(p, from) !== covers(p, to))
      .map((p) => `${role}: "${p}" ${covers(p, from) ? 'covers it no longer' : 'covers it now'}`),
  )
  return { name: to, text: () => to, changes: (source) => [wasAtTop(source, from, to)], notes: patterns }
}

function planButton(_found: Study, declared: Reference, from: string, to: string): Plan | string {
  const screen = from.slice(0, from.indexOf('.'))
  const key = String(declared.place.path.at(-1))
  const part = to.slice(to.lastIndexOf('.') + 1)
  if (!NAME.test(part)) return `"${part}" is no name: letters, digits and _ only`
  const name = `${from.slice(0, -key.length)}${part}`
  if (to.includes('.') && to !== name) return `a button stays on its screen and in its tab: ${name}`
  const path = [...declared.place.path.slice(0, -1), part]
  const permit = declared.place.path[0] === 'permits'
  const written = wordsAt(declared.place)
  return {
    name,
    text: (r) => `${r.text.slice(0, -key.length)}${part}`,
    changes: () =>
      permit
        ? []
        : [
            {
              path,
              value: { ...(written.call ? {} : { call: key }), ...written, was: former(written.was, key, part) },
            },
          ],
    notes: permit ? [`grants of "${key}" on ${screen} in databases are not carried over: a permit has no "was"`] : [],
  }
}

function planType(_found: Study, _declared: Reference, _from: string, to: string): Plan | string {
  return /^[a-z][A-Za-z]*$/.test(to)
    ? { name: to, text: () => to }
    : `"${to}" is no name of a type: letters only, the first one small`
}

function planShared(_found: Study, _declared: Reference, _from: string, to: string): Plan | string {
  return NAME.test(to) ? { name: to, text: () => to } : `"${to}" is no name: letters, digits and _ only`
}

/** The object at a place; an empty one where there is a name or `true`. */
function wordsAt({ source, path }: Place): Authored {
  const value = source.inText({ path })
  return isObject(value) ? value : {}
}
