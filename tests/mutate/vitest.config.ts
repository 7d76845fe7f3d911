/** The tests of the server over files with changes of meaning in them: nothing is written, a file is changed as it is loaded. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutated } from './mutants.ts'

const root = process.cwd()
const files = new Set((process.env.MUTATE_FILES ?? '').split('\n'))

export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(_, id) {
        const file = relative(root, id.split('?')[0] as string)
        return files.has(file) ? { code: mutated(file, readFileSync(file, 'utf8')).text, map: null } : undefined
      },
    },
  ],
  test: {
    root,
    environment: 'node',
    globalSetup: ['tests/server/support/setup.ts'],
    setupFiles: ['tests/mutate/lives.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: Number(process.env.MUTATE_WORKERS ?? 2),
  },
})
