/** derive: everything that follows from all resources, calls and screens together. */
import type { CallModel, Model } from '../../src/model/model.ts'
import type { Compilation } from '../base/context.ts'
import { hashOf } from '../load/hash.ts'
import { groupModels, mergeGroups } from '../normalize/groups.ts'
import type { Base } from '../normalize/index.ts'
import { checkScreens, type MadeScreen } from '../normalize/screens.ts'
import { checkCodes, referGrants } from './codes.ts'
import { deriveFollow } from './follow.ts'
import { deriveIndexes } from './indexes.ts'
import { noteOdd } from './odd/index.ts'
import { callsReached, checkPieces, pathsReached, permissionsOf, type Sources } from './permissions.ts'
import { checkOpenCalls, checkOpenScreens, roleModels } from './roles.ts'
import { sorted, withSorts } from './sorts.ts'
import { checkWas } from './formerNames.ts'

/** The model from its parts. An earlier model may share them, so they are not changed. */
export function makeModel(
  c: Compilation,
  base: Base,
  made: Map<string, MadeScreen>,
): { model: Model; reachOf: (route: string) => string[] } {
  for (const [route, one] of made) {
    c.take(one.findings)
    if (!one.screen) c.lost.add(String(c.loaded.screens.get(route)!.data.code))
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
  for (const r of Object.values(resources)) r.columns = sorted(r.columns, r, resources)
  deriveFollow({ resources, calls: base.calls, presets: base.presets, screens })
  const sources = reachSources({ ...base, resources })
  const permissions = permissionsOf(sources, screens)
  checkCodes(c, permissions)
  checkPieces(c, screens, permissions)
  referGrants(c, permissions)
  const reachOf = (route: string) => pathsReached(sources, screens[route]!)
  checkOpenScreens(c, screens, (screen) => callsReached(sources, screen))
  checkOpenCalls(c, { ...base, resources })
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
  noteOdd(c, model)
  return { model, reachOf }
}

const aliasesOf = (calls: Record<string, CallModel>): Record<string, string> =>
  Object.fromEntries(Object.values(calls).flatMap((call) => call.also.map((alias) => [alias, call.id])))

/** The engine's own calls, for the permissions. */
function reachSources(model: Base): Sources {
  const { history, job, template, uploadImage, upload } = model.app.engineCalls
  const pathOf = (call: { path: string } | undefined): string | undefined =>
    call && model.calls[call.path] ? call.path : undefined
  return {
    ...model,
    extensionCalls: (type: string) => (model.app.typeCalls[type] ?? []).filter((id) => model.calls[id]),
    historyCall: pathOf(history),
    jobCall: pathOf(job),
    templateCall: pathOf(template),
    uploads: { image: pathOf(uploadImage) ?? '', file: pathOf(upload) ?? '' },
  }
}
