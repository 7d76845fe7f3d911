/** Records found from everywhere: which screen shows one, and the look-up that finds it. */
import type { Model, ScreenModel } from '../../src/model/model.ts'

/** The resource whose record a screen shows, given its id. */
export const shownBy = ({ view, params }: Pick<ScreenModel, 'view' | 'params'>): string | undefined =>
  view.view === 'detail' && params.some((p) => p.name === 'id') ? view.resource : undefined

/** The resource whose record a form opens, given its id: a reference leads there where no other screen shows one. */
export const typedIn = ({ view, params }: Pick<ScreenModel, 'view' | 'params'>): string | undefined =>
  view.view === 'form' && params.some((p) => p.name === 'id') ? view.resource : undefined

/** The quick search of a list, where its address may give it: a record without a screen of its own is found there. */
const QUICK = 'keyword'

/** Where a record is found from everywhere: its screen by `id`, or a list by its name in the quick search. */
export function foundAt({
  view,
  params,
}: Pick<ScreenModel, 'view' | 'params'>): { resource: string; by?: string } | undefined {
  const shown = shownBy({ view, params })
  if (shown !== undefined) return { resource: shown }
  return view.view === 'list' &&
    params.some(({ name }) => name === QUICK) &&
    view.filters.some(({ name }) => name === QUICK)
    ? { resource: view.resource, by: QUICK }
    : undefined
}

/** The look-up by which the records of a screen are found from everywhere: those with searched fields have one. */
export function findingCall(
  model: Pick<Model, 'calls' | 'resources'>,
  screen: Pick<ScreenModel, 'view' | 'params'>,
): string | undefined {
  const resource = model.resources[foundAt(screen)?.resource ?? '']
  if (!resource || !Object.values(resource.fields).some((f) => f.search)) return undefined
  return model.calls[`${resource.path}/select`]?.id
}
