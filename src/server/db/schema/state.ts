/**
 * The state of the schema that the database stores: the types of its fields (cents and a plain number are both
 * `bigint`) and the values of its dictionaries. Written in the same transaction as each change, so that a killed
 * migration continues at the right step.
 */
import type { FieldType } from '../../../model/fields.ts'
import type { Queryable } from '../../types.ts'
import { literal } from '../options.ts'
import type { DesiredSchema, KeptDef } from './types.ts'

/** Row 1: the shape. Row 0 is locked while a migration runs. */
export const STATE_TABLE = 'schema_state'

export const STATE_BOOTSTRAP = `
create table if not exists "${STATE_TABLE}" ("id" integer primary key, "shape" jsonb not null, "at" timestamp(3) with time zone not null default now());
insert into "${STATE_TABLE}" ("id", "shape") values (0, '{}'), (1, '{}') on conflict do nothing`

/**
 * Table → column → type of its field (base columns have none: empty). Dictionary → name of a value → what is stored.
 * Counted or computed field (`table.column`) → how it was counted or worked out.
 */
export interface Shape {
  tables: Record<string, Record<string, FieldType | ''>>
  dictionaries: Record<string, Record<string, string | number>>
  tallies: Record<string, string>
  values: Record<string, string>
}

/** Sets a part of the shape, or removes it. */
export interface ShapePatch {
  path: string[]
  value?: unknown
}

/** The name a shape knows a counted or computed field by. */
export const keptKey = (table: string, { column }: KeptDef): string => `${table}.${column}`

const keptIn = (schema: DesiredSchema, part: 'tallies' | 'values'): Record<string, string> =>
  Object.fromEntries(schema.tables.flatMap((table) => table[part].map((one) => [keptKey(table.name, one), one.sql])))

/** The shape of a schema. */
export function shapeOf(schema: DesiredSchema): Shape {
  return {
    tables: Object.fromEntries(
      schema.tables.map((table) => [
        table.name,
        Object.fromEntries(table.columns.map((column) => [column.name, column.field?.type ?? ''])),
      ]),
    ),
    dictionaries: Object.fromEntries(
      Object.entries(schema.dictionaries).map(([name, { values }]) => [
        name,
        Object.fromEntries(values.map((one) => [one.name, one.value])),
      ]),
    ),
    tallies: keptIn(schema, 'tallies'),
    values: keptIn(schema, 'values'),
  }
}

/** The stored shape; empty for a database that was never migrated. */
export async function readShape(db: Queryable): Promise<Shape> {
  const [found] = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [STATE_TABLE])
  const [row] = found?.known
    ? await db.query<{ shape: Partial<Shape> }>(`select "shape" from "${STATE_TABLE}" where "id" = 1`)
    : []
  const { tables = {}, dictionaries = {}, tallies = {}, values = {} } = row?.shape ?? {}
  return { tables, dictionaries, tallies, values }
}

/** The shape after the patches. */
export function patched(shape: Shape, patches: readonly ShapePatch[]): Shape {
  // Spread into a plain type, so that any key may be patched.
  const copy = { ...structuredClone(shape) }
  for (const { path, value } of patches) patch(copy, path, value)
  return copy
}

function patch(at: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) patch((at[key] ??= {}) as Record<string, unknown>, rest, value)
  else if (value === undefined) delete at[key]
  else at[key] = value
}

/** The statement that stores a shape. */
export function writeShape(shape: Shape): string {
  return `update "${STATE_TABLE}" set "shape" = ${literal(JSON.stringify(shape))}::jsonb, "at" = now() where "id" = 1`
}
