/** The task of a form: the call it makes, the fields it shows, and the values known before typing. */
import type { CallModel, ColumnModel, FieldModel, FormItemModel } from '../../model/model.ts'
import type { WebPart, WebResource } from '../../model/web.ts'
import type { CallRefused } from '../core/request.ts'
import { membersOf } from '../../model/fields.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { isRecord } from '../../model/validate/nested.ts'
import { boundValue, withRoots } from '../fields/bounds.ts'
import { newEntry } from '../fields/entry.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import type { Env } from '../../model/expr/evaluate.ts'

/** `add`: a new record. `edit`: only changed fields are sent, with the version. `ask`: the open inputs of another call. */
type FormMode = 'add' | 'edit' | 'ask'

export interface FormTask {
  part: WebPart
  call: CallModel
  mode: FormMode
  items: FormItemModel[]
  /** edit: the loaded record. ask: the row of the button. */
  row?: WireRow
  /** Values from the call that fills the form. */
  loaded?: WireRow
  /** Which list was loaded, where the call replaces it whole. */
  version?: string
  /** Values that the form begins with anew once one of these fields is changed: `load` is asked with all of them. */
  again?: { by: readonly string[]; load: (typed: WireRow) => Promise<Pick<FormTask, 'loaded' | 'version'>> }
  /** The titles of references, where values were loaded without their records. */
  titles?: WireRow
  /** Inputs that are fixed and not shown; some depend on the typed values. */
  fixed: (typed: WireRow) => WireRow
  /** The resource whose uniqueness and rules apply to the typed values. */
  resource?: WebResource
  /** The person, the page, the settings. */
  env: Env
  /** Hears of a refusal of the call before it is shown. */
  onRefused?: (refused: CallRefused) => void
}

/** A field of the form; child rows have their columns. */
export interface FormField {
  field: FieldModel
  columns?: ColumnModel[]
}

/** All fields of a form, including those in sections. */
export function fieldsOf(items: readonly FormItemModel[]): FormField[] {
  return items.flatMap((item): FormField[] =>
    item.kind === 'section' ? fieldsOf(item.items) : [{ field: item.field, columns: item.columns }],
  )
}

/** How the form of a call behaves: adding and editing have rules of their own, every other call asks its inputs. */
export function modeOf(call: Pick<CallModel, 'kind' | 'preset' | 'load'>): FormMode {
  if (call.load?.own) return 'edit'
  if (call.preset) return 'ask'
  return call.kind === 'add' || call.kind === 'edit' ? call.kind : 'ask'
}

/** A `set` call and a part of an edit change the row of their button, so their dialogs start with the values of that row. */
const startsFromRow = ({ mode, call, row }: FormTask): boolean =>
  mode === 'edit' || ((call.kind === 'set' || call.kind === 'edit') && row !== undefined)

/** The initial values of a form: the loaded value, else the value of the record, else the default. */
export function initialValues(task: FormTask): WireRow {
  const values: WireRow = {}
  for (const { field } of fieldsOf(task.items)) {
    const value = groupValue(task, field, loadedValue(task, field) ?? defaultOf(task, field, values))
    if (value !== undefined) values[field.name] = fieldView(field.type).fromWire?.(value) ?? value
  }
  return values
}

/** What the fields would begin with if nothing were loaded. */
export function defaultValues(task: FormTask): WireRow {
  const values: WireRow = {}
  for (const { field } of fieldsOf(task.items)) {
    const value = defaultOf(task, field, values)
    if (value !== undefined) values[field.name] = value
  }
  return values
}

/** A group that must be there begins with the defaults of its members, under what was loaded. */
function groupValue(task: FormTask, field: FieldModel, value: unknown): unknown {
  if (field.type !== 'group' || !field.required || task.mode === 'edit') return value
  const begun = newEntry(membersOf(field), task.env)
  if (!isRecord(value)) return isEmpty(value) && Object.keys(begun).length > 0 ? begun : value
  return { ...begun, ...Object.fromEntries(Object.entries(value).filter(([, one]) => !isEmpty(one))) }
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
