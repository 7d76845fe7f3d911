/**
 * Everything that refers to a record, found through the model: what a merge has to carry over. New resources are
 * carried without a word here.
 */
import { isLink } from '../../../model/fields.ts'
import type { FieldModel, Model, ResourceModel, UniqueModel } from '../../../model/model.ts'

/** A column that refers to a resource. `when`: only while the enum beside it has this value. */
export interface Reference {
  resource: ResourceModel
  field: FieldModel
  when?: { field: string; value: string }
}

/** All columns that refer to a resource by its id. */
export function referencesTo(model: Model, target: string): Reference[] {
  return Object.values(model.resources)
    .filter((resource) => !resource.virtual)
    .flatMap((resource) =>
      Object.values(resource.fields)
        .filter((field) => field.column)
        .flatMap((field) => referencesOf(resource, field, target)),
    )
}

function referencesOf(resource: ResourceModel, field: FieldModel, target: string): Reference[] {
  if (!isLink(field)) return []
  if (field.key !== 'id') return []
  if (!field.by) return field.of === target ? [{ resource, field }] : []
  return Object.entries(field.kinds)
    .filter(([, kind]) => kind === target)
    .map(([value]) => ({ resource, field, when: { field: field.by, value } }))
}

/** Uniqueness rules in which a column takes part, with the other columns of each. */
export function uniquesWith(resource: ResourceModel, column: string): { unique: UniqueModel; others: string[] }[] {
  return resource.unique
    .map((unique) => ({ unique, columns: [unique.field, ...unique.within] }))
    .filter(({ columns }) => columns.includes(column))
    .map(({ unique, columns }) => ({ unique, others: columns.filter((name) => name !== column) }))
}
