/** Content put together from several places: every part remembers where it is written. */
import { inputName, type At } from './context.ts'
import { isObject, Source, valueAt, type Authored, type Borrowed, type JsonPath } from './source.ts'

/** A value and where it is written. */
export interface Part {
  value: unknown
  at: At
}

/** The value below a key of a part. */
export const partBelow = ({ value, at }: Part, key: string | number): Part => ({
  value: valueAt(value, [key]),
  at: { source: at.source, path: [...at.path, key] },
})

/** The items of a list with their places. */
export const itemsOf = (part: Part): Part[] =>
  Array.isArray(part.value) ? part.value.map((_item, i) => partBelow(part, i)) : []

/** The name of a list item: a name, with or without `!`, or the name of an object. */
export function nameOfItem({ value }: Part): string {
  if (typeof value === 'string') return inputName(value).name
  return isObject(value) ? inputName(String(value.name ?? value.field ?? '')).name : ''
}

/** A list given as changes of the usual one. */
export const isChange = ({ value }: Part): boolean => isObject(value) && ('add' in value || 'drop' in value)

/** A file's content under construction. An added part keeps the place it comes from; unchanged parts are not copied. */
export class Composed<T extends object = object> {
  readonly data: T & Authored
  readonly #borrowed: Borrowed = new Map()
  /** Objects made here, which may be changed. */
  readonly #made = new Set<unknown>()

  /** Starts with the file's own content. */
  constructor(readonly own: Source<T>) {
    this.data = { ...own.data } as T & Authored
    this.#made.add(this.data)
    this.from([], { source: own, path: [] })
  }

  /** Puts a value at a path of objects. */
  put(path: JsonPath, { value, at }: Part): void {
    this.object(path.slice(0, -1))[path.at(-1)!] = value
    this.from(path, at)
  }

  /** Puts a list of parts at a path. */
  putList(path: JsonPath, items: Part[]): void {
    this.object(path.slice(0, -1))[path.at(-1)!] = items.map((item) => item.value)
    items.forEach((item, i) => this.from([...path, i], item.at))
  }

  take(path: JsonPath): void {
    delete this.object(path.slice(0, -1))[path.at(-1)!]
  }

  /** Records where a part is written. */
  from(path: JsonPath, at: At): void {
    this.#borrowed.set(path.join('\0'), at)
  }

  /** The place where a part is written. */
  written(path: JsonPath): At {
    for (let depth = path.length; depth > 0; depth--) {
      const from = this.#borrowed.get(path.slice(0, depth).join('\0'))
      if (from) return { source: from.source, path: [...from.path, ...path.slice(depth)] }
    }
    return { source: this.own, path }
  }

  source(): Source<T> {
    return new Source(this.own.file, this.own.text, this.data, undefined, this.#borrowed)
  }

  /** The object at a path, as one that may be changed. */
  object(path: JsonPath): Authored {
    return path.reduce<Authored>((parent, key) => {
      const there = parent[key] as Authored
      if (this.#made.has(there)) return there
      const copy = { ...there }
      this.#made.add(copy)
      parent[key] = copy
      return copy
    }, this.data)
  }
}
