import { createForm, type Field, type IFieldFeedback } from '@formily/core'
import { observable } from '@formily/reactive'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/model/expr/evaluate.ts'
import type { FormItemModel } from '../../../src/model/model.ts'
import '../../../src/web/fields/index.ts'
import { rowCountText } from '../../../src/web/fields/rowCells.tsx'
import type { WebPart, WebResource } from '../../../src/model/web.ts'
import { midnightOf } from '../../../src/model/zone.ts'
import { foreseenOf, newEntry, picked, sentEntry } from '../../../src/web/fields/entry.ts'
import type { WireRow } from '../../../src/web/fields/types.ts'
import { breaksRule, problemOf } from '../../../src/web/forms/checks.ts'
import { beginWith, takeInput } from '../../../src/web/forms/formWork.ts'
import { liveOf } from '../../../src/web/forms/live.ts'
import { changes, inputOf, sentValue } from '../../../src/web/forms/sent.ts'
import { defaultValues, fieldsOf, initialValues, modeOf, type FormTask } from '../../../src/web/forms/task.ts'
import { formSchema } from '../../../src/web/forms/schema.ts'
import { setLang } from '../../../src/web/core/i18n.ts'
import { cmp, call, env, expr, field, item, lit, NO_PART, read, ZONE } from './models.ts'

setLang('zh')

const CELLS = { dictionaries: {}, resources: {}, lang: 'zh' as const, zone: ZONE }

function task(more: Partial<FormTask>): FormTask {
  return {
    part: NO_PART,
    call: call('thing/add', { kind: 'add' }),
    mode: 'add',
    items: [],
    fixed: () => ({}),
    env: env(),
    ...more,
  }
}

/** A form at work without being drawn: the fields of its schema are made by hand. */
function working(of: FormTask, filling: ReadonlySet<string> = new Set()) {
  const initial = initialValues(of)
  const form = createForm({ values: observable.shallow({ ...initial }), validateFirst: true })
  const live = liveOf(of, form)
  const schema = formSchema({ task: of, live, cells: () => CELLS, filling: (name) => filling.has(name) })
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    form.createField({ ...property.toFieldProps({}), name })
  return { form, live, initial, field: (name: string) => form.query(name).take() as Field }
}

const input = (of: FormTask, w: ReturnType<typeof working>) => inputOf(of, w.form, w.initial, w.live.env)

describe('an error at a field', () => {
  const REFUSED: IFieldFeedback = { type: 'error', code: 'EffectError', messages: ['不对'] }

  it('goes when the value it speaks of is another, whoever changed it', () => {
    const counted = { default: { expr: expr(read('notes', 'input'), ['input.notes']) } }
    const of = task({ mode: 'ask', items: [item('notes', { type: 'int' }), item('cash', { type: 'int', ...counted })] })
    const work = working(of)
    const cash = work.field('cash')
    cash.setFeedback(REFUSED)
    expect(cash.selfErrors).toEqual(['不对'])
    work.form.setValuesIn('notes', 5)
    expect([cash.value, cash.selfErrors]).toEqual([5, []])
  })

  it('of a required field goes while the value is typed', async () => {
    const work = working(task({ items: [item('name', { required: true })] }))
    const name = work.field('name')
    await work.form.validate().catch(() => undefined)
    expect(name.selfErrors).toHaveLength(1)
    name.setValue('王')
    await expect.poll(() => name.selfErrors).toEqual([])
  })
})

