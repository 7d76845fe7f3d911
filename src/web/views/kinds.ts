/** Access to the view kinds, so that a view that contains others need not import the registry. */
import type { PageView, View } from '../../model/model.ts'
import type { Preloadable } from '../core/lazy.ts'

/** Kinds this renderer draws. Pages are hand-written (`src/web/pages`). */
type DrawnView = Exclude<View, PageView>

/** A component for each kind, which takes views of its kind. */
export type ViewKinds = { [K in DrawnView['view']]: Preloadable<{ view: Extract<DrawnView, { view: K }> }> }

/** The component of each kind; undefined for kinds that are not drawn here. */
export const viewKinds: Partial<Record<View['view'], Preloadable<{ view: View }>>> = {}

/** Called once, by the registry. */
export function provideViews(all: ViewKinds): void {
  Object.assign(viewKinds, all)
}
