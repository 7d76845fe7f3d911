/** The person's saved views of lists: their own, and those shared with their role. */
import type { SavedView } from '../../model/listViews.ts'
import type { Answer } from '../../model/web.ts'
import { enginePath } from './calls.ts'
import { appModel } from './model.ts'
import { call } from './request.ts'
import { createStore, useStore } from './store.ts'

const NONE: readonly SavedView[] = []
const store = createStore<readonly SavedView[]>(NONE)

/** Whether the product saves views at all. */
const hasViews = (): boolean => appModel()?.engineCalls.views !== undefined

/** Loads the views. Never rejects: without them lists open as the product made them. */
export async function loadViews(): Promise<void> {
  if (!hasViews()) return
  const answer = await call<SavedView[]>(enginePath('views'), {}, { silent: true, loading: false }).catch(
    () => undefined,
  )
  store.set(answer?.data ?? NONE)
}

/** The views at hand, outside React. */
export const savedViews = (): readonly SavedView[] => store.get()

/** The views of one list. */
export function useSavedViews(screen: string, part: string): SavedView[] {
  return useStore(store).filter((view) => isOf(view, screen, part))
}

/** Whether a view belongs to a list. */
export const isOf = (view: SavedView, screen: string, part: string): boolean =>
  view.screen === screen && view.part === part

/** The view a link leads to; undefined where it leads nowhere, which is said. */
export async function openView(link: string): Promise<SavedView | undefined> {
  if (!hasViews()) return undefined
  const answer = await call<SavedView>(enginePath('openView'), { link }, { loading: false }).catch(() => undefined)
  return answer?.data
}

/** Saves a view under its name. Rejects where it was refused, after the reason was shown. */
export async function saveView(
  view: Pick<SavedView, 'name' | 'screen' | 'part' | 'state'> & { roleIds?: number[] },
): Promise<Answer<SavedView>> {
  const answer = await call<SavedView>(enginePath('saveView'), view, { loading: false })
  await loadViews()
  return answer
}

/** Deletes an own view. */
export async function dropView(link: string): Promise<void> {
  await call(enginePath('dropView'), { link }, { loading: false })
  await loadViews()
}

/** Opens the list with a view from now on, or no longer. */
export async function makeUsual(link: string, usual: boolean): Promise<void> {
  await call(enginePath('viewAsUsual'), { link, usual: usual ? 1 : 0 }, { loading: false })
  await loadViews()
}

/** The roles that a view may be shared with. */
export async function viewRoles(): Promise<{ id: number; name: string }[]> {
  return (await call<{ id: number; name: string }[]>(enginePath('viewRoles'), {}, { loading: false })).data
}
