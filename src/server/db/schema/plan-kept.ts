/** Steps for columns that the engine keeps itself: counted, or worked out from others. */
import type { Queryable } from '../../types.ts'
import { quoted } from '../options.ts'
import type { ActualSchema } from './introspect.ts'
import { countRows } from './plan-tables.ts'
import { step, type MigrationStep } from './plan-types.ts'
import { keptKey, type Shape } from './state.ts'
import type { KeptDef, TableDef } from './types.ts'

interface Kept extends KeptDef {
  table: string
  key: string
  part: 'tallies' | 'values'
}

const keptOf = (tables: TableDef[]): Kept[] =>
  tables.flatMap((table) =>
    (['tallies', 'values'] as const).flatMap((part) =>
      table[part].map((one) => ({ ...one, part, table: table.name, key: keptKey(table.name, one) })),
    ),
  )

/** Each after those it reads. */
function inOrder(kept: Kept[]): Kept[] {
  const byKey = new Map(kept.map((one) => [one.key, one]))
  const done = new Set<Kept>()
  const seen = new Set<Kept>()
  const visit = (one: Kept): void => {
    if (seen.has(one)) return
    seen.add(one)
    for (const read of one.reads) if (byKey.has(read)) visit(byKey.get(read)!)
    done.add(one)
  }
  kept.forEach(visit)
  return [...done]
}

/** Those that are new, or kept otherwise than they were, and those that read one of them. */
function changedOf(kept: Kept[], shape: Shape): Kept[] {
  const changed = new Set<string>()
  return inOrder(kept).filter(({ part, key, sql, reads }) => {
    const same = shape[part][key] === sql && !reads.some((read) => changed.has(read))
    if (!same) changed.add(key)
    return !same
  })
}

/** Columns whose rows hold what was right before: every record is counted and worked out anew. */
export async function keepColumns(
  { db, shape, actual }: { db: Queryable; shape: Shape; actual: ActualSchema },
  tables: TableDef[],
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = []
  for (const one of changedOf(keptOf(tables), shape)) {
    const found = actual.get(one.table)
    if (!found) continue
    const column = quoted(one.column)
    const table = quoted(one.table)
    const sql = (which: string): string =>
      `update ${table} as "t" set ${column} = ${one.sql} where ${which} and "t".${column} is distinct from ${one.sql}`
    const what = one.part === 'tallies' ? `count ${one.key} anew` : `work out ${one.key} anew`
    steps.push(
      step(what, [], {
        pieces: { table, sql },
        rows: await countRows(db, found.stored),
        quick: false,
        needed: true,
        shape: [{ path: [one.part, one.key], value: one.sql }],
      }),
    )
  }
  return steps
}
