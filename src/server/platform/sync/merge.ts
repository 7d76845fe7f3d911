/**
 * What the product brings along (menus, buttons, dictionaries, roles, parameters) lives in the database, where an
 * administrator may change it. At each start the two are merged: a value still as the product last wrote it follows
 * the product, a value somebody changed stays, a row somebody deleted stays deleted. For that the table `builtIn`
 * remembers what was written.
 */
import type { Model } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { pairs } from '../pairs.ts'

/** The table; safe to run at every start. */
export const BUILT_IN_TABLE = `
create table if not exists "builtIn" (
  "kind" text not null, "key" text not null, "rowId" bigint, "given" jsonb not null, primary key ("kind", "key")
)`

type Values = Record<string, unknown>

/** A row as the product has it. `former`: keys it had in earlier versions; asked for only when the key is new. */
export interface Given {
  key: string
  values: Values
  former?: () => string[]
}

/** A kind of rows: where they live, and what is written besides what may be changed by hand. */
export interface Kind {
  kind: string
  table: string
  /** Values of new rows that are not compared later. */
  fixed?: Values
  /** What becomes of a row the product no longer has. */
  gone: Values
  /** Rows there already, which the product recognises as its own by these columns. */
  match: readonly string[]
}

interface Known extends DbRow {
  key: string
  rowId: number | null
  given: Values
}

/** Merges rows; values without a column are computed elsewhere. Answers the row id of each key that has a living row. */
export async function mergeRows(
  tx: Queryable,
  model: Model,
  kind: Kind,
  rows: readonly Given[],
  now: number,
): Promise<Map<string, number>> {
  const fields = model.resources[kind.table]?.fields ?? {}
  const given = rows.map((row) => ({
    ...row,
    values: Object.fromEntries(Object.entries(row.values).filter(([name]) => fields[name]?.column)),
  }))
  const known = new Map(
    (await tx.query<Known>('select "key", "rowId", "given" from "builtIn" where "kind" = $1', [kind.kind])).map(
      (row) => [row.key, row],
    ),
  )
  await followRenames(tx, kind, given, known)
  const added = given.filter((one) => !known.has(one.key))
  const ids = await insert(tx, kind, added, now)
  const changed = given.flatMap((one) => {
    const before = known.get(one.key)
    return before && !same(one.values, before.given) ? [{ one, before }] : []
  })
  const living = await readRows(
    tx,
    kind,
    [...known.values()],
    changed.map(({ before }) => before),
  )
  for (const { one, before } of changed)
    await update(tx, kind, { given: one, before, row: living.get(before.rowId ?? 0) }, now)
  for (const { key } of given) {
    const id = known.get(key)?.rowId
    if (id && living.has(id)) ids.set(key, id)
  }
  await retire(
    tx,
    kind,
    [...known.values()].filter(({ key }) => !given.some((one) => one.key === key)),
    now,
  )
  return ids
}

/** A row that has another key now is the same row. */
async function followRenames(
  tx: Queryable,
  kind: Kind,
  given: readonly Given[],
  known: Map<string, Known>,
): Promise<void> {
  for (const { key, former } of given) {
    if (!former || known.has(key)) continue
    const old = former()
      .map((name) => known.get(name))
      .find((row) => row !== undefined)
    if (!old) continue
    await tx.query('update "builtIn" set "key" = $3 where "kind" = $1 and "key" = $2', [kind.kind, old.key, key])
    known.delete(old.key)
    known.set(key, { ...old, key })
  }
}

/** New rows, all in one statement; of two processes that start together one inserts, the other finds them. */
async function insert(tx: Queryable, kind: Kind, added: readonly Given[], now: number): Promise<Map<string, number>> {
  if (added.length === 0) return new Map()
  const claimed = await tx.query<{ key: string }>(
    `insert into "builtIn" ("kind", "key", "given") select $1, one."key", one."values" from jsonb_to_recordset($2::jsonb) as one("key" text, "values" jsonb)
     on conflict do nothing returning "key"`,
    [kind.kind, JSON.stringify(added.map(({ key, values }) => ({ key, values })))],
  )
  const mine = new Set(claimed.map((row) => row.key))
  const rows = added.filter((one) => mine.has(one.key))
  const there = await existing(tx, kind, rows)
  const fresh = rows.filter((one) => !there.has(one.key))
  const ids = new Map([...there, ...(await insertRows(tx, kind, fresh, now))])
  await tx.query(
    `update "builtIn" set "rowId" = one."id" from jsonb_to_recordset($2::jsonb) as one("key" text, "id" bigint)
     where "builtIn"."kind" = $1 and "builtIn"."key" = one."key"`,
    [kind.kind, JSON.stringify([...ids].map(([key, id]) => ({ key, id })))],
  )
  return ids
}

