/**
 * The compiler: load → validate → link → normalize → model. Pure: reads a folder, answers a frozen model
 * or the problems, writes nothing. `emit/` turns a model into files.
 */
import { createHash } from 'node:crypto'
import type { CallModel, Model, ResourceModel, ScreenModel } from '../src/model/model.ts'
import { appModel } from './app.ts'
import { callModels } from './calls/index.ts'
import { dropPlannedPresets } from './calls/presets.ts'
import { checkCodes, referGrants } from './codes.ts'
import { Compilation } from './context.ts'
import { deriveFollow } from './follow.ts'
import { groupModels, groupsOf } from './groups.ts'
import { deriveIndexes, sortable } from './indexes.ts'
import { link } from './link.ts'
import { load, type Loaded } from './load.ts'
import { pathsReached, permissionsOf, type Sources } from './permissions.ts'
import type { Problem } from './problems.ts'
import { checkRequiredShown, finishFields, resourceModel } from './resource/index.ts'
import { checkOpenScreens, roleModels } from './roles.ts'
import { screenModels } from './screens.ts'
import { checkShape } from './shape.ts'
import type { Source } from './source.ts'
import { checkWas } from './was.ts'

export interface Compiled {
  /** Nothing when there is an error. */
  model: Model | undefined
  problems: Problem[]
  /** Planned routes and calls that were named. */
  plannedMet: string[]
}

/** What the stages knew on the way, for the tools that look inside: explain, used, rename, routes. */
export interface Study extends Compiled {
  c: Compilation
  /** Wire paths that a screen reaches with all its buttons. */
  reachOf: (route: string) => string[]
}

/** Compiles a folder of schemas. `overlay`: see load. */
export function compile(root: string, overlay: Record<string, string | null> = {}): Compiled {
  const { model, problems, plannedMet } = study(load(root, overlay))
  return { model, problems, plannedMet }
}

/** Compiles what was loaded. `references`: notes where every name stands. */
export function study(loaded: Loaded, options: { references?: boolean } = {}): Study {
  const c = new Compilation(loaded, options)
  validate(c, loaded)
  if (!loaded.app || c.report.failed || loaded.problems.length > 0) return { ...stopped(c, loaded), c, reachOf: () => [] }
  const { model, reachOf } = normalize(c)
  const problems = c.report.list()
  const failed = problems.some((p) => p.severity === 'error')
  return { model: failed ? undefined : freeze(model), problems, plannedMet: [...c.report.planned].sort(), c, reachOf }
}

function stopped(c: Compilation, loaded: Loaded): Compiled {
  const noApp: Problem[] = loaded.app || loaded.problems.length > 0 ? [] : [{ file: 'schemas/app.json', line: 1, column: 1, code: 'FMT001', message: 'app.json is missing', severity: 'error' }]
  return { model: undefined, problems: [...loaded.problems, ...noApp, ...c.report.list()], plannedMet: [] }
}

/** Every file against its meta-schema. */
function validate(c: Compilation, loaded: Loaded): void {
  const check = (source: Source | undefined, meta: string) => {
    for (const p of source ? checkShape(source.data, meta, loaded.meta) : []) c.report.error(source!, p.path, p.code, p.message, { key: p.key })
  }
  check(loaded.app, 'app')
  check(loaded.types, 'types')
  check(loaded.planned, 'planned')
  for (const source of loaded.dictionaries.values()) check(source, 'dictionary')
  for (const { source } of loaded.resources.values()) check(source, 'resource')
  for (const source of loaded.screens.values()) check(source, 'screen')
  for (const source of loaded.groups.values()) check(source, 'group')
  for (const source of loaded.roles.values()) check(source, 'role')
}

function normalize(c: Compilation): { model: Model; reachOf: Study['reachOf'] } {
  link(c)
  dropPlannedPresets(c)
  finishFields(c)
  const resources: Record<string, ResourceModel> = {}
  for (const draft of c.resources.values()) resources[draft.name] = resourceModel(c, draft)
  for (const draft of c.resources.values()) checkRequiredShown(c, draft, resources[draft.name]!)
  const { calls, presets } = callModels(c, resources)
  const app = appModel(c)
  const groups = groupsOf(c)
  const screens = screenModels(c, groups, resources, calls, presets)
  checkWas(c)
  deriveIndexes(c, resources, { calls })
  for (const r of Object.values(resources)) for (const col of r.columns) col.sort = sortable(r, col.path)
  markSortable(resources, screens)
  deriveFollow({ resources, calls, presets, screens })
  const reach = reachSources(c, { app, resources, calls, presets })
  const permissions = permissionsOf(reach, screens)
  checkCodes(c, permissions)
  referGrants(c, permissions)
  const reachOf = (route: string) => pathsReached(reach, screens[route]!)
  checkOpenScreens(c, { calls, screens }, reachOf)
  const model: Model = {
    hash: '', app, dictionaries: Object.fromEntries(c.dictionaries), resources, calls, presets, aliases: aliasesOf(calls), screens, groups: groupModels(c, groups),
    roles: roleModels(c, permissions), permissions, planned: { routes: [...c.plannedRoutes], calls: [...c.plannedCalls] },
  }
  model.hash = createHash('sha256').update(JSON.stringify(model)).digest('hex').slice(0, 16)
  return { model, reachOf }
}

const aliasesOf = (calls: Record<string, CallModel>): Record<string, string> =>
  Object.fromEntries(Object.values(calls).flatMap((call) => call.also.map((alias) => [alias, call.id])))

/** What permissions need to know of the engine's own calls. */
function reachSources(c: Compilation, model: Pick<Model, 'app' | 'resources' | 'calls' | 'presets'>): Sources {
  const types = c.app.extensions?.types ?? {}
  const { history, job, template, uploadImage, uploadFile } = (c.app.engineCalls ?? {}) as Record<string, string | undefined>
  const known = (path: string | undefined): string | undefined => (path && model.calls[path] ? path : undefined)
  return {
    ...model, extensionCalls: (type: string) => ((types[type]?.calls ?? []) as string[]).filter((id) => model.calls[id]),
    historyCall: known(history), jobCall: known(job), templateCall: known(template),
    uploads: { image: known(uploadImage) ?? '', file: known(uploadFile) ?? '' },
  }
}

/** Columns of screens are copies: they sort where their resource's do. */
function markSortable(resources: Record<string, ResourceModel>, screens: Record<string, ScreenModel>): void {
  const visit = (node: unknown, resource: string | undefined): void => {
    if (Array.isArray(node)) { for (const one of node) visit(one, resource); return }
    if (!node || typeof node !== 'object') return
    const view = node as { resource?: string; columns?: { path: string; sort: boolean }[]; view?: string }
    const about = view.view && view.resource ? view.resource : resource
    if (view.columns && about && resources[about]) for (const col of view.columns) col.sort = sortable(resources[about], col.path)
    for (const key of ['view', 'left', 'tabs', 'views', 'expand', 'drawer', 'blocks'] as const) {
      const child = (node as Record<string, unknown>)[key]
      if (child && typeof child === 'object') visit(child, about)
    }
  }
  for (const screen of Object.values(screens)) visit(screen.view, undefined)
}

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const one of Object.values(value)) freeze(one)
  }
  return value
}
