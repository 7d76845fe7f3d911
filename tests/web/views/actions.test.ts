import { describe, expect, it } from 'vitest'
import '../../../src/web/fields/index.ts'
import { filled } from '../../../src/web/views/actions/fills.ts'
import { isOver, isThere, reasonAgainst, sortOut } from '../../../src/web/views/actions/guards.ts'
import { doneSentence, questionOf, sentenceOf } from '../../../src/web/views/actions/wording.ts'
import { setLang } from '../../../src/web/core/i18n.ts'
import { action, call, cmp, env, expr, field, lit, NO_PART, read, ZONE } from './models.ts'

const CELLS = { dictionaries: {}, resources: {}, lang: 'zh' as const, zone: ZONE }
const PERSON = {
  name: 'person',
  label: { zh: '员工', en: 'Employee' },
  title: 'name',
  facts: [],
  standing: [],
  worked: [],
  key: 'id',
  fields: { name: field('name') },
  rules: [],
  unique: [],
}
const WORDING = { part: NO_PART, resource: PERSON, cells: CELLS }
const own = { expr: expr(cmp('==', read('owner'), lit(7)), ['row.owner']), why: { zh: '不是您的', en: 'Not yours' } }

describe('who fills an input', () => {
  const context = (rows: Record<string, unknown>[]) => ({ rows, params: { customerId: '12', note: 'x' }, env: env() })

  it('takes the row, its fields, all chosen rows', () => {
    expect(
      filled(
        { id: { by: 'rowId' }, version: { by: 'row', path: 'version' }, city: { by: 'row', path: 'store.city' } },
        context([{ id: 3, version: 2, store: { city: 'cd' } }]),
      ),
    ).toEqual({ id: 3, version: 2, city: 'cd' })
    expect(filled({ ids: { by: 'rowIds' } }, context([{ id: 3 }, { id: 4 }]))).toEqual({ ids: [3, 4] })
    const details = context([
      { id: 3, taskId: 13 },
      { id: 4, taskId: 14 },
    ])
    expect(filled({ taskIds: { by: 'rowIds', path: 'taskId' } }, details)).toEqual({ taskIds: [13, 14] })
  })

  it('takes fixed values, the kind of the row, and parameters of the address as numbers', () => {
    expect(
      filled(
        {
          withdraw: { by: 'with', bound: { value: 1 }, source: 'call' },
          employeeId: {
            by: 'with',
            bound: { expr: expr(read('employeeId', 'user'), ['user.employeeId']) },
            source: 'call',
          },
          kind: { by: 'rowKind', value: 3 },
          customerId: { by: 'param', name: 'customerId' },
          note: { by: 'param', name: 'note' },
        },
        context([]),
      ),
    ).toEqual({ withdraw: 1, employeeId: 7, kind: 3, customerId: 12, note: 'x' })
  })

  it('sends a fixed nothing, but not what nobody gives', () => {
    expect(
      filled(
        {
          employeeId: { by: 'with', bound: { value: null }, source: 'call' },
          remark: { by: 'asked' },
          more: { by: 'none' },
        },
        context([]),
      ),
    ).toEqual({ employeeId: null })
  })
})

describe('whether a button can be pressed', () => {
  it('says why not, in the words of the condition', () => {
    const claim = action('claim', { when: [own] })
    expect(reasonAgainst(claim, { owner: 8 }, env(), 'zh')).toBe('不是您的')
    expect(reasonAgainst(claim, { owner: 7 }, env(), 'zh')).toBeUndefined()
  })

  it('leaves conditions about what is typed to the dialog', () => {
    const typed = { expr: expr(cmp('>', read('amount', 'input'), lit(0)), ['input.amount']), why: { zh: '', en: '' } }
    expect(reasonAgainst(action('pay', { when: [typed] }), {}, env(), 'zh')).toBeUndefined()
  })

  it('applies the same condition to each chosen row', () => {
    const rows = [
      { id: 1, owner: 7 },
      { id: 2, owner: 8 },
      { id: 3, owner: 7 },
    ]
    expect(sortOut(action('claim', { when: [own] }), rows, env(), 'zh')).toEqual({
      able: [rows[0], rows[2]],
      reason: '不是您的',
    })
  })

  it('is over where the record has come to an end of its course', () => {
    const approve = action('approve', { over: expr(cmp('>=', read('status'), lit(3)), ['row.status']) })
    expect([2, 3, 4].map((status) => isOver(approve, { status }, env()))).toEqual([false, true, true])
    expect(isOver(action('claim', { when: [own] }), { status: 3 }, env())).toBe(false)
  })

  it('is not there at all where `show` says so', () => {
    const shown = action('undo', { show: own.expr })
    expect([isThere(shown, { owner: 7 }, env()), isThere(shown, { owner: 1 }, env())]).toEqual([true, false])
  })
})

