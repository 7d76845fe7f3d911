/**
 * The former names that the last migration knew. A rename that is taken back, by hand or by git, takes its `was` with it:
 * the files say nothing of it, and without these the rows would stay under a name that nobody has any more.
 */
import type { Queryable } from '../../types.ts'
import { literal } from '../options.ts'
import { STATE_TABLE } from './state.ts'
import type { DesiredSchema, DictionaryDef, TableDef } from './types.ts'

/** Row of the state table that holds them. */
const ROW = 3

/** Names with the former names of each. */
interface Named {
  was: string[]
  /** Columns of a table, values of a dictionary. */
  parts: Record<string, string[]>
}

/** Of tables and dictionaries, by what they were called when they were last migrated. */
export interface FormerNames {
  tables: Record<string, Named>
  dictionaries: Record<string, Named>
}

const partsOf = (parts: readonly { name: string; was: string[] }[]): Named['parts'] =>
  Object.fromEntries(parts.map(({ name, was }) => [name, was]))

/** The names of a schema, of what has a former one. */
export function formerNamesOf({ tables, dictionaries }: DesiredSchema): FormerNames {
  const all = (entries: [string, Named][]): Record<string, Named> =>
    Object.fromEntries(
      entries.filter(([, { was, parts }]) => was.length > 0 || Object.values(parts).some((one) => one.length > 0)),
    )
  return {
    tables: all(tables.map(({ name, was, columns }) => [name, { was, parts: partsOf(columns) }])),
    dictionaries: all(
      Object.entries(dictionaries).map(([name, { was, values }]) => [name, { was, parts: partsOf(values) }]),
    ),
  }
}

/** The names that the last whole migration left; nothing of a database that was never migrated. */
export async function readFormerNames(db: Queryable): Promise<FormerNames> {
  const [found] = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [STATE_TABLE])
  const [row] = found?.known
    ? await db.query<{ shape: Partial<FormerNames> }>(`select "shape" from "${STATE_TABLE}" where "id" = ${ROW}`)
    : []
  return { tables: row?.shape.tables ?? {}, dictionaries: row?.shape.dictionaries ?? {} }
}

/** The statement that stores them. */
export const writeFormerNames = (names: FormerNames): string =>
  `insert into "${STATE_TABLE}" ("id", "shape") values (${ROW}, ${literal(JSON.stringify(names))}::jsonb)
   on conflict ("id") do update set "shape" = excluded."shape", "at" = now()`

/** The names to keep while something of the earlier schema stands: those of now, and of what is no more in the files. */
export const keptNames = (known: FormerNames, now: FormerNames): FormerNames => ({
  tables: merged(known.tables, now.tables),
  dictionaries: merged(known.dictionaries, now.dictionaries),
})

function merged(known: Record<string, Named>, now: Record<string, Named>): Record<string, Named> {
  const both = Object.entries(now).map(([name, one]): [string, Named] => {
    const earlier = known[name]?.parts ?? {}
    return [name, { ...one, parts: { ...earlier, ...one.parts } }]
  })
  return { ...known, ...Object.fromEntries(both) }
}

/** The schema, with the names of what was renamed back as former names. */
export function withNamesTakenBack(schema: DesiredSchema, known: FormerNames): DesiredSchema {
  const names = new Set(schema.tables.map(({ name }) => name))
  return {
    tables: schema.tables.map((table) => tableTakenBack(table, names, known)),
    dictionaries: Object.fromEntries(
      Object.entries(schema.dictionaries).map(([name, one]) => [
        name,
        dictionaryTakenBack(one, known.dictionaries[name]),
      ]),
    ),
  }
}

function tableTakenBack(table: TableDef, names: ReadonlySet<string>, { tables }: FormerNames): TableDef {
  const renamed = Object.keys(tables).find((one) => !names.has(one) && tables[one]?.was.includes(table.name))
  const former = table.name in tables ? table.name : renamed
  const earlier = former === undefined ? undefined : tables[former]
  if (!earlier || former === undefined) return table
  const was = former === table.name ? table.was : [...table.was, former]
  return { ...table, was, columns: partsTakenBack(table.columns, earlier) }
}

const dictionaryTakenBack = (one: DictionaryDef, earlier: Named | undefined): DictionaryDef =>
  earlier ? { ...one, values: partsTakenBack(one.values, earlier) } : one

/** Parts that are called again as one that is gone was called before. */
function partsTakenBack<T extends { name: string; was: string[] }>(parts: readonly T[], earlier: Named): T[] {
  const names = new Set(parts.map(({ name }) => name))
  return parts.map((part) => {
    if (part.name in earlier.parts) return part
    const former = Object.keys(earlier.parts).find(
      (name) => !names.has(name) && earlier.parts[name]?.includes(part.name),
    )
    return former === undefined ? part : { ...part, was: [...part.was, former] }
  })
}
