import type { FieldModel, MeasureModel } from '../../model/model.ts'
import { DAY, midnightOf } from '../../model/zone.ts'
import type { WireRow } from '../fields/types.ts'

/** Beyond this many days a gap is not filled. */
const MOST = 800

/**
 * Groups of days with those between that have none, so that a line runs evenly through time: there a sum is nothing,
 * and what is an average or a share is unknown.
 */
export function everyDay(
  rows: readonly WireRow[],
  day: FieldModel,
  measures: Readonly<Record<string, MeasureModel>>,
  zone: string,
): WireRow[] {
  const byDay = new Map(rows.map((row) => [Number(row[day.name]), row]))
  const days = [...byDay.keys()].sort((a, b) => a - b)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || (last - first) / DAY > MOST) return [...rows]
  const nothing = Object.fromEntries(
    Object.entries(measures).flatMap(([name, { fn }]) => (fn === 'count' || fn === 'sum' ? [[name, 0]] : [])),
  )
  const found: WireRow[] = []
  for (let at = first; at <= last; at = midnightOf(at, zone, 1))
    found.push(byDay.get(at) ?? { [day.name]: at, ...nothing })
  return found
}
