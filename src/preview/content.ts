/** What a preview is made of: written by `atelier preview`, read by the page. */
import type { Model, PermissionModel, ScreenModel } from '../model/model.ts'
import { withInner } from '../model/views.ts'
import type { WebCore, WebPart } from '../model/web.ts'
import type { Answers } from '../samples/rows.ts'
import type { Row } from '../samples/world.ts'

/** A screen as the menu has it. */
type MenuScreen = Pick<ScreenModel, 'route' | 'code' | 'label' | 'group' | 'order' | 'icon' | 'menu'>

/** The part of the model that answers calls; what only screens read is in the parts of the browser's model. */
export interface AnswerModel extends Pick<
  Model,
  'app' | 'dictionaries' | 'resources' | 'calls' | 'aliases' | 'roles' | 'groups'
> {
  permissions: PermissionModel[]
  screens: MenuScreen[]
  /** Calls whose rows some screen shows as a tree. */
  trees: string[]
}

/** Files of a preview by their name. */
export interface Content {
  core: WebCore
  answers: { model: AnswerModel; rows: Record<string, Row[]>; answers: Answers; now: number }
  [part: `part/${string}`]: WebPart
}

/** The function by which the file of a preview hands its content over: pages opened from a disk may not fetch. */
export const TAKE = 'atelierPreview'

/** The part of a model that answers calls. */
export function answerModel({
  app,
  dictionaries,
  resources,
  calls,
  aliases,
  roles,
  groups,
  ...model
}: Model): AnswerModel {
  return {
    ...{ app, dictionaries, aliases, roles, groups },
    resources: mapped(resources, (one) => ({ ...one, columns: [], form: [], detail: [], indexes: [] })),
    calls: mapped(calls, (call) => ({
      ...call,
      form: [],
      output: [],
      when: [],
      preview: undefined,
      beside: undefined,
    })),
    permissions: Object.values(model.permissions).map((one) => ({
      ...one,
      see: [],
      buttons: one.buttons.map((button) => ({ ...button, reach: [] })),
    })),
    screens: Object.values(model.screens).map(({ view: _view, ...screen }) => screen),
    trees: Object.values(model.screens).flatMap(({ view }) =>
      withInner(view).flatMap((one) => (one.view === 'tree' ? [one.call] : [])),
    ),
  }
}

const mapped = <T>(all: Record<string, T>, make: (one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]))

/** The text of a file: a call that hands its content over. */
export const fileOf = (name: keyof Content, content: unknown): string =>
  `${TAKE}(${JSON.stringify(name)},${JSON.stringify(JSON.stringify(content))})\n`

/** The path of a file below the folder of a preview. */
export const pathOf = (name: keyof Content): string => `content/${name.replace('/', '-')}.js`
