import { fieldView } from '../lookup.ts'
import { useCells } from '../context.tsx'
import type { InputProps } from '../types.ts'

/** Shown as in a detail; nothing to type. */
export function ReadOnlyInput({ id, field, value, row }: InputProps) {
  const cells = useCells()
  return (
    <div id={id} className="at-readonly">
      {fieldView(field.type).cell(value, row, field, cells)}
    </div>
  )
}
