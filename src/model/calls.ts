/** What is said of calls in more than one place. */
import { isLink } from './fields.ts'
import type { CallModel, FieldModel, Model, ResourceModel } from './model.ts'

/** The resource whose rows a call lists, or counts and adds up; `own`: the resource of the call. */
export const rowsOf = (call: CallModel, own: ResourceModel | undefined): string =>
  own?.figures ?? call.rows ?? call.resource

/** The inputs that name the rows a hand-written call is made on: `id`, `ids`, else the only reference to its own resource. */
export function subjectOf({ input, resource }: CallModel): FieldModel[] {
  const envelope = input.filter((field) => field.name === 'id' || field.name === 'ids')
  const pointing = pointingOf(input, resource)
  return envelope.length > 0 ? envelope : pointing.length === 1 ? pointing : []
}

/** The inputs that name rows of a resource by reference. */
export const pointingOf = (input: readonly FieldModel[], resource: string): FieldModel[] =>
  input.filter((field) => isLink(field) && field.of === resource && field.key === 'id')

/** The version that a call may be told, so that it overwrites nobody's change: that of a record, or of a list that it replaces whole. */
export function versionOf({ resources }: Pick<Model, 'resources'>, call: CallModel): 'integer' | 'string' | undefined {
  if (call.load?.whole) return 'string'
  if (call.input.some(({ name }) => name === 'version') || resources[call.resource]?.virtual !== false) return undefined
  if (call.kind === 'edit' || call.kind === 'move' || call.kind === 'set') return 'integer'
  return call.kind === 'handler' && subjectOf(call).length > 0 ? 'integer' : undefined
}
