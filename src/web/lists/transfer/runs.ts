/**
 * The imports of this person that run or have just ended. They are followed whatever page is open, and found again after
 * the page was loaded anew; what comes of one is said once, with the way back to it.
 */
import { useEffect } from 'react'
import type { CallModel } from '../../../model/model.ts'
import { HOUR } from '../../../model/zone.ts'
import { enginePath } from '../../core/calls.ts'
import { closeNotice, notice, say } from '../../core/feedback.tsx'
import { call, CallRefused } from '../../core/request.ts'
import { session, useSession } from '../../core/session.ts'
import { readValue, writeValue } from '../../core/storage.ts'
import { createStore, useStore } from '../../core/store.ts'
import { t } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'

/** The progress of an import. */
export interface Report {
  totalCount: number
  doneCount: number
  successCount: number
  repeatCount: number
  failCount: number
  errors?: { row: number; msg: string; cells?: string[] }[]
  /** The headings of the file. */
  head?: string[]
  /** The rows that were not come to, of an import that was stopped. */
  rest?: { row: number; cells: string[] }[]
  /** How the job of it stands. */
  state: string
  error?: string | null
}

/** An import under way, or one whose result was not yet looked at. */
export interface ImportRun {
  jobId: number
  /** The employee whose it is. */
  who: number | undefined
  /** The button it was begun with: its call and the inputs that its place fixes. */
  key: string
  /** The call that tells how it goes. */
  progress: string
  /** What the button is called, and its records. */
  title: string
  of: string
  /** When it began, or ended. */
  at: number
  over: boolean
  report?: Report
}

const NOTHING_YET: Report = {
  totalCount: 0,
  doneCount: 0,
  successCount: 0,
  repeatCount: 0,
  failCount: 0,
  state: 'waiting',
}

const ENDED: readonly unknown[] = ['done', 'failed', 'cancelled']
const ASK_MS = 800
/** A run that cannot be asked for so many times in a row is given up. */
const PATIENCE = 20
const STORED = 'imports'

const runs = createStore<readonly ImportRun[]>([])
/** The run whose result is shown over whatever page is open. */
const opened = createStore<number | undefined>(undefined)
/** Runs that a dialog shows: of these no notice is needed. */
const inView = new Set<number>()
const followed = new Set<number>()
/** What is done when a run has ended: its list asks anew. */
const afterwards = new Map<number, () => void>()

export const runKey = ({ path }: CallModel, fixed: WireRow): string => `${path} ${JSON.stringify(fixed)}`

/** The run of a button that is under way or not yet looked at. */
export const useRun = (key: string): ImportRun | undefined =>
  useStore(runs, (all) => all.find((run) => run.key === key))

/** The run whose result was asked for from its notice. */
export function useOpenedRun(): ImportRun | undefined {
  const jobId = useStore(opened)
  return useStore(runs, (all) => all.find((run) => run.jobId === jobId))
}

function keep(next: readonly ImportRun[]): void {
  runs.set(next)
  writeValue(
    STORED,
    next.map(({ report: _report, ...run }) => run),
  )
}

const change = (jobId: number, over: Partial<ImportRun>): void =>
  keep(runs.get().map((run) => (run.jobId === jobId ? { ...run, ...over } : run)))

/** Takes up a run that has begun. `onDone`: its list, where the dialog may be closed by now. */
export function begin(run: Pick<ImportRun, 'jobId' | 'key' | 'progress' | 'title' | 'of'>, onDone: () => void): void {
  afterwards.set(run.jobId, onDone)
  const mine = { ...run, who: session.get().user?.employeeId, at: Date.now(), over: false }
  keep([...runs.get().filter(({ key }) => key !== run.key), mine])
  void follow(run.jobId)
}

/** A run was looked at, or is of no interest. */
export function forget(jobId: number): void {
  if (opened.get() === jobId) opened.set(undefined)
  afterwards.delete(jobId)
  keep(runs.get().filter((run) => run.jobId !== jobId))
}

/** A dialog shows a run: until the function it answers is called, what comes of it is said there. */
export function look(jobId: number, onDone?: () => void): () => void {
  inView.add(jobId)
  closeNotice(noticeOf(jobId))
  if (onDone) afterwards.set(jobId, onDone)
  return () => void inView.delete(jobId)
}

/** Stops a run; what is in stays in. One that has ended meanwhile tells so by itself. */
export async function stop(jobId: number): Promise<void> {
  try {
    await call(enginePath('stopJob'), { jobId }, { loading: false, silent: true })
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
}

/** Follows the runs that were begun before the page was loaded. */
export function useImportRuns(): void {
  const who = useSession().user?.employeeId
  useEffect(() => {
    const stored = readValue<ImportRun[]>(STORED) ?? []
    const own = stored.filter((run) => run.who === who && run.at > Date.now() - HOUR)
    const known = new Map(runs.get().map((run) => [run.jobId, run]))
    runs.set(own.map((run) => known.get(run.jobId) ?? run))
    for (const { jobId } of own) void follow(jobId)
  }, [who])
}

/** Asks until a run has ended, or nobody is interested in it. */
async function follow(jobId: number): Promise<void> {
  if (followed.has(jobId)) return
  followed.add(jobId)
  try {
    for (let failed = 0; failed < PATIENCE;) {
      const run = runs.get().find((one) => one.jobId === jobId)
      if (!run) return
      try {
        const report = await ask(run)
        if (ENDED.includes(report.state)) return end(run, report)
        change(jobId, { report })
        failed = 0
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        failed += 1
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    }
    forget(jobId)
  } finally {
    followed.delete(jobId)
  }
}

async function ask({ progress, jobId }: ImportRun): Promise<Report> {
  const { data } = await call<Partial<Report> & { total?: number; done?: number; status?: string }>(
    progress,
    { jobId },
    { loading: false, silent: true },
  )
  // Hand-written progress calls answer a report; those of the engine answer `done`, `total` and the word as `status`.
  const { total = 0, done = 0, status: state = 'waiting' } = data
  const filled = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))
  return { ...NOTHING_YET, totalCount: total, doneCount: done, state, ...filled }
}

function end(run: ImportRun, report: Report): void {
  const { jobId, over } = run
  if (!runs.get().some((one) => one.jobId === jobId)) return
  change(jobId, { report, over: true, ...(over ? {} : { at: Date.now() }) })
  if (over) return
  afterwards.get(jobId)?.()
  if (inView.has(jobId)) sayEnd(report)
  else
    notice({
      key: noticeOf(jobId),
      done: report.state === 'done' && report.failCount === 0,
      title: t(report.state === 'done' ? 'importOver' : 'importStopped', { of: run.of }),
      text: t('importSee', { sum: sumOf(report) }),
      onOpen: () => opened.set(jobId),
    })
}

const noticeOf = (jobId: number): string => `import-${jobId}`

function sayEnd({ state, error, successCount }: Report): void {
  if (state === 'failed') say.error(error ?? t('importFailed'))
  else if (state === 'cancelled') say.info(t('imported', { count: successCount }))
  else say.done(t('imported', { count: successCount }))
}

/** How many rows came in, and how many did not. */
export function sumOf(report: Report): string {
  const { totalCount: total, successCount: success, repeatCount: repeat, failCount: fail, rest = [] } = report
  const sum = t('importSum', { total, success, repeat, fail })
  return rest.length > 0 ? `${sum}${t('importRest', { rest: rest.length })}` : sum
}
