/** FRM006: a reference that is asked for, and that nothing can be chosen for, or nothing is left. */
import { isLink, membersOf } from '../../../src/model/fields.ts'
import { selectOf, type ActionModel, type FieldModel, type Model, type View } from '../../../src/model/model.ts'
import { fieldsOfForm, innerViews } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { excludeEachOther, fixedIn } from './logic.ts'

export function checkChoosable(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources)
    for (const field of Object.values(model.resources[name]?.fields ?? {}))
      noteEmpty(c, { source, path: ['fields', field.name, 'with'] }, model, field)
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

/** What a look-up is narrowed to, and never answers. */
function noteEmpty(c: Compilation, at: At, model: Model, field: FieldModel): void {
  const [target, ...others] = isLink(field) ? targetsOf(field) : []
  const r = others.length === 0 ? model.resources[target ?? ''] : undefined
  const call = r && model.calls[field.lookup ?? selectOf(model.calls, r.name)?.id ?? '']
  if (!r || !call?.where || call.resource !== r.name) return
  for (const { name, ast } of fixedIn(r, field.with)) {
    const place = below(at, name)
    if (place.source.exists(place) && excludeEachOther(c, [call.where.ast, ast]))
      c.note(place, 'FRM006', `${call.path} offers none of these, so that "${field.name}" has nothing to choose from`)
  }
}

/** What a person chooses: not what is filled, worked out or only shown. */
const isChosen = (field: FieldModel): boolean =>
  isLink(field) && !field.lookup && !field.managed && !field.locked && !field.value

const targetsOf = ({ of, kinds }: FieldModel): string[] => (kinds ? Object.values(kinds) : of ? [of] : [])
