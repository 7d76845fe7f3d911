import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referencesTo } from '../../../src/server/domain/crm/references.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Studio, type Asking, type Stored } from './studio.ts'

type Row = Record<string, unknown>

describe.each(rulesEngines)('customers on $name', (engine) => {
  let studio: Studio
  let admin: Actor
  let must: Asking['must']
  let list: Asking['list']
  let lin: Actor
  let number = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    ;({ must, list } = studio.as(admin))
    lin = await studio.actor('lin')
  })
  afterAll(() => studio.close())
  const mobile = (): string => `1391111${String(++number).padStart(4, '0')}`
  const add = async (input: Requests['customer/add'] = {}): Promise<number> =>
    (await must('customer/add', { realName: `客户${number + 1}`, mobile: mobile(), ...input })).id
  const customer = (id: number): Promise<Stored<'customer'>> =>
    studio.row('select * from "customer" where "id" = $1', [id])
  const members = (familyId: unknown): Promise<Row[]> =>
    studio.db.query('select * from "familyMember" where "familyId" = $1 and not "isDel" order by "id"', [familyId])

  describe('a new customer', () => {
    it('comes with a family, as its contact, and an account', async () => {
      const id = await add({ realName: '陈雨', relation: DICT.family_relation.mother, cityCode: null, tags: [] })
      const { familyId, accountId, salesId, orgId, status, recordTime } = await customer(id)
      expect({ salesId, orgId, status, recordTime }).toEqual({
        salesId: admin.employeeId,
        orgId: admin.orgId,
        status: DICT.customer_status.potential,
        recordTime: studio.clock.now(),
      })
      expect(
        await studio.row('select "familyName", "primaryCustomerId", "memberCount" from "family" where "id" = $1', [
          familyId,
        ]),
      ).toEqual({ familyName: '陈雨家庭', primaryCustomerId: id, memberCount: 1 })
      expect(await members(familyId)).toMatchObject([
        { customerId: id, name: '陈雨', relation: DICT.family_relation.mother, isPrimary: true },
      ])
      expect(await studio.row('select "customerId", "balance" from "account" where "id" = $1', [accountId])).toEqual({
        customerId: id,
        balance: 0,
      })
    })

    it('brings the rest of the family along', async () => {
      const id = await add({
        family: {
          familyName: '小满一家',
          members: [
            {
              name: '陈小满',
              relation: DICT.family_relation.baby,
              birthday: studio.clock.now() - 9 * 3600_000 - 150 * 86_400_000,
            },
          ],
        },
      })
      const { familyId } = await customer(id)
      expect(
        await studio.row('select "familyName", "memberCount", "babyCount" from "family" where "id" = $1', [familyId]),
      ).toEqual({ familyName: '小满一家', memberCount: 2, babyCount: 1 })
      // The head of the page says who they are.
      const { family } = (await must('customer/detail', { id })) as Row
      expect(family).toMatchObject({ members: [{ isPrimary: 1 }, { name: '陈小满', birthday: expect.any(Number) }] })
    })

    it('joins a family that is named, or the one in which somebody has the number already', async () => {
      const mother = await add()
      const familyId = Number((await customer(mother)).familyId)
      const father = await add({ realName: '爸爸', relation: DICT.family_relation.father, familyId })
      expect((await customer(father)).familyId).toBe(familyId)
      const known = mobile()
      await must('familyMember/add', {
        familyId,
        name: '奶奶',
        relation: DICT.family_relation.grandmother,
        mobile: known,
      })
      const grandmother = await add({ realName: '奶奶', relation: DICT.family_relation.grandmother, mobile: known })
      expect((await customer(grandmother)).familyId).toBe(familyId)
      const all = await members(familyId)
      expect(all.map((one) => [one.customerId, one.isPrimary])).toEqual([
        [mother, true],
        [father, false],
        [grandmother, false],
      ])
    })

    it("is refused when the number is a customer's (I-40); nothing is written", async () => {
      const taken = mobile()
      await add({ mobile: taken })
      const count = () =>
        studio.row<{ n: number }>('select (select count(*) from "family") + (select count(*) from "account") as "n"')
      const before = await count()
      expect(await studio.call(admin, 'customer/add', { realName: 'x', mobile: taken })).toMatchObject({
        status: 400,
        msg: '手机号已存在',
        data: { field: 'mobile' },
      })
      expect(await count()).toEqual(before)
      expect(await studio.call(admin, 'family/checkMobileNumber', { mobile: taken })).toMatchObject({ count: 1 })
    })

    it('tags are counted', async () => {
      const { id: tag } = await must('tags/add', { name: '重点', category: DICT.tag_category.customer })
      const uses = async () =>
        (await studio.row<{ useCount: number }>('select "useCount" from "tags" where "id" = $1', [tag])).useCount
      const id = await add({ tags: [tag] })
      expect(await uses()).toBe(1)
      await must('customer/edit', { id, tags: [] })
      expect(await uses()).toBe(0)
    })
  })

  it('an edit reaches the member of the family', async () => {
    const id = await add()
    const next = mobile()
    await must('customer/edit', { id, realName: '改名', mobile: next })
    expect(await members((await customer(id)).familyId)).toMatchObject([{ name: '改名', mobile: next }])
  })

  it('the families of a customer come with their members; members by relation', async () => {
    const id = await add({
      family: {
        members: [{ name: '宝宝', relation: DICT.family_relation.baby, birthday: studio.clock.now() - 9 * 3600_000 }],
      },
    })
    const [family] = await list('family/listFamily', { customerId: id })
    expect(family).toMatchObject({
      memberCount: 2,
      babyCount: 1,
      members: [
        { customerId: id, isPrimary: 1 },
        { name: '宝宝', relation: DICT.family_relation.baby },
      ],
    })
    expect(
      await list('family/queryByRelation', { familyId: family?.id, relation: DICT.family_relation.baby }),
    ).toMatchObject([{ name: '宝宝' }])
    const own = (await customer(id)).mobile
    expect(await list('family/queryByRelation', { mobile: own })).toHaveLength(2)
    expect(await list('family/queryByRelation', { mobile: '13999999999' })).toEqual([])
    expect(await must('family/listRelation')).toHaveLength(6)
  })

  describe('deleted', () => {
    it('goes with account and family, and its number is free again', async () => {
      const known = mobile()
      const id = await add({ mobile: known })
      const { familyId, accountId } = await customer(id)
      await must('customer/del', { id })
      expect(
        await studio.db.query(
          'select 1 as x from "family" where "id" = $1 and not "isDel" union all select 1 from "account" where "id" = $2 and not "isDel"',
          [familyId, accountId],
        ),
      ).toEqual([])
      await add({ mobile: known })
    })

    it('leaves the family to the others', async () => {
      const mother = await add()
      const familyId = Number((await customer(mother)).familyId)
      const father = await add({ relation: DICT.family_relation.father, familyId })
      await must('customer/del', { id: mother })
      expect(await studio.row('select "primaryCustomerId" from "family" where "id" = $1', [familyId])).toEqual({
        primaryCustomerId: father,
      })
      expect(await members(familyId)).toMatchObject([{ customerId: father, isPrimary: true }])
    })

    it('is refused while there is money', async () => {
      const id = await add()
      await studio.db.query('update "account" set "principalBalance" = 100, "balance" = 100 where "customerId" = $1', [
        id,
      ])
      expect(await studio.call(admin, 'customer/del', { id })).toMatchObject({ status: 400 })
    })
  })

  describe('followed up', () => {
    const track = (id: number, more: Row = {}) =>
      studio.call(admin, 'track/add', {
        targetType: DICT.track_target.customer,
        targetId: id,
        trackMode: DICT.track_mode.phone,
        content: '电话',
        ...more,
      })

    it.each([
      [1, 2],
      [3, 2],
      [2, 1],
      [4, 1],
      [5, 1],
    ])('with result %i a possible customer has status %i (rules 2.4)', async (result, status) => {
      const id = await add()
      expect((await track(id, { result, nextTrackDate: studio.clock.now() - 9 * 3600_000 + 86_400_000 })).status).toBe(
        200,
      )
      expect((await customer(id)).status).toBe(status)
    })

    it('moves no customer backwards, and nobody follows up what they may not see', async () => {
      const id = await add()
      await studio.db.query('update "customer" set "status" = 3 where "id" = $1', [id])
      expect((await track(id)).status).toBe(200)
      expect((await customer(id)).status).toBe(DICT.customer_status.won)
      await studio.db.query('update "dataAccess" set "level" = 1 where "roleId" = $1', [lin.roleId])
      await studio.app.forget()
      expect(
        (
          await studio.call(lin, 'track/add', {
            targetType: DICT.track_target.customer,
            targetId: id,
            trackMode: DICT.track_mode.phone,
            content: 'x',
          })
        ).status,
      ).toBe(400)
      expect(
        (
          await studio.call(await studio.actor('chengdu'), 'track/add', {
            targetType: DICT.track_target.customer,
            targetId: id,
            trackMode: DICT.track_mode.phone,
            content: 'x',
          })
        ).status,
      ).toBe(400)
    })

    it('a clue is begun, counted and dated', async () => {
      const channelType = await must('channeltype/add', { name: '大众点评', code: 'DP' })
      const clue = await must('analysis/add', {
        realName: '线索',
        mobile: mobile(),
        businessType: DICT.business_type.baby,
        channelTypeId: channelType.id,
      })
      const next = studio.clock.now() - 9 * 3600_000 + 3 * 86_400_000
      await must('track/add', {
        targetType: DICT.track_target.clue,
        targetId: clue.id,
        trackMode: DICT.track_mode.phone,
        content: '加微信',
        result: DICT.track_result.interested,
        nextTrackDate: next,
      })
      expect(
        await studio.row(
          'select "analysisStatus", "trackCount", "lastTrackTime", "nextTrackDate" from "analysis" where "id" = $1',
          [clue.id],
        ),
      ).toEqual({
        analysisStatus: DICT.analysis_status.following,
        trackCount: 1,
        lastTrackTime: studio.clock.now(),
        nextTrackDate: next,
      })
    })
  })

  it('what was bought and what is left on the account', async () => {
    const id = await add()
    await studio.db.query(
      'update "account" set "principalBalance" = 12345, "giftBalance" = 55, "balance" = 12400 where "customerId" = $1',
      [id],
    )
    expect(await must('customer/getBalance', { customerId: id })).toEqual({
      balance: 124,
      principalBalance: 123.45,
      giftBalance: 0.55,
      frozenAmount: 0,
      integral: 0,
    })
    expect(await studio.call(admin, 'customer/queryConsume', { customerId: id })).toMatchObject({ data: [], total: 0 })
    expect((await studio.call(await studio.actor('chengdu'), 'customer/getBalance', { customerId: id })).status).toBe(
      404,
    )
  })

  describe('two who are one (I-45)', () => {
    /** Sums over both, whoever has them. */
    const totals = (ids: number[]) =>
      studio.row<Row>(
        `
      select (select coalesce(sum("balance"), 0) from "account" where "customerId" = any($1) and not "isDel") as "balance",
        (select coalesce(sum("totalRecharge"), 0) from "account" where "customerId" = any($1) and not "isDel") as "recharged",
        (select coalesce(sum("integral"), 0) from "members" where "customerId" = any($1) and not "isDel") as "points",
        (select coalesce(sum("consumeAmount"), 0) from "customer" where "id" = any($1)) as "spent",
        (select coalesce(sum("consumeCount"), 0) from "customer" where "id" = any($1)) as "times",
        (select count(*) from "track" where "targetType" = 4 and "targetId" = any($1) and not "isDel") as "tracks",
        (select count(*) from "contact" where "customerId" = any($1) and not "isDel") as "contacts",
        (select count(*) from "accountMovement" m join "account" a on a."id" = m."accountId" where a."customerId" = any($1) and not a."isDel") as "movements"`,
        [ids],
      )

    async function furnished(money: number, points: number | undefined): Promise<number> {
      const id = await add()
      await studio.db.query(
        'update "customer" set "consumeCount" = 2, "consumeAmount" = $2, "lastConsumeTime" = now(), "accountBalance" = $2 where "id" = $1',
        [id, money],
      )
      const account = await studio.row<{ id: number }>(
        'update "account" set "principalBalance" = $2, "balance" = $2, "totalRecharge" = $2 where "customerId" = $1 returning "id"',
        [id, money],
      )
      await studio.db.query(
        'insert into "accountMovement" ("companyId", "movementNo", "accountId", "movementType", "direction", "amount") values (1, $1, $2, 1, 1, $3)',
        [`AM${id}`, account.id, money],
      )
      await must('track/add', {
        targetType: DICT.track_target.customer,
        targetId: id,
        trackMode: DICT.track_mode.phone,
        content: '电话',
        result: DICT.track_result.interested,
      })
      await must('contact/add', { customerId: id, contactMode: DICT.track_mode.phone, content: '微信' })
      if (points !== undefined)
        await studio.db.query(
          'insert into "members" ("companyId", "memberNo", "customerId", "gradeId", "integral", "totalIntegral", "status", "expireTime") values (1, $1, $2, $3, $4, $4, 1, now())',
          [`V${id}`, id, await grade(), points],
        )
      return id
    }

    async function grade(): Promise<number> {
      const known = await studio.row<{ id: number } | undefined>('select "id" from "memberConfig" limit 1')
      return (
        known?.id ??
        (
          await must('memberConfig/add', {
            gradeName: '会员',
            gradeCode: 'M1',
            memberGrade: DICT.member_grade.member,
            discount: 0.95,
            integralRate: 1.2,
            tollPrice: 199,
          })
        ).id
      )
    }

    it.each([
      ['both are members', 300, 200],
      ['the first is a member', 300, undefined],
      ['the second is a member', undefined, 200],
      ['neither is a member', undefined, undefined],
    ])('keep their sums when %s', async (_, ofFirst, ofSecond) => {
      const [from, to] = [await furnished(10_000, ofFirst), await furnished(5_050, ofSecond)]
      const before = await totals([from, to])
      const moved = (await must('customer_data/merge', { fromId: from, toId: to })).moved
      expect(moved).toMatchObject({ track: 1, contact: 1, accountMovement: 1 })
      expect(await totals([from, to])).toEqual(before)
      expect(await totals([to])).toEqual(before)
      expect(await customer(to)).toMatchObject({
        accountBalance: 15_050,
        consumeCount: 4,
        consumeAmount: 15_050,
        status: DICT.customer_status.intended,
        mergedInto: null,
      })
    })

    it('make the first one disappear; its number is the other one’s, and nobody else gets it', async () => {
      const [from, to] = [await add(), await add()]
      const number = (await customer(from)).mobile
      await must('customer_data/merge', { fromId: from, toId: to })
      const listed = await must('customer/query', { pageRows: 200 })
      expect(listed.map((row) => row.id)).not.toContain(from)
      expect(await customer(from)).toMatchObject({ mergedInto: to, accountId: null, familyId: null })
      expect(await studio.call(admin, 'customer/add', { realName: '别人', mobile: number })).toMatchObject({
        status: 400,
        msg: '手机号已存在',
      })
      const { id } = await must('chance/add', {
        realName: '陈雨',
        mobile: number,
        businessType: DICT.business_type.baby,
      })
      expect(
        await must('chance/transform', { id, customer: { realName: '陈雨', mobile: number }, openOrder: 0 }),
      ).toMatchObject({
        customerId: to,
      })
      expect(
        await studio.row('select "fromCustomerId", "toCustomerId" from "customerMerge" order by "id" desc limit 1'),
      ).toEqual({ fromCustomerId: from, toCustomerId: to })
    })

    it("are one in the family too, and the others of the first one's family come along", async () => {
      const from = await add({
        family: {
          members: [{ name: '宝宝', relation: DICT.family_relation.baby, birthday: studio.clock.now() - 9 * 3600_000 }],
        },
      })
      const to = await add()
      const { familyId } = await customer(to)
      await must('customer_data/merge', { fromId: from, toId: to })
      expect(await members(familyId)).toMatchObject(
        [
          { name: '宝宝', isPrimary: false },
          { customerId: to, isPrimary: true },
        ].sort((a) => (a.isPrimary ? 1 : -1)),
      )
      expect(await studio.row('select "memberCount", "babyCount" from "family" where "id" = $1', [familyId])).toEqual({
        memberCount: 2,
        babyCount: 1,
      })
    })

    it('leave no living row behind that refers to the first', async () => {
      const [from, to] = [await furnished(100, 10), await furnished(200, 20)]
      await must('customer_data/merge', { fromId: from, toId: to })
      const left: string[] = []
      for (const { resource, field, when } of referencesTo(studio.model, 'customer')) {
        if (resource.name === 'customerMerge') continue
        const match = field.type === 'refs' ? `"${field.name}" @> array[$1::bigint]` : `"${field.name}" = $1`
        const rows = await studio.db.query(
          `select 1 as x from "${resource.name}" where ${match} and not "isDel" ${when ? `and "${when.field}"::text = '${when.value}'` : ''}`,
          [from],
        )
        if (rows.length > 0) left.push(`${resource.name}.${field.name}`)
      }
      expect(left).toEqual([])
    })

    it('are not one with themselves, a stranger, or a customer of another company', async () => {
      const [one, chengdu] = [await add(), await studio.actor('chengdu')]
      const { id: foreign } = await must('customer/add', { realName: '成都客户', mobile: mobile() }, chengdu)
      for (const toId of [one, 999_999, foreign])
        expect((await studio.call(admin, 'customer_data/merge', { fromId: one, toId })).status).not.toBe(200)
      expect((await customer(one)).mergedInto).toBeNull()
    })
  })
})