describe('what a form begins with', () => {
  it('takes the defaults of a new record', () => {
    expect(
      initialValues(
        task({
          items: [
            item('level', { default: { value: 2 } }),
            item('by', { default: { expr: expr(read('employeeId', 'user'), ['user.employeeId']) } }),
          ],
        }),
      ),
    ).toEqual({ level: 2, by: 7 })
  })

  it('takes the defaults of the members of a group that must be there, under what was loaded', () => {
    const members = [
      field('name'),
      field('grade', { default: { value: 2 } }),
      field('gender', { default: { value: 1 } }),
    ]
    const begun = (required: boolean, loaded?: Record<string, unknown>) =>
      initialValues(task({ mode: 'ask', items: [item('who', { type: 'group', fields: members, required })], loaded }))
    expect(begun(true)).toEqual({ who: { grade: 2, gender: 1 } })
    expect(begun(true, { who: { name: '陈雨', grade: null, gender: 2 } })).toEqual({
      who: { name: '陈雨', grade: 2, gender: 2 },
    })
    expect(begun(false)).toEqual({})
  })

  it('takes no default when a record is edited', () => {
    const of = task({ mode: 'edit', row: { id: 1, level: null }, items: [item('level', { default: { value: 2 } })] })
    expect(initialValues(of)).toEqual({})
  })

  it('lets a default read the row a dialog stands on', () => {
    const of = task({
      mode: 'ask',
      row: { name: '店长' },
      items: [item('copy', { default: { expr: expr(read('name'), ['row.name']) } })],
    })
    expect(initialValues(of)).toEqual({ copy: '店长' })
  })

  it('says what was loaded and then emptied', () => {
    const of = task({
      mode: 'ask',
      loaded: { remark: '旧', way: 1 },
      items: [item('remark'), item('way'), item('more')],
    })
    const work = working(of)
    work.form.setValuesIn('remark', '')
    expect(input(of, work)).toEqual({ remark: null, way: 1 })
  })

  it('reads what is typed over the row a dialog stands on, and what is given without being asked', () => {
    const of = task({
      mode: 'ask',
      row: { id: 5, name: '店长', way: 'old' },
      fixed: () => ({ orderId: 5 }),
      items: [item('way')],
    })
    const { live, form } = working(of)
    form.setValuesIn('way', 'new')
    const asks = (name: string, root: 'row' | 'input') => evaluate(read(name, root), live.env)
    expect([asks('way', 'row'), asks('name', 'row'), asks('way', 'input'), asks('orderId', 'input')]).toEqual([
      'new',
      '店长',
      'new',
      5,
    ])
  })

  it('knows edits from calls that only ask', () => {
    expect([
      modeOf({ kind: 'edit', preset: false }),
      modeOf({ kind: 'edit', preset: true }),
      modeOf({ kind: 'move', preset: false }),
      modeOf({ kind: 'handler', preset: true, load: { call: 'order/detail', own: true } }),
      modeOf({ kind: 'handler', preset: true, load: { call: 'grade/detail' } }),
    ]).toEqual(['edit', 'ask', 'ask', 'edit', 'ask'])
  })
})

describe('what a form sends', () => {
  const items = [item('name'), item('remark'), item('made', { managed: true }), item('once', { once: true })]

  it('sends of an edit only what changed', () => {
    const of = task({
      mode: 'edit',
      items,
      row: { id: 1, version: 4, name: '王', remark: 'x', once: 'a' },
      fixed: () => ({ id: 1 }),
    })
    const w = working(of)
    w.form.setValuesIn('remark', 'y')
    expect(input(of, w)).toEqual({ id: 1, remark: 'y' })
    expect(changes(of, w.form, w.initial, w.live.env)).toEqual({ remark: 'y' })
  })

  it('sends nothing for what was emptied and typed back', () => {
    const of = task({ mode: 'edit', items, row: { id: 1, name: '王' } })
    const w = working(of)
    w.form.setValuesIn('name', '')
    w.form.setValuesIn('name', '王')
    expect(input(of, w)).toEqual({})
  })

  it('sends null for what was emptied', () => {
    const of = task({ mode: 'edit', items, row: { id: 1, remark: 'x' } })
    const w = working(of)
    w.form.setValuesIn('remark', null)
    expect(input(of, w)).toEqual({ remark: null })
  })

  it('sends of a new record what is filled, trimmed', () => {
    const of = task({ items })
    const w = working(of)
    w.form.setValuesIn('name', ' 王 ')
    w.form.setValuesIn('remark', '  ')
    expect(input(of, w)).toEqual({ name: '王' })
  })

  it('does not send what is hidden, and sends it when it is shown again', () => {
    const show = expr(cmp('==', read('status'), lit('left')), ['row.status'])
    const of = task({ items: [item('status'), item('leaveDate', { show })] })
    const w = working(of)
    w.form.setValuesIn('status', 'left')
    w.form.setValuesIn('leaveDate', 'd')
    expect(input(of, w)).toEqual({ status: 'left', leaveDate: 'd' })
    w.form.setValuesIn('status', 'here')
    expect(input(of, w)).toEqual({ status: 'here' })
  })

  it('strips titles and records of references from child rows', () => {
    const columns = [
      {
        path: 'goodsId',
        field: field('goodsId', { type: 'ref', of: 'goods' }),
        label: { zh: '', en: '' },
        sort: false,
      },
    ]
    const asked = fieldsOf([item('items', { type: 'own', of: 'line' }, columns)])[0]!
    expect(sentValue(asked, [{ id: 3, goodsId: 5, goodsName: 'x', goods: { id: 5 } }], env())).toEqual([
      { id: 3, goodsId: 5 },
    ])
  })

  it('sends no empty group', () => {
    const asked = fieldsOf([item('family', { type: 'group', fields: [field('name', { required: true })] })])[0]!
    expect(sentValue(asked, { name: '' }, env())).toBeNull()
  })
})

