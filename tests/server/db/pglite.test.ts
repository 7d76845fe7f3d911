import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockDirectory } from '../../../src/server/db/embedded/directory-lock.ts'
import { DbError, DirectoryInUse, openDatabase } from '../../../src/server/db/index.ts'
import { maintain } from '../../../src/server/db/maintenance.ts'
import { DurableFS, DURABLE_START } from '../../../src/server/db/embedded/storage.mjs'
import type { Database } from '../../../src/server/types.ts'
import { ZONE } from './engines.ts'

const home = mkdtempSync(join(tmpdir(), 'atelier-pglite-'))
const base = join(home, 'base')
beforeAll(async () => (await open(base)).close())
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A directory with an empty database: making one takes seconds, copying it does not. */
function directory(name: string): string {
  cpSync(base, join(home, name), { recursive: true })
  return join(home, name)
}

const open = (dataDir: string, timeout?: number): Promise<Database> =>
  openDatabase({ dataDir, timezone: ZONE, timeout })

function startWriter(dataDir: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', new URL('./writer.ts', import.meta.url).pathname, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('durability', () => {
  it('a commit reaches fsync, and so do a checkpoint and a new log file', async () => {
    let synced = 0
    const place = directory('fsync')
    const database = await PGlite.create({
      fs: new DurableFS(place, () => {
        synced += 1
      }),
      startParams: DURABLE_START,
    })
    const count = async (sql: string): Promise<number> => {
      const before = synced
      await database.exec(sql)
      return synced - before
    }
    expect(await count('create table t (n int)')).toBeGreaterThan(0)
    for (let n = 0; n < 20; n += 1) expect(await count(`insert into t values (${n})`)).toBe(1)
    expect(await count('select * from t')).toBe(0)
    expect(await count('checkpoint')).toBeGreaterThan(1)
    expect(await count('select pg_switch_wal(); insert into t values (1)')).toBeGreaterThan(0)
    cpSync(place, join(home, 'crashed'), { recursive: true })
    await database.close()
  })

  it('after a crash files that are clean are not synced one by one, written ones are', async () => {
    let synced = 0
    const database = await PGlite.create({
      fs: new DurableFS(join(home, 'crashed'), () => {
        synced += 1
      }),
      startParams: DURABLE_START,
    })
    expect(synced).toBeLessThan(200)
    const before = synced
    await database.exec('insert into t values (2)')
    expect(synced).toBe(before + 1)
    await database.exec('checkpoint')
    expect(synced).toBeGreaterThan(before + 2)
    await database.close()
  })

  it('loses no acknowledged row when killed while writing', async () => {
    const dataDir = directory('killed')
    for (let round = 1; round <= 2; round += 1) {
      const { child, lines } = startWriter(dataDir)
      let acknowledged = 0
      for (let line = 0; line < 40 * round + 1; line += 1) {
        const { value } = await lines.next()
        if (value !== 'open') acknowledged = Number(value)
      }
      await kill(child)
      const db = await open(dataDir)
      const [row] = await db.query<{ last: number; rows: number; total: number }>(
        'select max(n) as last, count(*) as rows, (select n from total) as total from entry',
      )
      expect(acknowledged).toBeGreaterThan(0)
      expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
      expect(row).toEqual({ last: row?.last, rows: row?.last, total: row?.last })
      await db.close()
    }
  })
})

describe('one process a directory', () => {
  it('a second opener is refused with a sentence, in this process and in another; a killed holder is not waited for', async () => {
    const dataDir = directory('locked')
    const { child, lines } = startWriter(dataDir)
    await lines.next()
    await expect(open(dataDir)).rejects.toThrow(`in use by process ${child.pid}`)
    await kill(child)
    const db = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(DirectoryInUse)
    expect(existsSync(`${dataDir}.lock`)).toBe(true)
    await db.close()
    expect(existsSync(`${dataDir}.lock`)).toBe(false)
    await (await open(dataDir)).close()
  })

  const holder = (over: object) => {
    const path = join(home, `lock-${Math.random()}`)
    const lock = lockDirectory(path, () => undefined)
    const content = JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as object
    lock.release()
    writeFileSync(`${path}.lock`, JSON.stringify({ ...content, token: 'other', ...over }))
    return path
  }

  afterEach(() => vi.useRealTimers())

  it('the lock of a living process holds', () =>
    expect(() => lockDirectory(holder({}), () => undefined)).toThrow(DirectoryInUse))
  it('the lock of another machine that beats holds', () =>
    expect(() => lockDirectory(holder({ host: 'elsewhere' }), () => undefined)).toThrow(DirectoryInUse))
  it('the lock of before a reboot does not', () =>
    lockDirectory(holder({ boot: 'earlier' }), () => undefined).release())
  it('the lock of a process whose number was given out again does not', () =>
    lockDirectory(holder({ began: '1' }), () => undefined).release())
  it('the lock of a process that is no more does not', () =>
    lockDirectory(holder({ pid: 2 ** 22 + 1, began: '' }), () => undefined).release())

  it('the lock of another machine that fell silent does not', () => {
    const path = holder({ host: 'elsewhere' })
    vi.useFakeTimers({ now: Date.now() + 31_000 })
    lockDirectory(path, () => undefined).release()
  })

  it('a holder whose lock was taken away is told', () => {
    vi.useFakeTimers()
    const path = join(home, 'taken')
    const lost = vi.fn()
    const lock = lockDirectory(path, lost)
    writeFileSync(`${path}.lock`, '{"token":"other"}')
    vi.advanceTimersByTime(5_000)
    expect(lost).toHaveBeenCalledOnce()
    lock.release()
    expect(existsSync(`${path}.lock`)).toBe(true)
  })

  it('a directory with other files, or of another PostgreSQL, is left alone', async () => {
    const files = mkdtempSync(join(home, 'files-'))
    writeFileSync(join(files, 'letter.txt'), 'x')
    await expect(open(files)).rejects.toThrow('holds files but no database')
    writeFileSync(join(files, 'PG_VERSION'), '15\n')
    await expect(open(files)).rejects.toThrow('made by PostgreSQL 15')
    expect(existsSync(`${files}.lock`)).toBe(false)
  })
})

