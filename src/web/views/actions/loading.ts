/** The start values of a dialog: the answer of the call that fills it. */
import { membersOf as entryOf } from '../../../model/fields.ts'
import type { CallModel, FieldModel, FormItemModel } from '../../../model/model.ts'
import type { WebPart } from '../../../model/web.ts'
import { call } from '../../core/request.ts'
import { titleKey } from '../../fields/titles.ts'
import type { WireRow } from '../../fields/types.ts'
import { fieldsOf, modeOf, type FormTask } from '../../forms/task.ts'

/** The detail call of a resource, if this part of the model knows it. */
function detailCall(part: WebPart, resource: string): CallModel | undefined {
  return Object.values(part.calls).find(
    (one) => one.kind === 'detail' && one.resource === resource && !one.preset && one.name === 'detail',
  )
}

/** Inputs of the loading call: the button's input of the same name, or its row. */
function loadInput(load: CallModel, fixed: WireRow, row: WireRow | undefined, resource: string): WireRow {
  const valueFor = (input: FieldModel): unknown => {
    if (fixed[input.name] !== undefined) return fixed[input.name]
    return input.name === 'id' || (input.type === 'ref' && input.of === resource) ? row?.id : undefined
  }
  return Object.fromEntries(
    load.input.flatMap((input) => {
      const value = valueFor(input)
      return value === undefined ? [] : [[input.name, value]]
    }),
  )
}

/** The loaded values of a form: the record, and values for its fields; where the call takes some of these, it may be asked again. */
type Loaded = Pick<FormTask, 'row' | 'loaded' | 'version' | 'again'>

/** A form that is about to open. */
interface Opening {
  call: CallModel
  items: FormItemModel[]
  /** Fixed inputs, which are not shown. */
  fixed: WireRow
  row: WireRow | undefined
  /** Resource of the row. */
  resource: string
}

/**
 * Loads the start values of a form. Editing reads the current record; other calls name the call that fills
 * their dialog (`load`), into one input or into all of the same name.
 */
export async function loadFor({ call: saver, items, fixed, row, resource }: Opening, part: WebPart): Promise<Loaded> {
  if (saver.load) {
    const load = part.calls[saver.load.call]
    if (!load) return { row }
    const { into, own } = saver.load
    const ask = async (typed: WireRow = {}): Promise<Pick<FormTask, 'loaded' | 'version'> & { data: unknown }> => {
      const { data, version } = await call(load.path, { ...loadInput(load, fixed, row, resource), ...typed })
      return { data, loaded: intoInputs(data, into, items), ...(version ? { version } : {}) }
    }
    const { data, ...loaded } = await ask()
    if (own) return { row: data as WireRow }
    const asked = new Set(fieldsOf(items).map(({ field }) => field.name))
    const by = load.input.map(({ name }) => name).filter((name) => asked.has(name))
    return { row, ...loaded, ...(by.length > 0 ? { again: { by, load: ask } } : {}) }
  }
  const detail = modeOf(saver) === 'edit' ? detailCall(part, saver.resource) : undefined
  if (!detail) return { row }
  const { data } = await call<WireRow>(detail.path, { id: fixed.id ?? row?.id })
  return { row: data }
}

/** The members of a record that a group shows, with the titles of its references. */
function membersOf(field: FieldModel | undefined, data: unknown): unknown {
  if (field?.type !== 'group' || typeof data !== 'object' || data === null) return data
  const names = entryOf(field).flatMap((member) => [member.name, titleKey(member)])
  return Object.fromEntries(names.filter((name) => name in data).map((name) => [name, (data as WireRow)[name]]))
}

/** An answer as values of inputs. A bare list goes into the only input that can hold one. */
function intoInputs(data: unknown, into: string | undefined, items: FormItemModel[]): WireRow {
  if (into) return { [into]: membersOf(fieldsOf(items).find(({ field }) => field.name === into)?.field, data) }
  if (!Array.isArray(data)) return typeof data === 'object' && data !== null ? (data as WireRow) : {}
  const lists = fieldsOf(items).filter(({ field }) =>
    ['rows', 'own', 'grants', 'crew', 'enums', 'refs', 'images', 'json'].includes(field.type),
  )
  return lists.length === 1 && lists[0] ? { [lists[0].field.name]: data } : {}
}
