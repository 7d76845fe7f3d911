/**
 * Makes two records one: whatever refers to the first then refers to the second, totals are added, the first goes.
 * Where the second already has what may exist once (an account, a member), those two are made one in turn.
 */
import type { CallContext, Row } from '../legacy.ts'
import type { DbRow } from '../../types.ts'
import { referencesTo, uniquesWith } from './references.ts'
import type { Reference } from './references.ts'

/** Rows that changed hands, by resource. */
export type Moved = Record<string, number>

/** What a kind of record does beside being pointed at: which of its numbers add up, and which of its other values the better one wins. */
export interface FoldRule {
  add: readonly string[]
  most?: readonly string[]
  least?: readonly string[]
}

/** Makes `from` and `to` of a resource one. `rules`: of each resource that may be met. */
export async function fold(
  c: CallContext,
  resource: string,
  from: Row,
  to: Row,
  rules: Record<string, FoldRule>,
  moved: Moved,
): Promise<Row> {
  for (const reference of referencesTo(c.model, resource)) await carry(c, reference, from, to, rules, moved)
  return c.update(resource, to, joined(rules[resource], from, to))
}

function joined(rule: FoldRule | undefined, from: Row, to: Row): Record<string, unknown> {
  const number = (row: Row, name: string): number => Number(row[name] ?? 0)
  const present = (name: string): number[] =>
    [from[name], to[name]].filter((value): value is number => typeof value === 'number')
  const best = (names: readonly string[] = [], pick: (...values: number[]) => number): [string, unknown][] =>
    names.filter((name) => present(name).length > 0).map((name) => [name, pick(...present(name))])
  return Object.fromEntries([
    ...(rule?.add ?? [])
      .filter((name) => name in to)
      .map((name): [string, unknown] => [name, number(from, name) + number(to, name)]),
    ...best(rule?.most, Math.max),
    ...best(rule?.least, Math.min),
  ])
}

async function carry(
  c: CallContext,
  reference: Reference,
  from: Row,
  to: Row,
  rules: Record<string, FoldRule>,
  moved: Moved,
): Promise<void> {
  for (const { others } of uniquesWith(reference.resource, reference.field.name))
    await foldTwins(c, reference, others, from, to, rules, moved)
  const count =
    reference.field.type === 'refs'
      ? await carryList(c, reference, from.id, to.id)
      : await carryRef(c, reference, from.id, to.id)
  if (count > 0) moved[reference.resource.name] = (moved[reference.resource.name] ?? 0) + count
}

/** Rows of the first whose counterpart the second has already, by everything else that makes them unique. */
async function foldTwins(
  c: CallContext,
  { resource, field }: Reference,
  others: readonly string[],
  from: Row,
  to: Row,
  rules: Record<string, FoldRule>,
  moved: Moved,
): Promise<void> {
  const [theirs, mine] = [
    await c.select(resource.name, { [field.name]: from.id }),
    await c.select(resource.name, { [field.name]: to.id }),
  ]
  for (const row of theirs) {
    const twin = mine.find((one) => others.every((name) => one[name] === row[name]))
    if (!twin || twin.id === row.id) continue
    await fold(c, resource.name, row, twin, rules, moved)
    await drop(c, resource.name, row.id)
    moved[resource.name] = (moved[resource.name] ?? 0) + 1
  }
}

/** Out of sight, but there: history names it. */
export async function drop(c: CallContext, resource: string, id: number): Promise<void> {
  await c.tx.query(
    `update "${resource}" set "isDel" = true, "version" = "version" + 1, "updateTime" = $2, "updateBy" = $3 where "id" = $1`,
    [id, new Date(c.now), c.actor.employeeId ?? null],
  )
}

/** One statement a column; append-only rows too, since nothing of what happened is changed but whose it is. */
async function carryRef(
  c: CallContext,
  { resource, field, when }: Reference,
  from: number,
  to: number,
): Promise<number> {
  const kind = when ? `and "${when.field}"::text = $5` : ''
  const rows = await c.tx.query<DbRow>(
    `update "${resource.name}" set "${field.name}" = $2, "version" = "version" + 1, "updateTime" = $3, "updateBy" = $4
     where "${field.name}" = $1 and not "isDel" ${kind} returning "id"`,
    [from, to, new Date(c.now), c.actor.employeeId ?? null, ...(when ? [when.value] : [])],
  )
  return rows.length
}

async function carryList(c: CallContext, { resource, field }: Reference, from: number, to: number): Promise<number> {
  const rows = await c.tx.query<DbRow>(
    `update "${resource.name}" set "version" = "version" + 1, "updateTime" = $3, "updateBy" = $4,
       "${field.name}" = array(select distinct case when one = $1 then $2::bigint else one end from unnest("${field.name}") as one order by 1)
     where "${field.name}" @> array[$1::bigint] and not "isDel" returning "id"`,
    [from, to, new Date(c.now), c.actor.employeeId ?? null],
  )
  return rows.length
}
