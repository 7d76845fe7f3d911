/** Where a row carries what its references are called (`customerId` → `customerName`, `createBy` → `createName`). */
import type { FieldModel } from '../../model/model.ts'
import type { WireRow } from './types.ts'

/** Name under which a row carries the title of a reference; a list of titles for `refs`. */
export function titleKey(field: Pick<FieldModel, 'name'>): string {
  return `${field.name.replace(/(Ids?|By)$/, '')}Name`
}

/** Name under which a row carries the record a reference points at. */
export function recordKey(field: Pick<FieldModel, 'name' | 'as'>): string {
  return field.as ?? field.name.replace(/Ids?$/, '')
}

/** The title of a reference, if the row carries it. */
export function titleOf(row: WireRow, field: FieldModel): string | undefined {
  const title = row[titleKey(field)]
  return typeof title === 'string' && title !== '' ? title : undefined
}

/** What several references are called; one that has no title reads as its key. */
export function titlesOf(row: WireRow, field: FieldModel, keys: readonly unknown[]): string[] {
  const titles = row[titleKey(field)]
  const list = Array.isArray(titles) ? titles : []
  return keys.map((key, i) => (typeof list[i] === 'string' && list[i] ? list[i] : String(key)))
}
