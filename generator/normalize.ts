/**
 * normalize: linked names become the model, every default applied. Three stages, so that a watcher can keep the first
 * while only screens change: resources with their calls; each screen by itself; what follows from all of them together.
 */
import type { AppModel, CallModel, ColumnModel, Model, ResourceModel, View } from '../src/model/model.ts'
import { appModel } from './app.ts'
import { callModels } from './calls/index.ts'
import { dropPlannedPresets } from './calls/presets.ts'
import { checkCodes, referGrants } from './codes.ts'
import type { Compilation } from './context.ts'
import { deriveFollow } from './follow.ts'
import { groupModels, mergeGroups } from './groups.ts'
import { hashOf } from './hash.ts'
import { deriveIndexes, sortable } from './indexes.ts'
import { link } from './link.ts'
import { pathsReached, permissionsOf, type Sources } from './permissions.ts'
import { checkRequiredShown, finishFields, resourceModel } from './resource/index.ts'
import { checkOpenScreens, roleModels } from './roles.ts'
import { checkScreens, makeScreen, type MadeScreen } from './screens.ts'
import { checkWas } from './was.ts'

/** What does not depend on screens beyond their names and parameters. */
export interface Base {
  app: AppModel
  resources: Record<string, ResourceModel>
  calls: Record<string, CallModel>
  presets: Record<string, CallModel>
}

export function makeBase(c: Compilation): Base {
  link(c)
  dropPlannedPresets(c)
  finishFields(c)
  const resources: Record<string, ResourceModel> = {}
  for (const draft of c.resources.values()) resources[draft.name] = resourceModel(c, draft)
  for (const draft of c.resources.values()) checkRequiredShown(c, draft, resources[draft.name]!)
  const { calls, presets } = callModels(c, resources)
  return { app: appModel(c), resources, calls, presets }
}

/** Every screen; `known` may give one that was made before. */
export function makeScreens(
  c: Compilation,
  base: Base,
  known: (route: string) => MadeScreen | undefined = () => undefined,
): Map<string, MadeScreen> {
  return new Map([...c.loaded.screens.keys()].map((route) => [route, known(route) ?? makeScreen(c, base, route)]))
}

/** The model from its parts. They may be shared with an earlier model, so nothing of them is changed. */
export function makeModel(
  c: Compilation,
  base: Base,
  made: Map<string, MadeScreen>,
): { model: Model; reachOf: (route: string) => string[] } {
  for (const [route, one] of made) {
    c.take(one.findings)
    if (!one.screen) c.lost.add(c.loaded.screens.get(route)!.data.code)
  }
  checkScreens(c)
  checkWas(c)
  const resources = Object.fromEntries(Object.entries(base.resources).map(([name, r]) => [name, { ...r }]))
  deriveIndexes(c, resources, base)
  const screens = Object.fromEntries(
    [...made].flatMap(([route, { screen }]) =>
      screen ? [[route, { ...screen, view: withSorts(screen.view, resources) }]] : [],
    ),
  )
  for (const r of Object.values(resources)) r.columns = sorted(r.columns, r)
  deriveFollow({ resources, calls: base.calls, presets: base.presets, screens })
  const sources = reachSources(c, { ...base, resources })
  const permissions = permissionsOf(sources, screens)
  checkCodes(c, permissions)
  referGrants(c, permissions)
  const reachOf = (route: string) => pathsReached(sources, screens[route]!)
  checkOpenScreens(c, { calls: base.calls, screens }, reachOf)
  const model: Model = {
    hash: hashOf(c.loaded),
    app: base.app,
    dictionaries: Object.fromEntries(c.dictionaries),
    resources,
    calls: base.calls,
    presets: base.presets,
    aliases: aliasesOf(base.calls),
    screens,
    groups: groupModels(c, mergeGroups(c, made.values())),
    roles: roleModels(c, permissions),
    permissions,
    planned: { routes: [...c.plannedRoutes], calls: [...c.plannedCalls] },
  }
  return { model, reachOf }
}

const aliasesOf = (calls: Record<string, CallModel>): Record<string, string> =>
  Object.fromEntries(Object.values(calls).flatMap((call) => call.also.map((alias) => [alias, call.id])))

/** What permissions need to know of the engine's own calls. */
function reachSources(c: Compilation, model: Base): Sources {
  const types = c.app.extensions?.types ?? {}
  const { history, job, template, uploadImage, uploadFile } = (c.app.engineCalls ?? {}) as Record<
    string,
    string | undefined
  >
  const known = (path: string | undefined): string | undefined => (path && model.calls[path] ? path : undefined)
  return {
    ...model,
    extensionCalls: (type: string) => ((types[type]?.calls ?? []) as string[]).filter((id) => model.calls[id]),
    historyCall: known(history),
    jobCall: known(job),
    templateCall: known(template),
    uploads: { image: known(uploadImage) ?? '', file: known(uploadFile) ?? '' },
  }
}

/** Columns whose heads sort where an index of their resource serves. */
function sorted(columns: ColumnModel[], r: ResourceModel): ColumnModel[] {
  return columns.some((col) => col.sort !== sortable(r, col.path))
    ? columns.map((col) => ({ ...col, sort: sortable(r, col.path) }))
    : columns
}

/** A view, and the views inside it, with their columns' sorts. */
function withSorts<V extends View>(view: V, resources: Record<string, ResourceModel>): V {
  const inner = <T extends View>(one: T): T => withSorts(one, resources)
  switch (view.view) {
    case 'list': {
      const { left, tabs, expand, drawer } = view
      return {
        ...view,
        columns: sorted(view.columns, resources[view.resource]!),
        ...(left ? { left: { ...left, view: inner(left.view) } } : {}),
        ...(expand ? { expand: inner(expand) } : {}),
        ...(tabs?.kind === 'views' ? { tabs: { ...tabs, views: tabs.views.map(inner) } } : {}),
        ...(drawer ? { drawer: inner(drawer) } : {}),
      }
    }
    case 'tree':
      return {
        ...view,
        columns: sorted(view.columns, resources[view.resource]!),
        ...(view.drawer ? { drawer: inner(view.drawer) } : {}),
      }
    case 'detail':
    case 'settings':
      return { ...view, tabs: view.tabs.map(inner) }
    case 'stat':
      return {
        ...view,
        blocks: view.blocks.map((block) => (block.kind === 'table' ? { ...block, view: inner(block.view) } : block)),
      }
    case 'cashdesk':
      return { ...view, rows: inner(view.rows) }
    default:
      return view
  }
}
