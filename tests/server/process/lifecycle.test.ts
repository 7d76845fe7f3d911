/** Starting and ending: ready when it says so, one process a directory, answers before it goes. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restore, run as backup } from '../../../bin/backup.ts'
import { run as seed } from '../../../bin/seed.ts'
import { run as serve } from '../../../bin/serve.ts'
import { run as start } from '../../../bin/start.ts'
import { COMPANIES } from '../../../mock/organisation.ts'
import { formatPlan, planMigration } from '../../../src/server/db/schema/migrate.ts'
import { generatedModel, MOBILES, PASSWORD, type Told } from '../support/product.ts'
import { directory } from './places.ts'
import { freePort } from '../support/ports.ts'
import { pgliteTemplate } from '../support/template.ts'
import { Collector, valueOf, type SentSpan } from './collector.ts'
import { killAll, ranHere, Running } from './running.ts'

describe('the program', () => {
  let place: Awaited<ReturnType<typeof directory>>
  let collector: Collector
  beforeAll(async () => {
    place = await directory()
    collector = await Collector.open()
  })
  afterAll(async () => {
    killAll()
    collector.close()
    await place.remove()
  })
  /** The program that the tests before have started and not ended. */
  let running: Running | undefined
  const lock = (): string => join(place.dataDir, 'db.lock')

  it('answers /healthz from the moment calls are answered, and not before', async () => {
    const port = await freePort()
    running = new Running({
      ...{ ...place.env, PORT: String(port), METRICS_PORT: '0' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_BSP_SCHEDULE_DELAY: '20' },
    })
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
    expect(await running.signIn(MOBILES.manager)).toMatch(/^\S{20,}$/)
  })

  it('tells a collector of each request, with the transactions and statements made for it, and of no value', async () => {
    const signsIn = (one: SentSpan): boolean => one.name === 'POST /api/system/checkLogin'
    await expect.poll(() => collector.spans.filter(signsIn)).toHaveLength(1)
    const { spans } = collector
    const [request] = spans.filter(signsIn)
    expect(request && valueOf(request, 'http.response.status_code')).toBe('200')
    expect(request && valueOf(request, 'atelier.request_id')).toMatch(/^[\w-]{12}$/)
    const below = ({ spanId }: SentSpan): SentSpan[] =>
      spans.filter((one) => one.parentSpanId === spanId).flatMap((one) => [one, ...below(one)])
    const names = request ? below(request).map(({ name }) => name) : []
    expect(names).toContain('transaction')
    expect(names).toContain('select user')
    for (const { name } of spans.filter(({ parentSpanId }) => !parentSpanId)) expect(name).toMatch(/^(GET|POST|job) /)
    for (const secret of [MOBILES.manager, PASSWORD])
      expect(
        collector.bodies.some((body) => body.includes(secret)),
        secret,
      ).toBe(false)
  })

  it('shows its figures on a port of their own, made-up paths as one, and not on the public port', async () => {
    const { address = '' } = running ?? {}
    await running?.raw('made/up')
    const [, port] = (await running?.said(/^Metrics are on port (\d+)$/m)) ?? []
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const line of [
      /^atelier_call_seconds_count\{path="index\/init",status="401"\} 1$/m,
      /^atelier_call_seconds_count\{path="unknown",status="404"\} 1$/m,
      /^atelier_gate_requests\{state="waiting"\} 0$/m,
      /^atelier_database_connections\{state="open"\} 1$/m,
      /^atelier_database_connections\{state="waiting"\} \d+$/m,
      /^atelier_jobs\{state="failed"\} 0$/m,
      /^atelier_outbox_lag_seconds\{state="oldest"\} [\d.]+$/m,
      /^atelier_sockets\{state="open"\} 0$/m,
      /^process_resident_memory_bytes \d{7,}$/m,
    ])
      expect(figures).toMatch(line)
    expect(figures).not.toContain('made')
    expect((await fetch(`${address}/metrics`)).headers.get('content-type')).not.toContain('version=')
    expect(await ranHere(serve, { ...place.env, PORT: '4711', METRICS_PORT: '4711' })).toEqual({
      code: 1,
      told: ['METRICS_PORT and PORT are both 4711: the figures must not be where everybody asks.'],
    })
  })

  it('refuses to start where another runs, by a sentence that names the directory; the other goes on', async () => {
    const sentence = new RegExp(
      `^The data directory ${place.dataDir}/db is in use by process ${running?.child.pid} on .+\\. Two servers on one directory would lose data\\..+\\.$`,
    )
    expect(await ranHere(serve, place.env)).toEqual({ code: 1, told: [expect.stringMatching(sentence)] })
    expect((await fetch(`${running?.address}/healthz`)).status).toBe(200)
  })

  it('is saved whole while it works, and restored into an empty place only', async () => {
    const saved = mkdtempSync(join(tmpdir(), 'atelier-saved-'))
    try {
      const file = join(saved, 'studio.tar')
      mkdirSync(join(place.dataDir, 'files'), { recursive: true })
      writeFileSync(join(place.dataDir, 'files/kept.txt'), 'kept')
      const token = (await running?.signIn(MOBILES.administrator)) ?? ''
      const add = async (n: number) =>
        await running?.post('customer/add', { realName: `备${n}`, mobile: `1720000000${n}` }, token)
      const [made] = await Promise.all([ranHere(() => backup([file]), place.env), add(1), add(2)])
      expect(made).toEqual({
        code: 0,
        told: [
          expect.stringMatching(/: \d{5,} rows of \d+ tables and \d+ uploaded files?, read again and found whole\.$/),
        ],
      })
      expect(await add(3)).toMatchObject({ status: 200 })
      expect(await ranHere(() => backup([file]), place.env)).toEqual({
        code: 1,
        told: [`${file} is there already: name a file that is not.`],
      })
      const env = { DATA_DIR: join(saved, 'data') }
      const restored = () => ranHere(() => restore.run([file]), env)
      expect(await restored()).toMatchObject({ code: 0 })
      expect(readFileSync(join(saved, 'data/files/kept.txt'), 'utf8')).toBe('kept')
      expect(readdirSync(join(saved, 'data')).sort()).toEqual(['db', 'files'])
      expect(await restored()).toEqual({
        code: 1,
        told: [`${env.DATA_DIR}/db is there already: restore into an empty DATA_DIR.`],
      })
      const bytes = readFileSync(file)
      bytes[bytes.indexOf('kept\0')] = 0x6c
      writeFileSync(file, bytes)
      rmSync(env.DATA_DIR, { recursive: true })
      expect(await restored()).toEqual({
        code: 1,
        told: [`${file} is damaged: files/kept.txt is not what was saved.`],
      })
      expect(readdirSync(env.DATA_DIR)).toEqual([])
    } finally {
      rmSync(saved, { recursive: true, force: true })
    }
  })

  it('told to end while calls are at work, answers all of them and ends cleanly', async () => {
    const program = running ?? (await new Running(place.env).ready())
    running = undefined
    const token = await program.signIn(MOBILES.administrator)
    const at = (n: number): Promise<Told> =>
      program.post('customer/add', { realName: `终${n}`, mobile: `171${String(n).padStart(8, '0')}` }, token)
    // Connections are there already: none waits at a door that closes.
    await Promise.all(Array.from({ length: 24 }, () => program.post('index/init', {}, token)))
    const asked = Array.from({ length: 24 }, (_, n) => at(n))
    await Promise.race(asked)
    const ended = program.end('SIGTERM')
    const told = await Promise.all(asked)
    expect(await ended).toEqual({ code: 0, signal: null })
    const made = told.filter((one) => one.status === 200)
    expect(made.length).toBeGreaterThan(1)
    expect(told.filter((one) => one.status !== 200).map((one) => one.status)).toEqual(
      told.filter((one) => one.status === 503).map(() => 503),
    )
    expect(existsSync(lock())).toBe(false)
    const db = await place.open()
    const rows = await db.query<{ id: number }>('select "id" from "customer" where "realName" like $1', ['终%'])
    expect(rows.map((row) => row.id).sort()).toEqual(made.map((one) => (one.data as { id: number }).id).sort())
    await db.close()
  })

  // The demo data of all tests are written by a program whose first try was killed half way (support/template.ts).
  it('writes the demo data anew where it was killed while writing them', async () => {
    expect(readFileSync((await pgliteTemplate()).said, 'utf8')).toContain('written anew')
    const whole = await directory()
    const db = await whole.open()
    const [written] = await db.query(
      'select (select count(*) from "company") as "companies", (select count(*) from "job") as "jobs", to_regclass(\'demo_data_begun\') as "begun"',
    )
    // What the columns mean was not forgotten with the rows: amounts would be taken for whole yuan at the next start.
    const plan = formatPlan(await planMigration(db, generatedModel()))
    await db.close()
    expect(plan).toBe('The database matches the model.')
    // Nights belong to a program that serves: by the real clock they would clear away what demo data of another day hold.
    expect(written).toEqual({ companies: COMPANIES.length, jobs: 0, begun: null })
    // Whole by now: another run leaves it as it is.
    expect(await ranHere(() => seed([]), whole.env)).toEqual({ code: 0, told: [] })
    await whole.remove()
  })

  it('ends with a sentence where its directory cannot be written to', async () => {
    const file = join(place.dataDir, 'plain')
    writeFileSync(file, '')
    const refused = new Running({ ...place.env, DATA_DIR: join(file, 'data') })
    expect(await refused.ended).toEqual({ code: 1, signal: null })
    expect(refused.told.trim()).toMatch(/^The data directory .+ cannot be written to \(ENOTDIR\)\. .+ DATA_DIR\.$/)
  })

  it('ends with a sentence where its port is taken, and leaves the directory free', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await ranHere(serve, { ...place.env, PORT: String(port) })).toEqual({
      code: 1,
      told: [`Port ${port} is in use. Say another one: PORT=${port + 1}`],
    })
    expect(existsSync(lock())).toBe(false)
    taken.close()
  })

  it.each([
    ['serve', serve],
    ['start', start],
  ])('%s refuses the code of development where a database server is named', async (_verb, verb) => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ATELIER_DEV_CODES: '1' }
    expect(await ranHere(verb, env)).toEqual({
      code: 1,
      told: [expect.stringMatching(/^ATELIER_DEV_CODES=1 lets everybody in and is refused with DATABASE_URL\..+$/)],
    })
  })

  it.each(['localhost:4318', 'collector'])('refuses %s as the address of a collector', async (asked) => {
    expect(await ranHere(serve, { OTEL_EXPORTER_OTLP_ENDPOINT: asked })).toEqual({
      code: 1,
      told: [
        `OTEL_EXPORTER_OTLP_ENDPOINT is the address of a collector, such as http://localhost:4318, not "${asked}".`,
      ],
    })
  })

  it.each(['soon', '0', '-3'])('refuses %s as the time to end in', async (asked) => {
    expect(await ranHere(serve, { STOP_SECONDS: asked })).toEqual({
      code: 1,
      told: [`STOP_SECONDS is a number from 1 to 600, not "${asked}".`],
    })
  })

  it('told to end, ends within its time though something never does', async () => {
    const script = `import { untilStopped } from './bin/serve.ts'
      setInterval(() => {}, 1000)
      void untilStopped(() => new Promise(() => {}), 100)
      console.log('waits')`
    const stuck = new Running({}, ['--import', './bin/typescript.mjs', '--input-type=module', '-e', script])
    await stuck.said(/waits/)
    expect(await stuck.end('SIGINT')).toEqual({ code: 1, signal: null })
    expect(stuck.told).toContain('Not everything ended in time')
  })
})
