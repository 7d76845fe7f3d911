import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes comes first, the longest at the head, so that no worker is left alone with it. */
const LONG = ['/e2e/accounts', '/e2e/journeys/first-day', '/e2e/screens/', '/process/', '/generator/mistakes']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(part))
      return at === -1 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** How long a test, or what goes before one, may take (ms): so long that only what hangs is ended, on a busy machine too. */
const PATIENCE = 600_000

/** Two runs: `node` for everything without a page, `e2e` for the whole product in a real browser. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    reporters: ['default'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/bench/**'],
          globalSetup: ['tests/server/support/setup.ts'],
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          expect: { poll: { timeout: 60_000 } },
          pool: 'forks',
          // One graph of modules for all files of a worker: the server and its model are loaded twice, not a hundred times.
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          pool: 'forks',
          // As above; the windows that tests look through are opened once a worker, too.
          isolate: false,
          // A page waits for its server every now and then: a third window keeps two cores busy.
          maxWorkers: 3,
        },
      },
    ],
  },
})
