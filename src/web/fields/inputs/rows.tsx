import { membersOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import type { InputProps } from '../types.ts'
import { ChosenRows } from './ChosenRows.tsx'
import { RowTable } from './rowTable.tsx'

/** Child rows saved with the record; their columns come from the form, inside a group from their resource. */
export function OwnInput(props: InputProps) {
  const members =
    props.columns
      ?.filter((column) => !column.path.includes('.'))
      .map((column): FieldModel => ({ ...column.field, label: column.label })) ?? membersOf(props.field)
  return <RowTable {...props} members={members} />
}

/** A list of entries stored inside the record: typed, or chosen from what a look-up answers. */
export function RowsInput(props: InputProps) {
  const { field } = props
  return field.lookup ? <ChosenRows {...props} /> : <RowTable {...props} members={membersOf(field)} />
}
