/** FRM006: a reference that is asked for, and that nothing can be chosen for. */
import { isLink, membersOf } from '../../../src/model/fields.ts'
import { selectOf, type ActionModel, type FieldModel, type Model, type View } from '../../../src/model/model.ts'
import { fieldsOfForm, innerViews } from '../../../src/model/views.ts'
import type { At, Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function checkChoosable(c: Compilation, model: Model): void {
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (source) checkView(c, model, { source, path: [] }, screen.view)
  }
}

function checkView(c: Compilation, model: Model, at: At, view: View): void {
  for (const action of view.actions) checkAction(c, model, at, action)
  for (const inner of innerViews(view)) checkView(c, model, at, inner.view)
}

function checkAction(c: Compilation, model: Model, at: At, action: ActionModel): void {
  const asked = fieldsOfForm(action.form).flatMap((field) => [field, ...membersOf(field)])
  for (const field of asked.filter(isChosen)) {
    const bare = targetsOf(field).find((name) => !selectOf(model.calls, name))
    if (bare)
      c.error(
        placeOf(action) ?? at,
        'FRM006',
        `"${action.key}" asks for "${field.name}", and nothing offers a ${model.resources[bare]?.label.en ?? bare}: give "${bare}" the standard call "select", or the field a "lookup"`,
      )
  }
}

/** What a person chooses: not what is filled, worked out or only shown. */
const isChosen = (field: FieldModel): boolean =>
  isLink(field) && !field.lookup && !field.managed && !field.locked && !field.value

const targetsOf = ({ of, kinds }: FieldModel): string[] => (kinds ? Object.values(kinds) : of ? [of] : [])
