/** The database: a PostgreSQL server when one is named, otherwise the embedded one. */
import { join } from 'node:path'
import type { Database } from '../types.ts'
import type { DatabaseOptions } from './options.ts'
import { openPglite } from './embedded/index.ts'
import { openPostgres } from './postgres/index.ts'

export { DbError, type DbErrorKind } from './errors.ts'
export { DirectoryInUse } from './embedded/directory-lock.ts'
export { day } from './parameters.ts'
export type { DatabaseOptions } from './options.ts'

/** The place of the embedded database in the data directory. */
export const databaseDirectory = (dataDir: string): string => join(dataDir, 'db')

/** Opens the database; the caller closes it. Fails with a sentence for the operator. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url } = options
  return url ? openPostgres({ ...options, url }) : openPglite(options)
}
