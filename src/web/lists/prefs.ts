/** The settings of a list that a person stores in this browser: columns with width and order, density, named filters. */
import { readValue, writeValue } from '../core/storage.ts'
import type { WireRow } from '../fields/types.ts'
import type { Sort } from './query.ts'

export type Density = 'compact' | 'normal' | 'roomy'

export interface ColumnPrefs {
  /** Paths of the hidden columns. */
  hidden: string[]
  /** Paths in their order; new columns of the product come after. */
  order: string[]
  /** Widths in px by path. */
  widths: Record<string, number>
  density: Density
  rows?: number
}

export interface SavedFilter {
  name: string
  filters: WireRow
  sort?: Sort
}

export const NO_PREFS: ColumnPrefs = { hidden: [], order: [], widths: {}, density: 'normal' }

/** The storage key of a list: the person, the screen, the part of the screen. */
export const listKey = (user: number | undefined, route: string, view: string): string =>
  `${user ?? 0}${route}${view ? `:${view}` : ''}`

export function readPrefs(key: string): ColumnPrefs {
  return { ...NO_PREFS, ...readValue<Partial<ColumnPrefs>>(`list/${key}`) }
}

export function writePrefs(key: string, prefs: ColumnPrefs): void {
  writeValue(`list/${key}`, prefs)
}

export function readSaved(key: string): SavedFilter[] {
  const saved = readValue<SavedFilter[]>(`filters/${key}`)
  return Array.isArray(saved) ? saved : []
}

export function writeSaved(key: string, saved: SavedFilter[]): void {
  writeValue(`filters/${key}`, saved.length > 0 ? saved : undefined)
}

/** Items in the order a person gave them; items without a place stay after those. */
export function inOrder<T extends { path: string }>(items: readonly T[], order: readonly string[]): T[] {
  const place = new Map(order.map((path, at) => [path, at]))
  return items
    .map((item, at) => ({ item, at: place.get(item.path) ?? order.length + at }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
