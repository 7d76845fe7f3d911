import fc from 'fast-check'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { checkExpr } from '../../../src/model/expr/check/index.ts'
import { evaluate } from '../../../src/model/expr/evaluate.ts'
import { toSql, toSqlValue, type SqlContext } from '../../../src/model/expr/sql/index.ts'
import type { ExprNode, ExprType } from '../../../src/model/expr/types.ts'
import { dayText } from '../../../src/model/zone.ts'
import { engines, type Engine } from './engines.ts'
import { write } from './grammar.ts'
import { compute, place } from './shapes.ts'
import { envOf, makeWorld, nested, NOW, tables, VALUES, type World } from './world.ts'

const SEED = Number(process.env.EXPR_SEED ?? 20260329)
const BATCHES = Number(process.env.EXPR_BATCHES ?? 24)
const PER_BATCH = 100

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

function ast(src: string): ExprNode {
  const { expr, problems } = checkExpr(src, place({ sql: true }))
  if (!expr) throw new Error(`${src}\n${problems.map((p) => `${p.offset} ${p.message} [${p.code}]`).join('\n')}`)
  return expr.ast
}

const computedAs = (src: string) => {
  let body: ExprNode | undefined
  return () => (body ??= ast(src))
}
const NUMBER: ExprType = { t: 'number', empty: false }
compute('order', 'total', NUMBER, 'money', computedAs('row.items.map(i, i.price * i.quantity).sum() - row.due.or(0)'))
compute('order', 'clientName', { t: 'text', empty: false }, 'plain', computedAs('row.customer.parent.realName'))
compute('order', 'clientId', { t: 'ref', of: 'customer', empty: false }, 'plain', computedAs('row.customer.parentId'))
compute(
  'order',
  'late',
  { t: 'bool', empty: false },
  'bool',
  computedAs("row.doneAt < now && !(row.before in ['done', 'lost'])"),
)

/** Dictionaries and refs: numbers or words, and words inside jsonb. */
const isKey = (type: ExprType) => type.t === 'enum' || type.t === 'ref'

/** What a value looks like when both sides have written it down. */
function shown(value: unknown, type: ExprType, zone: string): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((one) => shown(one, type.t === 'list' ? type.of : type, zone))
  if (type.t === 'date') return type.day ? dayText(value as number, zone) : value
  if (isKey(type)) return String(value)
  return type.t === 'number' ? Number((value as number).toFixed(6)) : value
}

/** The same for a database value, in its JSON. */
function read(value: unknown, type: ExprType): unknown {
  if (value === null) return null
  if (type.t === 'date' && !type.day) return Date.parse(value as string)
  return type.t === 'number' ? Number(Number(value).toFixed(6)) : value
}

const column = (name: string, part: RawBuilder<unknown>, type?: ExprType) =>
  sql`to_jsonb(${type && isKey(type) ? sql`(${part})::text` : part}) as ${sql.id(name)}`

async function answers(engine: Engine, nodes: ExprNode[], world: World): Promise<Record<string, unknown>[]> {
  const context: SqlContext = { row: 'o', values: VALUES, now: NOW, timezone: world.zone }
  const columns = nodes.flatMap((node, i) => [
    column(`v${i}`, toSqlValue(node, context), node.type),
    ...(node.type.t === 'bool'
      ? [column(`c${i}`, sql`case when ${toSql(node, context)} then true else false end`)]
      : []),
  ])
  const { sql: text, parameters } = sql`select ${sql.join(columns)} from "order" as o order by o."id"`.compile(compiler)
  return engine.run(text, parameters)
}

/** What differs between JavaScript and the database, in words. */
async function differences(engine: Engine, sources: string[], world: World): Promise<string[]> {
  const nodes = sources.map(ast)
  const orders = nested(world)
  const env = envOf(world, orders)
  const rows = await answers(engine, nodes, world)
  const found: string[] = []
  nodes.forEach((node, i) =>
    orders.forEach((row, r) => {
      const value = evaluate(node, { ...env, row })
      const wanted = JSON.stringify(shown(value, node.type, world.zone))
      const got = JSON.stringify(read(rows[r]![`v${i}`], node.type))
      if (wanted !== got) found.push(`${sources[i]}\n  row ${r + 1}: evaluate ${wanted}, SQL ${got}`)
      else if (node.type.t === 'bool' && (value === true) !== rows[r]![`c${i}`])
        found.push(`${sources[i]}\n  row ${r + 1}: evaluate ${wanted}, SQL condition ${String(rows[r]![`c${i}`])}`)
    }),
  )
  return found.sort((a, b) => a.length - b.length).slice(0, 5)
}

const ready = await engines()
const decisions = fc.array(fc.nat(9999), { minLength: 12, maxLength: 80, size: 'max' })

for (const engine of ready) {
  afterAll(() => engine.close())
  for (const [zone, share] of [
    ['Asia/Shanghai', 2 / 3],
    ['Europe/Berlin', 1 / 3],
  ] as const) {
    describe(`${engine.name} in ${zone}`, () => {
      it('random expressions over random rows come out the same in JavaScript and SQL', async () => {
        const world = makeWorld(zone, SEED)
        for (const table of ['order', 'item', 'customer', 'city']) await engine.run(`drop table if exists "${table}"`)
        for (const statement of tables(world)) await engine.run(statement)
        await fc.assert(
          fc.asyncProperty(fc.array(decisions, { minLength: PER_BATCH, maxLength: PER_BATCH }), async (tapes) => {
            expect(await differences(engine, tapes.map(write), world)).toEqual([])
          }),
          { numRuns: Math.ceil(BATCHES * share), seed: SEED, endOnFailure: true },
        )
      })
    })
  }
}
