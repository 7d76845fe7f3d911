/**
 * Makes two records one: whatever refers to the first then refers to the second, totals are added, the first goes.
 * Where the second already has what may exist once (an account, a member), those two are made one in turn. Which
 * resources these are is the model's: rows are those of the engine.
 */
import { talliesOf } from '../../db/schema/tallies.ts'
import type { CallContext, Row } from '../../types.ts'
import { referencesTo, uniquesWith } from './references.ts'
import type { Reference } from './references.ts'

/** What a kind of record does beside being pointed at: which of its numbers add up, and which of its other values the better one wins. */
export interface FoldRule<Field extends string = string> {
  add: readonly Field[]
  most?: readonly Field[]
  least?: readonly Field[]
}

/** A merge under way. `rules`: of each resource that may be met. `moved`: rows that changed hands, by resource. */
export interface Merge {
  c: Pick<CallContext, 'tx' | 'model' | 'actor' | 'now' | 'select' | 'update' | 'remove'>
  rules: Readonly<Record<string, FoldRule>>
  moved: Record<string, number>
}

/** Makes `from` and `to` of a resource one. */
export async function fold(merge: Merge, resource: string, from: Row, to: Row): Promise<void> {
  const { c, rules } = merge
  for (const reference of referencesTo(c.model, resource)) await carry(merge, reference, from, to)
  await recount(c, resource, [from.id, to.id])
  await c.update(resource, to, joined(rules[resource], from, to))
}

/** Counted fields of records whose rows were carried past the engine. */
async function recount({ tx, model }: Merge['c'], resource: string, ids: readonly number[]): Promise<void> {
  const counted = model.resources[resource]
  if (!counted) return
  for (const { column, sql } of talliesOf(counted, model))
    await tx.query(`update "${resource}" as "t" set "${column}" = ${sql} where "t"."id" = any($1)`, [ids])
}

function joined({ add, most = [], least = [] }: FoldRule = { add: [] }, from: Row, to: Row): Record<string, number> {
  const present = (name: string): number[] => [from[name], to[name]].filter((value) => typeof value === 'number')
  const best = (names: readonly string[], pick: (...values: number[]) => number): [string, number][] =>
    names.filter((name) => present(name).length > 0).map((name) => [name, pick(...present(name))])
  const sums = add
    .filter((name) => name in to)
    .map((name): [string, number] => [name, present(name).reduce((sum, one) => sum + one, 0)])
  return Object.fromEntries([...sums, ...best(most, Math.max), ...best(least, Math.min)])
}

async function carry(merge: Merge, reference: Reference, from: Row, to: Row): Promise<void> {
  const { name } = reference.resource
  for (const { others } of uniquesWith(reference.resource, reference.field.name))
    await foldTwins(merge, reference, others, from, to)
  const carried = reference.field.type === 'refs' ? carryList : carryRef
  const count = await carried(merge.c, reference, from.id, to.id)
  if (count > 0) merge.moved[name] = (merge.moved[name] ?? 0) + count
}

/** Rows of the first whose counterpart the second has already, by everything else that makes them unique. */
async function foldTwins(
  merge: Merge,
  { resource: { name }, field }: Reference,
  others: readonly string[],
  from: Row,
  to: Row,
): Promise<void> {
  const { c, moved } = merge
  const theirs = await c.select(name, { [field.name]: from.id })
  const mine = await c.select(name, { [field.name]: to.id })
  for (const row of theirs) {
    const twin = mine.find((one) => others.every((other) => one[other] === row[other]))
    if (!twin || twin.id === row.id) continue
    await fold(merge, name, row, twin)
    await c.remove(name, row)
    moved[name] = (moved[name] ?? 0) + 1
  }
}

/** One statement a column; append-only rows too, since nothing of what happened is changed but whose it is. */
async function carryRef(
  { tx, now, actor }: Merge['c'],
  { resource, field, when }: Reference,
  from: number,
  to: number,
): Promise<number> {
  const kind = when ? `and "${when.field}"::text = $5` : ''
  const rows = await tx.query(
    `update "${resource.name}" set "${field.name}" = $2, "version" = "version" + 1, "updateTime" = $3, "updateBy" = $4
     where "${field.name}" = $1 and not "isDel" ${kind} returning "id"`,
    [from, to, new Date(now), actor.employeeId ?? null, ...(when ? [when.value] : [])],
  )
  return rows.length
}

async function carryList(
  { tx, now, actor }: Merge['c'],
  { resource, field }: Reference,
  from: number,
  to: number,
): Promise<number> {
  const rows = await tx.query(
    `update "${resource.name}" set "version" = "version" + 1, "updateTime" = $3, "updateBy" = $4,
       "${field.name}" = array(select distinct case when one = $1 then $2::bigint else one end from unnest("${field.name}") as one order by 1)
     where "${field.name}" @> array[$1::bigint] and not "isDel" returning "id"`,
    [from, to, new Date(now), actor.employeeId ?? null],
  )
  return rows.length
}
