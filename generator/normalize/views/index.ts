/** One normalizer for each view kind. A kind without an engine is checked as far as possible and gives no screen. */
import { calendar } from './calendar.ts'
import { cashdesk } from './cashdesk.ts'
import type { ViewNormalizer, ViewNormalizers } from './context.ts'
import { detail } from './detail.ts'
import { form } from './form.ts'
import { gallery } from './gallery.ts'
import { list } from './list.ts'
import { page } from './page.ts'
import { seatboard } from './seatboard.ts'
import { settings } from './settings.ts'
import { stat } from './stat.ts'
import { tree } from './tree.ts'
import { wizard } from './wizard.ts'

const planned: ViewNormalizer = (c, at, raw) =>
  c.error({ source: at.source, path: [...at.path, 'view'] }, 'REF010', `the view kind "${raw.view}" has no engine yet`)

export const normalizers: ViewNormalizers = {
  list,
  tree,
  form,
  detail,
  settings,
  stat,
  wizard,
  cashdesk,
  calendar,
  seatboard,
  page,
  gallery,
  player: planned,
}
