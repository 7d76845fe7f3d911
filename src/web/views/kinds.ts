/** How a view is drawn. The registry tells it, so that views inside others need not import the registry. */
import type { PageView, PlannedView, View } from '../../model/model.ts'
import type { Preloadable } from '../core/lazy.ts'

/** Kinds this renderer draws. Pages are hand-written (`src/web/pages`); planned kinds reach no browser. */
type DrawnView = Exclude<View, PageView | PlannedView>

/** A component for each kind, which takes views of its kind. */
export type ViewKinds = { [K in DrawnView['view']]: Preloadable<{ view: Extract<DrawnView, { view: K }> }> }

/** The component of each kind; none for kinds that are not drawn here. A component takes views of its own kind only. */
export const viewKinds: Partial<Record<View['view'], Preloadable<{ view: View }>>> = {}

/** Called once, by the registry. */
export function provideViews(all: ViewKinds): void {
  Object.assign(viewKinds, all)
}
