/** The day of a moment in SQL: the same as the database itself finds in the named zone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daySql, settledZone } from '../../../src/server/db/days.ts'
import { compile, sql } from '../../../src/server/query/sql.ts'
import type { Database } from '../../../src/server/types.ts'
import { engines } from './engines.ts'

const NOW = Date.parse('2026-11-26T08:00:00Z')

it.each([
  ['Asia/Shanghai', 8, '2000'],
  ['Asia/Kolkata', 5.5, '2000'],
  ['America/Sao_Paulo', -3, '2019'],
])('the clocks of %s stand at %d hours since %s', (zone, hours, year) => {
  const settled = settledZone(zone, NOW)
  expect(settled?.offset).toBe(hours * 3_600_000)
  expect(new Date(settled?.since ?? 0).toISOString().slice(0, 4)).toBe(year)
})

it.each(['Europe/Berlin', 'America/New_York', 'Africa/Casablanca'])('those of %s do not stand', (zone) => {
  expect(settledZone(zone, NOW)).toBeUndefined()
})

describe.each(engines)('on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each(['Asia/Shanghai', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Europe/Berlin', 'UTC'])(
    'a day of %s is that of the named zone, at half the hours of a hundred years',
    async (zone) => {
      const moments = sql`select timestamptz '1940-01-01' + n * interval '13 hours 30 minutes' as at from generate_series(0, 70000) as n`
      const named = sql`(at at time zone ${sql.lit(zone)})::date`
      const { sql: text, parameters } = compile(
        sql`select count(*)::int as rows, count(*) filter (where ${daySql(sql`at`, zone)} is distinct from ${named})::int as others from (${moments}) as m`,
      )
      const [row] = await database.query(text, parameters)
      expect(row).toEqual({ rows: 70_001, others: 0 })
    },
  )
})
