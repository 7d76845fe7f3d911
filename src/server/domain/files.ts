/** Stored files that are taken away once what named them is gone for good. */
import { pathOfKey } from '../files/names.ts'
import type { Jobs } from '../jobs/index.ts'
import type { FileStore } from '../types.ts'

/** The kind of job that takes files away, named by their keys: after the commit, and again where it was cut off. */
export const REMOVE_FILES = 'files.remove'

/** Registers the job that takes files away. */
export function registerFileJobs(jobs: Jobs, files: FileStore): void {
  jobs.register(REMOVE_FILES, async ({ input: keys }) => {
    for (const key of Array.isArray(keys) ? keys : []) if (typeof key === 'string') await files.del(pathOfKey(key))
  })
}
