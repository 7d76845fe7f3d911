/** One normalizer for each view kind. */
import { calendar } from './calendar.ts'
import { cashdesk } from './cashdesk.ts'
import type { ViewNormalizers } from './context.ts'
import { detail } from './detail.ts'
import { form } from './form.ts'
import { gallery } from './gallery.ts'
import { list } from './list.ts'
import { page } from './page.ts'
import { player } from './player.ts'
import { seatboard } from './seatboard.ts'
import { settings } from './settings.ts'
import { stat } from './stat.ts'
import { tree } from './tree.ts'
import { wizard } from './wizard.ts'

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
  player,
}
