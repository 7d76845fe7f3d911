/** What may stand in a field: patterns, lengths, required values, with the sentences of rules 6.5, over every resource with records (I-41). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldType } from '../../../src/model/fields.ts'
import type { CallModel, FieldModel } from '../../../src/model/model.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { callOfKind, copyOf, someRecord } from '../support/records.ts'
import { batched, useProduct } from '../support/useProduct.ts'

const NO_PHONE = '目前只支持中国大陆的手机号码'
const NOT_OFFERED = '不在可选范围内'

/** Values that no field of a type takes, with the sentence. */
const WRONG: Partial<Record<FieldType, [unknown, string][]>> = {
  phone: [
    ['11111111111', NO_PHONE],
    ['12812345678', NO_PHONE],
    ['16812345678', NO_PHONE],
    ['1381234567', NO_PHONE],
    ['138123456789', NO_PHONE],
    ['23812345678', NO_PHONE],
    ['1381234567a', NO_PHONE],
    [13812345678, '应为文字'],
  ],
  email: [
    ['a@b', '邮箱格式不正确'],
    ['a@b.cdef', '邮箱格式不正确'],
    ['@b.com', '邮箱格式不正确'],
    ['a b@c.com', '邮箱格式不正确'],
    ['中@c.com', '邮箱格式不正确'],
  ],
  int: [
    [-1, '不能小于 0'],
    [1.5, '应为整数'],
    ['5', '应为数字'],
    [1e17, '不能大于 10000000000000000'],
  ],
  money: [
    [1.001, '最多 2 位小数'],
    ['1.00', '应为数字'],
    [1e12 + 1, '不能大于 1000000000000'],
  ],
  bool: [
    [2, '应为 1 或 0'],
    [true, '应为 1 或 0'],
    ['1', '应为 1 或 0'],
  ],
  enum: [
    ['no such value', NOT_OFFERED],
    [987_654, NOT_OFFERED],
    [[1], NOT_OFFERED],
  ],
  enums: [
    ['x', '应为列表'],
    [['no such value'], NOT_OFFERED],
  ],
  date: [
    [1, '日期应在 1900 年到 2199 年之间'],
    ['2026-03-16', '应为毫秒时间戳'],
    [Date.UTC(2026, 2, 16, 3), '应为当天零点'],
  ].map(
    ([value, text]) => [value, text === '日期应在 1900 年到 2199 年之间' ? '应为当天零点' : text] as [unknown, string],
  ),
  datetime: [
    ['2026-03-16', '应为毫秒时间戳'],
    [1.5, '应为毫秒时间戳'],
    [9e15, '日期应在 1900 年到 2199 年之间'],
  ],
  time: [
    ['24:00', '时间格式应为 HH:mm'],
    ['9:00', '时间格式应为 HH:mm'],
    [900, '应为文字'],
  ],
  ref: [
    [{ id: 1 }, '应为一条记录的编号'],
    [-1, '应为一条记录的编号'],
    ['1 or 1=1', '应为一条记录的编号'],
  ],
  refs: [
    [5, '应为列表'],
    [['x'], '应为一条记录的编号'],
  ],
  image: [
    ['/files/x.png', '应为已上传的文件'],
    [{ id: 1, url: 'javascript:alert(1)', origName: 'x' }, '应为已上传的文件'],
    [{ id: 1, url: '//evil.example/x.png', origName: 'x' }, '应为已上传的文件'],
  ],
  images: [
    [{ id: 1 }, '应为列表'],
    [[{ id: 'x', url: '/files/x', origName: 'x' }], '应为已上传的文件'],
  ],
}

