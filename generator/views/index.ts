/** One normalizer a view kind. A kind without an engine is checked as far as its file goes and leaves no screen. */
import type { ViewNormalizer, ViewNormalizers } from './context.ts'
import { detail } from './detail.ts'
import { form } from './form.ts'
import { list } from './list.ts'
import { page } from './page.ts'
import { settings } from './settings.ts'
import { stat } from './stat.ts'
import { tree } from './tree.ts'

const planned: ViewNormalizer = (c, at, raw) =>
  c.error({ source: at.source, path: [...at.path, 'view'] }, 'REF010', `the view kind "${raw.view}" has no engine yet`)

export const normalizers: ViewNormalizers = {
  list, tree, form, detail, settings, stat, page,
  wizard: planned, calendar: planned, seatboard: planned, gallery: planned, cashdesk: planned, player: planned,
}
