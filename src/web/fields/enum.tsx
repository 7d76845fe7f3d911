import { dictionaryValue, NONE, plainText, tag } from './cells.tsx'
import { ChoiceFilter } from './filters/choice.tsx'
import { EnumInput } from './inputs/enum.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, field, c) =>
  dictionaryValue(c, field.of, value)?.label[c.lang] ?? plainText(value)

/** One value of a dictionary: a label in the colour of its meaning. */
export const enumField: FieldView = {
  text,
  cell: (value, row, field, c) => {
    if (value === undefined || value === null || value === '') return NONE
    return tag(text(value, row, field, c), dictionaryValue(c, field.of, value)?.tone)
  },
  width: 104,
  Input: EnumInput,
  Filter: ChoiceFilter,
}
