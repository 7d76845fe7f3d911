/** Lists of entries in a cell: in words where they are few and short, else how many; a detail draws the table. */
import { isOwn, membersOf } from '../../model/fields.ts'
import { formatAge } from '../../model/format.ts'
import type { FieldModel } from '../../model/model.ts'
import { NONE } from './cells.tsx'
import { fieldView } from './lookup.ts'
import { t } from './sentences.ts'
import type { CellContext, FieldView, WireRow } from './types.ts'
import { titleOf } from './titles.ts'

/** So many entries are said in words. */
const IN_WORDS = 4

/** What an entry is called: the record it points at, or its value of a dictionary. */
function nameOf(entry: WireRow, members: readonly FieldModel[], c: CellContext): string | undefined {
  const member = members.find(({ type }) => type === 'ref' || type === 'enum')
  if (!member) return undefined
  return member.type === 'ref' ? titleOf(entry, member) : fieldView('enum').text(entry[member.name], entry, member, c)
}

/** Whether the words of the entries say amounts. */
export const saysAmounts = (field: FieldModel): boolean =>
  field.type === 'rows' && membersOf(field).some(({ type }) => type === 'money')

/** What a child row is called: its title, behind the values of dictionaries among its facts and before its age. */
function titleOfChild(entry: WireRow, field: FieldModel, c: CellContext): string | undefined {
  const child = isOwn(field) ? c.resources[field.of] : undefined
  const title = child?.fields[child.title]
  const called =
    title &&
    (title.type === 'ref' ? titleOf(entry, title) : fieldView(title.type).text(entry[title.name], entry, title, c))
  if (!called || !child) return called
  const facts = child.facts.flatMap((name) => child.fields[name] ?? [])
  const kinds = facts.map((fact) =>
    fact.type === 'enum' ? fieldView('enum').text(entry[fact.name], entry, fact, c) : '',
  )
  const ages = facts.map((fact) => (fact.type === 'date' && fact.age ? ageOf(entry[fact.name], c) : ''))
  return [...kinds, called, ...ages].filter(Boolean).join(' ')
}

const ageOf = (since: unknown, { zone, lang }: CellContext): string =>
  typeof since === 'number' ? formatAge(since, Date.now(), zone, lang) : ''

/** An entry as what it is called and its first amount; nothing where it has no name. */
function wordsOf(entry: WireRow, field: FieldModel, c: CellContext): string | undefined {
  const members = membersOf(field)
  const called = titleOfChild(entry, field, c)
  if (called) return called
  if (members.length > 0 && members.every(({ type }) => type === 'string'))
    return members
      .map(({ name }) => entry[name])
      .filter(Boolean)
      .join(c.lang === 'zh' ? '：' : ': ')
  const name = nameOf(entry, members, c)
  const money = members.find(({ type }) => type === 'money')
  return name && money ? `${name} ${fieldView('money').text(entry[money.name], entry, money, c)}`.trim() : undefined
}

const entriesOf = (value: unknown): WireRow[] => (Array.isArray(value) ? (value as WireRow[]) : [])

/** The entries in words, with what stands between two; nothing where they are many or have no names. */
function inWords(value: unknown, field: FieldModel, c: CellContext): string[] {
  const entries = entriesOf(value)
  if (entries.length > IN_WORDS) return []
  const words = entries.flatMap((entry) => wordsOf(entry, field, c) ?? [])
  if (words.length < entries.length) return []
  const between = c.lang === 'zh' ? '、' : ', '
  return [...new Set(words)].map((one, at, all) => (at < all.length - 1 ? one + between : one))
}

export const rowCountText: FieldView['text'] = (value, _row, field, c) => {
  const count = entriesOf(value).length
  return inWords(value, field, c).join('') || (count > 0 ? t('rowCount', { count }) : '')
}

/** In a table an entry begins another line rather than that its amount is cut. */
export const rowCount: FieldView['cell'] = (value, row, field, c) => {
  const words = inWords(value, field, c)
  if (!saysAmounts(field) || words.length === 0) return rowCountText(value, row, field, c) || NONE
  return (
    <span className="at-entries">
      {words.map((one) => (
        <span key={one}>{one}</span>
      ))}
    </span>
  )
}
