import type { MeasureModel } from '../../model/model.ts'
import { DAY, midnightOf } from '../../model/zone.ts'
import type { WireRow } from '../fields/types.ts'

/** Beyond this many days a gap is not filled. */
const MOST = 800

/** How a group says its day, and how one begins on which nothing was. */
export interface DayGroups {
  of(row: WireRow): number
  on(day: number): WireRow
}

/**
 * Groups of days with those between that have none, so that a line runs evenly through time: there a sum is nothing,
 * and what is an average or a share is unknown.
 */
export function everyDay(
  rows: readonly WireRow[],
  groups: DayGroups,
  measures: Readonly<Record<string, MeasureModel>>,
  zone: string,
): WireRow[] {
  const byDay = new Map(rows.map((row) => [groups.of(row), row]))
  const days = [...byDay.keys()].sort((a, b) => a - b)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || (last - first) / DAY > MOST) return [...rows]
  const nothing = Object.fromEntries(
    Object.entries(measures).flatMap(([name, { fn }]) => (fn === 'count' || fn === 'sum' ? [[name, 0]] : [])),
  )
  const found: WireRow[] = []
  for (let at = first; at <= last; at = midnightOf(at, zone, 1))
    found.push(byDay.get(at) ?? { ...groups.on(at), ...nothing })
  return found
}
