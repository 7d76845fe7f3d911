/**
 * What people compare masked values with, counted in the database by all processes together: whole values tried one after
 * the other would find out what the mask hides (I-54). Only hashes of the values are kept, for an hour.
 */
import { createHash } from 'node:crypto'
import { HOUR } from '../../model/zone.ts'
import { securityLog } from '../auth/log.ts'
import { refuse } from '../errors.ts'
import type { Queryable } from '../types.ts'
import type { Asker } from './core.ts'

/** Different whole values that one person compares masked ones with in an hour; `limits.maskedValues` of app.json wins. */
const VALUES = 60
/** Values of a file that look alike under the mask: a list of people's numbers has hardly two. */
const LIKE = 5

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Who is counted: a person, or an address. */
const whoOf = ({ actor }: Asker): string => (actor.userId === undefined ? (actor.ip ?? '') : String(actor.userId))

/** A value that was counted costs nothing when it comes again: on the next page, or in the count of a tab. */
const COUNT = `
with "asked" as (select distinct * from unnest($1::text[], $2::text[]) as a("who", "value")),
"size" as (
  select a."who", count(*) filter (where c."who" is null) as "new",
    (select count(*) from "compared" k where k."who" = a."who" and k."at" > $3) as "known"
  from "asked" a left join "compared" c on c."who" = a."who" and c."value" = a."value" and c."at" > $3 group by a."who"
),
"over" as (select "who" from "size" where "new" > 0 and "new" + "known" > $5),
"kept" as (
  insert into "compared" ("who", "value", "at") select a."who", a."value", $4 from "asked" a
  where not exists (select 1 from "over")
  on conflict ("who", "value") do update set "at" = excluded."at" where "compared"."at" <= $3
)
select "who" from "over" limit 1`

/** Counts values under who asks for them; false where one had too many, and then none is counted. */
async function count(
  db: Queryable,
  asked: readonly (readonly [who: string, value: string])[],
  { most, now }: { most: number; now: number },
): Promise<boolean> {
  const [whos, values] = [asked.map(([who]) => who), asked.map(([, value]) => hashOf(value))]
  const over = await db.query(COUNT, [whos, values, new Date(now - HOUR), new Date(now), most])
  return over.length === 0
}

function tooMany({ actor, now }: Asker): never {
  securityLog({ event: 'tooMany', userId: actor.userId, ip: actor.ip, why: 'maskedValues' }, now)
  return refuse('manyNumbers')
}

/** Refuses whoever has compared masked values with too many, whatever the call at hand would have answered. */
export async function mustCompareFew(asker: Asker): Promise<void> {
  if (asker.compared.size === 0) return
  const { core, now } = asker
  const asked = [...asker.compared].map((value) => [whoOf(asker), value] as const)
  if (!(await count(core.deps.db, asked, { most: core.model.app.limits.maskedValues ?? VALUES, now }))) tooMany(asker)
}

/**
 * Refuses a file that tries out what a mask hides: many values that look alike under it. Of a file's other values a person
 * is told which are repeated, as of what is typed.
 */
export async function mustDiffer(
  asker: Asker,
  db: Queryable,
  values: readonly { value: string; masked: string }[],
): Promise<void> {
  const asked = values.map(({ value, masked }) => [`${whoOf(asker)} ${masked}`, value] as const)
  if (asked.length > 0 && !(await count(db, asked, { most: LIKE, now: asker.now }))) tooMany(asker)
}

/** Removes what is counted no more. Answers how many. */
export async function cleanCompared(db: Queryable, now: number): Promise<number> {
  const rows = await db.query('delete from "compared" where "at" <= $1 returning 1 as gone', [new Date(now - HOUR)])
  return rows.length
}