describe('a statement that takes too long', () => {
  let db: Database
  beforeAll(async () => {
    // Long enough for a statement that does nothing much on a machine that is busy.
    db = await open(directory('watched'), 1500)
  })
  afterAll(() => db.close())

  const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => (error as DbError).kind)

  it('is stopped; what had not begun is answered all the same, settings and listeners are kept', async () => {
    await db.script('create table kept (n int); insert into kept values (1)')
    for (let n = 0; n < 4; n += 1) await db.query('select n from kept where n > $1', [0])
    let tell = (_payload: string): void => undefined
    await db.listen('news', (payload) => tell(payload))
    const told = new Promise<string>((resolve) => {
      tell = resolve
    })
    const slow = outcome(db.query('select pg_sleep(20)'))
    const waiting = [
      db.query('select n from kept where n > $1', [0]),
      db.query(`select current_setting('timezone') as zone`),
    ]
    expect(await slow).toBe('timeout')
    expect(await Promise.all(waiting)).toEqual([[{ n: 1 }], [{ zone: ZONE }]])
    expect(await told).toBe('')
    const heard = new Promise<string>((resolve) => {
      tell = resolve
    })
    await db.query(`select pg_notify('news', 'later')`)
    expect(await heard).toBe('later')
  })

  it('takes its transaction with it, not the next one', async () => {
    const lost = outcome(
      db.transaction(async (tx) => {
        await tx.query('insert into kept values (2)')
        await tx.query('select pg_sleep(20)')
      }),
    )
    const next = db.transaction((tx) => tx.query('insert into kept values (3) returning n'))
    expect(await lost).toBe('timeout')
    expect(await next).toEqual([{ n: 3 }])
    expect(await db.query('select n from kept order by n')).toEqual([{ n: 1 }, { n: 3 }])
  })

  it('does not harm a transaction that waited behind it: it runs again, whole', async () => {
    const slow = outcome(db.query('select pg_sleep(20)'))
    let tries = 0
    const behind = db.transaction(async (tx) => {
      tries += 1
      await tx.query('insert into kept values (10)')
      await slow
      return tx.query('insert into kept values (11) returning n')
    })
    expect(await slow).toBe('timeout')
    expect(await behind).toEqual([{ n: 11 }])
    expect(tries).toBe(2)
    expect(await db.query('select n from kept where n in (10, 11) order by n')).toEqual([{ n: 10 }, { n: 11 }])
  })

  it('may be a script: maintenance takes its time', async () => {
    await db.script('select pg_sleep(2)')
  })

  it('counts only the time it runs, not the time it waits', async () => {
    expect(
      await Promise.all(Array.from({ length: 5 }, () => db.query('select 1 as n from pg_sleep(0.4)'))),
    ).toHaveLength(5)
  })
})

describe('maintenance', () => {
  it('clears dead rows away, keeps the statistics fresh and the log short', async () => {
    const db = await open(directory('maintained'))
    await db.script(
      `create table t (n int, filler text); insert into t select i, repeat('x', 900) from generate_series(1, 20000) i`,
    )
    for (let round = 0; round < 4; round += 1) await db.query('update t set n = n + 1')
    const state = async () => {
      await db.query('select pg_stat_force_next_flush()')
      const [row] = await db.query<{ dead: number; analysed: boolean; log: number }>(
        `select n_dead_tup as dead, last_analyze is not null as analysed,
          (select pg_current_wal_lsn() - redo_lsn from pg_control_checkpoint()) as log from pg_stat_user_tables`,
      )
      return row
    }
    expect(await state()).toMatchObject({ analysed: false })
    expect((await state())?.dead).toBeGreaterThan(10_000)
    await maintain(db)
    expect(await state()).toMatchObject({ dead: 0, analysed: true })
    expect((await state())?.log).toBeLessThan(64 * 1024 * 1024)
    await db.close()
  })
})

describe('closing', () => {
  it('answers what was asked before, and nothing after', async () => {
    const db = await openDatabase({ memory: true, timezone: ZONE })
    const before = db.query('select 1 as n')
    await db.close()
    expect(await before).toEqual([{ n: 1 }])
    await expect(db.query('select 1')).rejects.toMatchObject({ kind: 'connection' })
  })
})
