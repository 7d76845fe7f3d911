/** Lists of entries in a cell: in words where they are few and short, else how many; a detail draws the table. */
import { isOwn, membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { NONE } from './cells.tsx'
import { fieldView } from './lookup.ts'
import { t } from './sentences.ts'
import type { CellContext, FieldView, WireRow } from './types.ts'
import { titleOf } from './titles.ts'

/** So many entries are said in words. */
const IN_WORDS = 3

/** What an entry is called: the record it points at, or its value of a dictionary. */
function nameOf(entry: WireRow, members: readonly FieldModel[], c: CellContext): string | undefined {
  const member = members.find(({ type }) => type === 'ref' || type === 'enum')
  if (!member) return undefined
  return member.type === 'ref' ? titleOf(entry, member) : fieldView('enum').text(entry[member.name], entry, member, c)
}

/** What a child row is called: its title. */
function titleOfChild(entry: WireRow, field: FieldModel, c: CellContext): string | undefined {
  const child = isOwn(field) ? c.resources[field.of] : undefined
  const title = child?.fields[child.title]
  return (
    title &&
    (title.type === 'ref' ? titleOf(entry, title) : fieldView(title.type).text(entry[title.name], entry, title, c))
  )
}

/** An entry as what it is called and its first amount; nothing where it has no name. */
function wordsOf(entry: WireRow, field: FieldModel, c: CellContext): string | undefined {
  const members = membersOf(field)
  const called = titleOfChild(entry, field, c)
  if (called) return called
  const name = nameOf(entry, members, c)
  const money = members.find(({ type }) => type === 'money')
  return name && money ? `${name} ${fieldView('money').text(entry[money.name], entry, money, c)}`.trim() : undefined
}

export const rowCountText: FieldView['text'] = (value, _row, field, c) => {
  const entries = Array.isArray(value) ? (value as WireRow[]) : []
  if (entries.length === 0) return ''
  const words = entries.map((entry) => wordsOf(entry, field, c))
  const all = entries.length <= IN_WORDS && words.every((one) => one !== undefined)
  return all ? [...new Set(words)].join(c.lang === 'zh' ? '、' : ', ') : t('rowCount', { count: entries.length })
}

export const rowCount: FieldView['cell'] = (value, row, field, c) => rowCountText(value, row, field, c) || NONE
