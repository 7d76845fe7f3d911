/** The day of a moment in the product's time zone, in SQL. */
import { sql, type RawBuilder } from 'kysely'
import { DAY, zoneOffset } from '../../model/zone.ts'

/** Clocks that are changed stay so for longer. */
const STEP = 15 * DAY
const FIRST = Date.UTC(2000, 0, 1)
/** What is decided about clocks is known so long before. */
const AHEAD = 5 * 365 * DAY
/** Where clocks were changed in this time they may be again. */
const QUIET = 2 * 365 * DAY

/** Since when, in ms, the clocks of a zone stand, and their offset from UTC in ms. */
interface Settled {
  since: number
  offset: number
}

/** Nothing where clocks are still changed. The same on every day: what it says is part of the database's schema. */
export function settledZone(zone: string, now: number): Settled | undefined {
  const last = FIRST + Math.ceil((now + AHEAD - FIRST) / STEP) * STEP
  const offset = zoneOffset(last, zone)
  let since = last
  while (since > FIRST && zoneOffset(since - STEP, zone) === offset) since -= STEP
  return since > now - QUIET ? undefined : { since, offset }
}

const known = new Map<string, Settled | undefined>()

/**
 * The day of a moment, as a `date`. PostgreSQL looks a named zone up for each row, which takes longer than adding up
 * the row does; where the clocks have stood for years their offset is added instead.
 */
export function daySql(value: RawBuilder<unknown>, zone: string): RawBuilder<unknown> {
  if (!known.has(zone)) known.set(zone, settledZone(zone, Date.now()))
  const settled = known.get(zone)
  const named = sql`${value} at time zone ${sql.lit(zone)}`
  if (!settled) return sql`(${named})::date`
  const since = sql.lit(new Date(settled.since).toISOString())
  const offset = sql.lit(`${settled.offset} milliseconds`)
  return sql`(case when ${value} >= ${since}::timestamptz then ${value} at time zone ${offset}::interval else ${named} end)::date`
}
