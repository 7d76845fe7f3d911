import { describe, expect, it } from 'vitest'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import { predicateSql } from '../../../src/server/db/schema/predicate.ts'
import { desiredSchema } from '../../../src/server/db/schema/index.ts'
import { dictionary, field } from '../../model/validate-fields.ts'
import { index, model, resource } from './fixtures.ts'

const type = { t: 'any', empty: true } as const
const row: ExprNode = { k: 'root', name: 'row', type }
const of = (name: string, unit: 'plain' | 'money' | 'bool' = 'plain'): ExprNode => ({
  k: 'field',
  of: row,
  name,
  unit,
  type,
})
const lit = (v: string | number | boolean | null): ExprNode => ({ k: 'lit', v, type })
const cmp = (op: '==' | '!=' | '<', a: ExprNode, b: ExprNode): ExprNode => ({ k: 'cmp', op, a, b, type })

describe('the condition of an index', () => {
  const cases: [ExprNode, string][] = [
    [cmp('==', of('state'), lit("o'k")), `"state" = 'o''k'`],
    [cmp('!=', of('state'), lit(3)), '"state" is distinct from 3'],
    [cmp('==', of('mergedInto'), lit(null)), '"mergedInto" is null'],
    [cmp('!=', lit(null), of('mergedInto')), '"mergedInto" is not null'],
    [cmp('<', of('price', 'money'), lit(12.5)), '"price" < 1250'],
    [cmp('<', lit(12.5), of('price', 'money')), '1250 < "price"'],
    [{ k: 'in', a: of('state'), b: { k: 'list', items: [lit(1), lit(2)], type }, type }, '"state" in (1, 2)'],
    [{ k: 'not', a: of('on', 'bool'), type }, 'not coalesce("on", false)'],
    [{ k: 'and', a: of('on'), b: { k: 'or', a: of('a'), b: of('b'), type }, type }, '("on" and ("a" or "b"))'],
  ]
  for (const [node, sql] of cases) it(sql, () => expect(predicateSql(node)).toBe(sql))

  it('reads nothing but columns of the row', () => {
    expect(() => predicateSql(cmp('==', of('a'), { k: 'root', name: 'now', type }))).toThrow(
      'An index cannot be limited by "root"',
    )
    expect(() =>
      predicateSql({ k: 'field', of: { k: 'root', name: 'user', type }, name: 'x', unit: 'plain', type }),
    ).toThrow('limited by "field"')
  })
})

describe('the schema of a model', () => {
  const indexes = (reasons: string[], over = {}) =>
    desiredSchema(
      model([
        resource('item', [field('a', 'int'), field('b', 'string')], {
          indexes: [index('btree', ['a'], { reasons })],
          ...over,
        }),
      ]),
    ).tables[0]?.indexes.map((one) => one.sql)

  it('puts the company first, last behind a reference, and settles the order of equals where a list is sorted', () => {
    expect(indexes(['filter a'])).toEqual([' ("companyId", "a") where not "isDel"'])
    expect(indexes(['ref', 'filter a'])).toEqual([' ("a", "companyId") where not "isDel"'])
    expect(indexes(['sort of /x'])).toEqual([' ("companyId", "a", "id") where not "isDel"'])
    expect(indexes(['filter a'], { company: false })).toEqual([' ("a") where not "isDel"'])
  })

  it('gives another definition another name, the same one the same, and none too long a name', () => {
    const names = (columns: string[], name = 'item') =>
      desiredSchema(
        model([resource(name, [field('a', 'int'), field('b', 'string')], { indexes: [index('btree', columns)] })]),
      ).tables[0]?.indexes.map((one) => one.name)
    expect(names(['a'])).toEqual(names(['a']))
    expect(names(['a', 'b'])).not.toEqual(names(['b', 'a']))
    expect(names(['a'], 'x'.repeat(60))?.[0]).toHaveLength(63)
  })

  it('refuses an index on what is no column, and a resource with the name of a table of the engine', () => {
    expect(() =>
      desiredSchema(model([resource('item', [field('o', 'own')], { indexes: [index('btree', ['o'])] })])),
    ).toThrow('an index on "o", which is no column')
    expect(() => desiredSchema(model([resource('schema_state', [])]))).toThrow('"schema_state"')
  })

  it('writes fixed defaults, and no computed ones', () => {
    const dictionaries = [dictionary('state', { open: 'open' }), dictionary('grade', { one: 1 })]
    const defaults = (over: Parameters<typeof field>[2], kind: Parameters<typeof field>[1]) =>
      desiredSchema(model([resource('item', [field('a', kind, over)])], dictionaries)).tables[0]?.columns.find(
        (one) => one.name === 'a',
      )
    expect(defaults({ default: { value: "it's" } }, 'string')).toMatchObject({ default: `'it''s'`, notNull: true })
    expect(defaults({ default: { value: 1.5 } }, 'money')).toMatchObject({ default: '150' })
    expect(defaults({ default: { value: 1 } }, 'bool')).toMatchObject({ default: 'true' })
    expect(defaults({ default: { value: 1 }, of: 'grade' }, 'enum')).toMatchObject({ default: '1', type: 'integer' })
    expect(defaults({ default: { value: ['open'] }, of: 'state' }, 'enums')).toMatchObject({
      default: `'{"open"}'`,
      type: 'text[]',
    })
    expect(defaults({ default: { expr: { src: 'now', ast: row, reads: [] } } }, 'datetime')).toMatchObject({
      default: undefined,
      notNull: false,
    })
    expect(defaults({ required: true, value: { src: '', ast: row, reads: [] } }, 'int')).toMatchObject({
      notNull: false,
    })
  })
})
