/** Customers, their families and follow-ups as rules 2.4, 4.1–4.4 say; merging two who are one (I-45). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import type { Values } from '../support/product.ts'
import { runScenarios, type Scenario } from '../support/scenarios.ts'
import { DAY, NOW, TODAY } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

const CUSTOMER: Scenario[] = [
  {
    it: 'a consultant adds one, who is theirs',
    as: 'consultant',
    call: 'customer/add',
    send: {
      realName: ' 顾念 ',
      mobile: '18911220001',
      gender: DICT.gender.female,
      birthday: TODAY - 9000 * DAY,
      cityCode: '500100',
      tags: ['$tag'],
    },
    keep: 'customer',
    rows: [
      [
        'customer',
        { mobile: '18911220001' },
        { realName: '顾念', status: DICT.customer_status.potential, version: 2, recordTime: NOW },
      ],
      ['familyMember', { mobile: '18911220001' }, { name: '顾念', isPrimary: true }],
      ['tags', { id: '$tag' }, { useCount: 1 }],
    ],
  },
  {
    it: 'with account, family and number',
    as: 'consultant',
    call: 'customer/detail',
    send: { id: '$customer' },
    data: {
      customerNo: '$customerNo',
      accountBalance: 0,
      familyName: '顾念家庭',
      salesName: '周雨桐',
      mobile: '189****0001',
      mergedInto: null,
    },
    keep: { family: 'familyId' },
  },
  {
    it: 'shown in full to a manager who may',
    as: 'administrator',
    call: 'customer/detail',
    send: { id: '$customer' },
    data: { mobile: '18911220001' },
  },
  {
    it: 'found by the number',
    as: 'consultant',
    call: 'customer/query',
    send: { nameOrTel: '189 1122 0001' },
    total: 1,
  },
  { it: 'and by the name', as: 'consultant', call: 'customer/query', send: { nameOrTel: '顾' }, total: 1 },
  {
    it: 'not added twice',
    as: 'manager',
    call: 'customer/add',
    send: { realName: '别人', mobile: '18911220001' },
    status: 400,
    field: 'mobile',
    msg: '手机号已存在',
    rows: [['customer', { mobile: '18911220001' }, 1]],
  },
  {
    it: 'a name must be there',
    as: 'consultant',
    call: 'customer/add',
    send: { mobile: '18911220002' },
    status: 400,
    field: 'realName',
  },
  {
    it: 'a status is not given with it',
    as: 'consultant',
    call: 'customer/add',
    raw: { realName: '状态', mobile: '18911220003', status: DICT.customer_status.member },
    keep: 'plain',
    rows: [['customer', { mobile: '18911220003' }, { status: DICT.customer_status.potential }]],
  },
  {
    it: 'a masked number that comes back is no change',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', mobile: '189****0001', remark: '喜欢外景' },
    rows: [['customer', { id: '$customer' }, { mobile: '18911220001', remark: '喜欢外景' }]],
  },
  {
    it: 'another masked number is refused',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', mobile: '188****0001' },
    status: 400,
    field: 'mobile',
  },
  {
    it: 'a new number reaches the member of the family',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', mobile: '18911220009' },
    rows: [['familyMember', { customerId: '$customer' }, { mobile: '18911220009' }]],
  },
  {
    it: 'what lies beyond the form is kept apart',
    as: 'consultant',
    call: 'customer/edit_extra',
    send: { id: '$customer', extra: { occupation: '教师', hobby: '摄影' } },
    rows: [['customer', { id: '$customer' }, { extra: { occupation: '教师' } }]],
  },
  {
    it: 'an unknown entry in it is named',
    as: 'consultant',
    call: 'customer/edit_extra',
    raw: { id: '$customer', extra: { salary: 1 } },
    status: 400,
    field: 'extra.salary',
  },
  {
    it: 'tags are counted',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', tags: [] },
    rows: [['tags', { id: '$tag' }, { useCount: 0 }]],
  },
  {
    it: 'a tag of another company is none',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', tags: ['$foreignTag'] },
    status: 400,
    field: 'tags',
  },
  {
    it: 'the balance is asked for',
    as: 'administrator',
    call: 'customer/getBalance',
    send: { customerId: '$customer' },
    data: { balance: 0, integral: 0 },
  },
]

const FAMILY: Scenario[] = [
  {
    it: 'a baby joins the family',
    as: 'administrator',
    call: 'familyMember/add',
    send: {
      familyId: '$family',
      name: '顾小满',
      relation: '$baby',
      gender: DICT.gender.male,
      birthday: TODAY - 100 * DAY,
    },
    keep: 'child',
    logs: 1,
  },
  {
    it: 'a baby has a birthday',
    as: 'administrator',
    call: 'familyMember/add',
    send: { familyId: '$family', name: '无生日', relation: '$baby' },
    status: 400,
    field: 'birthday',
  },
  {
    it: 'a family has one main contact',
    as: 'administrator',
    call: 'familyMember/edit',
    send: { id: '$child', isPrimary: 1 },
    status: 400,
    field: 'isPrimary',
    msg: '每个家庭只能有一个主联系人',
  },
  {
    it: 'neither when a second is added',
    as: 'administrator',
    call: 'familyMember/add',
    send: { familyId: '$family', name: '顾爷爷', relation: DICT.family_relation.other, isPrimary: 1 },
    status: 400,
    field: 'isPrimary',
  },
  {
    it: 'it may pass to another in one save',
    as: 'administrator',
    call: 'family/edit',
    send: {
      id: '$family',
      members: [
        { id: '$child', isPrimary: 1 },
        { id: '$mother', isPrimary: 0 },
      ],
    },
    rows: [
      ['familyMember', { id: '$child' }, { isPrimary: true }],
      ['familyMember', { id: '$mother' }, { isPrimary: false }],
    ],
  },
  {
    it: 'and is counted',
    as: 'administrator',
    call: 'family/detail',
    send: { id: '$family' },
    data: { memberCount: 2, babyCount: 1, members: [{}, {}] },
  },
  {
    it: 'families of a customer come with their members',
    as: 'consultant',
    call: 'family/listFamily',
    send: { customerId: '$customer' },
    data: [{ id: '$family', members: [{ name: '顾念' }, { name: '顾小满' }] }],
  },
  {
    it: 'a masked number that comes back in a row is no change of it',
    as: 'consultant',
    call: 'family/edit',
    send: {
      id: '$family',
      members: [{ id: '$mother', name: '顾念念', mobile: '189****0009' }, { id: '$child' }],
    },
    rows: [['familyMember', { id: '$mother' }, { name: '顾念念', mobile: '18911220009' }]],
  },
  {
    it: 'who are left out of a save are gone',
    as: 'administrator',
    call: 'family/edit',
    send: { id: '$family', members: [{ id: '$mother', isPrimary: 1 }] },
    rows: [['familyMember', { familyId: '$family' }, 1]],
  },
  {
    it: 'a member of another family cannot be saved here',
    as: 'administrator',
    call: 'family/edit',
    send: { id: '$family', members: [{ id: '$mother' }, { id: '$stranger' }] },
    status: 404,
  },
]

const TRACKS: Scenario[] = [
  {
    it: 'a talk without intent moves nobody',
    as: 'consultant',
    call: 'track/add',
    send: {
      targetType: DICT.track_target.customer,
      targetId: '$customer',
      trackMode: DICT.track_mode.phone,
      content: '没空',
      result: DICT.track_result.noAnswer,
    },
    rows: [['customer', { id: '$customer' }, { status: DICT.customer_status.potential }]],
  },
  {
    it: 'one with intent does (rules 2.4)',
    as: 'consultant',
    call: 'track/add',
    send: {
      targetType: DICT.track_target.customer,
      targetId: '$customer',
      trackMode: DICT.track_mode.phone,
      content: '想看样片',
      result: DICT.track_result.interested,
      nextTrackDate: TODAY + DAY,
    },
    keep: 'track',
    rows: [['customer', { id: '$customer' }, { status: DICT.customer_status.intended }]],
  },
  {
    it: 'it is listed under the customer',
    as: 'consultant',
    call: 'track/query',
    send: { targetType: DICT.track_target.customer, targetId: '$customer' },
    total: 2,
  },
  {
    it: 'must say something',
    as: 'consultant',
    call: 'track/add',
    send: {
      targetType: DICT.track_target.customer,
      targetId: '$customer',
      trackMode: DICT.track_mode.phone,
      content: '',
    },
    status: 400,
    field: 'content',
  },
  {
    it: 'is about somebody one may see',
    as: 'telemarketer',
    call: 'track/add',
    send: {
      targetType: DICT.track_target.customer,
      targetId: '$customer',
      trackMode: DICT.track_mode.phone,
      content: '抢客户',
    },
    status: 400,
    field: 'targetId',
  },
  {
    it: 'is corrected',
    as: 'consultant',
    call: 'track/edit',
    send: { id: '$track', content: '周末来看样片' },
    logs: 1,
  },
  {
    it: 'but is never about somebody else',
    as: 'consultant',
    call: 'track/edit',
    raw: { id: '$track', targetId: '$plain' },
    status: 400,
    rows: [['track', { id: '$track' }, { targetId: '$customer' }]],
  },
  { it: 'is deleted by its author', as: 'consultant', call: 'track/del', send: { id: '$track' }, data: { count: 1 } },
]

const STATES: Scenario[] = [
  {
    it: 'an intended customer is set invalid',
    as: 'administrator',
    call: 'customer/edit',
    send: { id: '$customer', status: DICT.customer_status.invalid },
    logs: 1,
    rows: [['customer', { id: '$customer' }, { status: DICT.customer_status.invalid }]],
  },
  {
    it: 'and becomes a possible one again',
    as: 'administrator',
    call: 'customer/edit',
    send: { id: '$customer', status: DICT.customer_status.potential },
    rows: [['customer', { id: '$customer' }, { status: DICT.customer_status.potential }]],
  },
  {
    it: 'nobody becomes a member by an edit',
    as: 'administrator',
    call: 'customer/edit',
    send: { id: '$customer', status: DICT.customer_status.member },
    status: 400,
    field: 'status',
  },
  {
    it: 'nor by a plain grant of edits',
    as: 'consultant',
    call: 'customer/edit',
    send: { id: '$customer', status: DICT.customer_status.invalid },
    status: 403,
  },
  {
    it: 'customers change hands together',
    as: 'manager',
    call: 'customer/assign',
    send: { ids: ['$customer', '$plain'], salesId: '$telemarketer' },
    count: 2,
    rows: [
      ['customer', { id: '$customer' }, { salesId: '$telemarketer' }],
      ['customer', { id: '$plain' }, { salesId: '$telemarketer' }],
    ],
  },
  {
    it: 'and to somebody who is named',
    as: 'manager',
    call: 'customer/assign',
    raw: { ids: ['$customer'], salesId: null },
    status: 400,
    rows: [['customer', { id: '$customer' }, { salesId: '$telemarketer' }]],
  },
  {
    it: 'or none of them does',
    as: 'manager',
    call: 'customer/assign',
    send: { ids: ['$customer', 999_999], salesId: '$managerEmployee' },
    status: 404,
    rows: [['customer', { id: '$customer' }, { salesId: '$telemarketer' }]],
  },
  {
    it: 'who gave them away sees them no more',
    as: 'consultant',
    call: 'customer/detail',
    send: { id: '$customer' },
    status: 403,
    msg: '没有该数据的操作权限',
  },
  {
    it: 'who has them does',
    as: 'telemarketer',
    call: 'customer/detail',
    send: { id: '$customer' },
    data: { id: '$customer' },
  },
  {
    it: 'the history tells it all',
    as: 'administrator',
    call: 'operatelogs/history',
    send: { entity: 'customer', entityId: '$customer' },
    status: 200,
  },
]

onOneEngine('customers', (engine) => {
  const kept: Values = {}
  const product = useProduct(engine)
  beforeAll(async () => {
    const { companyId } = await product().person('manager')
    const other = (await product().row<{ id: number }>('select "id" from "company" where "code" = \'XB-CD\'')).id
    const newest = async (table: string, company: number): Promise<number> =>
      (
        await product().row<{ id: number }>(
          `select max("id") as "id" from "${table}" where "companyId" = $1 and not "isDel"`,
          [company],
        )
      ).id
    const { today } = await product().row<{ today: number }>(
      `select count(*) as "today" from "customer" where "companyId" = $1 and "customerNo" like 'K260316%'`,
      [companyId],
    )
    kept.customerNo = `K260316${String(today + 1).padStart(4, '0')}`
    kept.tag = (await product().must('administrator', 'tags/add', { name: '外景控' })).id
    Object.assign(kept, {
      foreignTag: await newest('tags', other),
      baby: product().model.dictionaries.family_relation?.values.find((one) => one.name === 'baby')?.value,
    })
    for (const name of ['telemarketer', 'manager'])
      kept[name === 'manager' ? 'managerEmployee' : name] = (await product().person(name)).employeeId
    kept.stranger = (
      await product().row<{ id: number }>('select min("id") as "id" from "familyMember" where "companyId" = $1', [
        companyId,
      ])
    ).id
  })

  describe('one', () => runScenarios(product, kept, CUSTOMER))
  describe('a family', () => {
    it('begins with the customer', async () => {
      kept.mother = (
        await product().row<{ id: number }>('select "id" from "familyMember" where "customerId" = $1', [kept.customer])
      ).id
    })
    runScenarios(product, kept, FAMILY)
  })
  describe('a follow-up', () => runScenarios(product, kept, TRACKS))
  describe('states', () => runScenarios(product, kept, STATES))

  it('two who are one become one, with everything they had (I-45)', async () => {
    const [from, to] = await product().rows<{ id: number; accountId: number; companyId: number }>(
      'select * from "customer" where "companyId" = $1 and not "isDel" and "mergedInto" is null and "familyId" is not null order by "id" limit 2',
      [(await product().person('manager')).companyId],
    )
    if (!from || !to) throw new Error('two customers are wanted')
    await product().db.query(
      'update "account" set "principalBalance" = 10050, "giftBalance" = 500, "totalRecharge" = 10550 where "id" = $1',
      [from.accountId],
    )
    await product().db.query(
      'update "account" set "principalBalance" = 999, "giftBalance" = 0, "totalRecharge" = 999 where "id" = $1',
      [to.accountId],
    )
    for (const { id } of [from, to])
      await product().must('administrator', 'track/add', {
        targetType: DICT.track_target.customer,
        targetId: id,
        trackMode: DICT.track_mode.phone,
        content: '合并前',
      })
    const sums = () =>
      product().row<Values>(
        'select sum("principalBalance") as principal, sum("giftBalance") as gift, sum("totalRecharge") as recharge from "account" where not "isDel" and "customerId" = any($1)',
        [[from.id, to.id]],
      )
    const tracks = () => product().count('track', '"targetType" = 4 and "targetId" = any($1)', [[from.id, to.id]])
    const before = {
      sums: await sums(),
      tracks: await tracks(),
      members: await product().count('familyMember', '"customerId" = any($1)', [[from.id, to.id]]),
    }
    expect(await product().post('consultant', 'customer_data/merge', { fromId: from.id, toId: to.id })).toMatchObject({
      status: 403,
    })
    expect(await product().post('manager', 'customer_data/merge', { fromId: from.id, toId: from.id })).toMatchObject({
      status: 400,
      msg: '不能合并到自己',
    })
    expect(await product().post('manager', 'customer_data/merge', { fromId: from.id, toId: to.id })).toMatchObject({
      status: 200,
    })
    expect({ sums: await sums(), tracks: await tracks() }).toEqual({ sums: before.sums, tracks: before.tracks })
    expect(
      await product().row(
        'select "principalBalance" as p, "giftBalance" as g, "balance" as b from "account" where "customerId" = $1 and not "isDel"',
        [to.id],
      ),
    ).toEqual({ p: 11_049, g: 500, b: 11_549 })
    expect(await product().count('track', '"targetType" = 4 and "targetId" = $1', [from.id])).toBe(0)
    expect(await product().must('manager', 'customer/query', { pageRows: 200 })).not.toContainEqual(
      expect.objectContaining({ id: from.id }),
    )
    expect(await product().post('manager', 'customer/select', { keyword: '' })).not.toContainEqual(
      expect.objectContaining({ value: from.id }),
    )
    expect(await product().must('manager', 'customer/detail', { id: to.id })).toMatchObject({ accountBalance: 115.49 })
    expect(
      await product().post('manager', 'customer_data/merge', { fromId: from.id, toId: to.id }),
      'not twice',
    ).toMatchObject({ status: 400 })
  })
})
