/** What of a screen can be changed by pointing at it: its views, their lists, and where each part is written. */
import { fieldsOf } from '../../emit/editor/parts.ts'
import { traitsOf } from '../../../src/model/fields.ts'
import {
  callOf,
  type ActionModel,
  type CallModel,
  type Model,
  type ScreenModel,
  type Text,
} from '../../../src/model/model.ts'
import type { EditableView, Named } from '../../../src/model/editing.ts'
import type { View, ColumnModel, FilterModel, FormItemModel } from '../../../src/model/model.ts'
import { fieldsOfForm, withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { valueAt, type JsonPath } from '../../base/source.ts'
import type { Study } from '../../index.ts'

export type Good = Study & { model: Model }

/** A part of a compiled list, with its place if it is written somewhere. */
export interface Made extends Named {
  at: At | undefined
  /** The compiled part. */
  made: ColumnModel | FilterModel | FormItemModel | ActionModel
}

/** A list of a view as it was compiled. */
export interface MadeList {
  key: string
  /** Its place in the file of the screen, whether or not something is written there. */
  at: At
  button?: ActionModel
  section?: Text
  made: Made[]
  possible: Named[]
}

/** A view of a screen, with its place in the file. */
interface MadeView {
  key: string
  at: At
  view: View
}

/** The views of a screen that are written in it, the outermost first. What the product makes by itself is no part of it. */
export function viewsOf({ c }: Good, screen: ScreenModel): MadeView[] {
  const source = c.loaded.screens.get(screen.route)
  return withInner(screen.view).flatMap((view) => {
    const at = view === screen.view && source ? { source, path: [] } : placeOf(view)
    return at && at.source === source ? [{ key: at.path.join('.'), at, view }] : []
  })
}

/** Everything of a screen that can be changed. */
export function editable(found: Good, screen: ScreenModel): EditableView[] {
  return viewsOf(found, screen).map(({ key, at, view }) => ({
    key,
    label: view === screen.view ? screen.label : view.label,
    ...spotOf(at),
    lists: listsOf(found, { key, at, view }).map(({ key: list, button, section, made, possible, at: place }) => ({
      key: list,
      ...(button ? { button: button.label } : {}),
      ...(section ? { section } : {}),
      parts: made.map(({ name, label, at: own }) => ({
        ...{ name, label },
        ...spotOf(own ?? place),
        here: own !== undefined && writtenAt(own).source === writtenAt(at).source,
      })),
      possible,
    })),
  }))
}

/** The place in the text where a part of a file comes from. */
export const writtenAt = ({ source, path }: At): At => {
  const place = source.written({ path })
  return { source: place.source, path: place.path }
}

function spotOf(at: At): { file: string; line: number } {
  const { source, path } = writtenAt(at)
  return { file: source.file, line: source.position({ path, key: true }).line }
}

/** The lists of a view. */
function listsOf(found: Good, { at, view }: MadeView): MadeList[] {
  const list = (key: string, ...path: JsonPath): { key: string; at: At } => ({ key, at: below(at, ...path) })
  const { model } = found
  return [
    ...('columns' in view ? [{ ...list('columns', 'columns'), ...columns(model, view) }] : []),
    ...('filters' in view ? [{ ...list('filters', 'filters'), ...filters(model, view) }] : []),
    ...(view.view === 'detail' ? [{ ...list('facts', 'facts'), ...facts(model, view) }] : []),
    ...('items' in view ? withSections({ ...list('form', 'form'), ...form(model, view) }) : []),
    ...(view.view === 'page' ? [] : [{ ...list('actions', 'actions'), ...buttons(model, view) }]),
    ...view.actions.flatMap((action) =>
      dialog(model, list(`actions.${action.key}.form`, 'actions', action.key, 'form'), action),
    ),
  ]
}

type Rest = Pick<MadeList, 'made' | 'possible'>

const madeOf = (name: string, label: Text, made: Made['made']): Made => ({ name, label, made, at: placeOf(made) })

const without = (all: readonly Named[], made: readonly Made[]): Named[] =>
  all.filter(({ name }) => !made.some((one) => one.name === name))

function columns(model: Model, view: Extract<View, { columns: ColumnModel[] }>): Rest {
  const made = view.columns.map((one) => madeOf(one.path, one.label, one))
  return { made, possible: without(pathsOf(model, view.resource), made) }
}

function facts(model: Model, view: Extract<View, { view: 'detail' }>): Rest {
  const made = view.facts.map((one) => madeOf(one.path, one.label, one))
  return { made, possible: without(pathsOf(model, view.resource), made) }
}

/** Fields that fit into a cell: those of the record, and of the records that it names. */
function pathsOf(model: Model, resource: string): Named[] {
  const own = cellsOf(model, resource)
  const further = fields(model, resource).flatMap((field) =>
    field.type === 'ref' && field.of !== undefined && field.column
      ? cellsOf(model, field.of).map(({ name, label }) => ({
          name: `${field.as}.${name}`,
          label: joined(field.label, label),
        }))
      : [],
  )
  return [...own, ...further]
}

const fields = (model: Model, resource: string) => {
  const r = model.resources[resource]
  return r ? fieldsOf(model, r) : []
}

const cellsOf = (model: Model, resource: string): Named[] =>
  fields(model, resource)
    .filter(({ secret, type }) => !secret && traitsOf(type).table)
    .map(({ name, label }) => ({ name, label }))

const joined = (one: Text, other: Text): Text => ({ zh: `${one.zh} › ${other.zh}`, en: `${one.en} › ${other.en}` })

function filters(model: Model, view: Extract<View, { filters: FilterModel[] }>): Rest {
  const made = view.filters.map((one) => madeOf(one.name, one.label, one))
  const resource = 'resource' in view ? model.resources[view.resource] : undefined
  return { made, possible: without(Object.values(resource?.filters ?? {}), made).map(named) }
}

const named = ({ name, label }: Named): Named => ({ name, label })

/** What a form asks; fields inside a section are not apart. */
const itemsOf = (items: readonly FormItemModel[]): Made[] =>
  items.map((item) =>
    item.kind === 'section'
      ? madeOf(`§ ${item.label.en}`, item.label, item)
      : madeOf(item.field.name, item.field.label, item),
  )

function form(model: Model, view: Extract<View, { items: FormItemModel[] }>): Rest {
  const made = itemsOf(view.items)
  const call = view.view === 'form' ? callOf(model, view.add ?? view.edit ?? '') : undefined
  const known = call
    ? call.input.filter(({ managed }) => !managed)
    : fields(model, view.resource).filter(({ secret }) => !secret)
  return { made, possible: notAsked(known, view.items) }
}

/** A form, and each of its sections as a list of its own. */
function withSections(list: MadeList): MadeList[] {
  const sections = list.made.flatMap(({ made, at, label }, i) => {
    if (!at || !('kind' in made) || made.kind !== 'section') return []
    return [
      { ...list, key: `${list.key}.${i}.fields`, at: below(at, 'fields'), section: label, made: itemsOf(made.items) },
    ]
  })
  return [list, ...sections]
}

function notAsked(known: readonly Named[], items: readonly FormItemModel[]): Named[] {
  const asked = new Set(fieldsOfForm(items).map(({ name }) => name))
  return known.filter(({ name }) => !asked.has(name) && !TECHNICAL.has(name)).map(named)
}

/** Inputs that nobody fills in. */
const TECHNICAL = new Set(['id', 'ids', 'version'])

function dialog(model: Model, place: { key: string; at: At }, button: ActionModel): MadeList[] {
  const call = button.call === undefined ? undefined : callOf(model, button.call)
  if (!call || button.form.length === 0) return []
  const fixed = new Set(Object.keys(call.with))
  const known = call.input.filter(({ name }) => !fixed.has(name))
  return withSections({ ...place, button, made: itemsOf(button.form), possible: notAsked(known, button.form) })
}

/** Calls that are no buttons. */
const READS: readonly CallModel['kind'][] = ['query', 'list', 'detail', 'select', 'check', 'stat', 'options']

function buttons(model: Model, view: View): Rest {
  const made = view.actions.map((one) => madeOf(one.key, one.label, one))
  const resource = 'resource' in view && view.resource !== undefined ? model.resources[view.resource] : undefined
  const calls = (resource?.calls ?? []).flatMap((id) => callOf(model, id) ?? [])
  const used = new Set(view.actions.flatMap(({ call }) => call ?? []))
  const possible = calls.filter(({ id, kind, access }) => !used.has(id) && !READS.includes(kind) && !access)
  return { made, possible: without(possible, made).map(named) }
}

/** The list of a view, by their keys. */
export function listAt(found: Good, screen: ScreenModel, view: string, list: string): MadeList | undefined {
  const here = viewsOf(found, screen).find(({ key }) => key === view)
  return here && listsOf(found, here).find(({ key }) => key === list)
}

/** What is written at a place of a file. */
export const rawAt = ({ source, path }: At): unknown => source.inText({ path }) ?? valueAt(source.data, path)

/** The declaration of a call, as its label is written there. */
export const callAt = (c: Compilation, id: string): At | undefined => c.calls.get(id)?.at
