/** The registry of view kinds: one entry each, the same name as in the compiler. Their code comes when first opened. */
import type { PageView, PlannedView, View } from '../../model/model.ts'
import { preloadable, type Preloadable } from '../core/lazy.ts'

/** Kinds this renderer draws. Pages are hand-written (`src/web/pages`); planned kinds reach no browser. */
export type DrawnView = Exclude<View, PageView | PlannedView>

type Views = { [K in DrawnView['view']]: Preloadable<{ view: Extract<DrawnView, { view: K }> }> }

/** How each view kind is drawn. */
export const views: Views = {
  list: preloadable(async () => ({ default: (await import('./list.tsx')).ListScreen })),
  tree: preloadable(async () => ({ default: (await import('./tree.tsx')).TreeScreen })),
  form: preloadable(async () => ({ default: (await import('./form.tsx')).FormScreen })),
  detail: preloadable(async () => ({ default: (await import('./detail.tsx')).DetailScreen })),
  settings: preloadable(async () => ({ default: (await import('./settings.tsx')).SettingsScreen })),
  stat: preloadable(async () => ({ default: (await import('./stat.tsx')).StatScreen })),
  wizard: preloadable(async () => ({ default: (await import('./wizard.tsx')).WizardScreen })),
  cashdesk: preloadable(async () => ({ default: (await import('./cashdesk.tsx')).CashdeskScreen })),
}

/** The same for any view, those that are not drawn here included. Which component fits which view, TypeScript cannot follow. */
export const anyViews: Partial<Record<View['view'], Preloadable<{ view: never }>>> = views as never
