/** "Contains", without regard to case: a pattern that trigram indexes serve. */
import { sql, type Sql } from './sql.ts'

/** A column contains a text; `text` is a parameter made by {@link containsPattern}. */
export function containsSql(value: Sql, pattern: Sql): Sql {
  return sql`${value} ilike ${pattern}`
}

/** The pattern that finds a text anywhere. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
