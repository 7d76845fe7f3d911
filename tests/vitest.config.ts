import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files, much work: the tests made from the metadata come first, so that no worker is left alone with them. */
class MadeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isMade = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/e2e/screens/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isMade), ...sorted.filter((file) => !isMade(file))]
  }
}

/** Two runs: `node` for everything without a page, `e2e` for the whole product in a real browser. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    reporters: ['default'],
    sequence: { sequencer: MadeFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/bench/**'],
          globalSetup: ['tests/server/support/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // One graph of modules for all files of a worker: the server and its model are loaded twice, not a hundred times.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // A page waits for its server every now and then: a third window keeps two cores busy.
          maxWorkers: 3,
        },
      },
    ],
  },
})