describe('what is said', () => {
  setLang('zh')

  it('asks before a deletion in the given words (rules 6.5), naming the thing', () => {
    const deed = { action: action('del'), call: call('person/del', { kind: 'del' }) }
    expect(questionOf({ ...deed, rows: [{ id: 1, name: '王丽' }] }, WORDING)).toEqual({
      title: '提示',
      text: '你是否要删除? 「王丽」',
    })
    expect(questionOf({ ...deed, rows: [{ id: 1 }, { id: 2 }] }, WORDING).text).toBe('你是否要删除? 2 条员工')
  })

  it('fills its holes from the record, and from the one that it extends', () => {
    const early = action('arrive', { label: { zh: '到店', en: '' }, confirm: { zh: '{name} 约在 {plan}', en: '' } })
    const rows = [{ id: 1, name: '王丽', task: { plan: '九点' } }]
    expect(questionOf({ action: early, call: call('person/arrive'), rows }, WORDING).text).toBe('王丽 约在 九点')
  })

  it('names the thing beside a warning, which does not', () => {
    const label = { zh: '作废', en: 'Void' }
    const warned = action('void', { label, confirm: { zh: '客户不能再使用', en: '' } })
    const rows = [{ id: 1, name: '王丽' }]
    const [one, many] = [rows, [...rows, { id: 2 }]].map((chosen) =>
      questionOf({ action: warned, call: call('person/void'), rows: chosen }, WORDING),
    )
    expect(one).toEqual({ title: '作废「王丽」', text: '客户不能再使用' })
    expect(many?.title).toBe('作废 2 条员工')
  })

  it('fills the holes of a sentence from the answer, then from what was typed', () => {
    const pay = call('x/pay', { input: [field('amount', { type: 'money' })], output: [field('no')] })
    expect(
      sentenceOf({ zh: '已收款 {amount}，{no}', en: '' }, pay, [{ no: 'R1' }, { amount: 1980 }], NO_PART, CELLS),
    ).toBe('已收款 ￥1,980.00，R1')
  })

  it('never says only that it worked', () => {
    const rows = [{ id: 1, name: '王丽' }]
    const add = { action: action('add', { label: { zh: '新增', en: 'Add' } }), call: call('x/add', { kind: 'add' }) }
    const clone = { action: action('clone', { label: { zh: '克隆', en: 'Clone' } }), call: call('x/clone') }
    const wording = { ...WORDING, part: { ...NO_PART, resources: { [add.call.resource]: PERSON } } }
    expect(doneSentence({ ...add, rows }, wording, {}, { name: '李雷' })).toBe('已新增「李雷」')
    expect(doneSentence({ ...add, rows }, wording, {}, {})).toBe('已新增员工')
    // What is named after another record is known by its number alone as it was typed.
    const named = {
      ...PERSON,
      title: 'personId',
      fields: { personId: field('personId', { type: 'ref', of: 'person' }) },
    }
    const byNumber = { ...wording, part: { ...NO_PART, resources: { [add.call.resource]: named } } }
    expect(doneSentence({ ...add, rows }, byNumber, {}, { personId: 3 })).toBe('已新增员工')
    expect(doneSentence({ ...clone, rows }, WORDING, {}, {})).toBe('已克隆「王丽」')
    setLang('en')
    const said = doneSentence({ ...clone, rows }, { ...WORDING, cells: { ...CELLS, lang: 'en' } }, {}, {})
    setLang('zh')
    expect(said).toBe('Done: Clone “王丽”')
  })
})
