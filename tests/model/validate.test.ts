import { describe, expect, it } from 'vitest'
import type { Expr } from '../../src/model/expr/types.ts'
import { checkRecord, checkValue, isEmpty } from '../../src/model/validate/index.ts'
import { dayOf } from '../../src/model/zone.ts'
import { dictionary, field } from './validate-fields.ts'

const dictionaries = {
  grade: dictionary(
    'grade',
    { plain: 0, member: 1, old: 2 },
    { old: { retired: true, label: { zh: '旧', en: 'Old' } } },
  ),
}
const ZONE = 'Asia/Shanghai'
const upload = { id: 3, url: '/f/3.png', origName: 'a.png' }
const condition = (src: string, reads: string[] = []): Expr => ({
  src,
  reads,
  ast: { k: 'lit', v: true, type: { t: 'bool', empty: false } },
})

/** Field, values that pass, and values that are refused with the sentence. */
const cases: [ReturnType<typeof field>, unknown[], [unknown, string, string?][]][] = [
  [
    field('name', 'string', { label: { zh: '活动名称', en: 'Name of the offer' }, required: true, min: 1, max: 10 }),
    ['a', '十个字符十个字符十个', '😀😀😀😀😀😀😀😀😀😀'],
    [
      [undefined, '请输入活动名称', 'Enter name of the offer'],
      ['  ', '请输入活动名称'],
      ['十一个字符十一个字符十一', '长度在 1 到 10 个字符', 'The length must be 1 to 10 characters'],
      [7, '应为文字'],
      ['a\0', '包含无法保存的字符'],
      ['\ud800', '包含无法保存的字符'],
    ],
  ],
  [
    field('userType', 'enum', { of: 'grade', label: { zh: '会员等级', en: 'VIP grade' }, required: true }),
    [0, 1, 2],
    [
      [null, '请选择会员等级', 'Choose VIP grade'],
      ['1', '不在可选范围内'],
      [9, '不在可选范围内'],
    ],
  ],
  [
    field('regionCode', 'refs', { of: 'city', key: 'cityCode', label: { zh: '活动城市', en: 'city' }, required: true }),
    [['500100']],
    [
      [[], '请选择活动城市'],
      [[500100], '应为文字'],
      [['500100', '500100'], '有重复的选项'],
    ],
  ],
  [
    field('startTime', 'datetime', { label: { zh: '活动时间', en: 'time' }, required: true }),
    [Date.UTC(2026, 2, 16, 1, 30)],
    [
      [undefined, '请选择活动时间'],
      ['2026-03-16', '应为毫秒时间戳'],
      [1.5, '应为毫秒时间戳'],
      [8.64e15, '日期应在 1900 年到 2199 年之间'],
    ],
  ],
  [field('day', 'date'), [Date.UTC(2026, 2, 15, 16)], [[Date.UTC(2026, 2, 16), '应为当天零点']]],
  [
    field('at', 'time'),
    ['00:30', '23:59'],
    [
      ['24:00', '时间格式应为 HH:mm'],
      ['9:30', '时间格式应为 HH:mm'],
      [930, '应为文字'],
    ],
  ],
  [
    field('from', 'time', { times: { from: '00:30', to: '18:30', step: 15 } }),
    ['00:30', '09:45', '18:30'],
    [
      ['00:15', '应为 00:30 至 18:30 间每 15 分钟的时间', 'Must be a time from 00:30 to 18:30 in steps of 15 minutes'],
      ['18:45', '应为 00:30 至 18:30 间每 15 分钟的时间'],
      ['10:07', '应为 00:30 至 18:30 间每 15 分钟的时间'],
    ],
  ],
  [
    field('tel', 'phone', { required: true }),
    ['13800001234', '19912345678'],
    [
      ['', '电话不能为空'],
      ['12800001234', '目前只支持中国大陆的手机号码'],
      ['16800001234', '目前只支持中国大陆的手机号码'],
      ['138000012345', '目前只支持中国大陆的手机号码'],
      [13800001234, '应为文字'],
    ],
  ],
  [
    field('mail', 'email'),
    ['a.b-c_d@ex-ample.com', '1@a.cn'],
    [
      ['a@b.info', '邮箱格式不正确'],
      ['a..b@c.com', '邮箱格式不正确'],
      ['@c.com', '邮箱格式不正确'],
      ['a@b', '邮箱格式不正确'],
    ],
  ],
  [
    field('pass', 'password'),
    ['abc123', '1' + 'a'.repeat(29)],
    [
      ['abc12', '密码为 6 到 30 个字符，至少包含一个数字和一个字母'],
      ['abcdef', '密码为 6 到 30 个字符，至少包含一个数字和一个字母'],
      ['123456', '密码为 6 到 30 个字符，至少包含一个数字和一个字母'],
      ['1' + 'a'.repeat(30), '密码为 6 到 30 个字符，至少包含一个数字和一个字母'],
    ],
  ],
  [
    field('count', 'int'),
    [0, 5, 1e16],
    [
      [-1, '不能小于 0'],
      [1.5, '应为整数'],
      ['5', '应为数字'],
      [NaN, '应为数字'],
      [1e17, '不能大于 10000000000000000'],
    ],
  ],
  [
    field('change', 'int', { negative: true, max: 10 }),
    [-5, 10],
    [
      [11, '不能大于 10'],
      [-1e17, '不能小于 -10000000000000000'],
    ],
  ],
  [
    field('price', 'money'),
    [0, 0.1, 1234.5, 19.99, 1e12],
    [
      [1e12 + 0.01, '不能大于 1000000000000'],
      [0.005, '最多 2 位小数'],
      [-0.01, '不能小于 0'],
    ],
  ],
  [
    field('ratio', 'decimal', { digits: 3, max: 1 }),
    [0.125, 1],
    [
      [0.1234, '最多 3 位小数'],
      [1.001, '不能大于 1'],
    ],
  ],
  [field('free', 'decimal', { min: 0.5 }), [0.123456789 + 0.5], [[0.1, '不能小于 0.5']]],
  [
    field('on', 'bool', { required: true }),
    [0, 1],
    [
      [true, '应为 1 或 0'],
      ['1', '应为 1 或 0'],
    ],
  ],
  [
    field('grades', 'enums', { of: 'grade', max: 2 }),
    [[], [1, 0]],
    [
      [1, '应为列表'],
      [[1, 9], '不在可选范围内'],
      [[0, 1, 2], '最多 2 项'],
      [[1, 1], '有重复的选项'],
    ],
  ],
  [
    field('owner', 'ref', { of: 'person' }),
    [1],
    [
      [0, '应为一条记录的编号'],
      ['1', '应为一条记录的编号'],
      [{ id: 1 }, '应为一条记录的编号'],
    ],
  ],
  [field('word', 'string', { in: ['yes', 'no'] }), ['yes'], [['maybe', '不在可选范围内']]],
  [field('code', 'string', { pattern: '^[A-Z]{2}$' }), ['AB'], [['ab', '格式不正确']]],
  [field('area', 'region'), ['500100'], [['50010', '应为 6 位地区编码']]],
  [
    field('photo', 'image'),
    [upload, { ...upload, size: 5 }],
    [
      ['x.png', '应为已上传的文件'],
      [{ id: 1, url: '/a' }, '应为已上传的文件'],
    ],
  ],
  [
    field('photos', 'images'),
    [[upload]],
    [
      [[upload, upload, upload, upload, upload, upload], '最多上传 5 个文件'],
      [upload, '应为列表'],
    ],
  ],
  [field('sign', 'sign', { required: true }), [upload], [[undefined, '请签名']]],
  [
    field('any', 'json'),
    [{ a: [1, null, 'x'] }, 5],
    [
      [{ a: ['\0'] }, '包含无法保存的字符'],
      [{ '\0': 1 }, '包含无法保存的字符'],
      ['x'.repeat(64 * 1024), '内容过大，最多 65536 字节'],
    ],
  ],
  [field('any', 'json', { max: 11 }), [{ a: '王' }], [[{ a: '王王' }, '内容过大，最多 11 字节']]],
  [field('before', 'changes', { max: 9 }), [{ a: 'b' }], [[{ a: 'bc' }, '内容过大，最多 9 字节']]],
  [
    field('menus', 'grants'),
    [[{ menuId: 1, btnIds: [2] }]],
    [
      [[{ menuId: 1 }], '格式不正确'],
      [
        [
          { menuId: 1, btnIds: [] },
          { menuId: 1, btnIds: [] },
        ],
        '有重复的选项',
      ],
    ],
  ],
  [
    field('people', 'crew', { required: true }),
    [[{ workerRole: 'makeup', employeeId: 4, isMain: 1 }], [{ workerRole: 'makeup', employeeId: null }]],
    [
      [[{ employeeId: 4 }], '格式不正确'],
      [[{ workerRole: 'makeup', employeeId: 'Tang' }], '格式不正确'],
      [[], '请选择people'],
    ],
  ],
  [field('before', 'changes'), [{ a: 1 }], [[[1], '应为一组字段']]],
]

