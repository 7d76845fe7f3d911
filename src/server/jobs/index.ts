/**
 * The worker: runs jobs of its registered kinds, a few at once, and adds the scheduled ones to the table when they are
 * due. Every process has one; the table ensures that a job runs once.
 */
import { randomUUID } from 'node:crypto'
import type { Text } from '../../model/model.ts'
import { dayText, wallOf } from '../../model/zone.ts'
import { Refusal } from '../errors.ts'
import { makeTables } from '../tables.ts'
import type { Actor, Clock, Database } from '../types.ts'
import { beat, claimJob, endJob, enqueueJob, JOB_CHANNEL, JOB_TABLES, settleCancelled } from './table.ts'
import type { Ending, JobResult, JobRow, Progress } from './table.ts'

export { cancelJob, enqueueJob, readJob } from './table.ts'
export type { JobResult, JobRow, JobStatus, NewJob } from './table.ts'

/** The handle of a running job, for its function. */
export interface RunningJob {
  readonly id: number
  readonly input: unknown
  readonly actor: Actor
  /** The state saved by the last run, after a kill or a retry; `undefined` at the first run. */
  readonly state: unknown
  /** Aborted when the job was cancelled or taken over, or the server stops. */
  readonly signal: AbortSignal
  /**
   * Reports progress and saves the state to resume from. Written at most a few times a second; throws when the job is
   * no longer wanted. With `state` it resolves only after the state is saved, so that nothing is done twice.
   */
  progress(done: number, total: number, state?: unknown): Promise<void>
  /** What is kept in place of the state where the job was cancelled. */
  leave(left: unknown): void
}

/** Runs a job; the result is stored with it (`url`: a file to download). */
export type RunJob = (job: RunningJob) => Promise<JobResult | void>

interface JobOptions {
  attempts?: number
}

/** When a kind is scheduled: daily at an hour of the product's time zone, or at an interval in ms. */
export type Schedule = { hour: number } | { every: number }

export interface Jobs {
  register(kind: string, run: RunJob, options?: JobOptions): void
  /** A scheduled kind, run as the system. */
  schedule(kind: string, when: Schedule, run: RunJob): void
  /** Starts polling for work. */
  start(): Promise<void>
  /** Runs all jobs that are due now, and waits for them (tests, demo data). */
  runDue(): Promise<void>
  /** Starts no new job, asks running ones to stop, waits for them. The next process resumes them. */
  stop(): Promise<void>
}

interface JobDeps {
  db: Database
  clock: Clock
  timezone: string
  /** Runs a job inside of something else: a trace. */
  around?: (<T>(kind: string, id: number, run: () => Promise<T>) => Promise<T>) | undefined
  /** Reports an error of a job. */
  failed?(error: unknown, kind: string): void
}

const POLL_MS = 2000
const BEAT_MS = 5000
const WRITE_MS = 300
const AT_ONCE = 2
const ATTEMPTS = 3
const FIRST_WAIT_MS = 5000

const SYSTEM: Actor = { kind: 'system', lang: 'zh' }
const FAILED: Text = { zh: '任务失败，请稍后重试', en: 'The job failed; try again later' }

/** The job was cancelled or taken over, or the server stops. Thrown inside a job; nobody needs to catch it. */
class JobAborted extends Error {}

export async function createJobs(deps: JobDeps): Promise<Jobs> {
  await makeTables(deps.db, JOB_TABLES)
  return new Worker(deps)
}

class Worker implements Jobs {
  readonly #deps: JobDeps
  readonly #kinds = new Map<string, { run: RunJob; attempts: number }>()
  readonly #schedules = new Map<string, Schedule>()
  /** The last key added, for each kind: avoids asking the table for the same key every two seconds. */
  readonly #enqueued = new Map<string, string>()
  readonly #running = new Map<Promise<void>, AbortController>()
  readonly #id = randomUUID()
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined
  #stopped = false
  #looking: Promise<number> | undefined

  constructor(deps: JobDeps) {
    this.#deps = deps
  }

  register(kind: string, run: RunJob, { attempts = ATTEMPTS }: JobOptions = {}): void {
    this.#kinds.set(kind, { run, attempts })
  }

  schedule(kind: string, when: Schedule, run: RunJob): void {
    this.register(kind, run)
    this.#schedules.set(kind, when)
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#deps.db.listen(JOB_CHANNEL, () => void this.#look())
    this.#timer = setInterval(() => void this.#look(), POLL_MS)
    this.#timer.unref()
    await this.#look()
  }

