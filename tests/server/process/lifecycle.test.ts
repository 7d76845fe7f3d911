/** Starting and ending: ready when it says so, one process a directory, answers before it goes. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOBILES, type Told } from '../support/product.ts'
import { directory } from './places.ts'
import { freePort } from '../support/ports.ts'
import { killAll, Running } from './running.ts'

const MINUTE = 60_000

describe('the program', () => {
  let place: Awaited<ReturnType<typeof directory>>
  beforeAll(async () => {
    place = await directory()
  }, 10 * MINUTE)
  afterAll(async () => {
    killAll()
    await place.remove()
  })
  /** The program that the tests before have started and not ended. */
  let running: Running | undefined
  const lock = (): string => join(place.dataDir, 'db.lock')

  it('answers /healthz from the moment calls are answered, and not before', { timeout: 2 * MINUTE }, async () => {
    const port = await freePort()
    running = new Running({ ...place.env, PORT: String(port) })
    const health = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status ?? 0
    const seen = new Set<number>()
    for (let status = await health(); status !== 200; status = await health()) {
      seen.add(status)
      await pause(5)
    }
    expect([...seen]).toEqual([0])
    running.address = `http://127.0.0.1:${port}`
    expect(await running.post('index/init')).toMatchObject({ status: 401 })
    expect(await running.signIn(MOBILES.manager as string)).toMatch(/^\S{20,}$/)
  })

  it('refuses to start where another runs, by a sentence that names the directory; the other goes on', async () => {
    const second = new Running(place.env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.told.trim()).toMatch(
      new RegExp(
        `^The data directory ${place.dataDir}/db is in use by process ${running?.child.pid} on .+\\. Two servers on one directory would lose data\\..+\\.$`,
      ),
    )
    expect((await fetch(`${running?.address}/healthz`)).status).toBe(200)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'told to end by %s while calls are at work, answers all of them and ends cleanly',
    { timeout: 2 * MINUTE },
    async (signal) => {
      const program = running ?? (await new Running(place.env).ready())
      running = undefined
      const token = await program.signIn(MOBILES.administrator as string)
      const at = (n: number): Promise<Told> =>
        program.post(
          'customer/add',
          { realName: `${signal}${n}`, mobile: `17${signal === 'SIGINT' ? 1 : 2}${String(n).padStart(8, '0')}` },
          token,
        )
      // Connections are there already: none waits at a door that closes.
      await Promise.all(Array.from({ length: 24 }, () => program.post('index/init', {}, token)))
      const asked = Array.from({ length: 24 }, (_, n) => at(n))
      await Promise.race(asked)
      const ended = program.end(signal)
      const told = await Promise.all(asked)
      expect(await ended).toEqual({ code: 0, signal: null })
      const made = told.filter((one) => one.status === 200)
      expect(made.length).toBeGreaterThan(1)
      expect(told.filter((one) => one.status !== 200).map((one) => one.status)).toEqual(
        told.filter((one) => one.status === 503).map(() => 503),
      )
      expect(existsSync(lock())).toBe(false)
      const db = await place.open()
      const rows = await db.query<{ id: number }>('select "id" from "customer" where "realName" like $1', [
        `${signal}%`,
      ])
      expect(rows.map((row) => row.id).sort()).toEqual(made.map((one) => (one.data as { id: number }).id).sort())
      await db.close()
    },
  )

  it('writes the demo data anew where it was killed while writing them', { timeout: 4 * MINUTE }, async () => {
    const half = await directory()
    const count = async (change?: string): Promise<Record<string, unknown> | undefined> => {
      const db = await half.open()
      if (change) await db.query(change)
      const [row] = await db.query(
        'select (select count(*) from "company") as "companies", (select count(*) from "order") as "orders", (select count(*) from "job") as "jobs"',
      )
      await db.close()
      return row
    }
    const before = await count('create table "demo_data_begun" ()')
    const seeding = new Running(half.env, ['bin/atelier.mjs', 'seed', '--size', '0.01'])
    expect(await seeding.ended).toEqual({ code: 0, signal: null })
    expect(seeding.told).toContain('written anew')
    const after = await count()
    expect(after?.companies).toEqual(before?.companies)
    expect(Number(after?.orders)).toBeLessThan(Number(before?.orders))
    // Nights belong to a program that serves: by the real clock they would clear away what demo data of another day hold.
    expect(Number(after?.jobs)).toBe(0)
    // Whole by now: another run leaves it as it is.
    const again = new Running(half.env, ['bin/atelier.mjs', 'seed'])
    expect(await again.ended).toEqual({ code: 0, signal: null })
    expect(again.told).not.toMatch(/writ/i)
    await half.remove()
  })

  it('ends with a sentence where its directory cannot be written to', async () => {
    const file = join(place.dataDir, 'plain')
    writeFileSync(file, '')
    const refused = new Running({ ...place.env, DATA_DIR: join(file, 'data') })
    expect(await refused.ended).toEqual({ code: 1, signal: null })
    expect(refused.told.trim()).toMatch(/^The data directory .+ cannot be written to \(ENOTDIR\)\. .+ DATA_DIR\.$/)
  })

  it(
    'ends with a sentence where its port is taken, and leaves the directory free',
    { timeout: 2 * MINUTE },
    async () => {
      const { createServer } = await import('node:http')
      const taken = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => {
        taken.once('listening', resolve)
      })
      const { port } = taken.address() as { port: number }
      const running = new Running({ ...place.env, PORT: String(port) })
      expect(await running.ended).toEqual({ code: 1, signal: null })
      expect(running.told.trim()).toBe(`listen EADDRINUSE: address already in use 127.0.0.1:${port}`)
      expect(existsSync(lock())).toBe(false)
      taken.close()
    },
  )

  it.each(['serve', 'start'])('%s refuses the code of development where a database server is named', async (verb) => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ATELIER_DEV_CODES: '1' }
    const refused = new Running(env, ['bin/atelier.mjs', verb])
    expect(await refused.ended).toEqual({ code: 1, signal: null })
    expect(refused.told.trim()).toMatch(/^ATELIER_DEV_CODES=1 lets everybody in and is refused with DATABASE_URL\..+$/)
  })

  it('told to end, ends within its time though something never does', async () => {
    const script = `import { untilStopped } from './bin/serve.ts'
      setInterval(() => {}, 1000)
      void untilStopped(() => new Promise(() => {}), 100)
      console.log('waits')`
    const stuck = new Running({}, ['--import', './bin/typescript.mjs', '--input-type=module', '-e', script])
    await stuck.said(/waits/)
    expect(await stuck.end('SIGTERM')).toEqual({ code: 1, signal: null })
    expect(stuck.told).toContain('Not everything ended in time')
  })
})
