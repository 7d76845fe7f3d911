/** The registry for those that stand in it themselves: a group and a table of rows draw the fields of their entries. */
import type { FieldType } from '../../model/fields.ts'
import type { FieldView } from './types.ts'

let views: Record<FieldType, FieldView>

/** Called once, by the registry. */
export function provideFields(all: Record<FieldType, FieldView>): void {
  views = all
}

/** How a field type looks and is typed in. */
export function fieldView(type: FieldType): FieldView {
  return views[type]
}
