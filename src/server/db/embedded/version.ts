/** The installed version of the embedded database. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Major version of PostgreSQL in the pinned PGlite; a directory of another version is refused. */
export const POSTGRES_MAJOR = '18'

/** The installed version of PGlite. */
export function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return (JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as { version: string }).version
}
