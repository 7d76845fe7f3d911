import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/server/errors.ts'
import { cancelJob, createJobs, enqueueJob, readJob } from '../../../src/server/jobs/index.ts'
import type { Jobs, RunJob } from '../../../src/server/jobs/index.ts'
import { cleanJobs } from '../../../src/server/jobs/table.ts'
import { OUTBOX_TABLE } from '../../../src/server/push/outbox.ts'
import type { Actor, Database } from '../../../src/server/types.ts'
import { engines, ZONE } from '../db/engines.ts'

const LIN: Actor = { kind: 'staff', lang: 'zh', employeeId: 1, companyId: 1 }
/** Monday 09:00 in Shanghai. */
const MONDAY = Date.UTC(2026, 2, 16, 1)

describe.each(engines)('jobs on $name', (engine) => {
  let db: Database
  const clock = {
    at: MONDAY,
    now() {
      return this.at
    },
  }
  const failures: unknown[] = []
  const worker = (): Promise<Jobs> => createJobs({ db, clock, timezone: ZONE, failed: (error) => failures.push(error) })

  beforeAll(async () => {
    db = await engine.open()
    await db.query(OUTBOX_TABLE)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    clock.at = MONDAY
    failures.length = 0
    await worker()
    await db.query('delete from "job"')
    await db.query('delete from "outbox"')
  })

  const enqueue = (input: unknown, more: { key?: string; runAfter?: number } = {}): Promise<number> =>
    enqueueJob(db, { kind: 'test', input, actor: LIN, ...more }, clock.now()) as Promise<number>

  async function ran(run: RunJob, options = {}): Promise<void> {
    const jobs = await worker()
    jobs.register('test', run, options)
    await jobs.runDue()
    await jobs.stop()
  }

  it('does the work as who asked for it, and keeps progress and result', async () => {
    const id = await enqueue({ rows: 3 })
    await ran(async (job) => {
      expect(job.actor).toEqual(LIN)
      for (let done = 1; done <= 3; done++) await job.progress(done, 3)
      return { url: '/files/x', rows: (job.input as { rows: number }).rows }
    })
    expect(await readJob(db, id)).toMatchObject({
      status: 'done',
      done: 3,
      total: 3,
      result: { url: '/files/x', rows: 3 },
      error: null,
      attempts: 1,
    })
  })

  it('tells the person how it goes', async () => {
    const id = await enqueue(null)
    await ran(async (job) => job.progress(1, 1))
    const told = await db.query<{ message: { data: unknown } }>('select "message" from "outbox" order by "id"')
    expect(told.map(({ message }) => message.data)).toEqual([
      { id, done: 1, total: 1, status: 'running' },
      { id, done: 1, total: 1, status: 'done' },
    ])
  })

  it('is done once, however many processes look for work', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => enqueue(null)))
    const done: number[] = []
    const workers = await Promise.all(Array.from({ length: 4 }, worker))
    for (const jobs of workers)
      jobs.register('test', async (job) => {
        done.push(job.id)
      })
    await Promise.all(workers.map((jobs) => jobs.runDue()))
    await Promise.all(workers.map((jobs) => jobs.stop()))
    expect(done.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b))
  })

  it('goes on from its last note after its process was killed', async () => {
    const id = await enqueue(null)
    const steps: number[] = []
    const run: RunJob = async (job) => {
      for (let at = ((job.state as { at: number } | undefined)?.at ?? 0) + 1; at <= 5; at++) {
        steps.push(at)
        await job.progress(at, 5, { at })
        // Its process is killed here; the next run begins behind it.
        if (at === 3) await new Promise(() => undefined)
      }
    }
    const killed = await worker()
    killed.register('test', run)
    void killed.runDue()
    while ((await readJob(db, id))?.done !== 3) await new Promise((resolve) => setImmediate(resolve))
    await ran(run)
    expect(steps).toEqual([1, 2, 3])
    await db.query(`update "job" set "heartbeat" = now() - interval '2 minutes' where "id" = $1`, [id])
    await ran(run)
    expect(steps).toEqual([1, 2, 3, 4, 5])
    expect(await readJob(db, id)).toMatchObject({ status: 'done', attempts: 2 })
  })

  it('lets another process have what it has lost, and stops', async () => {
    const id = await enqueue(null)
    const ended: string[] = []
    await ran(async (job) => {
      await db.query(`update "job" set "worker" = 'another' where "id" = $1`, [id])
      await job.progress(1, 2, {}).catch((error: Error) => {
        ended.push(error.constructor.name)
        throw error
      })
    })
    expect(ended).toEqual(['JobAborted'])
    expect(await readJob(db, id)).toMatchObject({ status: 'running', done: 0 })
  })

  it.each([
    ['done', async () => undefined],
    ['failed', () => Promise.reject(new Refusal(400, { zh: '没有数据', en: 'There is nothing' }))],
    ['tried again', () => Promise.reject(new Error('no luck'))],
  ])('is left to the process that took it over at its end, where it would be %s', async (_, end) => {
    const id = await enqueue(null)
    await ran(async () => {
      await db.query(`update "job" set "worker" = 'another' where "id" = $1`, [id])
      await end()
    })
    expect(await readJob(db, id)).toMatchObject({ status: 'running', attempts: 1 })
    expect(await db.query('select "worker", "endTime" from "job" where "id" = $1', [id])).toEqual([
      { worker: 'another', endTime: null },
    ])
  })

  it('is tried again later, then fails with a sentence; the cause is kept from the caller', async () => {
    const id = await enqueue(null)
    const run: RunJob = async () => {
      throw new Error('disk full')
    }
    const starts: number[] = []
    const tried = async (): Promise<number> => {
      await ran(async (job) => {
        starts.push(job.id)
        return run(job)
      })
      return starts.length
    }
    expect(await tried()).toBe(1)
    // The first wait is five seconds, each other twice as long as the one before.
    for (const [wait, count] of [
      [4999, 1],
      [1, 2],
      [9999, 2],
      [1, 3],
      [60_000, 3],
    ] as const) {
      clock.at += wait
      expect(await tried()).toBe(count)
    }
    expect(await readJob(db, id)).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: { zh: expect.any(String), en: expect.any(String) },
    })
    expect(failures).toHaveLength(3)
  })

  it('does not try again what was refused', async () => {
    const id = await enqueue(null)
    await ran(async () => {
      throw new Refusal(400, { zh: '文件没有数据', en: 'The file holds no rows' })
    })
    expect(await readJob(db, id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { zh: '文件没有数据', en: 'The file holds no rows' },
    })
    expect(failures).toEqual([])
  })

  it('can be cancelled before it begins and while it runs', async () => {
    const [waiting, running] = [await enqueue('waiting'), await enqueue('running')]
    expect(await cancelJob(db, waiting, clock.now())).toBe(true)
    const begun: unknown[] = []
    await ran(async (job) => {
      begun.push(job.input)
      await cancelJob(db, job.id, clock.now())
      await job.progress(1, 2, {})
    })
    expect(begun).toEqual(['running'])
    expect(await readJob(db, running)).toMatchObject({ status: 'cancelled', done: 1, stopping: false })
    expect(await cancelJob(db, running, clock.now())).toBe(false)
    expect(failures).toEqual([])
  })

  it('is handed to the next process when its own stops', async () => {
    const id = await enqueue(null)
    const jobs = await worker()
    let begun = (): void => undefined
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    jobs.register('test', async (job) => {
      begun()
      await new Promise((resolve) => job.signal.addEventListener('abort', resolve))
      await job.progress(1, 2)
    })
    void jobs.runDue()
    await started
    await jobs.stop()
    expect(await readJob(db, id)).toMatchObject({ status: 'waiting' })
    await ran(async () => undefined)
    expect(await readJob(db, id)).toMatchObject({ status: 'done' })
  })

  it('comes by itself once a night and once a period, whichever process looks first', async () => {
    const runs: string[] = []
    const [one, two] = [await worker(), await worker()]
    for (const jobs of [one, two]) {
      jobs.schedule('night', { hour: 3 }, async () => {
        runs.push('night')
      })
      jobs.schedule('often', { every: 600_000 }, async () => {
        runs.push('often')
      })
    }
    const look = async (at: number): Promise<string[]> => {
      clock.at = at
      runs.length = 0
      await one.runDue()
      await two.runDue()
      return [...runs].sort()
    }
    const midnight = MONDAY - 9 * 3600_000
    expect(await look(midnight + 2 * 3600_000)).toEqual(['often'])
    expect(await look(midnight + 3 * 3600_000)).toEqual(['night', 'often'])
    expect(await look(midnight + 3 * 3600_000 + 60_000)).toEqual([])
    expect(await look(midnight + 27 * 3600_000)).toEqual(['night', 'often'])
    await Promise.all([one.stop(), two.stop()])
  })

  it('waits until its time, and one key is one job', async () => {
    expect(await enqueue(1, { key: 'a', runAfter: clock.now() + 5000 })).toBeTypeOf('number')
    expect(await enqueue(2, { key: 'a' })).toBeUndefined()
    const inputs: unknown[] = []
    const run: RunJob = async (job) => {
      inputs.push(job.input)
    }
    await ran(run)
    expect(inputs).toEqual([])
    clock.at += 5000
    await ran(run)
    expect(inputs).toEqual([1])
  })

  it('is gone a week after its end', async () => {
    await enqueue(null)
    await ran(async () => undefined)
    expect(await cleanJobs(db, clock.now() + 6 * 86_400_000)).toBe(0)
    expect(await cleanJobs(db, clock.now() + 8 * 86_400_000)).toBe(1)
  })
})
