/**
 * normalize: linked names become the model, with every default. In two steps, so that a watcher can keep the first while
 * only screens change: resources with their calls; each screen by itself.
 */
import type { AppModel, CallModel, ResourceModel } from '../../src/model/model.ts'
import { appModel } from './app.ts'
import { callModels } from './calls/index.ts'
import { dropPlannedPresets } from './calls/presets.ts'
import type { Compilation } from '../base/context.ts'
import { link } from '../link/index.ts'
import { checkRequiredShown, finishFields, resourceModel } from './resource/index.ts'
import { makeScreen, type MadeScreen } from './screens.ts'

/** Everything that depends on screens only by their names and parameters. */
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
  return { app: appModel(c, calls), resources, calls, presets }
}

/** Every screen; `known` may return one that was made before. */
export function makeScreens(
  c: Compilation,
  base: Base,
  known: (route: string) => MadeScreen | undefined = () => undefined,
): Map<string, MadeScreen> {
  return new Map([...c.loaded.screens.keys()].map((route) => [route, known(route) ?? makeScreen(c, base, route)]))
}
