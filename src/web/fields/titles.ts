/** Finds the titles of references in a row (`customerId` → `customerName`, `createBy` → `createName`). */
import { titleKey as keyOfTitle } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import type { WireRow } from './types.ts'

/** The row's key for the title of a reference; a list of titles for `refs`. */
export function titleKey(field: Pick<FieldModel, 'name'>): string {
  return keyOfTitle(field.name)
}

/** The row's key for the record of a reference. */
export function recordKey(field: Pick<FieldModel, 'name' | 'as'>): string {
  return field.as ?? field.name.replace(/Ids?$/, '')
}

/** The title of a reference, if the row has it. */
export function titleOf(row: WireRow, field: FieldModel): string | undefined {
  const title = row[titleKey(field)]
  return typeof title === 'string' && title !== '' ? title : undefined
}

/** The titles of several references; a reference without a title is shown as its key. */
export function titlesOf(row: WireRow, field: FieldModel, keys: readonly unknown[]): string[] {
  const titles = row[titleKey(field)]
  const list = Array.isArray(titles) ? titles : []
  return keys.map((key, i) => (typeof list[i] === 'string' && list[i] ? list[i] : String(key)))
}
