/** What a form is to do: the call it makes, what it asks, and what is known before anything is typed. */
import type { CallModel, ColumnModel, FieldModel, FormItemModel } from '../../model/model.ts'
import type { WebPart, WebResource } from '../../model/web.ts'
import { boundValue, withRoots } from '../fields/bounds.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import type { Env } from '../../model/expr/evaluate.ts'

/** `add`: a new record. `edit`: only what changed is sent, with the version. `ask`: what a call still wants to know. */
type FormMode = 'add' | 'edit' | 'ask'

export interface FormTask {
  part: WebPart
  call: CallModel
  mode: FormMode
  items: FormItemModel[]
  /** edit: the record as loaded. ask: the row the button stands on. */
  row?: WireRow
  /** Values that a call brought for what is asked. */
  loaded?: WireRow
  /** What chosen records are called, where values were loaded without their records. */
  titles?: WireRow
  /** Inputs that are given, not asked; some depend on what is typed. */
  given: (typed: WireRow) => WireRow
  /** Its uniqueness and rules hold for what is typed. */
  resource?: WebResource
  /** The person, the page, the settings. */
  env: Env
}

/** A field as the form asks it; child rows come with their columns. */
export interface AskedField {
  field: FieldModel
  columns?: ColumnModel[]
}

/** All fields of a form, sections opened. */
export function fieldsOf(items: readonly FormItemModel[]): AskedField[] {
  return items.flatMap((item): AskedField[] =>
    item.kind === 'section' ? fieldsOf(item.items) : [{ field: item.field, columns: item.columns }],
  )
}

/** How a call's form behaves: adding and editing records has rules of its own, everything else asks. */
export function modeOf(call: Pick<CallModel, 'kind' | 'preset'>): FormMode {
  if (call.preset) return 'ask'
  return call.kind === 'add' || call.kind === 'edit' ? call.kind : 'ask'
}

/** A `set` call changes the record it stands on, so its dialog begins with what the record holds. */
const startsFromRow = (task: FormTask): boolean =>
  task.mode === 'edit' || (task.call.kind === 'set' && task.row !== undefined)

/** What the form holds before anything is typed: what was loaded, what the record has, else the default. */
export function initialValues(task: FormTask): WireRow {
  const values: WireRow = {}
  for (const { field } of fieldsOf(task.items)) {
    const value = loadedValue(task, field) ?? defaultOf(task, field, values)
    if (value !== undefined) values[field.name] = fieldView(field.type).fromWire?.(value) ?? value
  }
  return values
}

function loadedValue(task: FormTask, field: FieldModel): unknown {
  const loaded = task.loaded?.[field.name]
  if (loaded !== undefined && loaded !== null) return loaded
  return startsFromRow(task) ? (task.row?.[field.name] ?? undefined) : undefined
}

function defaultOf(task: FormTask, field: FieldModel, values: WireRow): unknown {
  if (task.mode === 'edit' || !field.default) return undefined
  const row = task.mode === 'ask' ? (task.row ?? values) : values
  return boundValue(field.default, withRoots(task.env, { row, input: values })) ?? undefined
}
