/**
 * Where each name of the product is written. The compiler notes a reference whenever it resolves a name, so `used`
 * and `rename` know what the compiler knows: paths, expressions and shorthands included.
 */
import type { At } from './context.ts'
import type { Authored, Place } from './source.ts'
import { byText } from './order.ts'

/**
 * Kinds of names and how one is written on the command line: `customer`, `customer.mobile`, `pay_type`,
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
 * One place where a name stands. `declares`: it is the name's own place. `step`: written as the way through a ref
 * (`customer` for `customerId`). `implied`: meant there by default, not written. `text`: as written.
 */
export interface Reference {
  kind: RefKind
  name: string
  place: Place
  declares: boolean
  step: boolean
  implied: boolean
  text: string
}

/** What may be said of a reference beyond its place. `text`: as written there, when it is not the whole value or key. */
export interface RefOptions {
  key?: boolean
  offset?: number
  text?: string
  declares?: boolean
  step?: boolean
}

/** The references met so far. */
export class References {
  readonly #list: Reference[] = []

  add(kind: RefKind, name: string, at: At, options: RefOptions = {}): void {
    const { key, offset, text = lastPart(kind, name), declares = false, step = false } = options
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
      implied: !declares && !stands(place, text),
    })
  }

  /** Every place of a name, its own first, then in file order; places that were only inherited from elsewhere are left out. */
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

  /** The kinds that know this name. */
  kindsOf(name: string): RefKind[] {
    return REF_KINDS.filter((kind) => this.#list.some((r) => r.kind === kind && r.name === name))
  }

  /** Every name of a kind that is declared somewhere. */
  names(kind: RefKind): string[] {
    return [...new Set(this.#list.filter((r) => r.kind === kind && r.declares).map((r) => r.name))]
  }
}

/** Whether a text is written at a place. */
function stands({ source, path, key, offset = 0 }: Place, text: string): boolean {
  const written: unknown = key
    ? path.at(-1)
    : path.reduce<Authored | undefined>((node, part) => node?.[part], source.data)
  return typeof written === 'string' && written.startsWith(text, offset)
}

const placeKey = (p: Place): string => `${p.source.file}\0${p.path.join('\0')}\0${p.key === true}\0${p.offset ?? ''}`
const start = (r: Reference): number => r.place.source.range(r.place).start

/** The part of a name that is written where its owner is known. */
export function lastPart(kind: RefKind, name: string): string {
  return kind === 'field' || kind === 'value' || kind === 'button' ? name.slice(name.lastIndexOf('.') + 1) : name
}
