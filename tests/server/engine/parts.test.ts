import { titleKey } from '../../../src/model/fields.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/server/db/index.ts'
import { VersionedCache } from '../../../src/server/engine/cache.ts'
import { Counts } from '../../../src/server/engine/counts.ts'
import { renderNumber, renderPeriod } from '../../../src/model/serials.ts'
import { Serials } from '../../../src/server/engine/serials.ts'
import { ENGINE_TABLES } from '../../../src/server/engine/tables.ts'
import { nest } from '../../../src/model/nest.ts'
import { prepare, Slot, sql, slot } from '../../../src/server/query/sql.ts'
import type { Database } from '../../../src/server/types.ts'

let db: Database
beforeAll(async () => {
  db = await openDatabase({ memory: true, timezone: 'Asia/Shanghai' })
  for (const statement of ENGINE_TABLES) await db.query(statement)
})
afterAll(() => db.close())
afterEach(() => {
  vi.useRealTimers()
})

describe('what a process keeps in memory', () => {
  it('is read anew at once when it changed here, and within a second when another process changed it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let stored = 'a'
    const read = (): Promise<string> => Promise.resolve(stored)
    const [here, there] = [new VersionedCache(db, 'test', read), new VersionedCache(db, 'test', read)]
    expect([await here.get(1), await there.get(1)]).toEqual(['a', 'a'])
    stored = 'b'
    await here.changed(db)
    here.forget()
    expect([await here.get(1), await there.get(1)]).toEqual(['b', 'a'])
    vi.advanceTimersByTime(1001)
    expect(await there.get(1)).toBe('b')
  })

  it('is not kept when reading it failed', async () => {
    let broken = true
    const cache = new VersionedCache(db, 'test', () =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve(1),
    )
    await expect(cache.get(1)).rejects.toThrow('away')
    broken = false
    expect(await cache.get(1)).toBe(1)
  })
})

describe('counts', () => {
  it('are kept for a second, until something is written, and never from before a write', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const counts = new Counts()
    counts.begin()('k', 5)
    expect(counts.get('k')).toBe(5)
    const keep = counts.begin()
    counts.changed()
    expect(counts.get('k')).toBeUndefined()
    keep('k', 5)
    expect(counts.get('k')).toBeUndefined()
    counts.begin()('k', 6)
    vi.advanceTimersByTime(1001)
    expect(counts.get('k')).toBeUndefined()
  })
})

describe('numbers', () => {
  it.each([
    ['C{yyMMdd}{0000}', 7, 'C2603160007'],
    ['O-{yyyy}/{MM}-{000}', 12_345, 'O-2026/03-12345'],
    ['{00}', 3, '03'],
  ])('of %s', (pattern, number, expected) => {
    const at = Date.UTC(2026, 2, 15, 16, 30)
    expect(renderNumber(renderPeriod(pattern, at, 'Asia/Shanghai'), number)).toBe(expected)
  })

  it('that many want at once are taken together, each once, in order', async () => {
    const serials = new Serials(db)
    const first = await Promise.all(Array.from({ length: 20 }, () => serials.take('k')))
    expect(first).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(await db.transaction((tx) => serials.takeIn(tx, 'k', 2))).toEqual([21, 22])
  })
})

describe('statements', () => {
  it('are compiled once and bound anew', () => {
    const prepared = prepare(sql`select ${slot('a')}, ${new Slot((at) => at.now)}, ${'fixed'}`)
    const actor = { kind: 'system', lang: 'zh' } as const
    expect(prepared.bind({ actor, now: 5, values: { a: 1 } })).toEqual({
      sql: 'select $1, $2, $3',
      parameters: [1, 5, 'fixed'],
    })
    expect(prepared.bind({ actor, now: 6, values: { a: 2 } }).parameters).toEqual([2, 6, 'fixed'])
  })
})

describe('titles', () => {
  it.each([
    ['customerId', 'customerName'],
    ['tagIds', 'tagName'],
    ['tags', 'tagsName'],
    ['createBy', 'createName'],
    ['cityCode', 'cityCodeName'],
  ])('of %s are called %s', (name, expected) => {
    expect(titleKey(name)).toBe(expected)
  })
})

describe('a tree', () => {
  it('puts what has lost its parent at the top, and never a record below itself', () => {
    expect(
      nest(
        [
          { id: 1, up: 9 },
          { id: 2, up: 1 },
          { id: 3, up: 3 },
        ],
        'up',
      ),
    ).toEqual([
      { id: 1, up: 9, children: [{ id: 2, up: 1 }] },
      { id: 3, up: 3 },
    ])
  })
})
