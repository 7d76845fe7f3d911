/** Content put together from several places: every part remembers where it is written. */
import type { At } from '../base/context.ts'
import { Source, type Authored, type Borrowed, type JsonPath } from '../base/source.ts'

/** A value and where it is written. */
export interface Part {
  value: unknown
  at: At
}

export const isObject = (value: unknown): value is Authored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands below a key of a part. */
export const partBelow = ({ value, at }: Part, key: string | number): Part => ({
  value: isObject(value) || Array.isArray(value) ? (value as Authored)[key] : undefined,
  at: { source: at.source, path: [...at.path, key] },
})

/** The items of a list with their places. */
export const itemsOf = (part: Part): Part[] =>
  Array.isArray(part.value) ? part.value.map((_item, i) => partBelow(part, i)) : []

/** A file's content in the making. What is put there keeps the place it comes from. */
export class Composed {
  readonly data: Authored
  readonly #borrowed: Borrowed = new Map()

  /** Begins with what the file says itself. */
  constructor(readonly own: Source) {
    this.data = structuredClone(own.data)
    this.from([], { source: own, path: [] })
  }

  /** Puts a value at a path of objects. */
  put(path: JsonPath, { value, at }: Part): void {
    this.#parent(path)[path.at(-1)!] = structuredClone(value)
    this.from(path, at)
  }

  /** Puts a list of parts at a path. */
  putList(path: JsonPath, items: Part[]): void {
    this.#parent(path)[path.at(-1)!] = items.map((item) => structuredClone(item.value))
    items.forEach((item, i) => this.from([...path, i], item.at))
  }

  take(path: JsonPath): void {
    delete this.#parent(path)[path.at(-1)!]
  }

  /** Says where a part is written. */
  from(path: JsonPath, at: At): void {
    this.#borrowed.set(path.join('\0'), at)
  }

  source(): Source {
    return new Source(this.own.file, this.own.text, this.data, undefined, this.#borrowed)
  }

  #parent(path: JsonPath): Authored {
    return path.slice(0, -1).reduce<Authored>((node, key) => node[key] as Authored, this.data)
  }
}
