/** The registry of view kinds: one entry each, with the same name as in the compiler. Their code is loaded when first opened. */
import { preloadable } from '../core/lazy.ts'
import { provideViews, type ViewKinds } from './kinds.ts'

/** The component of each view kind. */
const views: ViewKinds = {
  list: preloadable(async () => ({ default: (await import('./list.tsx')).ListScreen })),
  tree: preloadable(async () => ({ default: (await import('./tree.tsx')).TreeScreen })),
  form: preloadable(async () => ({ default: (await import('./form.tsx')).FormScreen })),
  detail: preloadable(async () => ({ default: (await import('./detail.tsx')).DetailScreen })),
  settings: preloadable(async () => ({ default: (await import('./settings.tsx')).SettingsScreen })),
  stat: preloadable(async () => ({ default: (await import('./stat.tsx')).StatScreen })),
  wizard: preloadable(async () => ({ default: (await import('./wizard.tsx')).WizardScreen })),
  cashdesk: preloadable(async () => ({ default: (await import('./cashdesk.tsx')).CashdeskScreen })),
  calendar: preloadable(async () => ({ default: (await import('./calendar.tsx')).CalendarScreen })),
  gallery: preloadable(async () => ({ default: (await import('./gallery.tsx')).GalleryScreen })),
  player: preloadable(async () => ({ default: (await import('./player.tsx')).PlayerScreen })),
  seatboard: preloadable(async () => ({ default: (await import('./seatboard.tsx')).SeatboardScreen })),
}

provideViews(views)
