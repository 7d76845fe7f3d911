/** Many rows of a table, made by the database itself, the same in every run. */
import type { Model } from '../../src/model/model.ts'
import { tableOf } from '../../src/server/db/schema/index.ts'
import type { ColumnDef } from '../../src/server/db/schema/types.ts'
import type { Database } from '../../src/server/types.ts'

/** What is written: SQL by column, of the number `n` of the row and the record `w`; the others get their default. */
export interface Filling {
  table: string
  values: Record<string, string>
}

/** What stands in the database for an entry of a dictionary. */
export function valueIn(model: Model, dictionary: string, name: string): string | number {
  const value = model.dictionaries[dictionary]?.values.find((one) => one.name === name)?.value
  if (value === undefined) throw new Error(`${dictionary} has no ${name}`)
  return value
}

/** Who and what there is for rows to point at, of the company of the demo. */
const WORLD = `with c as (select min("id") as id from "company"),
e as (select "id", "orgId" from "employee" where "companyId" = (select id from c)),
w as (select (select id from c) as company,
  (select array_agg("id" order by "id") from e) as people,
  (select array_agg("orgId" order by "id") from e) as orgs,
  (select array_agg("cityCode" order by "id") from "saleCity") as cities,
  (select array_agg("id" order by "id") from "photoPackage" where "companyId" = (select id from c)) as packages,
  (select array_agg("id" order by "id") from "place" where "companyId" = (select id from c)) as places,
  (select array_agg("id" order by "id") from "cashier" where "companyId" = (select id from c)) as cashiers,
  (select array_agg("id" order by "id") from "payMethod" where "companyId" = (select id from c)) as methods,
  (select coalesce(min("id"), 0) from "customer") as customer,
  (select count(*) from "customer") as customers,
  (select min("id") from "memberConfig" where "companyId" = (select id from c)) as grade,
  (select min("id") from "bill") as bill)`

/** A number in [0, 1) that looks random and is the same for the same row; another `seed`, another number. */
export const spread = (seed: number): string => `((hashint8extended(n, ${seed}) & 2147483647) / 2147483648.0)`
/** Some are met often, most seldom. */
export const skewed = (seed: number): string => `power(${spread(seed)}, 2)`
/** One of an array; the same seed finds the same place in another array as long. */
export const oneOf = (list: string, seed: number): string =>
  `${list}[1 + floor(cardinality(${list}) * ${spread(seed)})::int]`
export const charOf = (chars: string, at: string): string =>
  `substr('${chars}', 1 + floor(${chars.length} * ${at})::int, 1)`

function valueOf({ values }: Filling, { name, notNull, default: fixed, type }: ColumnDef): string | undefined {
  if (values[name] !== undefined) return values[name]
  if (!notNull || fixed !== undefined) return undefined
  return /\[\]$/.test(type) ? "'{}'" : type === 'text' ? "''" : type === 'boolean' ? 'false' : '0'
}

/** Adds the rows `from` to `to`. Many of them are quicker without indexes, which are then made again. */
export async function fill(db: Database, model: Model, filling: Filling, from: number, to: number): Promise<void> {
  const resource = model.resources[filling.table]
  if (!resource) throw new Error(`the product has no ${filling.table}`)
  const table = tableOf(resource, model)
  const name = `"${table.name}"`
  const columns = table.columns
    .filter((column) => !column.identity || filling.values[column.name] !== undefined)
    .map((column) => [column.name, valueOf(filling, column)] as const)
    .filter(([, value]) => value !== undefined)
  const indexes = to - from > 50_000 ? table.indexes : []
  await db.script(
    [
      // References are right by construction; checking them would take longer than writing the rows.
      "set local session_replication_role = replica; set local maintenance_work_mem = '512MB'",
      ...indexes.map((index) => `drop index "${index.name}"`),
      `insert into ${name} (${columns.map(([column]) => `"${column}"`).join(', ')})
      ${WORLD} select ${columns.map(([, value]) => value).join(', ')} from w, generate_series(${from}::bigint, ${to}::bigint) n`,
      ...indexes.map((index) => `create ${index.unique ? 'unique ' : ''}index "${index.name}" on ${name}${index.sql}`),
    ].join(';\n'),
  )
  await db.query(`vacuum (analyze) ${name}`)
}
