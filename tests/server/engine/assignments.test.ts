import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, SHOP_DIR, shopModel, type Person, type Shop } from './shop.ts'

const label = { zh: '交接', en: 'Handover' }
const person = { type: 'ref', of: 'staff', label }
const org = { type: 'ref', of: 'dept', label }
const value = (name: string): Record<string, unknown> => ({ [name]: { zh: name, en: name } })

/** The history of the shop, which says by itself how a customer changed hands. */
const HANDOVER = {
  label,
  title: 'allocMode',
  append: true,
  fields: {
    kind: { type: 'enum', of: 'handover_kind', managed: true, default: 'customer' },
    targetId: { type: 'ref', by: 'kind', of: { customer: 'customer' }, label },
    name: { type: 'string', max: 20, label },
    allocMode: {
      type: 'enum',
      of: 'handover_mode',
      default:
        "=row.toEmployeeId == null ? 'back' : row.fromEmployeeId != null ? 'passed' : row.toEmployeeId == user.employeeId ? 'taken' : 'given'",
    },
    fromEmployeeId: person,
    toEmployeeId: person,
    fromOrgId: org,
    toOrgId: org,
    reason: { type: 'string', max: 50, label },
  },
  standard: ['query'],
}

const ASSIGNMENT = {
  to: {
    salesId: {
      org: 'orgId',
      at: 'since',
      limit: { most: 'settings.handsMax', where: "row.status != 'lost'" },
    },
    helperId: { when: 'row.helperId != null', history: { allocMode: 'helped', toOrgId: '=row.orgId' } },
    cityDeptId: { tell: 'headId' },
  },
  history: { name: '=row.realName' },
  notice: {
    source: 'order',
    title: { zh: '新客户', en: 'New customer' },
    one: { zh: '客户「{realName}」', en: 'Customer "{realName}"' },
    many: { zh: '{count} 位客户', en: '{count} customers' },
  },
}

function assigned(): Model {
  const app = JSON.parse(readFileSync(join(SHOP_DIR, 'app.json'), 'utf8')) as {
    records: Record<string, string>
    settings: Record<string, unknown>
  }
  app.records.assignment = 'handover'
  app.settings.handsMax = { type: 'int', default: 3, label }
  const calls = {
    ...(
      JSON.parse(readFileSync(join(SHOP_DIR, 'resources/shop/customer.json'), 'utf8')) as {
        calls: Record<string, unknown>
      }
    ).calls,
    giveBack: { label, set: { salesId: null }, input: ['ids!', { name: 'reason', type: 'string', max: 50, label }] },
    help: { label, set: { helperId: '=input.helperId' }, input: ['ids!', 'helperId!'] },
    send: { label, set: { cityDeptId: '=input.cityDeptId' }, input: ['ids!', 'cityDeptId!'] },
    hire: { label, handler: true, input: ['ids!', { name: 'who!', type: 'ref', of: 'staff', label }] },
  }
  return shopModel({
    'app.json': JSON.stringify(app),
    'dictionaries/handover_kind.json': JSON.stringify({ label, values: value('customer') }),
    'dictionaries/handover_mode.json': JSON.stringify({
      label,
      values: { ...value('given'), ...value('taken'), ...value('passed'), ...value('back'), ...value('helped') },
    }),
    'resources/shop/handover.json': JSON.stringify(HANDOVER),
    ...extended(
      'staff',
      { gone: { type: 'bool', default: false, label } },
      { calls: { select: { scope: 'company', where: '!row.gone' } } },
    ),
    ...extended('dept', { headId: person }),
    ...extended(
      'customer',
      {
        helperId: { ...person, as: 'helper' },
        cityDeptId: { ...org, as: 'cityDept' },
        since: { type: 'datetime', managed: true, label },
      },
      { assignment: ASSIGNMENT, calls },
    ),
  })
}

