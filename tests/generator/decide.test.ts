/** What the compiler says of a condition without a record, held against thousands of records. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, type Verdict } from '../../generator/normalize/decide.ts'
import { checkExpr } from '../../src/model/expr/check/index.ts'
import { evaluate } from '../../src/model/expr/evaluate.ts'
import type { ExprNode } from '../../src/model/expr/types.ts'
import { place } from '../model/expr/shapes.ts'
import { envOf, makeWorld, nested } from '../model/expr/world.ts'

/** The dictionaries of the small world. */
const VALUES: Record<string, readonly unknown[]> = { status: [1, 2, 5, 9], kind: ['a', 'b', 'c'] }

function ast(src: string): ExprNode {
  const { expr, problems } = checkExpr(src, place({ expect: 'bool' }))
  if (!expr) throw new Error(`${src}: ${problems.map((p) => p.message).join(', ')}`)
  return expr.ast
}
const said = (src: string): Verdict | undefined => decide(ast(src), (name) => VALUES[name])

const SOME = [
  "row.status == 'open'",
  "row.status != 'done'",
  "row.status in ['open', 'done']",
  "!(row.before in ['done', 'lost'])",
  "row.before == 'done'",
  'row.before == null',
  'row.kind == null',
  'row.kind != null',
  'row.count > 2',
  'row.count <= 2',
  'row.count == 2',
  'row.rate < 1',
  'row.rate >= 1',
  'row.rate != null',
  '3 > row.rate',
  'row.due == 0',
  'row.on',
  '!row.on',
  'row.remark == "a"',
  'row.remark.contains("a")',
  'row.customer.realName == row.remark',
  'true',
  '1 == 2',
]

describe('a condition', () => {
  it.each<[string, Verdict | undefined]>([
    ["row.status == 'open' && row.status == 'done'", 'never'],
    ["row.status == 'open' || row.status != 'open'", 'always'],
    ["row.before == 'done' || row.before != 'done'", 'always'],
    ['row.status in []', 'never'],
    ['row.count > 5 && row.count < 5', 'never'],
    ['row.count >= 5 && row.count <= 5', undefined],
    ['row.count > 5 || row.count <= 5', 'always'],
    ['row.rate > 5 || row.rate <= 5', undefined],
    ['row.rate > 5 && row.rate == null', 'never'],
    ['row.on && !row.on', 'never'],
    ['row.remark.contains("a") && !row.remark.contains("a")', 'never'],
    ['row.remark.contains("a") || row.on', undefined],
    ['row.status == row.before', undefined],
    ['1 == 2', 'never'],
    ['true', 'always'],
  ])('%s: %s', (src, verdict) => expect(said(src)).toBe(verdict))

  it('is never said to hold always, or never, where a record says otherwise', () => {
    const world = makeWorld('Asia/Shanghai', 20_261_123)
    const rows = nested(world)
    const env = envOf(world, rows)
    const part = fc.constantFrom(...SOME)
    const joined = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4, depthSize: 'medium' },
        part,
        tie('any').map((a) => `!(${a})`),
        fc.tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any')).map(([a, op, b]) => `(${a}) ${op} (${b})`),
      ),
    })).any
    const verdicts = { always: 0, never: 0 }
    fc.assert(
      fc.property(joined, (src) => {
        const node = ast(src)
        const verdict = decide(node, (name) => VALUES[name])
        if (!verdict) return
        verdicts[verdict]++
        for (const row of rows) expect(evaluate(node, { ...env, row }) === true).toBe(verdict === 'always')
      }),
      { numRuns: 3000, seed: 20_261_123 },
    )
    expect(Math.min(verdicts.always, verdicts.never)).toBeGreaterThan(50)
  })
})
