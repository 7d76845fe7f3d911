import type { FieldModel } from '../../model/model.ts'
import { addressOf } from '../core/open.ts'
import { NONE, plainText } from './cells.tsx'
import { RefFilter } from './filters/ref.tsx'
import { RefInput } from './inputs/ref.tsx'
import { titleOf } from './titles.ts'
import type { CellContext, FieldView, WireRow } from './types.ts'

const text: FieldView['text'] = (value, row, field) =>
  value === undefined || value === null ? '' : (titleOf(row, field) ?? plainText(value))

/** Another record, read by its title; where it can be opened, the title leads there. */
export const ref: FieldView = {
  text,
  cell: (value, row, field, c) => {
    const shown = text(value, row, field, c)
    if (!shown) return NONE
    const route = routeOf(row, field, c)
    if (!route) return shown
    return (
      <a className="at-ref" href={addressOf(route, { id: String(value) })} data-inner>
        {shown}
      </a>
    )
  },
  width: 128,
  Input: RefInput,
  Filter: RefFilter,
}

/** Where a reference leads, if the person may go there. */
function routeOf(row: WireRow, field: FieldModel, { screens, whole }: CellContext): string | undefined {
  if (!screens || field.type !== 'ref' || field.key !== 'id') return undefined
  if (field.by) return screens[field.kinds[String(row[field.by])] ?? '']
  return whole && field.of ? screens[field.of] : undefined
}
