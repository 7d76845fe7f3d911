import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/server/db/schema/migrate.ts'
import { containsSql } from '../../../src/server/db/search.ts'
import type { Database } from '../../../src/server/types.ts'
import { field } from '../../model/validate-fields.ts'
import { engines } from './engines.ts'
import { index, model, resource } from './fixtures.ts'

const MINUTE = 60_000
const ROWS = { pglite: 100_000, postgres: 300_000 }

const fields = [
  field('name', 'string', { required: true }),
  field('mobile', 'phone'),
  field('code', 'serial', { pattern: 'K{0000}' }),
]
const people = model([resource('person', fields, { indexes: fields.map((one) => index('trigram', [one.name])) })])

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Two or three characters out of 400 and 2,000, so that pairs are as rare as in real names; every 50th is of Latin letters. */
const FILL = `
insert into person ("companyId", "name", "mobile", "code")
select 1, case when i % 50 = 0 then 'Person' || i else chr(19968 + (i * 7919::bigint % 400)::int) || chr(20968 + (i * 104729::bigint % 2000)::int)
    || case when i % 3 = 0 then '' else chr(20968 + (i * 611953::bigint % 2000)::int) end end,
  '13' || lpad((i * 48271::bigint % 1000000000)::text, 9, '0'), 'K' || lpad(i::text, 8, '0')
from generate_series(1, $1::int) i`

describe.each(engines)('finding a piece of text on $name', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await engine.open({ timeout: MINUTE })
    await migrate(db, people)
    await db.query(FILL, [ROWS[engine.name]])
    await db.query(
      `insert into person ("companyId", "name", "mobile", "code") values (1, '王芳', '13988887777', 'K1'), (1, '欧阳王芳华', null, 'K2'), (1, 'O''Neil 50%', null, 'K3'), (1, '丽Rose', null, 'K4')`,
    )
    await db.script('vacuum analyze person')
  })
  afterAll(() => db.close())

  const by = (text: string, names = ['name', 'mobile']) => {
    const columns = fields.filter((one) => names.includes(one.name))
    return sql`from person p where ${containsSql('p', columns, text)} and not p."isDel" and p."companyId" = ${1}`
  }
  const ask = (query: ReturnType<typeof sql>) => {
    const { sql: text, parameters } = query.compile(compiler)
    return db.query(text, parameters)
  }
  const found = async (text: string, names?: string[]) =>
    (await ask(sql`select p."name" ${by(text, names)} order by p."id"`)).map((row) => row.name)
  const scanned = async (text: string, names?: string[]) =>
    (await ask(sql`explain (costs off) select p."id" ${by(text, names)}`)).some((row) =>
      String(row['QUERY PLAN']).includes('Seq Scan'),
    )

  it.each(['王芳', '阳王', '欧阳王芳', 'Neil', "O'Neil", '1398888', '139 8888', '88887777', '丽Ro', 'e丽'])(
    '%s is found without reading every row',
    async (text) => {
      expect(await scanned(text)).toBe(false)
    },
  )

  it.each(['王芳', '欧阳王芳'])('%s, seldom met, is not looked for along the order of the list', async (text) => {
    const plan = await ask(sql`explain (costs off) select p."id" ${by(text, ['name'])} order by p."id" desc limit 20`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Bitmap Index Scan on "?ix_person_name_grams/)
  })

  it('finds what contains the piece, and only that', async () => {
    expect(await found('王芳')).toEqual(['王芳', '欧阳王芳华'])
    expect(await found('欧阳王芳')).toEqual(['欧阳王芳华'])
    expect(await found('王芳华x')).toEqual([])
    expect(await found('1398888777')).toEqual(['王芳'])
    expect(await found('139-8888 7777')).toEqual(['王芳'])
    expect(await found('neil')).toEqual(["O'Neil 50%"])
    expect(await found('0%')).toEqual(["O'Neil 50%"])
    expect(await found('丽r')).toEqual(['丽Rose'])
    expect(await found('_')).toEqual([])
    expect(await found('K3', ['code'])).toContain("O'Neil 50%")
    expect(await found('王', ['mobile'])).toEqual([])
    expect((await found('')).length).toBe(ROWS[engine.name] + 4)
  })

  it('agrees with a plain comparison of every row', async () => {
    const pieces = ['王', '一', '丁亍', 'e', 'rs', 'on10', '13', '4827', '七', '8888']
    for (const piece of pieces) {
      const plain = await db.query(
        `select count(*) as n from person where strpos(lower("name"), lower($1)) > 0 or strpos("mobile", $1) > 0`,
        [piece],
      )
      const [indexed] = await ask(sql`select count(*) as n ${by(piece)}`)
      expect([piece, indexed?.n]).toEqual([piece, plain[0]?.n])
    }
  })
})