onOneEngine('values', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  /** An edit, with a record it can be made on. */
  let edits: { call: CallModel; row: Values & { id: number } }[]
  beforeAll(async () => {
    admin = await product().person('administrator')
    const { model } = product()
    const found = await batched(Object.values(model.resources), async (resource) => {
      const call = callOfKind(model, resource.name, 'edit')
      if (resource.virtual || resource.append || !call || !callOfKind(model, resource.name, 'detail')) return []
      const row = await someRecord(product(), admin, resource.name, 'id').catch(() => undefined)
      return row ? [{ call, row }] : []
    })
    edits = found.flat()
  })

  /** Fields of an edit that are asked whatever else the record holds. */
  const plain = (call: CallModel): FieldModel[] =>
    call.input.filter((field) => !['id', 'ids', 'version'].includes(field.name) && !field.show && !field.requiredIf)

  /** Asks every edit about some of its fields; what is wrong with the answers. */
  async function wrongs(of: (field: FieldModel) => [unknown, string][]): Promise<{ asked: number; wrong: string[] }> {
    const questions = edits.flatMap(({ call, row }) =>
      plain(call).flatMap((field) => of(field).map(([value, msg]) => ({ call, id: row.id, field, value, msg }))),
    )
    const wrong = await batched(questions, async ({ call, id, field, value, msg }) => {
      const told = await product().raw(admin, call.path, { id, [field.name]: value })
      const right =
        told.status === 400 && told.msg === msg && String((told.data as Values | null)?.field).startsWith(field.name)
      return right
        ? []
        : [
            `${call.path} ${field.name} (${field.type}) = ${JSON.stringify(value)}: ${told.status} ${told.msg}, not ${msg}`,
          ]
    })
    return { asked: questions.length, wrong: wrong.flat() }
  }

  it('are asked of many resources', () => expect(edits.length).toBeGreaterThan(25))

  it('of the wrong kind are refused with a sentence at the field', async () => {
    const machines = new Set(
      edits.flatMap(({ call }) =>
        (product().model.resources[call.resource]?.machines ?? [])
          .filter((one) => one.moves.length > 0)
          .map((one) => `${call.resource}.${one.field}`),
      ),
    )
    for (const type of Object.keys(WRONG) as FieldType[]) {
      const { asked, wrong } = await wrongs((field) => {
        const special =
          field.type !== type ||
          field.in ||
          field.negative ||
          field.min !== undefined ||
          field.max !== undefined ||
          ((type === 'ref' || type === 'refs') && field.key !== 'id') ||
          field.digits !== undefined
        return special ? [] : (WRONG[type] ?? []).filter(() => !machines.has(`${field.name}`))
      })
      expect({ type, wrong }).toEqual({ type, wrong: [] })
      expect({ type, asked: asked > 0 || ['video', 'time'].includes(type) }).toEqual({ type, asked: true })
    }
  })

  it('that are too long are refused with the length that may be', async () => {
    const { asked, wrong } = await wrongs((field) => {
      if (!['string', 'text'].includes(field.type) || field.max === undefined || field.pattern || field.in) return []
      return [['长'.repeat(field.max + 1), `长度在 ${field.min ?? 1} 到 ${field.max} 个字符`]]
    })
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(50)
  })

  it('that must be there may not be emptied', async () => {
    const chosen = new Set(['bool', 'enum', 'enums', 'date', 'datetime', 'time', 'ref', 'refs', 'region'])
    const { asked, wrong } = await wrongs((field) => {
      if (
        !field.required ||
        !['string', 'text', 'phone', 'int', 'money', 'decimal', 'enum', 'ref', 'date'].includes(field.type) ||
        (field.default && !field.required)
      )
        return []
      const msg =
        field.type === 'phone' ? '电话不能为空' : `${chosen.has(field.type) ? '请选择' : '请输入'}${field.label.zh}`
      return [
        [null, msg],
        ['', msg],
      ]
    })
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(50)
  })

  it('of a list sent as an empty text are none', async () => {
    const [customer] = await product().must(admin, 'customer/query', { pageNO: 1, pageRows: 1 })
    const talk = { targetType: 4, targetId: customer?.id, trackMode: 1, content: '电话沟通' }
    const { id } = await product().rawMust<{ id: number }>(admin, 'track/add', { ...talk, images: '' })
    expect(await product().must(admin, 'track/detail', { id })).toMatchObject({ images: [] })
  })

  it.each([
    ['3', true],
    ['4', true],
    ['5', true],
    ['7', true],
    ['8', true],
    ['9', true],
    ['0', false],
    ['1', false],
    ['2', false],
    ['6', false],
  ])('a mobile of 1%s… is right: %s', async (second, right) => {
    const told = await product().post(admin, 'customer/add', { realName: '号码', mobile: `1${second}712345678` })
    expect(told).toMatchObject(right ? { status: 200 } : { status: 400, msg: NO_PHONE, data: { field: 'mobile' } })
  })

  it.each([
    ['a@b.cn', true],
    ['first.last-x_y@sub.example.com', true],
    ['1@2.org', true],
    ['a..b@c.com', false],
    ['a@-c.com', false],
    ['a@c.c', false],
    ['a@c.info', false],
  ])('the e-mail %s is right: %s', async (email, right) => {
    const { id } = await someRecord(product(), admin, 'employee', 'id')
    expect(await product().post(admin, 'employee/edit', { id, email })).toMatchObject(
      right ? { status: 200 } : { status: 400, msg: '邮箱格式不正确', data: { field: 'email' } },
    )
  })

  it.each([
    ['Ab1', false],
    ['abcdef', false],
    ['123456', false],
    ['Kite42', true],
    [`Kite42${'x'.repeat(24)}`, true],
    [`Kite42${'x'.repeat(25)}`, false],
    ['风筝Kite42', true],
    ['password1', false],
  ])('the password %s is right: %s', async (password, right) => {
    const [employeeId] = (await product().app.insertAll(
      'employee',
      { kind: 'system', lang: 'zh', companyId: admin.companyId },
      [
        {
          realName: '口令',
          mobile: `1860000${String(Math.abs(hash(password)))
            .slice(0, 4)
            .padStart(4, '0')}`,
          orgId: admin.orgId,
        },
      ],
    )) as [number]
    const told = await product().post(admin, 'user/add', {
      employeeId,
      realName: '口令',
      mobile: `1870000${String(Math.abs(hash(password)))
        .slice(0, 4)
        .padStart(4, '0')}`,
      password,
    })
    expect(told).toMatchObject(right ? { status: 200 } : { status: 400, data: { field: 'password' } })
  })

  describe('of a gift activity (rules 6.5)', () => {
    const DAYS = { startTime: Date.UTC(2026, 3, 1), endTime: Date.UTC(2026, 3, 30) }
    const whole = { name: '春日礼', activityType: 1, userType: [0], regionCode: ['500100'], ...DAYS }
    it.each<[string, Values, string, string]>([
      ['a name', { name: '' }, 'name', '请输入活动名称'],
      ['a name of at most ten characters', { name: '一二三四五六七八九十一' }, 'name', '长度在 1 到 10 个字符'],
      ['a member grade', { userType: [] }, 'userType', '请选择会员等级'],
      ['a city', { regionCode: [] }, 'regionCode', '请选择活动城市'],
      ['a time', { startTime: null }, 'startTime', '请选择活动时间'],
    ])('needs %s', async (_, values, field, msg) => {
      expect(await product().raw(admin, 'activity/add', { ...whole, ...values })).toMatchObject({
        status: 400,
        msg,
        data: { field },
      })
    })
    it.each(['礼', '一二三四五六七八九十', '🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁'])('takes the name %s', async (name) => {
      expect(await product().raw(admin, 'activity/add', { ...whole, name })).toMatchObject({ status: 200 })
    })
  })

  it('are trimmed, and stand as they were typed otherwise', async () => {
    const row = await someRecord(product(), admin, 'customer', 'id')
    const tricky = [
      '  <b>粗</b> & "引" \'单\' \\ ${x} {{y}} %_ 🎈  ',
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://x")',
      'Robert\'); drop table "customer";--',
    ]
    for (const remark of tricky) {
      await product().must(admin, 'customer/edit', { id: row.id, remark })
      expect((await product().must(admin, 'customer/detail', { id: row.id })).remark).toBe(remark.trim())
    }
  })

  it('of a copy of any record are right again', async () => {
    const { model } = product()
    const copies = await batched(
      edits,
      async ({ call, row }) => {
        const add = callOfKind(model, call.resource, 'add')
        if (!add) return []
        const told = await product().raw(admin, add.path, copyOf(model, call.resource, row))
        return [{ path: add.path, status: told.status, msg: told.msg, field: (told.data as Values | null)?.field }]
      },
      1,
    )
    const refused = copies.flat().filter((one) => one.status !== 200)
    expect(copies.flat().filter((one) => ![200, 400].includes(one.status))).toEqual([])
    expect(refused.length, JSON.stringify(refused)).toBeLessThan(copies.flat().length / 4)
  })
})

/** A number of a text. */
function hash(text: string): number {
  let value = 7
  for (const char of text) value = (value * 31 + (char.codePointAt(0) as number)) | 0
  return value
}
