import { NONE } from './cells.tsx'
import { lazyInput } from './lazy.tsx'
import { fieldView } from './lookup.ts'
import type { CellContext, FieldView, WireRow } from './types.ts'
import { membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'

const entryOf = (value: unknown): WireRow => (typeof value === 'object' && value !== null ? (value as WireRow) : {})

/** `职业：教师` for each filled member. */
function lines(value: unknown, field: FieldModel, c: CellContext): string[] {
  const entry = entryOf(value)
  return membersOf(field).flatMap((member) => {
    const text = fieldView(member.type).text(entry[member.name], entry, member, c)
    return text ? [`${member.label[c.lang]}${c.lang === 'zh' ? '：' : ': '}${text}`] : []
  })
}

const text: FieldView['text'] = (value, _row, field, c) => lines(value, field, c).join(c.lang === 'zh' ? '；' : '; ')

/** One entry stored inside the record. */
export const group: FieldView = {
  text,
  cell: (value, row, field, c) => text(value, row, field, c) || NONE,
  width: 180,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/group.tsx')).GroupInput),
}
