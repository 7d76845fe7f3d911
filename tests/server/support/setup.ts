/** Around all tests: names the databases that this run makes on a PostgreSQL server, and drops them in the end. */
import { dropRun, hasPostgres, nameRun, postgresTemplate, SKIPPED } from './server.ts'
import { pgliteTemplate } from './template.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!hasPostgres) console.log(SKIPPED)
  const kept = process.env.ATELIER_TEST_RUN !== undefined
  const run = nameRun()
  // The whole suite needs both, and its files must not wait for each other; a single file may need neither.
  if (process.env.ATELIER_WHOLE) await (hasPostgres ? postgresTemplate() : pgliteTemplate())
  return hasPostgres && !kept ? () => dropRun(run) : undefined
}
