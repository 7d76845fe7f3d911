/** Around all tests: names the databases that this run makes on a PostgreSQL server, and drops them in the end. */
import { dropRun, hasPostgres, nameRun, SKIPPED } from './server.ts'

export default function setup(): (() => Promise<void>) | undefined {
  if (!hasPostgres) {
    console.log(SKIPPED)
    return undefined
  }
  const kept = process.env.ATELIER_TEST_RUN !== undefined
  const run = nameRun()
  return kept ? undefined : () => dropRun(run)
}
