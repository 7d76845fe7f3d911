import { fieldView } from '../lookup.ts'
import { useCells } from '../context.tsx'
import type { InputProps } from '../types.ts'

/** Shows the value as in a detail, without an input. */
export function ReadOnlyInput({ id, field, value, row }: InputProps) {
  const cells = useCells()
  return (
    <div id={id} className="at-readonly">
      {fieldView(field.type).cell(value, row, field, cells)}
    </div>
  )
}
