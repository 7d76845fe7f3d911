/** Kind `progress`: how an import goes, asked by who began it (rules 4.4: counts, rejected rows, status). */
import { readJob } from '../jobs/index.ts'
import { refuse } from '../errors.ts'
import type { ImportReport } from './importing.ts'
import type { MakePlan } from './plan.ts'
import { reader } from './read.ts'

export const progressCall: MakePlan = (_making, call) => ({
  call,
  async run(run) {
    const { jobId } = run.payload
    if (!Number.isSafeInteger(jobId)) return refuse('malformed', { field: 'jobId' })
    const job = await readJob(reader(run), jobId as number)
    const own =
      job && job.companyId === (run.actor.companyId ?? null) && job.employeeId === (run.actor.employeeId ?? null)
    if (!job || !own) return refuse('notFound', { field: 'jobId' })
    const state = (job.result ?? job.state ?? {}) as Partial<ImportReport>
    const { successCount = 0, repeatCount = 0, failCount = 0, errors = [], head = [], rest = [] } = state
    return {
      data: {
        totalCount: job.total,
        doneCount: job.done,
        successCount,
        repeatCount,
        failCount,
        errors,
        head,
        rest,
        status: job.status,
        url: job.result?.url ?? null,
        error: job.error?.[run.actor.lang] ?? null,
      },
    }
  },
})