/** Rows made before the product knew of them (imported, or entered by hand). */
async function existing(tx: Queryable, kind: Kind, given: readonly Given[]): Promise<Map<string, number>> {
  const columns = kind.match.map((column) => `"${column}"`).join(', ')
  const rows = await tx.query<DbRow & { id: number }>(`select "id", ${columns} from "${kind.table}" where not "isDel"`)
  const byMatch = new Map(rows.map((row) => [matchOf(kind, row), row.id]))
  return new Map(
    given.flatMap((one) => {
      const id = byMatch.get(matchOf(kind, { ...kind.fixed, ...one.values }))
      return id === undefined ? [] : [[one.key, id] as const]
    }),
  )
}

const matchOf = (kind: Kind, row: Values): string => JSON.stringify(kind.match.map((column) => row[column] ?? null))

async function insertRows(
  tx: Queryable,
  kind: Kind,
  given: readonly Given[],
  now: number,
): Promise<Map<string, number>> {
  if (given.length === 0) return new Map()
  const time = new Date(now).toISOString()
  const rows = given.map(({ values }) => ({
    ...kind.fixed,
    ...values,
    version: 1,
    isDel: false,
    createTime: time,
    updateTime: time,
  }))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join(', ')
  const made = await tx.query<{ id: number }>(
    `insert into "${kind.table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${kind.table}", $1::jsonb) returning "id"`,
    [JSON.stringify(rows)],
  )
  return new Map(pairs(given, made).map(([one, { id }]) => [one.key, id]))
}

/** The rows that live, by id; with their values only those that are about to change, for there are many. */
async function readRows(
  tx: Queryable,
  kind: Kind,
  known: readonly Known[],
  changed: readonly Known[],
): Promise<Map<number, Values | undefined>> {
  const [ids, wanted] = [known, changed].map((list) => list.flatMap(({ rowId }) => (rowId ? [rowId] : [])))
  if (ids?.length === 0) return new Map()
  const rows = await tx.query<DbRow & { id: number; row: Values | null }>(
    `select "id", case when "id" = any($2::bigint[]) then to_jsonb(t) end as "row" from "${kind.table}" t
     where "id" = any($1::bigint[]) and not "isDel"`,
    [ids, wanted],
  )
  return new Map(rows.map(({ id, row }) => [id, row ?? undefined]))
}

/** Values nobody has touched follow the product. */
async function update(
  tx: Queryable,
  kind: Kind,
  { given: { key, values }, before, row }: { given: Given; before: Known; row: Values | undefined },
  now: number,
): Promise<void> {
  const merged = Object.entries(values).map(
    ([name, value]) => [name, mergeValue(value, before.given[name], row?.[name])] as const,
  )
  const changed = merged.filter(([name, value]) => row && !same(row[name], value))
  if (before.rowId && changed.length > 0) await setValues(tx, kind, before.rowId, Object.fromEntries(changed), now)
  await tx.query('update "builtIn" set "given" = $3::jsonb where "kind" = $1 and "key" = $2', [
    kind.kind,
    key,
    JSON.stringify(values),
  ])
}

/** The new value where the row still has the old one. Of a list, what the product added or dropped since; the rest stays. */
function mergeValue(next: unknown, before: unknown, current: unknown): unknown {
  if (!Array.isArray(next)) return same(current, before) ? next : current
  const old = listOf(before)
  const kept = listOf(current).filter((one) => next.includes(one) || !old.includes(one))
  return [...kept, ...listOf(next).filter((one) => !old.includes(one) && !kept.includes(one))]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

async function setValues(tx: Queryable, kind: Kind, id: number, values: Values, now: number): Promise<void> {
  const columns = Object.keys(values)
    .map((name) => `"${name}" = given."${name}"`)
    .join(', ')
  await tx.query(
    `update "${kind.table}" set ${columns}, "version" = "${kind.table}"."version" + 1, "updateTime" = $3
     from jsonb_populate_record(null::"${kind.table}", $2::jsonb) as given where "${kind.table}"."id" = $1`,
    [id, JSON.stringify(values), new Date(now)],
  )
}

async function retire(tx: Queryable, kind: Kind, gone: readonly Known[], now: number): Promise<void> {
  for (const { key, rowId } of gone) {
    if (rowId) await setValues(tx, kind, rowId, kind.gone, now)
    await tx.query('delete from "builtIn" where "kind" = $1 and "key" = $2', [kind.kind, key])
  }
}

/** Equal as JSON: absent and null are one, the order of keys does not count. */
function same(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return (a ?? null) === (b ?? null)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same(a[key], b[key]))
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null
