/** expand, resources: named lists of inputs, named filters, and inputs taken from another call. */
import { inputName, type Compilation } from '../base/context.ts'
import type { Loaded } from '../base/loaded.ts'
import type { AuthoredResource, AuthoredTypes } from '../base/authored.ts'
import { isObject, Source } from '../base/source.ts'
import { changedList, partAt } from './changes.ts'
import { Composed, itemsOf, partBelow, type Part } from '../base/composed.ts'

/** The named parts that a resource may use. */
interface Shared {
  c: Compilation
  types: Source<AuthoredTypes> | undefined
  /** Calls with inputs of their own, by every name this resource can use for them. */
  inputs: (name: string) => { id: string; input: Part } | undefined
}

/** The prefix of an entry of `input` or `output` that names a list of types.json. */
const SPREAD = '...'

/** The resource with all named parts written out; the same object when it uses none. */
export function expandResource(c: Compilation, loaded: Loaded, name: string): Source<AuthoredResource> {
  const { source } = loaded.resources.get(name)!
  if (!takesOver(source)) return source
  const composed = new Composed(source)
  const shared: Shared = { c, types: loaded.types, inputs: inputsFrom(loaded, name) }
  for (const key of Object.keys(source.data.filters ?? {})) expandFilter(shared, composed, key)
  for (const key of Object.keys(source.data.calls ?? {})) {
    expandInput(shared, composed, key)
    expandOutput(shared, composed, key)
  }
  return composed.source()
}

/** Whether a resource uses named parts: most do not. */
function takesOver({ data }: Source<AuthoredResource>): boolean {
  const filters: unknown[] = Object.values(data.filters ?? {})
  const calls = Object.values(data.calls ?? {})
  return (
    filters.some((filter) => typeof filter === 'string' || (isObject(filter) && 'like' in filter)) ||
    calls.some(({ input, output }) => isObject(input) || [input, output].some(isShort))
  )
}

const isSpread = (value: unknown): value is string => typeof value === 'string' && value.startsWith(SPREAD)
const isRequired = (value: unknown): value is { name: string } =>
  isObject(value) && typeof value.name === 'string' && value.name.endsWith('!')
/** Whether a list contains a shorthand. */
const isShort = (list: unknown): boolean =>
  Array.isArray(list) && list.some((value) => isSpread(value) || isRequired(value))

function expandOutput(shared: Shared, composed: Composed<AuthoredResource>, call: string): void {
  const part = partAt(composed.own, 'calls', call, 'output')
  if (!isShort(part.value)) return
  composed.putList(['calls', call, 'output'], spread(shared, itemsOf(part)))
}

function expandInput(shared: Shared, composed: Composed<AuthoredResource>, call: string): void {
  const part = partAt(composed.own, 'calls', call, 'input')
  if (!isObject(part.value) && !isShort(part.value)) return
  const items = isObject(part.value) ? changedInput(shared, composed.own, call, part) : spread(shared, itemsOf(part))
  if (items) composed.putList(['calls', call, 'input'], items)
  else composed.take(['calls', call, 'input'])
}

/** The full entries of a list, including those of named lists. */
const spread = (shared: Shared, items: Part[]): Part[] =>
  entriesOf(shared, items).map(({ value, at }) => ({
    value: isRequired(value) ? { ...value, name: value.name.slice(0, -1), required: true } : value,
    at,
  }))

function entriesOf({ c, types }: Shared, items: Part[]): Part[] {
  return items.flatMap((item) => {
    if (!isSpread(item.value)) return item
    const name = item.value.slice(SPREAD.length)
    c.refer('list', name, item.at, { offset: SPREAD.length, text: name })
    const lists = types?.data.lists ?? {}
    if (!types || !(name in lists)) {
      c.unknown(item.at, 'REF017', 'list of types.json', name, Object.keys(lists))
      return []
    }
    return itemsOf(partAt(types, 'lists', name))
  })
}

