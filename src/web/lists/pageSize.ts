/** How many rows a page has: those chosen, else as many as the window holds. */
import type { Density } from '../../model/listViews.ts'
import type { ListView } from '../../model/model.ts'
import { isPhone } from '../core/media.ts'
import { readValue, writeValue } from '../core/storage.ts'
import type { ColumnPrefs } from './prefs.ts'
import { totalsOf } from './query.ts'

/** How many rows a page has at least and at most. */
interface Limits {
  page: number
  pageMax: number
}

/** Heights in px, as the style sheets have them. */
const ROW: Readonly<Record<Density, number>> = { compact: 30, normal: 38, roomy: 46 }
/** Bars, filters, headings, pages, and the space between them; sums stand with a bar to scroll sideways. */
const AROUND = 245
const TABS = 42
const SUMS = 62

/** What stands above a list besides the frame of its page: the strip of tabs it is in, the head and the tabs of a record, the box and the duty of a till. */
export const ABOVE = { page: 0, tabs: 54, record: 150, desk: 92 } as const

/** Where the size is kept that was chosen last: the usual one of lists where none was chosen. */
const CHOSEN = 'rows'

/** As many rows as a list may show without scrolling, with so much `above` it; `least` where there is no room, for cards, and for a piece among others. */
export function fittingRows(
  view: ListView,
  above: number | undefined,
  { page: least, pageMax: most }: Limits,
  density: Density,
): number {
  if (view.layout === 'wall') return most
  if (above === undefined || isPhone() || view.layout !== 'table') return least
  const around = AROUND + above + (view.tabs?.kind === 'filter' ? TABS : 0) + (totalsOf(view.columns) ? SUMS : 0)
  return Math.min(Math.max(Math.floor((window.innerHeight - around) / ROW[density]), least), most)
}

/** The page size that a list begins with: the one chosen for it, else the usual one. */
export const firstRows = (
  view: ListView,
  above: number | undefined,
  limits: Limits,
  { rows, density }: Pick<ColumnPrefs, 'rows' | 'density'>,
): number => {
  if (rows !== undefined) return rows
  if (view.layout === 'wall') return limits.pageMax
  const chosen = above === undefined ? undefined : readValue<number>(CHOSEN)
  return chosen ?? fittingRows(view, above, limits, density)
}

/** Keeps the size that was chosen; nothing: as many as fit. */
export const keepRows = (rows: number | undefined): void => writeValue(CHOSEN, rows)
