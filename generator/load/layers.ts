/**
 * Layers: a file of the product over the file of the platform at the same place. It adds to it, key by key, or stands in
 * its place. Each part keeps the place where it is written. See docs/LANGUAGE.md § 2.
 */
import { Composed, isChange, itemsOf, nameOfItem, partBelow, type Part } from '../base/composed.ts'
import type { Problem } from '../base/problems.ts'
import { isObject, Source, valueAt, type JsonPath } from '../base/source.ts'

/** What a file says of its layer: it changes the file below, or stands in its place. */
type Layer = 'add' | 'replace'

export const layerOf = (source: Source): Layer | undefined => valueAt(source.data, ['layer']) as Layer | undefined

/** Keys that belong to the file itself. */
const OWN_KEYS = ['$schema', 'answers', 'layer', 'note']

interface Layering<T extends object> {
  over: Source<T>
  composed: Composed<T>
  problems: Problem[]
}

/** The file below with what `over` adds. The same object for the same two files, so that a watcher notices no change. */
export function layered<T extends object>(base: Source<T>, over: Source<T>, problems: Problem[]): Source<T> {
  const known = made.get(over)
  if (known?.base === base) {
    problems.push(...known.problems)
    return known.source as Source<T>
  }
  const layering: Layering<T> = { over, composed: new Composed(base), problems: [] }
  // What the whole file lacks is lacking in the product's; its parts stand where they are written.
  for (const key of Object.keys(base.data)) layering.composed.from([key], { source: base, path: [key] })
  layering.composed.from([], { source: over, path: [] })
  for (const key of Object.keys(over.data)) if (!OWN_KEYS.includes(key)) lay(layering, [key])
  const source = layering.composed.source()
  made.set(over, { base, source, problems: layering.problems })
  problems.push(...layering.problems)
  return source
}

const made = new WeakMap<Source, { base: Source; source: Source; problems: Problem[] }>()

/** Lays the value at a path over what stands there. */
function lay<T extends object>(layering: Layering<T>, path: JsonPath): void {
  const { over, composed } = layering
  const below = valueAt(composed.data, path)
  const own: Part = { value: valueAt(over.data, path), at: { source: over, path } }
  if (own.value === null && below !== undefined) composed.take(path)
  else if (Array.isArray(below) && isChange(own)) composed.putList(path, changed(layering, below, own, path))
  else if (isObject(below) && isObject(own.value))
    for (const key of Object.keys(own.value)) lay(layering, [...path, key])
  else composed.put(path, own)
}

/** A list without what is dropped, then what is added. */
function changed<T extends object>(
  { over, composed, problems }: Layering<T>,
  below: unknown[],
  own: Part,
  path: JsonPath,
): Part[] {
  const kept = below.map((value, i): Part => ({ value, at: composed.written([...path, i]) }))
  const names = kept.map(nameOfItem)
  const dropped = itemsOf(partBelow(own, 'drop'))
  for (const { value, at } of dropped)
    if (!names.includes(String(value)))
      problems.push({
        file: over.file,
        ...over.position(at),
        code: 'REF019',
        message: `there is no "${String(value)}" to drop; there are ${names.join(', ')}`,
        severity: 'error',
      })
  const gone = new Set(dropped.map(({ value }) => value))
  return [...kept.filter((item) => !gone.has(nameOfItem(item))), ...itemsOf(partBelow(own, 'add'))]
}
