/**
 * The origin of a field. Stored under symbols: copies of a field carry them along, JSON leaves them out, so the model
 * does not change. `explain` prints them, and references find the field behind an input or filter of the same name.
 */
import type { FieldModel } from '../../src/model/model.ts'
import type { At } from './context.ts'

const ORIGIN = Symbol('origin')
const CHANGED = Symbol('changed')

/** The declaration of a field. `owner`: the resource of the field; absent for inputs and entries with a declaration of their own. */
interface Origin {
  owner?: string
  name: string
  at: At
}

type Marked = FieldModel & { [ORIGIN]?: Origin; [CHANGED]?: Record<string, At> }

/** Records where a field is declared. */
export const mark = (field: FieldModel, origin: Origin): FieldModel => Object.assign(field, { [ORIGIN]: origin })

export const originOf = (field: FieldModel): Origin | undefined => (field as Marked)[ORIGIN]

/** Records that this copy overrides some keys, and where. */
export function markChanged(field: FieldModel, keys: Iterable<string>, at: At): void {
  Object.assign(field, { [CHANGED]: { ...changedAt(field), ...Object.fromEntries([...keys].map((key) => [key, at])) } })
}

/** The overridden keys of a copy: key → place. */
export const changedAt = (field: FieldModel): Record<string, At> => (field as Marked)[CHANGED] ?? {}

const PLACE = Symbol('place')

/** Records where a column, a filter, an item of a form, a button or a view is written. */
export const placed = <T extends object>(made: T, at: At): T => Object.assign(made, { [PLACE]: at })

/** Where it is written; undefined for a default. */
export function placeOf(made: object): At | undefined {
  const at = (made as { [PLACE]?: At })[PLACE]
  return at?.source.exists(at) ? at : undefined
}

/** The resource's field behind a field called `name`; undefined for an input or filter of another name. */
export function declaredAs(field: FieldModel, name: string): string | undefined {
  const origin = originOf(field)
  return origin?.owner !== undefined && origin.name === name ? `${origin.owner}.${name}` : undefined
}
