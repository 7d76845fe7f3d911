import { membersOf } from '../../../model/fields.ts'
import { isRequired } from '../entry.ts'
import type { InputProps, WireRow } from '../types.ts'
import { EntryInputs } from './entry.tsx'

/** One entry stored inside the record: its members below one another. */
export function GroupInput(props: InputProps) {
  const entry = typeof props.value === 'object' && props.value !== null ? (props.value as WireRow) : {}
  return (
    <div role="group" id={props.id} aria-labelledby={props.labelledBy} className="at-group">
      <EntryInputs
        idPrefix={props.id}
        members={membersOf(props.field)}
        entry={entry}
        env={props.env}
        disabled={props.disabled}
        optional={!isRequired(props.field, props.env())}
        onChange={props.onChange}
      />
    </div>
  )
}
