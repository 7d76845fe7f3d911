/** The settings of a list that a person stores in this browser: columns with width and order, density, rows of a page. */
import { readValue, writeValue } from '../core/storage.ts'
import type { WireRow } from '../fields/types.ts'
import type { Density } from '../../model/listViews.ts'
import type { Sort } from './query.ts'

export interface ColumnPrefs {
  /** Paths of the hidden columns. */
  hidden: string[]
  /** Paths of columns that the person added. */
  shown: string[]
  /** Paths in their order; new columns of the product come after. */
  order: string[]
  /** Widths in px by path. */
  widths: Record<string, number>
  density: Density
  rows?: number
}

/** Filters as they were saved in this browser, before views were saved on the server. */
interface FormerFilter {
  name: string
  filters: WireRow
  sort?: Sort
}

export const NO_PREFS: ColumnPrefs = { hidden: [], shown: [], order: [], widths: {}, density: 'normal' }

/** The storage key of a list: the person, the screen, the part of the screen. */
export const listKey = (user: number | undefined, route: string, view: string): string =>
  `${user ?? 0}${route}${view ? `:${view}` : ''}`

export function readPrefs(key: string): ColumnPrefs {
  return { ...NO_PREFS, ...readValue<Partial<ColumnPrefs>>(`list/${key}`) }
}

export function writePrefs(key: string, prefs: ColumnPrefs): void {
  writeValue(`list/${key}`, prefs)
}

/** The filters that this browser still keeps of a list. */
export function formerFilters(key: string): FormerFilter[] {
  const saved = readValue<FormerFilter[]>(`filters/${key}`)
  return Array.isArray(saved) ? saved : []
}

/** Forgets them, once they are saved as views. */
export function forgetFormer(key: string): void {
  writeValue(`filters/${key}`, undefined)
}

/** Items in the order a person gave them; items without a place stay after those. */
export function inOrder<T extends { path: string }>(items: readonly T[], order: readonly string[]): T[] {
  const place = new Map(order.map((path, at) => [path, at]))
  return items
    .map((item, at) => ({ item, at: place.get(item.path) ?? order.length + at }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