/** `{ like, drop, add }`: the inputs of another call, changed. `edit` uses those of `add`, on one record. */
function changedInput(shared: Shared, own: Source<AuthoredResource>, call: string, part: Part): Part[] | undefined {
  const { c } = shared
  const like = partBelow(part, 'like')
  const ofAdd = like.value === undefined && call === 'edit'
  if (like.value === undefined && !ofAdd)
    return c.error(part.at, 'SHP003', `"like" is missing: the inputs of which call?`)
  const name = ofAdd ? 'add' : String(like.value)
  const at = ofAdd ? part.at : like.at
  const base = shared.inputs(name)
  if (!base) return c.unknown(at, 'REF005', 'call with inputs of its own', name, Object.keys(own.data.calls ?? {}))
  c.refer('call', base.id, at, { text: name })
  if (isObject(base.input.value))
    return c.error(at, 'REF011', `the inputs of "${name}" are like those of another call themselves; name that one`)
  referDropped(c, own, part)
  const record: Part[] = ofAdd ? [{ value: 'id!', at: part.at }] : []
  const usual = spread(shared, itemsOf(base.input)).map((item) =>
    ofAdd ? { ...item, value: optional(item.value) } : item,
  )
  return [...record, ...spread(shared, changedList(c, usual, part, 'REF006', `input of ${name}`))]
}

/** An optional entry: an edit does not change fields that are not sent. */
function optional(value: unknown): unknown {
  if (typeof value === 'string') return inputName(value).name
  if (!isObject(value)) return value
  const { required: _required, ...rest } = value
  return rest
}

/** Records the fields that are left out of a list of inputs. */
function referDropped(c: Compilation, own: Source<AuthoredResource>, change: Part): void {
  const resource = own.file.split('/').at(-1)!.replace('.json', '')
  for (const { value, at } of itemsOf(partBelow(change, 'drop')))
    if (String(value) in own.data.fields) c.refer('field', `${resource}.${String(value)}`, at)
}

/** `"employee.nameOrTel"`, or an object that is `like` it: the named filter, followed through a ref. */
function expandFilter({ c, types }: Shared, composed: Composed<AuthoredResource>, key: string): void {
  const written = partAt(composed.own, 'filters', key)
  const like = isObject(written.value) ? partBelow(written, 'like') : written
  if (typeof like.value !== 'string') return
  const through = like.value.slice(0, like.value.lastIndexOf('.') + 1)
  const name = like.value.slice(through.length)
  c.refer('filter', name, like.at, { offset: through.length, text: name })
  const filters = types?.data.filters ?? {}
  if (!types || !(name in filters)) {
    c.unknown(like.at, 'REF017', 'filter of types.json', name, Object.keys(filters))
    composed.take(['filters', key])
    c.lost.add(key)
    return
  }
  const named = partAt(types, 'filters', name)
  if (!isObject(written.value)) composed.object(['filters'])[key] = { like: like.value }
  for (const word of Object.keys(filters[name] ?? {})) {
    if (isObject(written.value) && word in written.value) continue
    putWord(c, composed, ['filters', key, word], partBelow(named, word), { through, at: like.at })
  }
}

/** Keys of a filter that hold paths. */
const PATHS = ['is', 'range', 'has', 'contains']

/** A key of a named filter. Its paths lead through the ref and belong to the place that uses it, where they are fields. */
function putWord(
  c: Compilation,
  composed: Composed<AuthoredResource>,
  path: string[],
  word: Part,
  way: { through: string; at: Part['at'] },
): void {
  const key = path.at(-1)!
  if (way.through && key === 'where')
    c.error(way.at, 'REF015', `a filter by "where" looks at the record itself, not through "${way.through}"`)
  if (!PATHS.includes(key)) return composed.put(path, word)
  const paths = [word.value].flat().map((one) => `${way.through}${String(one)}`)
  composed.put(path, { value: Array.isArray(word.value) ? paths : paths[0], at: way.at })
  paths.forEach((_one, i) => composed.from([...path, i], way.at))
}

/** The place of the inputs of a call: of this resource by its last part, of any by its wire path. */
function inputsFrom(loaded: Loaded, resource: string): Shared['inputs'] {
  const found = (name: string, key: string): ReturnType<Shared['inputs']> => {
    const { source } = loaded.resources.get(name)!
    const input = partAt(source, 'calls', key, 'input')
    return input.value === undefined ? undefined : { id: idOf(name, source.data, key), input }
  }
  return (name) => {
    const own = found(resource, name)
    if (own || !name.includes('/')) return own
    for (const [other, { source }] of loaded.resources)
      for (const key of Object.keys(source.data.calls ?? {}))
        if (idOf(other, source.data, key) === name) return found(other, key)
    return undefined
  }
}

/** The id that the compiler will give a call: its wire path, or `resource.name` of a preset. */
function idOf(resource: string, data: AuthoredResource, key: string): string {
  if (data.calls?.[key] && 'use' in data.calls[key]) return `${resource}.${key.split('/').at(-1)}`
  return key.includes('/') ? key : `${data.path ?? resource}/${key}`
}
