/** The current schema, read from the catalogue in five queries for any size. */
import type { DbRow, Queryable } from '../../types.ts'

/** A column as it is, or, during planning, as it will be after the steps so far. */
export interface ActualColumn {
  name: string
  /** Its current name, when the plan renames it. */
  stored: string
  type: string
  notNull: boolean
  default?: string
  /** The plan converts its values; this many rows will have none. */
  converted?: { empty: number }
}
interface ActualConstraint {
  name: string
  kind: 'p' | 'u' | 'f'
  columns: string[]
}
interface ActualIndex {
  name: string
  valid: boolean
}
export interface ActualTable {
  name: string
  stored: string
  columns: Map<string, ActualColumn>
  constraints: Map<string, ActualConstraint>
  indexes: Map<string, ActualIndex>
  statistics: Set<string>
}
export type ActualSchema = Map<string, ActualTable>

const TABLES = `
select c.relname as "table" from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`

const COLUMNS = `
select c.relname as "table", a.attname as name, a.attname as stored, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
  pg_get_expr(d.adbin, d.adrelid) as "default"
from pg_attribute a
join pg_class c on c.oid = a.attrelid
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = '' and a.attidentity = ''
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
order by a.attnum`

const CONSTRAINTS = `
select c.relname as "table", k.conname as name, k.contype as kind,
  array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns
from pg_constraint k join pg_class c on c.oid = k.conrelid
where c.relnamespace = current_schema()::regnamespace and k.contype in ('p', 'u', 'f')`

const INDEXES = `
select c.relname as "table", i.relname as name, x.indisvalid as valid
from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
where c.relnamespace = current_schema()::regnamespace`

const STATISTICS = `
select c.relname as "table", s.stxname as name
from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid
where c.relnamespace = current_schema()::regnamespace`

type OfTable<T> = T & { table: string } & DbRow

/** Reads all tables of the schema of the connection. */
export async function introspect(db: Queryable): Promise<ActualSchema> {
  const [tables, columns, constraints, indexes, statistics] = await Promise.all([
    db.query<OfTable<object>>(TABLES),
    db.query<OfTable<ActualColumn & { default: string | null }>>(COLUMNS),
    db.query<OfTable<ActualConstraint>>(CONSTRAINTS),
    db.query<OfTable<ActualIndex>>(INDEXES),
    db.query<OfTable<{ name: string }>>(STATISTICS),
  ])
  const schema: ActualSchema = new Map(
    tables.map(({ table }) => [
      table,
      {
        ...{ name: table, stored: table, columns: new Map(), constraints: new Map(), indexes: new Map() },
        statistics: new Set(),
      },
    ]),
  )
  for (const { table, ...column } of columns)
    schema.get(table)?.columns.set(column.name, { ...column, default: column.default ?? undefined })
  for (const { table, ...constraint } of constraints) schema.get(table)?.constraints.set(constraint.name, constraint)
  for (const { table, ...index } of indexes) schema.get(table)?.indexes.set(index.name, index)
  for (const { table, name } of statistics) schema.get(table)?.statistics.add(name)
  return schema
}

/** A default without the casts and brackets PostgreSQL adds, so that two can be compared. */
export function plainDefault(expression: string | undefined): string | undefined {
  if (expression === undefined) return undefined
  let plain = expression.replace(/::[a-z_]+( (varying|precision))?(\(\d+\))?( with(out)? time zone)?(\[\])?/g, '')
  while (plain.startsWith('(') && plain.endsWith(')')) plain = plain.slice(1, -1)
  return plain.replace(/^'(-?\d+(\.\d+)?)'$/, '$1')
}
