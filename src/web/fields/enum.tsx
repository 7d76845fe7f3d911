import { standsFor } from '../../model/instead.ts'
import type { DictionaryValue, FieldModel } from '../../model/model.ts'
import { dictionaryValue, NONE, plainText, tag } from './cells.tsx'
import { ChoiceFilter } from './filters/choice.tsx'
import { EnumInput } from './inputs/enum.tsx'
import type { CellContext, FieldView, WireRow } from './types.ts'

/** Its value of the dictionary, or that of the field that stands in its place. */
function shown(value: unknown, row: WireRow, field: FieldModel, c: CellContext): DictionaryValue | undefined {
  const other = standsFor(field, row, c.zone)
  return other && 'of' in other ? dictionaryValue(c, other.of, row[other.field]) : dictionaryValue(c, field.of, value)
}

const text: FieldView['text'] = (value, row, field, c) => shown(value, row, field, c)?.label[c.lang] ?? plainText(value)

/** One value of a dictionary: a label in the colour of its meaning. */
export const enumField: FieldView = {
  text,
  cell: (value, row, field, c) => {
    if (value === undefined || value === null || value === '') return NONE
    return tag(text(value, row, field, c), shown(value, row, field, c)?.tone)
  },
  width: 104,
  Input: EnumInput,
  Filter: ChoiceFilter,
}
