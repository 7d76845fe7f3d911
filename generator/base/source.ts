/** One authored file, and the places of its parts in the text. */
import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser'

/** A place in a file: the path of keys from its root. */
export type JsonPath = (string | number)[]

/** The target of a place: the value there, or the key that names it. */
export interface Place {
  source: Source
  path: JsonPath
  key?: boolean
  offset?: number
  length?: number
}

/** Parts of a content that are written elsewhere: their path (joined by NUL) → place. */
export type Borrowed = Map<string, { source: Source; path: JsonPath }>

/** Removed list entries: path of the list (joined by NUL) → their indices in the text, ascending. */
export type Removed = Map<string, number[]>

/** `T`: the type that its meta-schema gives its content; the stage `validate` checks it before anything reads it. */
export class Source<T extends object = object> {
  #tree: Node | undefined
  /**
   * `file` is relative to the folder that holds `schemas/`, with forward slashes. `removed`: list entries of the text that
   * `data` lacks. `borrowed`: parts of `data` from other files, or from another place of this one.
   */
  constructor(
    readonly file: string,
    readonly text: string,
    readonly data: T,
    readonly removed?: Removed,
    readonly borrowed?: Borrowed,
  ) {}

  /** The place where a part of `data` is written: the same place, unless it was borrowed. */
  written<P extends Omit<Place, 'source'>>(place: P): P & { source: Source } {
    if (!this.borrowed) return { ...place, source: this }
    const path = this.#inText(place.path)
    for (let depth = path.length; depth >= 0; depth--) {
      const from = this.borrowed.get(path.slice(0, depth).join('\0'))
      if (from) return from.source.written({ ...place, path: [...from.path, ...path.slice(depth)] })
    }
    return { ...place, source: this }
  }

  /** This file and those it borrows from. */
  parts(): Source[] {
    return [this, ...new Set([...(this.borrowed?.values() ?? [])].map((from) => from.source))]
  }

  /** Line and column (from 1) of a place; the nearest existing ancestor when the place itself does not exist. */
  position(place: Omit<Place, 'source'>): { line: number; column: number } {
    const { source } = this.written(place)
    const { start } = this.range(place)
    const before = source.text.slice(0, start)
    return { line: before.split('\n').length, column: start - before.lastIndexOf('\n') }
  }

  /** Offsets of a place in the text: of the characters inside a JSON string, else of the value or key with its quotes. */
  range(place: Omit<Place, 'source'>): { start: number; end: number } {
    const there = this.written(place)
    return there.source.#rangeHere(there)
  }

  #rangeHere(place: Omit<Place, 'source'>): { start: number; end: number } {
    const node = this.#nodeAt(place)
    const from = node?.offset ?? 0
    if (place.offset === undefined || node?.type !== 'string') return { start: from, end: from + (node?.length ?? 1) }
    const start = from + inString(this.text, from, place.offset)
    return { start, end: from + inString(this.text, from, place.offset + (place.length ?? 1)) }
  }

  /** What is written at a place, as the text has it: a product in one language says its texts in that one. */
  inText(place: Omit<Place, 'source'>): unknown {
    const { source, path } = this.written(place)
    source.#tree ??= parseTree(source.text)
    const node = source.#tree && findNodeAtLocation(source.#tree, source.#inText(path))
    return node && (getNodeValue(node) as unknown)
  }

  /** Whether the place itself exists in the file. */
  exists(place: Omit<Place, 'source'>): boolean {
    const { source, path } = this.written(place)
    source.#tree ??= parseTree(source.text)
    return source.#tree !== undefined && findNodeAtLocation(source.#tree, source.#inText(path)) !== undefined
  }

  /** A path in `data` as a path in the text. */
  #inText(path: JsonPath): JsonPath {
    if (!this.removed) return path
    return path.map((part, i) =>
      typeof part !== 'number'
        ? part
        : (this.removed!.get(path.slice(0, i).join('\0')) ?? []).reduce((at, gone) => (gone <= at ? at + 1 : at), part),
    )
  }

  #nodeAt({ path: inData, key }: Omit<Place, 'source'>): Node | undefined {
    this.#tree ??= parseTree(this.text)
    if (!this.#tree) return undefined
    const path = this.#inText(inData)
    for (let depth = path.length; depth >= 0; depth--) {
      const node = findNodeAtLocation(this.#tree, path.slice(0, depth))
      if (!node) continue
      const wantsKey = key && depth === path.length && node.parent?.type === 'property'
      return wantsKey ? node.parent!.children![0] : node
    }
    return this.#tree
  }
}

/** An object of a file whose keys are not known in advance. */
export type Authored = Record<string, unknown>

/** Whether a part of a file is an object. */
export const isObject = (value: unknown): value is Authored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of a file's content, or undefined. */
export const valueAt = (data: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (node, key) => (Array.isArray(node) ? node[Number(key)] : isObject(node) ? node[key] : undefined),
    data,
  )

/** Offset in the file of the n-th character of the JSON string that starts at `start`, escapes counted. */
function inString(text: string, start: number, n: number): number {
  let at = 1
  for (let seen = 0; seen < n; seen++) at += text[start + at] === '\\' ? (text[start + at + 1] === 'u' ? 6 : 2) : 1
  return at
}