describe('checkValue', () => {
  for (const [f, good, bad] of cases) {
    for (const value of good) {
      it(`${f.type} ${f.name} takes ${JSON.stringify(value)}`, () =>
        expect(checkValue(f, value, dictionaries, ZONE)).toBeUndefined())
    }
    for (const [value, zh, en] of bad) {
      it(`${f.type} ${f.name} refuses ${JSON.stringify(value)}: ${zh}`, () => {
        const text = checkValue(f, value, dictionaries, ZONE)
        expect(text?.zh).toBe(zh)
        if (en) expect(text?.en).toBe(en)
        expect(text?.en).not.toMatch(/[\u4e00-\u9fff]/)
      })
    }
  }

  it('lets an optional field be empty in every way of being empty', () => {
    for (const value of [undefined, null, '', ' ', []])
      expect(checkValue(field('x', 'date'), value, {})).toBeUndefined()
    expect(isEmpty(0)).toBe(false)
  })
})

describe('checkRecord', () => {
  const methods = field('methods', 'rows', {
    required: true,
    max: 2,
    fields: [
      field('methodId', 'ref', { of: 'm', required: true }),
      field('amount', 'money', { required: true, min: 0.01 }),
    ],
  })
  const paths = (...args: Parameters<typeof checkRecord>) =>
    checkRecord(...args).map((problem) => `${problem.field} ${problem.text.zh}`)

  it('says everything that is wrong, in field order, with paths into rows', () => {
    const values = {
      methods: [
        { methodId: 1, amount: 2 },
        { amount: 0, extra: 1 },
      ],
      name: '',
    }
    expect(
      paths([field('name', 'string', { required: true }), methods, field('n', 'int')], { ...values, n: 'x' }, {}),
    ).toEqual([
      'name 请输入name',
      'methods[1].methodId 请选择methodId',
      'methods[1].amount 不能小于 0.01',
      'methods[1].extra 没有这个字段',
      'n 应为数字',
    ])
  })

  it('counts rows and refuses entries that are no records', () => {
    expect(paths([methods], { methods: [{}, {}, {}] }, {})).toEqual(['methods 最多 2 项'])
    expect(paths([methods], { methods: [3] }, {})).toEqual(['methods[0] 应为一组字段'])
    expect(paths([methods], { methods: [] }, {})).toEqual(['methods 请添加methods'])
  })

  it('walks into groups', () => {
    const group = field('customer', 'group', { fields: [field('mobile', 'phone', { required: true }), methods] })
    expect(paths([group], { customer: { methods: [{ methodId: 1 }] } }, {})).toEqual([
      'customer.mobile 电话不能为空',
      'customer.methods[0].amount 请输入amount',
    ])
  })

  it('puts a prefix before every path', () => {
    expect(paths([field('n', 'int', { required: true })], {}, {}, { at: 'items[2]' })).toEqual(['items[2].n 请输入n'])
  })

  it('refuses keys that are no fields only when asked, save those named', () => {
    const values = { id: 1, hack: 1 }
    expect(paths([], values, {})).toEqual([])
    expect(paths([], values, {}, { besides: ['id'] })).toEqual(['hack 没有这个字段'])
  })

  it('checks of an edit only what was sent, but not an emptied required field', () => {
    const fields = [field('name', 'string', { required: true }), field('n', 'int', { required: true })]
    expect(paths(fields, { n: 1 }, {}, { partial: true })).toEqual([])
    expect(paths(fields, { n: null }, {}, { partial: true })).toEqual(['n 请输入n'])
  })

  it('lets a withdrawn value stay, and not be chosen', () => {
    const fields = [field('grade', 'enum', { of: 'grade' }), field('grades', 'enums', { of: 'grade' })]
    expect(paths(fields, { grade: 2, grades: [1, 2] }, dictionaries)).toEqual([
      'grade 「旧」已停用',
      'grades 「旧」已停用',
    ])
    expect(paths(fields, { grade: 2, grades: [1, 2] }, dictionaries, { old: { grade: 2, grades: [2] } })).toEqual([])
  })

  it('lets entries of a saved record keep withdrawn values: which entry it was is not known', () => {
    const rows = field('rows', 'rows', { fields: [field('grade', 'enum', { of: 'grade' })] })
    expect(paths([rows], { rows: [{ grade: 2 }] }, dictionaries)).toEqual(['rows[0].grade 「旧」已停用'])
    expect(paths([rows], { rows: [{ grade: 2 }] }, dictionaries, { old: { rows: [{ grade: 2 }] } })).toEqual([])
  })

  it('asks conditions of the entry they stand in', () => {
    const seen: unknown[] = []
    const holds = (expr: Expr, entry: Record<string, unknown>) => {
      seen.push(entry)
      return expr.src === 'yes'
    }
    const inner = field('rows', 'rows', {
      fields: [field('why', 'string', { requiredIf: condition('yes') }), field('k', 'int')],
    })
    expect(
      paths(
        [inner, field('hidden', 'string', { required: true, show: condition('no') })],
        { rows: [{ k: 1 }] },
        {},
        { holds },
      ),
    ).toEqual(['rows[0].why 请输入why'])
    expect(seen).toContainEqual({ k: 1 })
  })

  it('holds a day against the first and the last that may be given, but for one that stands already', () => {
    const [first, last] = ['2026-03-16', '2026-03-18'].map((day) => dayOf(day, ZONE))
    const day = field('day', 'date', { earliest: condition('first'), latest: condition('last') })
    const options = { zone: ZONE, value: (expr: Expr) => (expr.src === 'first' ? first : last) }
    const said = (on: string, more: object = {}) => paths([day], { day: dayOf(on, ZONE) }, {}, { ...options, ...more })
    expect(said('2026-03-15')).toEqual(['day day不能早于 2026-03-16'])
    expect(said('2026-03-16')).toEqual([])
    expect(said('2026-03-18')).toEqual([])
    expect(said('2026-03-19')).toEqual(['day day不能晚于 2026-03-18'])
    expect(said('2026-03-15', { partial: true, old: { day: dayOf('2026-03-15', ZONE) } })).toEqual([])
    expect(said('2026-03-15', { partial: true, old: { day: first } })).toEqual(['day day不能早于 2026-03-16'])
    expect(paths([day], { day: dayOf('2026-03-15', ZONE) }, {}, { zone: ZONE })).toEqual([])
    const rows = field('rows', 'rows', { fields: [day] })
    expect(paths([rows], { rows: [{ day: dayOf('2026-03-15', ZONE) }] }, {}, options)).toEqual([
      'rows[0].day day不能早于 2026-03-16',
    ])
  })

  it('asks a rule once what it reads is filled, and says it at its field', () => {
    const rules = [
      { name: 'r', expr: condition('no', ['row.low', 'row.high']), field: 'low', why: { zh: '低于', en: 'low' } },
    ]
    const fields = [field('low', 'int'), field('high', 'int')]
    const holds = () => false
    expect(paths(fields, { low: 3, high: 2 }, {}, { rules, holds })).toEqual(['low 低于'])
    expect(paths(fields, { low: 3 }, {}, { rules, holds })).toEqual([])
    expect(paths(fields, { low: 'x', high: 2 }, {}, { rules, holds })).toEqual(['low 应为数字'])
    expect(paths(fields, { high: 2 }, {}, { rules, holds, partial: true, old: { low: 3 } })).toEqual(['low 低于'])
  })

  it('asks a rule about a list that is absent: a list is never nothing', () => {
    const rules = [{ name: 'r', expr: condition('no', ['row.items']), why: { zh: '空', en: 'empty' } }]
    expect(paths([field('items', 'own', { of: 'item' })], {}, {}, { rules, holds: () => false })).toEqual([' 空'])
  })
})
