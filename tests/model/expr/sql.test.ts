import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { checkExpr } from '../../../src/model/expr/check/index.ts'
import { toSql, toSqlValue, type SqlContext } from '../../../src/model/expr/sql/index.ts'
import { place } from './shapes.ts'
import { NOW, VALUES } from './world.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const CONTEXT: SqlContext = { row: 'o', values: VALUES, now: NOW, timezone: 'Asia/Shanghai' }

function print(
  src: string,
  context: Partial<SqlContext> = {},
  write = toSql,
): { sql: string; parameters: readonly unknown[] } {
  const { expr, problems } = checkExpr(src, place({ sql: true }))
  if (!expr) throw new Error(problems.map((p) => p.message).join('; '))
  const { sql, parameters } = write(expr.ast, { ...CONTEXT, ...context }).compile(compiler)
  return { sql, parameters }
}

type Case = [src: string, sql: string, parameters?: unknown[]]

const CASES: Record<string, Case[]> = {
  'a comparison with what is known leaves the column bare, so that an index serves it': [
    ['row.amount > 12.5', '("o"."amount" > $1::bigint)', [1250]],
    ['12.5 < row.amount', '("o"."amount" > $1::bigint)', [1250]],
    ['row.amount >= row.due', '("o"."amount" >= "o"."due")', []],
    ['row.count == 3', '("o"."count" = $1::bigint)', [3]],
    ['row.amount in [1, 2.5]', '("o"."amount" in ($1::bigint, $2::bigint))', [100, 250]],
    ["row.no == 'a'", '("o"."no" = $1::text)', ['a']],
    ["row.status in ['open', 'paid']", '("o"."status" in ($1, $2))', [1, 2]],
    ['row.status == value', '("o"."status" = $1)', [2]],
    ['row.customer == user.employeeId', '("o"."customerId" = $1)', [3]],
    ['row.customer == null', '("o"."customerId" is null)', []],
    ['row.endDay <= addDays(today(), 7)', '("o"."endDay" <= $1::date)', ['2026-04-05']],
    ['row.at >= today()', '("o"."at" >= $1::timestamptz)', ['2026-03-28T16:00:00.000Z']],
    ['addHours(now, -24) > row.at', '("o"."at" < $1::timestamptz)', ['2026-03-28T12:34:56.789Z']],
  ],
  'texts and lists ask their indexes': [
    ["row.no.contains('a%_')", '("o"."no" like $1::text)', ['%a\\%\\_%']],
    ["row.no.startsWith('a')", '("o"."no" like $1::text)', ['a%']],
    ["row.tags.contains('paid')", '("o"."tags" @> array[$1]::integer[])', [2]],
    ["row.tags.exists(t, t in ['open', 'paid'])", '("o"."tags" && array[$1, $2]::integer[])', [1, 2]],
    ["row.marks.exists(m, m == 'bee')", '("o"."marks" && array[$1]::text[])', ['b']],
  ],
  'what is known without a row is settled before': [
    ["value == 'paid' ? row.count > 1 : row.on", '("o"."count" > $1::bigint)', [1]],
    ['settings.strict && row.on', '"o"."on"', []],
    ['settings.strict || row.on', 'true', []],
    ['row.customerId == user.placeId', 'false', []],
    ['row.customerId != user.placeId', '("o"."customerId" is not null)', []],
    ['row.no.contains(user.realName)', '("o"."no" like $1::text)', ['%ab%']],
  ],
  'under a ! the leaf is never NULL': [
    ['!(row.due > 1)', '(not coalesce(("o"."due" > $1::bigint), false))', [100]],
    [
      '!(row.flag && row.due > 1)',
      '(not (coalesce("o"."flag", false) and coalesce(("o"."due" > $1::bigint), false)))',
      [100],
    ],
    [
      '!row.items.all(i, i.flag)',
      '(not (not exists (select 1 from "item" as "_1" where "_1"."orderId" = "o"."id" and not "_1"."isDel" and not coalesce("_1"."flag", false))))',
      [],
    ],
  ],
  'refs and child rows are sub-selects': [
    [
      "row.customer.realName == 'a'",
      '((select nullif("_1"."realName", \'\') from "customer" as "_1" where "_1"."id" = "o"."customerId") = $1::text)',
      ['a'],
    ],
    [
      'row.items.size() > 0',
      '((select count(*)::numeric from "item" as "_1" where "_1"."orderId" = "o"."id" and not "_1"."isDel") > $1::bigint)',
      [0],
    ],
    [
      'row.customer.parent.balance > 1',
      '((select ("_3"."balance" / 100.0) from "customer" as "_2", "customer" as "_3" where "_2"."id" = "o"."customerId" and "_3"."id" = "_2"."parentId") > $1::bigint)',
      [1],
    ],
  ],
}

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    for (const [src, sql, parameters] of cases)
      it(src, () => expect(print(src)).toEqual({ sql: expect.stringMatching(aliased(sql)), parameters }))
  })
}

/** The same statement whatever numbers its aliases have. */
function aliased(sql: string): RegExp {
  return new RegExp(`^${sql.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/"_\d"/g, '"_\\d+"')}$`)
}

describe('the two ways to print', () => {
  it('a condition may be NULL', () => expect(print('row.due > 1').sql).toBe('("o"."due" > $1::bigint)'))
  it('a value is true or false', () =>
    expect(print('row.due > 1', {}, toSqlValue).sql).toBe('coalesce(("o"."due" > $1::bigint), false)'))
  it('a predicate of an index has plain names and no parameters', () => {
    expect(print(`row.status == 'paid' && row.no != "it's"`, { row: '', inline: true })).toEqual({
      sql: `(("status" = 2) and ("no" is distinct from 'it''s'::text))`,
      parameters: [],
    })
  })
})

describe('what reaches where', () => {
  /** Files and packages that a file imports, directly or through others. */
  function reached(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'\n]*from '([^']+)'/gm)) {
      if (from!.startsWith('.')) reached(resolve(dirname(file), from!), seen)
      else seen.add(from!)
    }
    return seen
  }
  const folder = resolve(import.meta.dirname, '../../../src/model/expr')

  it('the parser belongs to the checker alone', () => {
    expect(reached(`${folder}/check/index.ts`)).toContain('@marcbachmann/cel-js')
    for (const entry of ['index', 'evaluate', 'sql/index'])
      expect(reached(`${folder}/${entry}.ts`)).not.toContain('@marcbachmann/cel-js')
  })
  it('what runs in the browser has no dependency', () => {
    expect([...reached(`${folder}/index.ts`)].filter((name) => !name.startsWith('/'))).toEqual([])
  })
})
