/** `atelier routes [--json]`: every screen with its code, its content, its buttons and the calls it reaches. */
import type { Model, ScreenModel, Text } from '../../src/model/model.ts'
import type { Study } from '../index.ts'
import { printJson, projectRoot, studyProject } from './project.ts'
import { cut, table } from './table.ts'
import { byText } from '../base/order.ts'
import { inWords } from '../base/texts.ts'

export interface RouteLine {
  route: string
  code: string | null
  title: Text
  view: string
  resource: string | null
  calls: string[]
  buttons: string[]
}

/** Screens in the order of their routes. `calls`: wire paths the screen reaches with its menu and all its buttons. */
export function routeLines(model: Model, reachOf: Study['reachOf']): RouteLine[] {
  return Object.values(model.screens)
    .sort((a, b) => byText(a.route, b.route))
    .map((s) => ({
      route: s.route,
      code: s.code ?? null,
      title: s.label,
      view: s.view.view,
      resource: resourceOf(s),
      calls: reachOf(s.route),
      buttons: s.code ? model.permissions[s.code]!.buttons.map((b) => b.code) : [],
    }))
}

const resourceOf = (s: ScreenModel): string | null => ('resource' in s.view ? s.view.resource : null)

export async function run(args: string[]): Promise<number> {
  const found = studyProject(projectRoot())
  if (!found) return 1
  const lines = routeLines(found.model, found.reachOf)
  if (args.includes('--json')) printJson(lines)
  else {
    console.log(
      table(
        ['route', 'code', 'title', 'view', 'resource', 'calls', 'buttons'],
        lines.map((l) => [
          l.route,
          l.code ?? '–',
          inWords(l.title),
          l.view,
          l.resource ?? '–',
          String(l.calls.length),
          cut(l.buttons.join(' ') || '–', 60),
        ]),
      ),
    )
    console.log(
      `\n${lines.length} screens, ${found.model.planned.routes.filter((r) => !found.model.screens[r]).length} more are planned`,
    )
  }
  return 0
}
