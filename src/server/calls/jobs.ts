/** The jobs of calls: long exports, and imports. */
import type { Jobs, RunningJob } from '../jobs/index.ts'
import { ERRORS, refuse, Refusal } from '../errors.ts'
import { mustBeGranted } from '../engine/grant.ts'
import { Run } from '../engine/run.ts'
import { EXPORT_JOB, EXPORT_MAX, ExportCall } from './export.ts'
import { IMPORT_JOB, ImportCall } from './import.ts'
import type { ImportReport } from './importing.ts'
import type { Calls } from './index.ts'

interface CallInput {
  path: string
  payload: Record<string, unknown>
}

/** Registers them. `calls`: those of the model at the moment the job runs. */
export function registerCallJobs(jobs: Jobs, calls: () => Calls): void {
  jobs.register(EXPORT_JOB, async (job) => {
    const { plan, run } = await begin(job, calls())
    if (!(plan instanceof ExportCall)) return refuse('unknownCall')
    const made = await plan.make(run, EXPORT_MAX, (done) => job.progress(done, Math.max(done, 1)))
    if (!made)
      throw new Refusal(ERRORS.manyRows.status, {
        zh: `一次最多导出 ${EXPORT_MAX} 行`,
        en: `At most ${EXPORT_MAX} rows can be exported at once`,
      })
    return { url: made.url, rows: made.rows }
  })
  jobs.register(IMPORT_JOB, async (job) => {
    const { plan, run } = await begin(job, calls())
    if (!(plan instanceof ImportCall)) return refuse('unknownCall')
    const report = await plan.work(run, job.state as ImportReport | undefined, job)
    return { ...report }
  })
}

/** The person may have lost the right meanwhile. */
async function begin(job: RunningJob, calls: Calls): Promise<{ plan: ReturnType<Calls['planOf']>; run: Run }> {
  const { path, payload } = job.input as CallInput
  const plan = calls.planOf(path)
  if (!plan) return refuse('unknownCall')
  const asker = await calls.core.asker(job.actor)
  return { plan, run: new Run(asker, plan.call, payload, mustBeGranted(asker, plan.call, payload), {}) }
}
