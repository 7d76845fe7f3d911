/** How many rows a page has: those chosen, else as many as the window holds. */
import type { ListView } from '../../model/model.ts'
import { isPhone } from '../core/media.ts'
import { readValue, writeValue } from '../core/storage.ts'
import { totalsOf } from './query.ts'

/** Heights in px, as the style sheets have them at the usual density. */
const ROW = 38
/** Bars, filters, headings, pages, and the space between them; sums stand with a bar to scroll sideways. */
const AROUND = 245
const TABS = 42
const SUMS = 62

/** Where the size is kept that was chosen last: the usual one of lists where none was chosen. */
const CHOSEN = 'rows'

/** As many rows as a list on a page of its own may show without scrolling; `least` where the window is small, and for cards. */
export function fittingRows(view: ListView, least: number, most: number): number {
  if (view.layout === 'wall') return most
  if (isPhone() || view.layout !== 'table') return least
  const around = AROUND + (view.tabs?.kind === 'filter' ? TABS : 0) + (totalsOf(view.columns) ? SUMS : 0)
  return Math.min(Math.max(Math.floor((window.innerHeight - around) / ROW), least), most)
}

/** The page size of a list where the person chose none. `alone`: it has a page of its own. */
export const usualRows = (
  view: ListView,
  alone: boolean,
  { page, pageMax }: { page: number; pageMax: number },
): number => {
  if (view.layout === 'wall') return pageMax
  return alone ? (readValue<number>(CHOSEN) ?? fittingRows(view, page, pageMax)) : page
}

/** Keeps the size that was chosen; nothing: as many as fit. */
export const keepRows = (rows: number | undefined): void => writeValue(CHOSEN, rows)