  async runDue(): Promise<void> {
    for (;;) {
      const begun = await this.#look()
      await Promise.all(this.#running.keys())
      if (begun === 0 && this.#running.size === 0 && !this.#looking) return
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#unlisten?.()
    // A running poll may have claimed a job meanwhile.
    while (this.#looking || this.#running.size > 0) {
      for (const abort of this.#running.values()) abort.abort()
      await Promise.all([this.#looking, ...this.#running.keys()])
    }
  }

  /** Adds the scheduled jobs that are due, and starts jobs while there is room. One poll at a time; returns the number started. */
  #look(): Promise<number> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOnce(): Promise<number> {
    let begun = 0
    try {
      if (!this.#stopped) await this.#enqueueScheduled()
      while (this.#running.size < AT_ONCE && (await this.#claim())) begun += 1
    } catch (error) {
      this.#deps.failed?.(error, 'jobs')
    }
    return begun
  }

  async #claim(): Promise<boolean> {
    if (this.#stopped) return false
    const row = await claimJob(this.#deps.db, [...this.#kinds.keys()], this.#id, this.#deps.clock.now())
    if (!row) return false
    const abort = new AbortController()
    const running = this.#run(row, abort)
      .catch((error: unknown) => this.#deps.failed?.(error, row.kind))
      .finally(() => {
        this.#running.delete(running)
        void this.#look()
      })
    this.#running.set(running, abort)
    return true
  }

  async #enqueueScheduled(): Promise<void> {
    const now = this.#deps.clock.now()
    for (const [kind, when] of this.#schedules) {
      const key = dueKey(kind, when, now, this.#deps.timezone)
      if (!key || this.#enqueued.get(kind) === key) continue
      await enqueueJob(this.#deps.db, { kind, key, input: null, actor: SYSTEM }, now)
      this.#enqueued.set(kind, key)
    }
  }

  async #run(row: JobRow, abort: AbortController): Promise<void> {
    const { db, clock, around } = this.#deps
    const { run, attempts } = this.#kinds.get(row.kind) as { run: RunJob; attempts: number }
    const progress: Progress = { done: row.done, total: row.total, state: row.state }
    const alive = async (): Promise<void> => {
      if (!(await beat(db, row, this.#id, progress))) abort.abort()
    }
    const heart = setInterval(() => void alive().catch(() => undefined), BEAT_MS)
    try {
      const made = async () => run(running(row, progress, abort.signal, alive))
      const result = await (around ? around(row.kind, row.id, made) : made())
      const by = { worker: this.#id, now: clock.now() }
      await endJob(db, row, by, progress, { status: 'done', result: result ?? {} })
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof JobAborted)) this.#deps.failed?.(error, row.kind)
      const ending = endingOf(error, row, attempts, clock.now(), this.#stopped)
      if (!ending) await settleCancelled(db, row, this.#id, progress)
      else await endJob(db, row, { worker: this.#id, now: clock.now() }, progress, ending)
    } finally {
      clearInterval(heart)
    }
  }
}

/** A refusal is final; an unexpected error is retried, each time later. A job stopped with its process waits for the next one. */
function endingOf(error: unknown, row: JobRow, attempts: number, now: number, stopped: boolean): Ending | undefined {
  if (error instanceof Refusal) return { status: 'failed', error: error.text }
  if (error instanceof JobAborted) return stopped ? { retryAt: now, error: FAILED } : undefined
  if (row.attempts < attempts) return { retryAt: now + FIRST_WAIT_MS * 2 ** (row.attempts - 1), error: FAILED }
  return { status: 'failed', error: FAILED }
}

function running(row: JobRow, progress: Progress, signal: AbortSignal, alive: () => Promise<void>): RunningJob {
  let written = 0
  return {
    id: row.id,
    input: row.input,
    actor: row.actor,
    state: row.state ?? undefined,
    signal,
    async progress(done, total, state) {
      Object.assign(progress, { done, total }, state === undefined ? {} : { state })
      if (state !== undefined || performance.now() - written > WRITE_MS) {
        written = performance.now()
        await alive()
      }
      if (signal.aborted) throw new JobAborted()
    },
    leave(left) {
      progress.left = left
    },
  }
}

/** The key of the run that is due now: one a day from the hour on, or one for each interval. */
function dueKey(kind: string, when: Schedule, now: number, timezone: string): string | undefined {
  if ('every' in when) return `${kind}/${Math.floor(now / when.every)}`
  return wallOf(now, timezone).hour >= when.hour ? `${kind}/${dayText(now, timezone)}` : undefined
}
