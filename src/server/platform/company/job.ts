/** How a job goes (exports, imports): its owner asks, and may stop it. */
import { cancelJob, readJob } from '../../jobs/table.ts'
import type { JobRow } from '../../jobs/table.ts'
import type { Call, Handler, Handlers } from '../call.ts'

/** Calls about one job by its number. */
type JobCall = Call<'job/progress'> | Call<'job/cancel'> | Call<'lead/getProgress'> | Call<'analysis/importProgress'>

async function ownJob(c: JobCall): Promise<JobRow> {
  const job = await readJob(c.tx, c.input.jobId)
  const { companyId = null, employeeId = null, customerId, linkId } = c.actor
  const asked = job?.companyId === companyId && job.employeeId === employeeId
  // Customers are nobody of the company: it is who they are, and the link they came by.
  const own = asked && job.actor.customerId === customerId && job.actor.linkId === linkId
  return own ? job : c.refuse('jobId', { zh: '任务不存在', en: 'The job does not exist' })
}

/** What an import counts as it goes (rules 4.4: importProgress). */
const COUNTS = ['successCount', 'repeatCount', 'failCount', 'errors', 'head', 'rest'] as const

/** How a job of the person stands. */
async function jobProgress(c: JobCall) {
  const job = await ownJob(c)
  const { done, total, result, state, error } = job
  // What was cancelled runs on until its process has said how far it came.
  const status = job.stopping ? 'running' : job.status
  const counted = { ...(typeof state === 'object' ? state : null), ...result }
  const counts = Object.fromEntries(COUNTS.filter((name) => name in counted).map((name) => [name, counted[name]]))
  const url = result?.url ?? null
  return {
    ...counts,
    totalCount: total,
    doneCount: done,
    done,
    total,
    status,
    url,
    error: error?.[c.actor.lang] ?? null,
  }
}

/** The same of an import, under a path of its own, in the words of its records. */
export async function importProgress(c: Call<'lead/getProgress'> | Call<'analysis/importProgress'>) {
  const { status: state, done: _done, total: _total, url: _url, ...rest } = await jobProgress(c)
  return { ...rest, state, status: state === 'cancelled' ? ('failed' as const) : state }
}

const cancel: Handler<'job/cancel'> = async (c) => {
  const { id } = await ownJob(c)
  if (!(await cancelJob(c.tx, id, c.now))) c.refuse(undefined, { zh: '任务已结束', en: 'The job is over already' })
  return null
}

export const handlers: Handlers = { 'job/progress': jobProgress, 'job/cancel': cancel }