describe('what follows by itself', () => {
  it('computes values live and does not send them', () => {
    const total = expr({ k: 'math', op: '*', a: read('price'), b: read('count'), type: { t: 'number', empty: true } }, [
      'row.price',
      'row.count',
    ])
    const of = task({
      items: [
        item('price', { type: 'money' }),
        item('count', { type: 'int' }),
        item('total', { type: 'money', value: total }),
      ],
    })
    const w = working(of)
    w.form.setValuesIn('price', 20)
    w.form.setValuesIn('count', 3)
    expect(w.form.values.total).toBe(60)
    expect(input(of, w)).toEqual({ price: 20, count: 3 })
  })

  it('asks for a field only while its condition holds', async () => {
    const requiredIf = expr(cmp('==', read('kind'), lit('other')), ['row.kind'])
    const w = working(task({ items: [item('kind'), item('why', { requiredIf })] }))
    await expect(w.form.validate()).resolves.toBeUndefined()
    w.form.setValuesIn('kind', 'other')
    await expect(w.form.validate()).rejects.toBeDefined()
    expect(w.field('why').selfErrors).toEqual(['请输入why'])
  })

  it('empties a reference when what narrows it changes', () => {
    const narrowed = {
      type: 'ref' as const,
      of: 'channel',
      with: { typeId: { expr: expr(read('typeId'), ['row.typeId']) } },
    }
    const w = working(task({ items: [item('typeId', { type: 'ref', of: 'type' }), item('channelId', narrowed)] }))
    w.form.setValuesIn('typeId', 1)
    w.form.setValuesIn('channelId', 9)
    w.form.setValuesIn('typeId', 2)
    expect(w.form.values.channelId).toBeNull()
  })

  it('proposes what follows from what is typed, takes it back with that, and leaves alone what a person typed', () => {
    const bound = { expr: expr(read('price', 'input'), ['input.price']) }
    const w = working(
      task({ mode: 'ask', items: [item('price', { type: 'int' }), item('amount', { type: 'int', default: bound })] }),
    )
    w.form.setValuesIn('price', 3)
    expect(w.form.values.amount).toBe(3)
    w.form.setValuesIn('price', null)
    expect(w.form.values.amount).toBeNull()
    void w.field('amount').onInput(5)
    w.form.setValuesIn('price', 7)
    expect(w.form.values.amount).toBe(5)
  })

  it('takes out the entries that name a record of what was chosen before', () => {
    const item9 = field('itemId', {
      type: 'ref',
      of: 'item',
      with: { orderId: { expr: expr(read('orderId', 'input'), ['input.orderId']) } },
    })
    const rows = { type: 'rows' as const, fields: [item9, field('quantity', { type: 'int' })] }
    const w = working(task({ items: [item('orderId', { type: 'ref', of: 'order' }), item('items', rows)] }))
    w.form.setValuesIn('orderId', 1)
    w.form.setValuesIn('items', [{ itemId: 9, quantity: 1 }, { quantity: 2 }])
    w.form.setValuesIn('orderId', 2)
    expect(w.form.values.items).toEqual([{ quantity: 2 }])
  })

  it('follows a record that was just chosen', () => {
    const follow = {
      k: 'field',
      of: {
        k: 'follow',
        of: { k: 'root', name: 'input', type: { t: 'any', empty: true } },
        field: 'payId',
        as: 'pay',
        resource: 'payMethod',
        key: 'id',
        type: { t: 'any', empty: true },
      },
      name: 'needNo',
      unit: 'bool',
      type: { t: 'bool', empty: true },
    }
    const show = expr(follow as never, ['input.pay.needNo'])
    const of = task({ mode: 'ask', items: [item('payId', { type: 'ref', of: 'payMethod' }), item('no', { show })] })
    const w = working(of)
    expect(w.field('no').display).toBe('none')
    w.live.choose(field('payId', { type: 'ref', of: 'payMethod' }), { id: 4, label: '刷卡', needNo: 1 })
    w.form.setValuesIn('payId', 4)
    expect(w.field('no').display).toBe('visible')
    expect(w.live.row.payName).toBe('刷卡')
    // A form that takes its place knows the record, too.
    const again = liveOf(of, w.form, w.live)
    expect(again.env.find?.('payMethod', 4)).toMatchObject({ needNo: 1 })
  })
})

