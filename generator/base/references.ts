/**
 * All places where a name of the product is written. The compiler records a reference whenever it resolves a name, so
 * `used` and `rename` know the same as the compiler: paths, expressions and shorthands included.
 */
import type { ExprType, RootName } from '../../src/model/expr/types.ts'
import type { FieldModel } from '../../src/model/model.ts'
import type { At } from './context.ts'
import { valueAt, type JsonPath, type Place } from './source.ts'
import { byText } from './order.ts'

/**
 * Kinds of names and their form on the command line: `customer`, `customer.mobile`, `pay_type`,
 * `pay_type.cash`, `cashRefund/confirm`, `/cash/refund`, `cash-003`, `cash-003.approve`, and of types.json `remark` (a type, a
 * list of inputs or a filter).
 */
export const REF_KINDS = [
  'resource',
  'field',
  'dictionary',
  'value',
  'call',
  'route',
  'code',
  'button',
  'type',
  'list',
  'filter',
] as const
export type RefKind = (typeof REF_KINDS)[number]

/**
 * One place of a name. `declares`: the place of its declaration. `step`: written as the step through a ref
 * (`customer` for `customerId`). `implied`: meant by default, not written. `text`: as written.
 */
export interface Reference {
  kind: RefKind
  name: string
  place: Place
  declares: boolean
  step: boolean
  implied: boolean
  /** Meant by a pattern that covers it. */
  covered: boolean
  text: string
}

/** Further properties of a reference. `text`: as written there, when it is not the whole value or key. */
export interface RefOptions {
  key?: boolean
  offset?: number
  text?: string
  declares?: boolean
  step?: boolean
  covered?: boolean
}

/**
 * What a text may name. `expression`: the roots it reads, from the character `shift` on; `named`: a word alone is a condition
 * of the row. `path`: a path from a resource. `measure`: a number of a group of its rows. `sentence`: what stands in its `{}`.
 */
export type Scope =
  | { kind: 'expression'; roots: Partial<Record<RootName, ExprType>>; shift: number; named?: true }
  | { kind: 'path' | 'measure'; resource: string }
  | { kind: 'sentence'; fields: readonly FieldModel[] }

/** The references found so far. */
export class References {
  readonly #list: Reference[] = []
  readonly #scopes = new Map<string, Scope>()

  /** Records what a text may name; of several answers for one place the first holds. */
  allow(at: At, scope: Scope): void {
    const key = scopeKey(at.source.written({ path: at.path }))
    if (!this.#scopes.has(key)) this.#scopes.set(key, scope)
  }

  /** What the text at a place of a file may name, as far as the compiler came. */
  scopeAt(file: string, path: JsonPath): Scope | undefined {
    return this.#scopes.get(scopeKey({ source: { file }, path }))
  }

  add(kind: RefKind, name: string, at: At, options: RefOptions = {}): void {
    const { key, offset, text = lastPart(kind, name), declares = false, step = false, covered = false } = options
    const place: Place = at.source.written({
      path: at.path,
      ...(key ? { key } : {}),
      ...(offset === undefined ? {} : { offset, length: text.length }),
    })
    this.#list.push({
      kind,
      name,
      place,
      declares,
      step,
      text,
      implied: covered || (!declares && !isWritten(place, text)),
      covered,
    })
  }

  /** Every place of a name, its declaration first, then in file order; inherited places are left out. */
  of(kind: RefKind, name: string): Reference[] {
    const seen = new Set<string>()
    return this.#list
      .filter((r) => r.kind === kind && r.name === name && r.place.source.exists(r.place))
      .filter((r) => {
        const key = placeKey(r.place)
        return seen.has(key) ? false : seen.add(key)
      })
      .sort(
        (a, b) =>
          Number(b.declares) - Number(a.declares) ||
          byText(a.place.source.file, b.place.source.file) ||
          start(a) - start(b),
      )
  }

  /** The names that are written at an offset of a file, the narrowest first. */
  at(file: string, offset: number): Reference[] {
    return this.#list
      .filter((r) => r.place.source.file === file && !r.implied && r.place.source.exists(r.place))
      .map((r) => ({ r, ...r.place.source.range(r.place) }))
      .filter(({ start, end }) => start <= offset && offset <= end && end > start)
      .sort((a, b) => a.end - a.start - (b.end - b.start))
      .map(({ r }) => r)
  }

  /** The kinds that have this name. */
  kindsOf(name: string): RefKind[] {
    return REF_KINDS.filter((kind) => this.#list.some((r) => r.kind === kind && r.name === name))
  }

  /** Every declared name of a kind. */
  names(kind: RefKind): string[] {
    return [...new Set(this.#list.filter((r) => r.kind === kind && r.declares).map((r) => r.name))]
  }
}

/** Whether a text is written at a place. */
function isWritten({ source, path, key, offset = 0 }: Place, text: string): boolean {
  const written = key ? path.at(-1) : valueAt(source.data, path)
  return typeof written === 'string' && written.startsWith(text, offset)
}

const scopeKey = ({ source, path }: { source: { file: string }; path: JsonPath }): string =>
  [source.file, ...path].join('\0')
const placeKey = (p: Place): string => `${p.source.file}\0${p.path.join('\0')}\0${p.key === true}\0${p.offset ?? ''}`
const start = (r: Reference): number => r.place.source.range(r.place).start

/** The part of a name that is written where its owner is known. */
export function lastPart(kind: RefKind, name: string): string {
  return kind === 'field' || kind === 'value' || kind === 'button' ? name.slice(name.lastIndexOf('.') + 1) : name
}
