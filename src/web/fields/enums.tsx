import { dictionaryValue, NONE, plainText, tag } from './cells.tsx'
import { ChoiceFilter } from './filters/choice.tsx'
import { EnumsInput } from './inputs/enum.tsx'
import type { CellContext, FieldView } from './types.ts'

const labelOf = (value: unknown, of: string | undefined, c: CellContext): string =>
  dictionaryValue(c, of, value)?.label[c.lang] ?? plainText(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Several values of a dictionary. */
export const enums: FieldView = {
  text: (value, _row, field, c) =>
    listOf(value)
      .map((one) => labelOf(one, field.of, c))
      .join(c.lang === 'zh' ? '、' : ', '),
  cell: (value, _row, field, c) => {
    const values = listOf(value)
    if (values.length === 0) return NONE
    return (
      <span className="at-tags">
        {values.map((one) => (
          <span key={String(one)}>{tag(labelOf(one, field.of, c), dictionaryValue(c, field.of, one)?.tone)}</span>
        ))}
      </span>
    )
  },
  width: 168,
  Input: EnumsInput,
  Filter: ChoiceFilter,
}
