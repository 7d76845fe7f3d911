/** Lists that are saved whole, part by part: what each of two people changed of it, and both their changes together. */
import type { CellContext, FieldView, WireRow } from './types.ts'
import type { FieldModel } from '../../model/model.ts'
import { membersOf } from '../../model/fields.ts'
import { fieldView } from './lookup.ts'

/** The parts of a list by their keys, each with what is sent of it. */
type Parts = ReadonlyMap<string, unknown>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The keys of the parts that differ between two lists, in the order of the second. */
export function changedParts(before: Parts, after: Parts): string[] {
  const keys = [...new Set([...after.keys(), ...before.keys()])]
  return keys.filter((key) => !isSame(before.get(key), after.get(key)))
}

/** What another saved, with one's own changes in it. Of a part that both changed one's own stands. */
export function merged(before: Parts, theirs: Parts, mine: Parts): Map<string, unknown> {
  const result = new Map(theirs)
  for (const key of changedParts(before, mine)) {
    const part = mine.get(key)
    if (part === undefined) result.delete(key)
    else result.set(key, part)
  }
  return result
}

/** Entries by what tells them apart. Entries of one key are one part. */
export function entriesBy(value: unknown, keyOf: (entry: WireRow) => unknown): Map<string, WireRow[]> {
  const parts = new Map<string, WireRow[]>()
  for (const entry of Array.isArray(value) ? (value as WireRow[]) : []) {
    const key = JSON.stringify(keyOf(entry))
    parts.set(key, [...(parts.get(key) ?? []), entry])
  }
  return parts
}

/** An entry in the words of all its members. */
const entryWords = (entry: WireRow, field: FieldModel, c: CellContext): string =>
  membersOf(field)
    .map((member) => fieldView(member.type).text(entry[member.name], entry, member, c))
    .filter(Boolean)
    .join(' · ')

/** The members that tell the entries of a list apart: what is unique among the rows of one owner. */
function tellingApart(field: FieldModel, { resources }: Pick<CellContext, 'resources'>): string[] {
  const of = field.type === 'rows' && field.of !== undefined ? resources[field.of] : undefined
  const known = membersOf(field).map(({ name }) => name)
  const found = of?.unique.find((one) => one.within.length > 0 && known.includes(one.field))
  return found ? [found.field, ...found.within.filter((name) => known.includes(name))] : []
}

/** The parts of a list of entries; nothing where nothing tells them apart. */
export const entryParts: NonNullable<FieldView['parts']> = {
  of: (value, field, c) => {
    const names = tellingApart(field, c)
    return names.length > 0 ? entriesBy(value, (entry) => names.map((name) => entry[name] ?? null)) : undefined
  },
  together: (parts) => [...parts.values()].flat(),
  words: (_key, part, field, _source, c) => (part as WireRow[]).map((one) => entryWords(one, field, c)).join('; '),
}