describe('what a chosen record brings', () => {
  it('takes the place of what was there, and empties what depended on the choice before', () => {
    const ofOrder = { with: { orderId: { expr: expr(read('orderId', 'input'), ['input.orderId']) } } }
    const order = field('orderId', { type: 'ref', of: 'order', fill: { payerId: 'payerId' } })
    const items: FormItemModel[] = [
      { kind: 'field', field: order },
      item('sessionId', { type: 'ref', of: 'session', ...ofOrder }),
      item('payerId', { type: 'ref', of: 'payer', ...ofOrder }),
    ]
    const of = task({ mode: 'ask', items })
    const filling = new Set<string>()
    const { form, live, initial } = working(of, filling)
    const fields = new Map(fieldsOf(items).map((one) => [one.field.name, one]))
    const schema = formSchema({ task: of, live, cells: () => CELLS, filling: () => false })
    const work = { task: of, form, schema, live, fields, initial, defaults: {}, filling }
    takeInput(work, order, 1, { id: 1, payerId: 5 })
    form.setValuesIn('sessionId', 9)
    takeInput(work, order, 2, { id: 2, payerId: 6 })
    expect(form.values).toMatchObject({ orderId: 2, sessionId: null, payerId: 6 })
  })

  it('leaves what the form began with where the record holds nothing, whatever was chosen before', () => {
    const clue = field('clueId', { type: 'ref', of: 'clue', fill: { by: 'ownerId', city: 'city' } })
    const by = {
      default: { expr: { ...expr(read('employeeId', 'user'), ['user.employeeId']), src: 'user.employeeId' } },
    }
    const items: FormItemModel[] = [
      { kind: 'field', field: clue },
      item('by', { type: 'ref', of: 'employee', ...by }),
      item('city'),
    ]
    const of = task({ items, env: env({ user: { employeeId: 7, realName: '林静' } }) })
    const { form, live, initial } = working(of)
    const fields = new Map(fieldsOf(items).map((one) => [one.field.name, one]))
    const schema = formSchema({ task: of, live, cells: () => CELLS, filling: () => true })
    const defaults = { ...live.titles, ...defaultValues(of) }
    const work = { task: of, form, schema, live, fields, initial, defaults, filling: new Set<string>() }
    const held = () => [form.values.by, live.titles.byName, form.values.city]
    takeInput(work, clue, 1, { id: 1, ownerId: 9, byName: '何洁', city: '重庆' })
    expect(held()).toEqual([9, '何洁', '重庆'])
    takeInput(work, clue, 2, { id: 2, ownerId: null, byName: null, city: null })
    expect(held()).toEqual([7, '林静', null])
    beginWith(work, clue, 3, { id: 3, ownerId: null, city: '成都' })
    expect([held(), work.initial.by, work.initial.city]).toEqual([[7, '林静', '成都'], 7, '成都'])
  })
})

