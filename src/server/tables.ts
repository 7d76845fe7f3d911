/** Tables beside those of the resources. Each part of the server makes its own when it starts. */
import { DbError } from './db/index.ts'
import type { Queryable } from './types.ts'

/**
 * Runs `create … if not exists` statements. Two processes that start at once may both find a table missing; the
 * second is refused by the catalogue, and then finds it there.
 */
export async function makeTables(db: Queryable, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await db.query(statement).catch((error: unknown) => {
      if (!(error instanceof DbError) || error.kind !== 'unique') throw error
      return db.query(statement)
    })
  }
}
