/** Access to the registry for its own entries: a group and a table of rows draw the fields of their entries. */
import type { FieldType } from '../../model/fields.ts'
import type { FieldView } from './types.ts'

let views: Record<FieldType, FieldView>

/** Called once, by the registry. */
export function provideFields(all: Record<FieldType, FieldView>): void {
  views = all
}

/** How a field type is shown and edited. */
export function fieldView(type: FieldType): FieldView {
  return views[type]
}