describe.each(engines)('changes of hands on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine, assigned(), {
      'customer/hire': async (c) => {
        c.assignment({ mode: 'given', reason: '入职' })
        for (const row of c.rows) {
          const between = await c.update('customer', row, { salesId: c.actor.employeeId })
          await c.update('customer', between, { salesId: c.input.who })
        }
        return undefined
      },
    })
  })
  afterAll(() => shop.close())

  let phone = 13_400_000_000
  const post = async (path: string, input: Record<string, unknown>, who: Person = 'ada'): Promise<Answer> => {
    const answer = await shop.post(who, path, input)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return answer
  }
  const customer = async (values: Record<string, unknown> = {}): Promise<number> =>
    ((await post('customer/add', { realName: '李雷', mobile: String((phone += 1)), ...values })).data as { id: number })
      .id
  const staff = async (): Promise<number> =>
    (
      (await post('staff/add', { realName: '新人', mobile: String((phone += 1)), orgId: shop.ids.north })).data as {
        id: number
      }
    ).id
  const history = async (id: number): Promise<unknown[]> =>
    (
      await shop.rows(
        'select "allocMode", "fromEmployeeId", "toEmployeeId", "reason" from "handover" where "targetId" = $1 order by "id"',
        [id],
      )
    ).map((row) => Object.values(row))
  const told = async (id: number): Promise<unknown[]> =>
    (await shop.rows('select "content" from "note" where "receiverId" = $1 order by "id"', [id])).map(
      (row) => row.content,
    )

  it('have one entry of the history each, however they come about', async () => {
    const { ann, bob, ada } = shop.ids
    const id = await customer()
    expect(await history(id)).toEqual([])
    await post('customer/assign', { ids: [id], salesId: ann })
    await post('customer/edit', { id, salesId: bob })
    await post('customer/edit', { id, realName: '韩梅梅', salesId: bob })
    await post('customer/giveBack', { ids: [id], reason: '太忙' })
    await post('customer/assign', { ids: [id], salesId: ada })
    await post('customer/hire', { ids: [id], who: ann })
    expect(await history(id)).toEqual([
      ['given', null, ann, null],
      ['passed', ann, bob, null],
      ['back', bob, null, '太忙'],
      ['taken', null, ada, null],
      ['given', ada, ann, '入职'],
    ])
    const [last] = await shop.rows('select * from "handover" where "targetId" = $1 order by "id" desc limit 1', [id])
    expect(last).toMatchObject({ kind: 'customer', name: '韩梅梅', createBy: ada })
    const [added] = await shop.app.insertAll('customer', shop.actor('max'), [
      { realName: '批量', mobile: String((phone += 1)), salesId: bob },
    ])
    expect(await history(Number(added))).toEqual([['given', null, bob, null]])
  })

  it('are those of the department too, and since when somebody has it is known', async () => {
    const id = await customer()
    const since = async (): Promise<unknown> =>
      (await shop.rows('select "since" from "customer" where "id" = $1', [id]))[0]?.since
    expect(await since()).toBeNull()
    shop.clock.at += 60_000
    await post('customer/assign', { ids: [id], salesId: shop.ids.ann })
    expect(Number(await since())).toBe(shop.clock.at)
    await post('customer/edit', { id, orgId: shop.ids.south })
    const orgs = await shop.rows('select "fromOrgId", "toOrgId" from "handover" where "targetId" = $1 order by "id"', [
      id,
    ])
    expect(orgs).toEqual([
      { fromOrgId: shop.ids.head, toOrgId: shop.ids.north },
      { fromOrgId: shop.ids.north, toOrgId: shop.ids.south },
    ])
    await post('customer/giveBack', { ids: [id] })
    expect(await since()).toBeNull()
  })

  it('differ by their ref, and those that do not count leave nothing', async () => {
    const id = await customer()
    await post('customer/help', { ids: [id], helperId: shop.ids.bob })
    await post('customer/edit', { id, helperId: null })
    expect(await history(id)).toEqual([['helped', null, shop.ids.bob, null]])
  })

  it('are told once for all, by the words of one or of several, and not to who did it', async () => {
    const [to, head] = [await staff(), await staff()]
    const ids = [await customer({ salesId: to }), await customer(), await customer()]
    await post('customer/assign', { ids: ids.slice(1), salesId: to })
    expect(await told(to)).toEqual(['客户「李雷」', '2 位客户'])
    await post('customer/edit', { id: ids[0], orgId: shop.ids.south })
    expect(await told(to)).toHaveLength(2)
    const mine = await told(shop.ids.ada as number)
    await post('customer/assign', { ids, salesId: shop.ids.ada })
    expect(await told(shop.ids.ada as number)).toEqual(mine)
    await post('dept/edit', { id: shop.ids.south, headId: head })
    await post('customer/send', { ids, cityDeptId: shop.ids.south })
    expect(await told(head)).toEqual(['3 位客户'])
    await post('customer/giveBack', { ids })
  })

  it('go to nobody who is no longer offered, and leave nothing half done', async () => {
    const gone = await staff()
    await post('staff/edit', { id: gone, gone: 1 })
    const id = await customer()
    expect(await shop.post('ada', 'customer/hire', { ids: [id], who: gone })).toMatchObject({ status: 400 })
    await expect(
      shop.app.insertAll('customer', shop.actor('max'), [
        { realName: '批量', mobile: String((phone += 1)), salesId: gone },
      ]),
    ).rejects.toThrow('No such record: Sales')
    expect(await history(id)).toEqual([])
  })

  it('end where one has enough in hand, at the input that names the person', async () => {
    const to = await staff()
    const ids = [await customer(), await customer(), await customer(), await customer()]
    const full = { status: 400, msg: '新人在手已达上限 3 条' }
    expect(await shop.post('ada', 'customer/hire', { ids, who: to })).toMatchObject({ ...full, data: { field: 'who' } })
    expect(await shop.rows('select 1 from "customer" where "salesId" = $1', [to])).toEqual([])
    await post('customer/assign', { ids: ids.slice(1), salesId: to })
    expect(await shop.post('ada', 'customer/assign', { ids, salesId: to })).toMatchObject(full)
    await post('customer/edit', { id: ids[1], realName: '改名' })
    await post('customer/lose', { id: ids[1], reason: '搬家' })
    await post('customer/assign', { ids: ids.slice(0, 1), salesId: to })
  })

  it('count one after the other when two give at once', async () => {
    const to = await staff()
    const ids = await Promise.all(Array.from({ length: 6 }, () => customer()))
    const answers = await Promise.all(ids.map((id) => shop.post('ada', 'customer/assign', { ids: [id], salesId: to })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400])
    expect(await shop.rows('select 1 from "customer" where "salesId" = $1', [to])).toHaveLength(3)
    expect(await told(to)).toHaveLength(3)
  })
})
