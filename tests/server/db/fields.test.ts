import { describe, expect, it } from 'vitest'
import { BUILT_IN_TYPES, REGISTERED_TYPES } from '../../../src/model/fields.ts'
import type { FieldModel } from '../../../src/model/model.ts'
import { checkValue } from '../../../src/model/validate/index.ts'
import { Day } from '../../../src/server/db/parameters.ts'
import { codecOf, codecs, maskValue } from '../../../src/server/fields/index.ts'
import { dictionary, field } from '../../model/validate-fields.ts'

const ZONE = 'Asia/Shanghai'
const dictionaries = {
  grade: dictionary('grade', { plain: 0, member: 1, old: 2 }, { old: { retired: true } }),
  state: dictionary('state', { open: 'open', done: 'done' }),
}
const amount = field('amount', 'money', { required: true })
const fields: FieldModel[] = [...BUILT_IN_TYPES, ...REGISTERED_TYPES].map((type) =>
  field(type, type, {
    of: type === 'enum' || type === 'enums' ? 'grade' : undefined,
    fields: [amount, field('on', 'bool')],
  }),
)

const upload = { id: 3, url: '/f/3.png', origName: 'a.png' }

/** Type, wire form, inside form. */
const forms: [FieldModel, unknown, unknown][] = [
  [field('a', 'money'), 19.99, 1999],
  [field('a', 'money'), 0.07, 7],
  [field('a', 'money'), 1e12, 1e14],
  [field('a', 'bool'), 1, true],
  [field('a', 'bool'), 0, false],
  [field('a', 'string'), 'x', 'x'],
  [field('a', 'text'), ' x ', ' x '],
  [field('a', 'refs'), [1, 2], [1, 2]],
  [field('a', 'images'), [upload], [upload]],
  [field('a', 'sign'), upload, upload],
  [
    field('a', 'rows', { fields: [amount, field('on', 'bool')] }),
    [
      { amount: 1.5, on: 1 },
      { amount: 2, on: null },
    ],
    [
      { amount: 150, on: true },
      { amount: 200, on: null },
    ],
  ],
  [
    field('a', 'group', { fields: [field('r', 'rows', { fields: [amount] })] }),
    { r: [{ amount: 3 }] },
    { r: [{ amount: 300 }] },
  ],
  [
    field('a', 'crew'),
    [{ workerRole: 'x', employeeId: 2, isMain: 1 }],
    [{ workerRole: 'x', employeeId: 2, isMain: true }],
  ],
]

describe('a field type', () => {
  for (const one of fields) {
    it(`${one.type}: its sample is valid`, () => {
      for (let n = 0; n < 20; n += 1) {
        const value = codecs[one.type].sample(one, n, dictionaries, ZONE)
        if (value !== undefined) expect(checkValue(one, value, dictionaries, ZONE)).toBeUndefined()
      }
    })

    it(`${one.type}: nothing stays nothing`, () => {
      const inside = codecOf(one).fromWire(undefined, one, dictionaries)
      expect(inside === null || (Array.isArray(inside) && inside.length === 0)).toBe(true)
      expect(codecOf(one).toWire(inside, one, dictionaries)).toEqual(inside)
    })
  }

  for (const [one, wire, inside] of forms) {
    it(`${one.type}: ${JSON.stringify(wire)} is ${JSON.stringify(inside)} inside, and back`, () => {
      expect(codecOf(one).fromWire(wire, one, dictionaries)).toEqual(inside)
      expect(codecOf(one).toWire(inside, one, dictionaries)).toEqual(wire)
    })
  }

  it('drops what is no part of an upload or an entry', () => {
    expect(codecs.image.fromWire({ ...upload, size: 5 }, field('a', 'image'), dictionaries)).toEqual(upload)
    expect(
      codecs.group.fromWire({ amount: 1, hack: 2 }, field('a', 'group', { fields: [amount] }), dictionaries),
    ).toEqual({
      amount: 100,
    })
  })

  it('has the column its values need', () => {
    const column = (one: FieldModel, key?: 'bigint' | 'text') => codecOf(one).column(one, dictionaries, key)
    expect(column(field('a', 'enum', { of: 'grade' }))).toBe('integer')
    expect(column(field('a', 'enums', { of: 'state' }))).toBe('text[]')
    expect(column(field('a', 'refs'), 'text')).toBe('text[]')
    expect(column(field('a', 'ref'))).toBe('bigint')
    expect(column(field('a', 'own'))).toBeUndefined()
  })

  it('gives jsonb lists as JSON, not as SQL arrays', () => {
    expect(codecs.images.toDb([upload], field('a', 'images'), dictionaries)).toBe(JSON.stringify([upload]))
    expect(codecs.date.toDb(0, field('a', 'date'), dictionaries)).toEqual(new Day(0))
  })

  it('hides what is private in it', () => {
    expect(maskValue(field('a', 'phone'), '13812341234')).toBe('138****1234')
    expect(maskValue(field('a', 'string'), '张三 13812341234')).toBe('张三 138****1234')
    expect(maskValue(field('a', 'string'), '张小三')).toBe('张**')
    expect(maskValue(field('a', 'email'), 'someone@example.com')).toBe('s***@example.com')
    expect(maskValue(field('a', 'money'), 500)).toBeNull()
    expect(maskValue(field('a', 'phone'), null)).toBeNull()
    const members = [field('name', 'string'), field('mobile', 'phone', { masked: true })]
    const entry = { name: '李雨', mobile: '13812341234' }
    expect(maskValue(field('a', 'group', { fields: members }), entry)).toEqual({ name: '李雨', mobile: '138****1234' })
    expect(maskValue(field('a', 'rows', { fields: members }), [entry])).toEqual([{ ...entry, mobile: '138****1234' }])
  })
})
