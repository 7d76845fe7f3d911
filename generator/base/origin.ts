/**
 * Where a field comes from. Kept under symbols: copies of a field carry them along, JSON leaves them out, so the model
 * stays what it is. `explain` prints them, and references find the field behind an input or filter of its name.
 */
import type { FieldModel } from '../../src/model/model.ts'
import type { At } from './context.ts'

const ORIGIN = Symbol('origin')
const CHANGED = Symbol('changed')

/** The declaration of a field. `owner`: the resource it is a field of; absent for inputs and entries that are their own. */
interface Origin {
  owner?: string
  name: string
  at: At
}

type Marked = FieldModel & { [ORIGIN]?: Origin; [CHANGED]?: Record<string, At> }

/** Says where a field is declared. */
export const mark = (field: FieldModel, origin: Origin): FieldModel => Object.assign(field, { [ORIGIN]: origin })

export const originOf = (field: FieldModel): Origin | undefined => (field as Marked)[ORIGIN]

/** Notes that this copy says some keys anew, and where. */
export function markChanged(field: FieldModel, keys: Iterable<string>, at: At): void {
  Object.assign(field, { [CHANGED]: { ...changedAt(field), ...Object.fromEntries([...keys].map((key) => [key, at])) } })
}

/** Keys that a copy says anew: key → place. */
export const changedAt = (field: FieldModel): Record<string, At> => (field as Marked)[CHANGED] ?? {}

const PLACE = Symbol('place')

/** Notes where a column, a filter, an item of a form, a button or a view is written. */
export const placed = <T extends object>(made: T, at: At): T => Object.assign(made, { [PLACE]: at })

/** Where it is written; nothing for what is there by default. */
export function placeOf(made: object): At | undefined {
  const at = (made as { [PLACE]?: At })[PLACE]
  return at?.source.exists(at) ? at : undefined
}

/** The resource's field that is meant where a field is called `name`: nothing for an input or filter of another name. */
export function declaredAs(field: FieldModel, name: string): string | undefined {
  const origin = originOf(field)
  return origin?.owner !== undefined && origin.name === name ? `${origin.owner}.${name}` : undefined
}
