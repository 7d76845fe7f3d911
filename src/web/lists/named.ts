/** What the records in filters are called. */
import type { WireRow } from '../fields/types.ts'

/** The titles of the records that a filter named by this value. */
interface Named {
  value: string
  titles: WireRow
}

/** By filter. */
export type NamedRecords = Readonly<Record<string, Named>>

/** Whether the titles of a filter are those of this value. */
export const isNamed = (named: NamedRecords, filter: string, value: unknown): boolean =>
  named[filter]?.value === String(value)

/** The titles of the records in these values; what another value was called is left out. */
export function titlesOf(named: NamedRecords, values: WireRow): WireRow {
  const known = Object.entries(named).filter(([filter]) => isNamed(named, filter, values[filter]))
  return Object.assign({}, ...known.map(([, { titles }]) => titles)) as WireRow
}