describe('what is wrong', () => {
  it('says in which row and member of a list', () => {
    const asked = fieldsOf([
      item('lines', {
        type: 'rows',
        fields: [field('count', { type: 'int', label: { zh: '数量', en: 'Count' }, max: 5 })],
      }),
    ])[0]!
    expect(problemOf(asked, [{ count: 1 }, { count: 9 }], false, env(), CELLS)).toBe('第 2 行 数量：不能大于 5')
  })

  it('is nothing of a masked number that nobody typed', () => {
    const of = (masked: boolean) => fieldsOf([item('mobile', { type: 'phone', required: true, masked })])[0]!
    expect(problemOf(of(true), '138****2961', true, env(), CELLS)).toBe('')
    expect(problemOf(of(false), '138****2961', true, env(), CELLS)).not.toBe('')
    expect(problemOf(of(true), '138', true, env(), CELLS)).not.toBe('')
  })

  it('asks a rule once all its fields are filled', () => {
    const rule = {
      name: 'deposit',
      expr: expr(cmp('<=', read('min'), read('price')), ['row.min', 'row.price']),
      why: { zh: '', en: '' },
      field: 'min',
    }
    const over = (row: WireRow) => breaksRule(rule, env({ row }))
    expect([over({ min: 5 }), over({ min: 5, price: 9 }), over({ min: 9, price: 5 })]).toEqual([false, false, true])
  })
})

describe('child rows in words', () => {
  const kinds = { kind: { values: [{ value: 3, name: 'baby', label: { zh: '宝宝', en: 'Baby' } }] } } as unknown
  const member = {
    title: 'name',
    facts: ['kind', 'born'],
    fields: {
      name: field('name'),
      kind: field('kind', { type: 'enum', of: 'kind' }),
      born: field('born', { type: 'date', age: true }),
    },
  } as unknown as WebResource
  const said = (row: WireRow, lang: 'zh' | 'en') =>
    rowCountText([row], {}, field('members', { type: 'own', of: 'member' }), {
      ...CELLS,
      lang,
      dictionaries: kinds as WebPart['dictionaries'],
      resources: { member },
    })

  it('say of what kind they are, what they are called and how old', () => {
    const born = midnightOf(Date.now(), ZONE, -3)
    expect(said({ name: '小雅', kind: 3, born }, 'zh')).toBe('宝宝 小雅 3天')
    expect(said({ name: 'Emma', kind: 3, born }, 'en')).toBe('Baby Emma 3 days')
    expect(said({ name: '小雅', born: midnightOf(Date.now(), ZONE, 3) }, 'zh')).toBe('小雅')
  })
})

describe('entries of a list', () => {
  const members = [
    field('goodsId', { type: 'ref', of: 'goods', fill: { price: 'price' } }),
    field('price', { type: 'money' }),
    field('count', { type: 'int', default: { value: 1 } }),
  ]

  it('begin with their defaults', () => {
    expect(newEntry(members, env())).toEqual({ count: 1 })
  })

  it('begin by what the record says that they stand in', () => {
    const kind = field('kind', { default: { expr: expr(read('kind', 'parent'), []) } })
    expect(newEntry([kind], env({ row: { kind: 'goods' } }))).toEqual({ kind: 'goods' })
  })

  it('are told what the server foresees of the same reference, one after the other', () => {
    const [one, two, other] = [{ goodsId: 1, price: 5 }, { goodsId: 1 }, { goodsId: 2 }]
    const answered = [{ goodsId: 9 }, { goodsId: 1, price: 5 }, { goodsId: 1, price: 8 }]
    expect(foreseenOf(members, [one, two, other], answered)).toEqual([answered[1], answered[2], undefined])
    expect(foreseenOf([members[1]!], [one], answered)).toEqual([undefined])
    expect(foreseenOf(members, [one], undefined)).toEqual([undefined])
  })

  it('take over what a chosen record fills', () => {
    const entry = picked(members[0]!, { goodsId: 5 }, { id: 5, label: '相册', price: 99 }, undefined)
    expect(entry).toMatchObject({ goodsId: 5, goodsName: '相册', price: 99 })
    expect(sentEntry(members, entry, env())).toEqual({ goodsId: 5, price: 99 })
  })
})
