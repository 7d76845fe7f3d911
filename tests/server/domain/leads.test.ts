/** Channels, clues, chances and leads (rules 2.5, 2.6; I-42, I-43, I-44): every hand, every limit, every way back. */
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { CallPath } from '../../../src/generated/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/model/web.ts'
import { SheetWriter } from '../../../src/server/calls/sheet-writer.ts'
import { registerNightlyCalls } from '../../../src/server/platform/index.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio, TODAY, type Staff, type Ask } from './studio.ts'

type Values = Record<string, unknown>

const DAY = 86_400_000
const { pregnant: PREGNANT, baby: BABY } = DICT.business_type
/** Wire values by the names this file speaks of. */
const CLUE = DICT.analysis_status
const CHANCE = DICT.chance_status
const CLUE_PLACE = DICT.clue_place
const LEAD = DICT.lead_biz_state
const MODE = DICT.alloc_mode
const DUTY = DICT.duty_status
const TARGET = DICT.track_target
/** By which call the records of a resource are given to somebody, and the input that says to whom. */
const GIVING = [
  ['analysis', 'analysis/setSales', 'employeeId'],
  ['lead', 'lead/allocation', 'employeeId'],
  ['chance', 'chance/setSales', 'employeeId'],
  ['customer', 'customer/assign', 'salesId'],
] as const

const WRONG_STATE = '当前状态不能执行该操作'

/** Calls that list leads. */
type LeadList = Extract<
  keyof Requests,
  `lead/query${'Pool' | 'Distribution' | 'Collection' | 'ByChannel' | 'MyBusiness' | 'Business' | 'Lose'}`
>

describe.each(rulesEngines)('leads on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let admin: Staff
  let manager: Staff
  let lin: Staff
  let zhou: Staff
  let typeId: number
  let channelId: number
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    manager = await studio.actor('manager')
    lin = await studio.actor('lin')
    zhou = await studio.actor('zhou')
    counter = await Counter.open(studio, admin)
    typeId = (await studio.must(admin, 'channeltype/add', { name: '妇产医院', code: 'FC' })).id
    channelId = (
      await studio.must(admin, 'channel/add', {
        channelTypeId: typeId,
        channelName: '渝北妇幼',
        channelFullName: '渝北妇幼保健院',
        cityCode: '500100',
        address: '龙山街道1号',
        specialistId: lin.employeeId,
        contacts: [{ name: '张护士长', mobile: '13700000001', duty: '护士长' }],
      })
    ).id
    registerNightlyCalls(studio.jobs, { db: studio.db, app: studio.app })
  })
  afterAll(() => studio.close())

  const mobile = (): string => `136${String(10_000_000 + ++n)}`
  const row: Counter['row'] = (table, id) => counter.row(table, id)
  const clue = async (values: Values = {}, who = admin): Promise<number> =>
    (
      await studio.must(who, 'analysis/add', {
        realName: `线索${n}`,
        mobile: mobile(),
        businessType: BABY,
        channelTypeId: typeId,
        channelId,
        ...values,
      })
    ).id
  const lead = async (values: Values = {}, who = admin): Promise<number> =>
    (
      await studio.must(who, 'lead/add', {
        motherName: `妈妈${n}`,
        mobile: mobile(),
        businessType: BABY,
        birthday: TODAY - 30 * DAY,
        channelTypeId: typeId,
        channelId,
        ...values,
      })
    ).id
  const held = (id: number, values: Values = {}): Promise<Values> =>
    studio.must(admin, 'lead/allocation', { ids: [id], employeeId: lin.employeeId, ...values })
  const hands = (target: keyof typeof TARGET, id: number): Promise<Values[]> =>
    studio.db.query(
      'select "allocMode", "fromEmployeeId", "toEmployeeId" from "allocation" where "targetType" = $1 and "targetId" = $2 order by "id"',
      [TARGET[target], id],
    )
  const told = async (answer: Promise<Answer>): Promise<[number, string]> => {
    const { status, msg } = await answer
    return [status, msg]
  }
  const track = (
    who: Actor,
    target: Exclude<keyof typeof TARGET, 'customer'>,
    targetId: number,
    more: Values = {},
  ): Promise<Answer> =>
    studio.call(who, 'track/add', {
      targetType: TARGET[target],
      targetId,
      trackMode: DICT.track_mode.phone,
      content: '电话沟通',
      ...more,
    })
  const chanceOf = async (clueId: number, values: Values = {}, who = admin): Promise<number> =>
    (
      await studio.must(who, 'chance/add', {
        clueId,
        businessType: BABY,
        chanceAmount: 3980,
        probability: DICT.win_probability.p50,
        ...values,
      })
    ).id
  const made = async (resource: (typeof GIVING)[number][0]): Promise<number> => {
    if (resource === 'analysis') return clue()
    if (resource === 'lead') return lead()
    return resource === 'chance' ? chanceOf(await clue()) : counter.customer()
  }
  const setting = async (code: string, value: string): Promise<void> => {
    const found = await studio.row<{ id: number; version: number }>(
      'select "id", "version" from "parameter" where "code" = $1 and "companyId" = 1',
      [code],
    )
    await studio.must(admin, 'parameter/edit', { id: found.id, version: found.version, value })
  }

  describe('channels', () => {
    it('count their categories and leads, and know since when somebody looks after them', async () => {
      expect(await row('channelType', typeId)).toMatchObject({ channelCount: 1 })
      expect(await row('channel', channelId)).toMatchObject({
        specialistId: lin.employeeId,
        specialistTime: studio.clock.at,
      })
      const other = (
        await studio.must(admin, 'channel/add', {
          channelTypeId: typeId,
          channelName: '二店',
          channelFullName: '渝北妇幼二店',
          cityCode: '500100',
          address: '2号',
        })
      ).id
      // Whoever adds a channel looks after it until somebody else is named; else they would not see it themselves.
      expect(await row('channel', other)).toMatchObject({ specialistId: admin.employeeId, leadCount: 0 })
      const id = await lead({ channelId: other })
      expect(await row('channel', other)).toMatchObject({ leadCount: 1 })
      await studio.must(admin, 'channel/toSpecialist', { ids: [other], specialistId: zhou.employeeId })
      expect(await row('channel', other)).toMatchObject({
        specialistId: zhou.employeeId,
        specialistTime: studio.clock.at,
      })
      expect(await told(studio.call(admin, 'channel/del', { id: other }))).toEqual([400, '数据已被引用，不能删除'])
      await studio.must(admin, 'lead/editChannel', { ids: [id], channelId })
      expect(await row('channel', other)).toMatchObject({ leadCount: 0 })
      await studio.must(admin, 'channel/del', { id: other })
      expect(await row('channelType', typeId)).toMatchObject({ channelCount: 1 })
    })

    it('refuse a name twice, in the words of the product', async () => {
      const again = {
        channelTypeId: typeId,
        channelName: '渝北妇幼',
        channelFullName: '另一个',
        cityCode: '500100',
        address: '龙山街道1号',
      }
      expect(await told(studio.call(admin, 'channel/add', again))).toEqual([400, '同一渠道分类下同一地址重复'])
      expect(
        await told(studio.call(admin, 'channel/add', { ...again, address: '别处', channelFullName: '渝北妇幼保健院' })),
      ).toEqual([400, '渠道分类名字重复'])
      expect(await told(studio.call(admin, 'channeltype/add', { name: '妇产医院', code: 'X' }))).toEqual([
        400,
        '渠道分类名字重复',
      ])
      expect(await told(studio.call(admin, 'channeltype/add', { name: '别的', code: 'FC' }))).toEqual([
        400,
        '渠道分类代码重复',
      ])
    })
  })

  describe('clues', () => {
    it('a live number is taken once, and the refusal says by which clue', async () => {
      const id = await clue({ mobile: '13600000001' })
      const twice = await studio.call(admin, 'analysis/add', {
        realName: '同号',
        mobile: '13600000001',
        businessType: BABY,
        channelTypeId: typeId,
      })
      expect(twice).toMatchObject({ status: 400, msg: '该手机号已存在线索', data: { id, field: 'mobile' } })
      await studio.must(admin, 'analysis/lose', { id, lostCause: DICT.lost_cause.noNeed })
      const next = await clue({ mobile: '13600000001' })
      expect(next).toBeGreaterThan(id)
      expect((await studio.call(admin, 'analysis/recover', { ids: [id] })).status).toBe(400)
      expect(await row('analysis', id)).toMatchObject({ analysisStatus: CLUE.lost })
    })

    it('a number of a customer is accepted, and the clue points at the customer', async () => {
      const customerId = await counter.customer({ mobile: '13600000002' })
      expect(await row('analysis', await clue({ mobile: '13600000002' }))).toMatchObject({ customerId })
    })

    it.each([
      ['in the pool', undefined, CLUE_PLACE.pool],
      ['with its person', () => lin.employeeId, CLUE_PLACE.hand],
    ])('says that it is %s', async (_where, person, place) => {
      const values = { realName: '去向', mobile: mobile(), businessType: BABY, channelTypeId: typeId }
      expect(await studio.must(admin, 'analysis/add', { ...values, employeeId: person?.() })).toEqual({
        id: expect.any(Number) as number,
        place,
      })
    })

    it("the pool shows what nobody has, to everybody; claimed it is one person's", async () => {
      const id = await clue()
      const listed = async (who: Actor): Promise<number[]> =>
        (await studio.must(who, 'analysis/pool', { queryType: DICT.pool_type.public, pageRows: 200 })).map(
          (one) => one.id,
        )
      expect(await listed(zhou)).toContain(id)
      expect(await studio.must(zhou, 'analysis/detail', { id })).toMatchObject({ id })
      expect(await studio.must(admin, 'analysis/setSales', { ids: [id], employeeId: admin.employeeId })).toEqual({
        count: 1,
      })
      expect(await listed(zhou)).not.toContain(id)
      expect((await studio.call(zhou, 'analysis/detail', { id })).status).toBe(403)
      expect(
        await told(studio.call(manager, 'analysis/setSales', { ids: [id], employeeId: manager.employeeId })),
      ).toEqual([400, '已被领取'])
      expect(await row('analysis', id)).toMatchObject({
        employeeId: admin.employeeId,
        orgId: admin.orgId,
        assignTime: studio.clock.at,
      })
      expect(await hands('clue', id)).toEqual([
        { allocMode: MODE.claim, fromEmployeeId: null, toEmployeeId: admin.employeeId },
      ])
    })

    it("nobody takes what they do not see out of another's hands", async () => {
      const id = await clue({ employeeId: lin.employeeId })
      expect((await studio.call(zhou, 'analysis/detail', { id })).status).toBe(403)
      for (const employeeId of [null, zhou.employeeId, admin.employeeId])
        expect((await studio.call(zhou, 'analysis/setSales', { ids: [id], employeeId })).status).not.toBe(200)
      expect(await row('analysis', id)).toMatchObject({ employeeId: lin.employeeId })
    })

    it('who had it before is told to whoever sees it: leads of the company are no clues of the company', async () => {
      const { id: roleId } = await studio.row<{ id: number }>(
        `select "id" from "role" where "code" = 'classAssistant' and "companyId" = 1`,
      )
      const assistant = { ...zhou, roleId }
      const id = await clue({ employeeId: lin.employeeId })
      const asked = { targetType: TARGET.clue, targetId: id }
      expect(await studio.must(admin, 'allocation/query', asked)).toHaveLength(1)
      expect(await studio.must(assistant, 'allocation/query', asked)).toEqual([])
    })

    it('every change of hands has one row, and whoever gets it is told', async () => {
      const id = await clue({ employeeId: lin.employeeId })
      await studio.must(admin, 'analysis/setSales', { ids: [id], employeeId: zhou.employeeId, reason: '调整' })
      await studio.must(admin, 'analysis/setSales', { ids: [id], employeeId: zhou.employeeId })
      await studio.must(admin, 'analysis/setSales', { ids: [id], employeeId: null })
      await studio.must(admin, 'analysis/setSales', { ids: [id], employeeId: lin.employeeId })
      expect(await hands('clue', id)).toEqual([
        { allocMode: MODE.manual, fromEmployeeId: null, toEmployeeId: lin.employeeId },
        { allocMode: MODE.transfer, fromEmployeeId: lin.employeeId, toEmployeeId: zhou.employeeId },
        { allocMode: MODE.recover, fromEmployeeId: zhou.employeeId, toEmployeeId: null },
        { allocMode: MODE.manual, fromEmployeeId: null, toEmployeeId: lin.employeeId },
      ])
      const messages = await studio.db.query(
        `select "title", "titleEn" from "pushMessage" where "messageSourceType" = 'clue' and "receiverId" = $1`,
        [zhou.employeeId],
      )
      expect(messages).toEqual([{ title: '新线索待跟进', titleEn: 'New clue to follow up' }])
    })

    it('a notice of a lead says of which business it is', async () => {
      const businesses = { pregnant: 'pregnantBusiness', child: 'childBusiness', baby: 'babyBusiness' } as const
      for (const [business, source] of Object.entries(businesses)) {
        const businessType = DICT.business_type[business as keyof typeof businesses]
        const id = await lead({ businessType, birthday: TODAY - DAY, expectdate: TODAY + 70 * DAY })
        await studio.must(admin, 'lead/allocation', { ids: [id], employeeId: zhou.employeeId })
        expect(
          await studio.db.query(
            `select "messageSourceType" as "source" from "pushMessage" where "receiverId" = $1 order by "id" desc limit 1`,
            [zhou.employeeId],
          ),
        ).toEqual([{ source }])
      }
    })

    it('an expectant mother is due within ten months, or was a month ago at most; a date that stands may stay', async () => {
      const due = (days: number) => ({
        motherName: '预产',
        mobile: mobile(),
        businessType: PREGNANT,
        expectdate: TODAY + days * DAY,
      })
      for (const days of [-31, 301])
        expect(await studio.call(admin, 'lead/add', due(days))).toMatchObject({
          status: 400,
          data: { field: 'expectdate' },
        })
      for (const days of [-30, 300])
        expect(await studio.call(admin, 'lead/add', due(days))).toMatchObject({ status: 200 })
      const { id } = await studio.must(admin, 'lead/add', due(10))
      const long = new Date(TODAY - 90 * DAY + DAY / 2)
      await studio.db.query('update "lead" set "expectdate" = $2 where "id" = $1', [id, long])
      const edit = async (expectdate: number) => {
        return (await studio.call(admin, 'lead/edit', { id, hospital: '妇幼', expectdate })).status
      }
      expect([await edit(TODAY - 90 * DAY), await edit(TODAY - 91 * DAY)]).toEqual([200, 400])
    })

    it('is given to those alone whose role opens its screens', async () => {
      const clerk = await studio.must(admin, 'employee/add', {
        realName: '仓管',
        mobile: '13600009997',
        orgId: admin.orgId,
      })
      const finance = (await studio.actor('finance')).employeeId
      for (const [resource, path, input] of GIVING) {
        const offered = await studio.must(admin, 'employee/select', { opens: resource, pageRows: 200 })
        const names = offered.map((one) => one.label)
        expect(names, resource).toContain(lin.realName)
        expect(names, resource).not.toContain('仓管')
        const ids = [await made(resource)]
        const refused = await studio.raw(admin, path, { ids, [input]: clerk.id })
        expect([refused.status, refused.data], path).toEqual([400, { field: input }])
        expect((await studio.raw(admin, path, { ids, [input]: lin.employeeId })).status, path).toBe(200)
      }
      const employeeId = clerk.id
      await expect(clue({ employeeId })).rejects.toThrow('"field":"employeeId"')
      await expect(chanceOf(await clue(), { employeeId })).rejects.toThrow('"field":"employeeId"')
      await expect(counter.customer({ salesId: employeeId })).rejects.toThrow('"field":"salesId"')
      await expect(counter.order(1000, { salesId: employeeId })).rejects.toThrow('"field":"salesId"')
      // Who works on chances sells, too, though customers are opened by others.
      const specialist = await studio.colleague('专员', '13600009996', admin.orgId, 'channelSpecialist')
      const won = await chanceOf(await clue(), { employeeId: specialist })
      const { mobile: number } = await studio.must(admin, 'chance/detail', { id: won })
      const customer = { realName: '成交', mobile: String(number), cityCode: '500100' }
      const { customerId } = await studio.must(admin, 'chance/transform', { id: won, customer, openOrder: 0 })
      expect(await row('customer', Number(customerId))).toMatchObject({ salesId: specialist })
      expect((await studio.call(admin, 'analysis/setSales', { ids: [await clue()], employeeId: finance })).status).toBe(
        400,
      )
    })

    it('a customer changes hands like a clue, by whatever call', async () => {
      const id = await counter.customer()
      await studio.must(admin, 'customer/assign', { ids: [id], salesId: lin.employeeId })
      const { version } = await row('customer', id)
      await studio.must(admin, 'customer/edit', { id, version, salesId: zhou.employeeId })
      expect(await hands('customer', id)).toEqual([
        { allocMode: MODE.transfer, fromEmployeeId: admin.employeeId, toEmployeeId: lin.employeeId },
        { allocMode: MODE.transfer, fromEmployeeId: lin.employeeId, toEmployeeId: zhou.employeeId },
      ])
    })

    it('is not given to somebody who left, nor beyond what one may have in hand', async () => {
      const gone = await studio.must(admin, 'employee/add', {
        realName: '已走',
        mobile: '13600009999',
        orgId: admin.orgId,
      })
      await studio.must(admin, 'employee/leave', { id: gone.id, leaveDate: TODAY })
      const id = await clue()
      expect(await told(studio.call(admin, 'analysis/setSales', { ids: [id], employeeId: gone.id }))).toEqual([
        400,
        '跟进人不能这样选，请另选',
      ])
      const person = await studio.colleague('新人', '13600009998', admin.orgId)
      await setting('lead_own_limit', '2')
      const more = [await clue(), await clue()]
      expect(await told(studio.call(admin, 'analysis/setSales', { ids: [id, ...more], employeeId: person }))).toEqual([
        400,
        '新人在手已达上限 2 条',
      ])
      expect(await row('analysis', id)).toMatchObject({ employeeId: null })
      await studio.must(admin, 'analysis/setSales', { ids: [id, ...more.slice(0, 1)], employeeId: person })
      expect((await studio.call(admin, 'analysis/setSales', { ids: more.slice(1), employeeId: person })).status).toBe(
        400,
      )
      await setting('lead_own_limit', '200')
    })

    it('the first follow-up begins the work; only its owner and those above follow it up', async () => {
      const id = await clue({ employeeId: lin.employeeId })
      expect((await track(zhou, 'clue', id)).status).not.toBe(200)
      expect((await track(manager, 'clue', id, { nextTrackDate: TODAY + DAY })).status).toBe(200)
      expect(await row('analysis', id)).toMatchObject({
        analysisStatus: CLUE.following,
        trackCount: 1,
        lastTrackTime: studio.clock.at,
        nextTrackDate: TODAY + DAY,
      })
    })

    it('lost with a cause, recovered into the pool', async () => {
      const id = await clue({ employeeId: lin.employeeId })
      expect((await studio.call(admin, 'analysis/lose', { id })).status).toBe(400)
      await studio.must(admin, 'analysis/lose', { id, lostCause: DICT.lost_cause.tooExpensive, lostRemark: '太贵' })
      expect(await row('analysis', id)).toMatchObject({
        analysisStatus: CLUE.lost,
        lostCause: DICT.lost_cause.tooExpensive,
        lostTime: studio.clock.at,
      })
      for (const [path, input] of [
        ['lose', { id, lostCause: DICT.lost_cause.tooExpensive }],
        ['setSales', { ids: [id], employeeId: zhou.employeeId }],
      ] as const)
        expect((await studio.call(admin, `analysis/${path}`, input)).status).toBe(400)
      await studio.must(admin, 'analysis/recover', { ids: [id] })
      expect(await row('analysis', id)).toMatchObject({
        analysisStatus: CLUE.new,
        employeeId: null,
        lostCause: null,
        lostTime: null,
      })
      expect((await hands('clue', id)).at(-1)).toEqual({
        allocMode: MODE.recover,
        fromEmployeeId: lin.employeeId,
        toEmployeeId: null,
      })
      expect(await told(studio.call(admin, 'analysis/recover', { ids: [id] }))).toEqual([
        400,
        expect.stringContaining('已流失'),
      ])
    })

    it('nobody edits the owner or the state', async () => {
      const id = await clue()
      for (const values of [{ employeeId: lin.employeeId }, { analysisStatus: CLUE.won }, { orgId: 1 }])
        await studio.raw(admin, 'analysis/edit', { id, ...values })
      expect(await row('analysis', id)).toMatchObject({ employeeId: null, analysisStatus: CLUE.new, orgId: null })
    })
  })

  describe('chances', () => {
    it('a clue becomes one, with who and whence; once', async () => {
      const clueId = await clue({ employeeId: lin.employeeId, cityCode: '500100' })
      const id = await chanceOf(clueId)
      const from = await row('analysis', clueId)
      expect(from).toMatchObject({ analysisStatus: CLUE.turned, chanceId: id })
      expect(await row('chance', id)).toMatchObject({
        clueId,
        realName: from.realName,
        mobile: from.mobile,
        channelId,
        channelTypeId: typeId,
        cityCode: '500100',
        employeeId: lin.employeeId,
        chanceSource: DICT.chance_source.clue,
        chanceStatus: CHANCE.open,
        chanceAmount: 398000,
        expected: 199000,
      })
      expect(await hands('chance', id)).toEqual([
        { allocMode: MODE.manual, fromEmployeeId: null, toEmployeeId: lin.employeeId },
      ])
      // What was agreed for a day to come is agreed still; a day that is over is not.
      const next = async (nextTrackDate: number): Promise<unknown> => {
        const agreed = await clue()
        await studio.db.query('update "analysis" set "nextTrackDate" = $2 where "id" = $1', [
          agreed,
          new Date(nextTrackDate),
        ])
        return (await row('chance', await chanceOf(agreed))).nextTrackDate
      }
      expect(await next(TODAY + 2 * DAY)).not.toBeNull()
      expect(await next(TODAY - DAY)).toBeNull()
      expect((await studio.call(admin, 'chance/add', { clueId, businessType: BABY })).status).toBe(400)
      expect(
        (await studio.call(admin, 'analysis/lose', { id: clueId, lostCause: DICT.lost_cause.tooExpensive })).status,
      ).toBe(400)
    })

    it('one open chance for a number and business, from wherever', async () => {
      const direct = { realName: '直接', mobile: '13600000010', businessType: BABY }
      const { id } = await studio.must(admin, 'chance/add', direct)
      expect(await row('chance', id)).toMatchObject({
        chanceSource: DICT.chance_source.direct,
        employeeId: admin.employeeId,
      })
      expect(await told(studio.call(admin, 'chance/add', direct))).toEqual([400, '该手机号已有进行中的机会'])
      await studio.must(admin, 'chance/add', { ...direct, businessType: PREGNANT })
      expect((await studio.call(admin, 'chance/add', { businessType: BABY })).status).toBe(400)
      const customerId = await counter.customer()
      const own = await studio.must(admin, 'chance/add', { customerId, businessType: BABY })
      expect(await row('chance', own.id)).toMatchObject({
        chanceSource: DICT.chance_source.existingCustomer,
        customerId,
      })
      expect(await row('customer', customerId)).toMatchObject({ status: DICT.customer_status.intended })
    })

    it('lost, its clue goes on being followed, or is lost with it; taken up again, the clue comes along', async () => {
      for (const [returnClue, status] of [
        [1, CLUE.following],
        [0, CLUE.lost],
      ] as const) {
        const clueId = await clue()
        const id = await chanceOf(clueId)
        await studio.must(admin, 'chance/lose', {
          id,
          lostCause: DICT.lost_cause.wentElsewhere,
          lostRemark: '别家',
          returnClue,
        })
        expect(await row('chance', id)).toMatchObject({
          chanceStatus: CHANCE.lost,
          lostCause: DICT.lost_cause.wentElsewhere,
          lostTime: studio.clock.at,
        })
        expect(await row('analysis', clueId)).toMatchObject({
          analysisStatus: status,
          ...(returnClue ? {} : { lostCause: DICT.lost_cause.wentElsewhere }),
        })
        expect((await studio.call(admin, 'chance/lose', { id, lostCause: DICT.lost_cause.wentElsewhere })).status).toBe(
          400,
        )
        expect((await studio.call(admin, 'chance/setSales', { ids: [id], employeeId: zhou.employeeId })).status).toBe(
          400,
        )
        await studio.must(admin, 'chance/edit', { id, chanceStatus: CHANCE.open })
        expect(await row('chance', id)).toMatchObject({ chanceStatus: CHANCE.open, lostCause: null })
        expect(await row('analysis', clueId)).toMatchObject({ analysisStatus: CLUE.turned, lostCause: null })
      }
    })

    it('passed on, with a row of history', async () => {
      const id = await chanceOf(await clue())
      await studio.must(admin, 'chance/setSales', { ids: [id], employeeId: zhou.employeeId })
      expect(await row('chance', id)).toMatchObject({ employeeId: zhou.employeeId, orgId: zhou.orgId })
      expect(await hands('chance', id)).toEqual([
        { allocMode: MODE.claim, fromEmployeeId: null, toEmployeeId: admin.employeeId },
        { allocMode: MODE.transfer, fromEmployeeId: admin.employeeId, toEmployeeId: zhou.employeeId },
      ])
    })

    it('won, there is a customer with family and account, and a draft of the order', async () => {
      const known = { gender: DICT.gender.male, level: 1, address: '解放碑 1 号' }
      const clueId = await clue({ realName: '陈雨', cityCode: '500100', ...known })
      const id = await chanceOf(clueId)
      // What the dialog of the deal begins with.
      expect(await studio.must(admin, 'chance/detail', { id })).toMatchObject(known)
      const made = await studio.must(admin, 'chance/transform', {
        id,
        customer: { realName: '陈雨', mobile: String((await row('analysis', clueId)).mobile), cityCode: '500100' },
        family: {
          members: [
            { name: '陈雨', relation: DICT.family_relation.mother },
            { name: '陈小满', relation: DICT.family_relation.baby, birthday: TODAY - 150 * DAY },
          ],
        },
      })
      const { mobile: number } = await row('analysis', clueId)
      expect(await row('customer', made.customerId)).toMatchObject({
        realName: '陈雨',
        mobile: number,
        status: DICT.customer_status.intended,
        clueId,
        channelId,
      })
      expect(
        await studio.db.query(
          'select "name", "isPrimary" from "familyMember" where "familyId" = (select "familyId" from "customer" where "id" = $1) order by "id"',
          [made.customerId],
        ),
      ).toEqual([
        { name: '陈雨', isPrimary: true },
        { name: '陈小满', isPrimary: false },
      ])
      expect(
        await studio.db.query('select "balance" from "account" where "customerId" = $1', [made.customerId]),
      ).toEqual([{ balance: 0 }])
      expect(await row('chance', id)).toMatchObject({
        chanceStatus: CHANCE.won,
        probability: DICT.win_probability.p100,
        customerId: made.customerId,
      })
      expect(await row('analysis', clueId)).toMatchObject({ analysisStatus: CLUE.turned, customerId: made.customerId })
      expect(await row('openOrder', made.openOrderId)).toMatchObject({
        customerId: made.customerId,
        content: { values: { chanceId: id, businessType: BABY } },
      })
      for (const path of ['transform', 'lose'] as const)
        expect(
          (
            await studio.call(admin, `chance/${path}`, {
              id,
              customer: { realName: '陈雨' },
              lostCause: DICT.lost_cause.tooExpensive,
            })
          ).status,
        ).toBe(400)
      const order = await counter.order(3980, {
        customerId: made.customerId,
        chanceId: id,
        openOrderId: made.openOrderId,
      })
      expect(await row('chance', id)).toMatchObject({ orderId: order.id })
      expect(await row('analysis', clueId)).toMatchObject({ analysisStatus: CLUE.won })
      expect(await row('openOrder', made.openOrderId)).toMatchObject({ isDel: true })
    })

    it('won by a customer who is there already, nobody is made twice', async () => {
      const customerId = await counter.customer({ mobile: '13600000020' })
      const id = await chanceOf(await clue({ mobile: '13600000020' }))
      expect(
        await studio.must(admin, 'chance/transform', {
          id,
          customer: { realName: '同人', mobile: '13600000020' },
          openOrder: 0,
        }),
      ).toEqual({ customerId })
      expect(
        await studio.db.query('select count(*) as n from "customer" where "mobile" = $1 and not "isDel"', [
          '13600000020',
        ]),
      ).toEqual([{ n: 1 }])
    })
  })

  describe('leads', () => {
    it('one live lead of a business for a number; the check says whose (I-42)', async () => {
      const id = await lead({ mobile: '13600000030' })
      const twice = { motherName: '同号', mobile: '13600000030', businessType: BABY, birthday: TODAY }
      expect(await told(studio.call(admin, 'lead/add', twice))).toEqual([400, '手机号已存在'])
      await held(id)
      expect(
        await studio.must(admin, 'lead/checkBusiness', { mobile: '13600000030', businessType: BABY }),
      ).toMatchObject({ count: 1, leadId: id, ownerName: '林静', bizState: LEAD.inHand })
      expect(
        await studio.must(admin, 'lead/checkBusiness', { mobile: '13600000030', businessType: BABY, id }),
      ).toMatchObject({ count: 0 })
      await studio.must(admin, 'lead/add', {
        motherName: '同号',
        mobile: '13600000030',
        businessType: PREGNANT,
        expectdate: TODAY + 70 * DAY,
      })
      const known = await studio.must(admin, 'lead/queryByTel', { mobile: '13600000030' })
      expect(known.leads.map((one) => [one.businessType, one.bizState])).toEqual([
        [BABY, LEAD.inHand],
        [PREGNANT, LEAD.pool],
      ])
    })

    it('a birthday for a baby, a due date before; the week is counted from it', async () => {
      expect(
        (await studio.call(admin, 'lead/add', { motherName: '无', mobile: mobile(), businessType: BABY })).status,
      ).toBe(400)
      expect(
        (
          await studio.call(admin, 'lead/add', {
            motherName: '无',
            mobile: mobile(),
            businessType: PREGNANT,
            birthday: TODAY,
          })
        ).status,
      ).toBe(400)
      const id = await lead({ businessType: PREGNANT, birthday: undefined, expectdate: TODAY + 70 * DAY })
      expect(await row('lead', id)).toMatchObject({
        collectorId: admin.employeeId,
        collectorOrgId: admin.orgId,
        bizState: LEAD.pool,
        isAllocate: DICT.allocate_status.unallocated,
        followStatus: DICT.lead_status.notFollowedUp,
      })
      const weekNow = async (): Promise<unknown> => (await counter.must('lead/detail', { id })).gestationWeek
      expect(await weekNow()).toBe(30)
      studio.clock.at += 8 * DAY
      expect(await weekNow()).toBe(31)
      studio.clock.at -= 8 * DAY
      const customerId = await counter.customer({ mobile: '13600000031' })
      expect(
        await studio.must(admin, 'lead/quickCreate', { businessType: BABY, motherName: '快', mobile: '13600000031' }),
      ).toMatchObject({ customerId })
    })

    it('is put on file as a customer by whoever has it, so that an order can be made', async () => {
      const [id, other] = [await lead(), await lead()]
      expect(await studio.call(admin, 'lead/putOnFile', { id })).toMatchObject({ status: 400 })
      for (const one of [id, other]) await held(one)
      const { mobile, motherName } = await row('lead', id)
      const { customerId } = await studio.must(lin, 'lead/putOnFile', { id })
      const customer = await row('customer', Number(customerId))
      expect(customer).toMatchObject({ mobile, realName: motherName, salesId: lin.employeeId })
      expect([customer.accountId, customer.familyId]).not.toContain(null)
      expect(await row('lead', id)).toMatchObject({ customerId, familyId: customer.familyId })
      // Who has the number already is that customer.
      const known = await counter.customer({ mobile: String((await row('lead', other)).mobile) })
      expect(await studio.must(lin, 'lead/putOnFile', { id: other })).toMatchObject({ customerId: known })
      expect(await studio.must(lin, 'lead/putOnFile', { id: other })).toMatchObject({ customerId: known })
    })

    it('is put on file with its baby, once, and the customer is known to come from a lead', async () => {
      const [id, again, unnamed] = [
        await lead({ babyName: '小满', gender: DICT.gender.female }),
        await lead({ babyName: '小满' }),
        await lead(),
      ]
      for (const one of [id, again, unnamed]) await held(one)
      const { customerId, babyMemberId } = await studio.must(lin, 'lead/putOnFile', { id })
      const { isLead, familyId } = await row('customer', Number(customerId))
      expect(isLead).toBe(true)
      const { birthday } = await row('lead', id)
      expect(await row('familyMember', Number(babyMemberId))).toMatchObject({
        familyId,
        name: '小满',
        relation: DICT.family_relation.baby,
        gender: DICT.gender.female,
        birthday,
      })
      // A second lead of the same mother brings the same baby.
      await studio.db.query('update "lead" set "customerId" = $2 where "id" = $1', [again, customerId])
      expect(await studio.must(lin, 'lead/putOnFile', { id: again })).toMatchObject({ customerId, babyMemberId })
      expect(await studio.must(lin, 'lead/putOnFile', { id: unnamed })).not.toHaveProperty('babyMemberId')
    })

    it('is seen with what was said of it by whoever has it, until it is deleted', async () => {
      const id = await lead()
      await held(id)
      expect((await track(lin, 'lead', id)).status).toBe(200)
      await studio.must(admin, 'lead/transfer', { ids: [id], employeeId: zhou.employeeId })
      const seen = async () =>
        (await studio.must(zhou, 'track/query', { targetType: TARGET.lead, targetId: id })).length
      expect(await seen()).toBe(1)
      // Past the call, which keeps what has a history.
      const deleted = (isDel: boolean) => studio.db.query('update "lead" set "isDel" = $2 where "id" = $1', [id, isDel])
      await deleted(true)
      expect(await seen()).toBe(0)
      await deleted(false)
    })

    it('from the pool to a hand, to another, to a department, and back, each with its row', async () => {
      const id = await lead()
      await held(id)
      expect(await row('lead', id)).toMatchObject({
        bizState: LEAD.inHand,
        isAllocate: DICT.allocate_status.allocated,
        alloTime: studio.clock.at,
        salesId: lin.employeeId,
        fllowOrgId: lin.orgId,
      })
      expect(await told(studio.call(admin, 'lead/allocation', { ids: [id], employeeId: zhou.employeeId }))).toEqual([
        400,
        '已分配给员工，请用转移',
      ])
      await track(lin, 'lead', id)
      expect(await row('lead', id)).toMatchObject({ followStatus: DICT.lead_status.followingUp })
      await studio.must(admin, 'lead/transfer', { ids: [id], employeeId: zhou.employeeId })
      expect(await row('lead', id)).toMatchObject({
        salesId: zhou.employeeId,
        isTransfer: DICT.transfer_status.transferred,
        transferOrgId: zhou.orgId,
        transferTime: studio.clock.at,
      })
      const timeline = async (who: Actor): Promise<number> =>
        (await studio.must(who, 'track/query', { targetType: TARGET.lead, targetId: id })).length
      expect([await timeline(zhou), await timeline(lin)]).toEqual([1, 1])
      expect((await track(zhou, 'lead', id)).status).toBe(200)
      expect([await timeline(zhou), await timeline(lin)]).toEqual([2, 1])
      await studio.must(admin, 'lead/entrust', { ids: [id], entrustId: lin.employeeId, entrustUntil: TODAY + DAY })
      expect(await row('lead', id)).toMatchObject({ salesId: zhou.employeeId, entrustId: lin.employeeId })
      expect((await track(lin, 'lead', id)).status).toBe(200)
      await studio.must(admin, 'lead/allocDept', { ids: [id], orgId: admin.orgId })
      expect(await row('lead', id)).toMatchObject({
        salesId: null,
        fllowOrgId: admin.orgId,
        bizState: LEAD.inHand,
        entrustId: null,
      })
      expect((await track(lin, 'lead', id)).status).not.toBe(200)
      await held(id)
      await studio.must(admin, 'lead/allocation', { ids: [id], toPool: 1 })
      expect(await row('lead', id)).toMatchObject({
        bizState: LEAD.pool,
        salesId: null,
        isAllocate: DICT.allocate_status.unallocated,
        followStatus: DICT.lead_status.notFollowedUp,
      })
      const [a, b] = [lin.employeeId, zhou.employeeId]
      expect((await hands('lead', id)).map((one) => [one.allocMode, one.fromEmployeeId, one.toEmployeeId])).toEqual([
        [MODE.manual, null, a],
        [MODE.transfer, a, b],
        [MODE.entrust, b, a],
        [MODE.department, b, null],
        [MODE.manual, null, a],
        [MODE.recover, a, null],
      ])
    })

    it('of another is put back by nobody who does not see it, and given to nobody', async () => {
      const id = await lead()
      await held(id)
      const { salesId } = await row('lead', id)
      const stranger = salesId === lin.employeeId ? zhou : lin
      expect((await studio.call(stranger, 'lead/detail', { id })).status).toBe(403)
      for (const input of [{ toPool: 1 as const }, { employeeId: stranger.employeeId }, { orgId: stranger.orgId }])
        expect((await studio.raw(stranger, 'lead/allocation', { ids: [id], ...input })).status).not.toBe(200)
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.inHand, salesId })
    })

    it('refuses what its state does not allow', async () => {
      const id = await lead()
      const tries: Ask[] = [
        ['lead/lose', { id, lostCause: DICT.lost_cause.tooExpensive }],
        ['lead/transfer', { ids: [id], employeeId: zhou.employeeId }],
        ['lead/entrust', { ids: [id], entrustId: zhou.employeeId }],
        ['lead/recover', { ids: [id] }],
        ['lead/allocation', { ids: [id] }],
        ['lead/leadTransfer', { ids: [id] }],
      ]
      for (const [path, input] of tries)
        expect([path, (await studio.raw(admin, path, input)).status]).toEqual([path, 400])
      expect(await told(studio.call(admin, 'lead/allocation', { ids: [id], toPool: 1 }))).toEqual([400, WRONG_STATE])
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.pool, salesId: null })
      expect(await hands('lead', id)).toEqual([])
      await held(id)
      await studio.must(admin, 'lead/lose', { id, lostCause: DICT.lost_cause.unreachable })
      expect(await row('lead', id)).toMatchObject({
        bizState: LEAD.lost,
        lostCause: DICT.lost_cause.unreachable,
        lostTime: studio.clock.at,
      })
      for (const [path, input] of tries.slice(0, 3))
        expect([path, (await studio.raw(admin, path, input)).status]).toEqual([path, 400])
      expect(await told(track(admin, 'lead', id))).toEqual([400, '资源已流失或无效，请先恢复再跟进'])
      await studio.must(admin, 'lead/recover', { ids: [id] })
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.pool, salesId: null, lostCause: null })
      await studio.must(admin, 'lead/edit', { id, bizState: LEAD.invalid, invalidReason: '空号' })
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.invalid, invalidReason: '空号' })
      await studio.must(admin, 'lead/recover', { ids: [id] })
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.pool, invalidReason: null })
    })

    it('is not recovered beside a live one of its number', async () => {
      const id = await lead({ mobile: '13600000040' })
      await studio.must(admin, 'lead/edit', { id, bizState: LEAD.invalid, invalidReason: '重复' })
      await lead({ mobile: '13600000040' })
      expect(await told(studio.call(admin, 'lead/recover', { ids: [id] }))).toEqual([400, '手机号已存在'])
    })

    it('an order signs it; the order cancelled, it is in hand again', async () => {
      const id = await lead()
      await held(id)
      const order = await counter.order(1000, { leadId: id })
      const { customerId } = await row('order', order.id)
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.signed, orderId: order.id, customerId })
      expect((await studio.call(admin, 'lead/transfer', { ids: [id], employeeId: zhou.employeeId })).status).toBe(400)
      await studio.must(admin, 'order/del', { id: order.id })
      expect(await row('lead', id)).toMatchObject({ bizState: LEAD.inHand, orderId: null, salesId: lin.employeeId })
    })

    it('of a mother becomes one of the baby, once', async () => {
      const id = await lead({ businessType: PREGNANT, birthday: undefined, expectdate: TODAY - DAY, hospital: '妇幼' })
      const made = await studio.must(admin, 'lead/leadTransfer', {
        ids: [id],
        toBusinessType: BABY,
        birthday: TODAY - DAY,
      })
      expect(made.count).toBe(1)
      const mother = await row('lead', id)
      expect(await row('lead', made.newIds[0] as number)).toMatchObject({
        fromLeadId: id,
        businessType: BABY,
        motherName: mother.motherName,
        mobile: mother.mobile,
        hospital: '妇幼',
        birthday: TODAY - DAY,
        bizState: LEAD.pool,
        leadNo: expect.stringMatching(/^L\d{10}$/),
      })
      expect(
        await told(studio.call(admin, 'lead/leadTransfer', { ids: [id], toBusinessType: BABY, birthday: TODAY })),
      ).toEqual([400, '该资源已转为宝宝'])
      expect(
        (await studio.call(admin, 'lead/leadTransfer', { ids: [await lead()], toBusinessType: BABY, birthday: TODAY }))
          .status,
      ).toBe(400)
      const other = await lead()
      await studio.must(admin, 'lead/leadTransfer', { ids: [other], orgId: admin.orgId })
      expect(await row('lead', other)).toMatchObject({
        fllowOrgId: admin.orgId,
        isTransfer: DICT.transfer_status.transferred,
        bizState: LEAD.inHand,
        salesId: null,
      })
    })

    it('shows each list what it is about', async () => {
      const id = await lead()
      const ids = async (path: LeadList, input: Requests['lead/query'] = {}): Promise<number[]> =>
        ((await studio.raw(admin, path, { businessType: BABY, pageRows: 200, ...input })).data as { id: number }[]).map(
          ({ id: one }) => one,
        )
      expect(await ids('lead/queryPool')).toContain(id)
      expect(await ids('lead/queryDistribution', { isAllocate: [DICT.allocate_status.unallocated] })).toContain(id)
      expect(await ids('lead/queryCollection', { mine: 1 })).toContain(id)
      expect(await ids('lead/queryByChannel', { channelId, businessType: undefined })).toContain(id)
      await studio.must(admin, 'lead/allocation', { ids: [id], employeeId: admin.employeeId })
      expect(await ids('lead/queryPool')).not.toContain(id)
      expect(await ids('lead/queryMyBusiness')).toContain(id)
      expect(await ids('lead/queryBusiness', { signed: 0 })).toContain(id)
      expect(await ids('lead/queryBusiness', { signed: 1 })).not.toContain(id)
      await studio.must(admin, 'lead/lose', { id, lostCause: DICT.lost_cause.tooFar })
      expect(await ids('lead/queryLose', { lostCause: [DICT.lost_cause.tooFar] })).toEqual([id])
      expect(await studio.list(admin, 'lead/queryStatus', { businessType: BABY })).toContainEqual({
        field: 'bizState',
        status: LEAD.lost,
        count: expect.any(Number),
      })
      const [figures] = await studio.must(admin, 'lead/channel_stats', { channelId, businessType: BABY })
      expect(figures).toMatchObject({ dimension: '渝北妇幼', total: expect.any(Number), lost: 1 })
    })

    it('is seen by whoever collected it, in the pool and in the hand of another', async () => {
      const id = await lead({}, lin)
      const collected = async (): Promise<[boolean, number]> => {
        const rows = await studio.must(lin, 'lead/queryCollection', { businessType: BABY, mine: 1, pageRows: 200 })
        const counted = await studio.must(lin, 'lead/mine', {})
        return [rows.some((one) => one.id === id), counted.reduce((sum, one) => sum + Number(one.leadsCollected), 0)]
      }
      const [listed, count] = await collected()
      expect(listed).toBe(true)
      await held(id, { employeeId: zhou.employeeId })
      expect(await collected()).toEqual([true, count])
      expect(await studio.must(lin, 'lead/detail', { id })).toMatchObject({ collectorId: lin.employeeId })
      // What somebody else has by now is theirs to work on.
      for (const path of ['lead/edit', 'lead/lose'] as const)
        expect(await studio.raw(lin, path, { id, remark: '改', lostCause: DICT.lost_cause.noNeed })).toMatchObject({
          status: 403,
        })
      expect(await studio.raw(lin, 'lead/edit', { id: await lead({}, lin), remark: '改' })).toMatchObject({
        status: 200,
      })
      const of = await lead({ collectorId: zhou.employeeId })
      expect((await studio.call(lin, 'lead/detail', { id: of })).status).toBe(200)
      await held(of, { employeeId: manager.employeeId })
      expect((await studio.call(lin, 'lead/detail', { id: of })).status).toBe(403)
      expect(await studio.must(zhou, 'lead/detail', { id: of })).toMatchObject({ id: of })
    })

    it('counts the days asked for, both included, and the people named', async () => {
      await held(await lead())
      const { total } = await studio.row<{ total: number }>(
        'select count(*) as "total" from "lead" where not "isDel" and "channelId" = $1',
        [channelId],
      )
      const of = async (input: Values): Promise<number> =>
        (await studio.must(admin, 'lead/channel_stats', { channelId, ...input })).reduce(
          (sum, one) => sum + Number(one.total),
          0,
        )
      const today = studio.clock.at - ((studio.clock.at - TODAY) % DAY)
      expect(await of({ createTimeStart: TODAY, createTimeEnd: today })).toBe(total)
      expect(await of({ createTimeStart: today + DAY })).toBe(0)
      expect(await of({ createTimeEnd: TODAY - DAY })).toBe(0)
      const { mine } = await studio.row<{ mine: number }>(
        'select count(*) as "mine" from "lead" where not "isDel" and "channelId" = $1 and "salesId" = $2',
        [channelId, lin.employeeId],
      )
      expect(mine).toBeGreaterThan(0)
      expect(await of({ employeeNameOrTel: '林静' })).toBe(mine)
      expect(await of({ employeeNameOrTel: '没有这个人' })).toBe(0)
    })
  })

  describe('giving out by itself (I-43)', () => {
    const staff: number[] = []
    beforeAll(async () => {
      // Whatever the tests before left in the pool is none of this one's.
      const left = await studio.db.query<{ id: number }>(
        'select "id" from "lead" where "bizState" = 0 and "businessType" = 3 and not "isDel"',
      )
      for (const { id } of left)
        await studio.must(admin, 'lead/edit', { id, bizState: LEAD.invalid, invalidReason: '清场' })
      for (let i = 0; i < 6; i++) {
        const id = await studio.colleague(`电销${i}`, `1350000000${i}`, lin.orgId)
        staff.push(id)
        await studio.must(admin, 'babyScheduling/add', {
          rosterDate: TODAY,
          employeeId: id,
          orgId: lin.orgId,
          duty: i < 5 ? DICT.duty_status.onDuty : DICT.duty_status.rest,
          sortNum: i,
        })
      }
    })

    it('101 leads to five on duty at twenty a day: twenty each, one is left', async () => {
      for (let i = 0; i < 101; i++) await lead()
      // Who gets how many, and who has a turn, is not hers to say.
      for (const path of ['allocationRule/add', 'babyScheduling/edit', 'lead/autoAllocationNew', 'lead/allocDept'])
        expect((await studio.raw(lin, path, {})).status, path).toBe(403)
      const done = await studio.must(admin, 'lead/autoAllocationNew', { businessType: BABY })
      expect(done).toEqual({
        allocated: 100,
        skipped: 1,
        byEmployee: staff.slice(0, 5).map((employeeId) => expect.objectContaining({ employeeId, count: 20 })),
      })
      const [left] = await studio.db.query(
        'select count(*) as n from "lead" where "bizState" = 0 and "businessType" = 3 and not "isDel"',
      )
      expect(left).toEqual({ n: 1 })
      expect(await studio.must(admin, 'lead/autoAllocationNew', { businessType: BABY })).toMatchObject({
        allocated: 0,
        skipped: 1,
      })
      const [rows] = await studio.db.query('select count(*) as n from "allocation" where "allocMode" = $1', [MODE.auto])
      expect(rows).toEqual({ n: 100 })
    })

    it('in turn: nobody is two ahead of another; whoever has enough in hand is passed over', async () => {
      studio.clock.at += DAY
      for (const [i, employeeId] of staff.slice(0, 3).entries())
        await studio.must(admin, 'babyScheduling/add', {
          rosterDate: TODAY + DAY,
          employeeId,
          orgId: lin.orgId,
          sortNum: i,
        })
      for (let i = 0; i < 7; i++) await lead()
      const done = await studio.must(admin, 'lead/autoAllocationNew', {
        businessType: BABY,
      })
      expect(done.byEmployee.map((one) => one.count)).toEqual([3, 3, 2])
      await setting('lead_own_limit', '24')
      for (let i = 0; i < 6; i++) await lead()
      const full = await studio.must(admin, 'lead/autoAllocationNew', { businessType: BABY })
      expect([full.byEmployee.map((one) => one.count), full.skipped]).toEqual([[1, 1, 2], 2])
      await setting('lead_own_limit', '200')
    })

    it('plans the duty of several people on a day, once each, and no day that is over', async () => {
      const rosterDate = TODAY + 40 * DAY
      const employeeIds = [lin.employeeId, zhou.employeeId]
      const plan = (duty: Code<'duty_status'>, ids = employeeIds, date = rosterDate): Promise<Answer> =>
        studio.call(admin, 'babyScheduling/setDuty', { rosterDate: date, employeeIds: ids, duty })
      const both = await Promise.all([plan(DUTY.onDuty), plan(DUTY.onDuty)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      await plan(DUTY.rest, [zhou.employeeId])
      const there = await studio.must(admin, 'babyScheduling/query', {
        rosterDate: [rosterDate, rosterDate],
        ...{ pageNO: 1, pageRows: 10, sortField: 'id', sortOrder: 'asc' },
      })
      expect(there.map(({ duty }) => duty)).toEqual([DICT.duty_status.onDuty, DICT.duty_status.rest])
      expect(await plan(DUTY.onDuty, employeeIds, TODAY - DAY)).toMatchObject({
        status: 400,
        data: { field: 'rosterDate' },
      })
      expect(await plan(DUTY.onDuty, [])).toMatchObject({ status: 400, data: { field: 'employeeIds' } })
    })

    it('by the rule that speaks of the lead: its people, its department, its limit', async () => {
      studio.clock.at += DAY
      for (const employeeId of staff.slice(0, 3))
        await studio.must(admin, 'babyScheduling/add', { rosterDate: TODAY + 2 * DAY, employeeId, orgId: lin.orgId })
      await studio.must(admin, 'allocationRule/add', {
        name: '月子中心',
        businessType: BABY,
        orgId: admin.orgId,
        employeeIds: staff.slice(2, 3),
        dailyLimit: 2,
      })
      const done = await studio.must(admin, 'lead/autoAllocationNew', { businessType: BABY })
      expect(done.byEmployee).toEqual([expect.objectContaining({ employeeId: staff[2], count: 2 })])
      expect(
        await studio.db.query(
          'select distinct "fllowOrgId" as org from "lead" where "salesId" = $1 and "alloTime" = $2',
          [staff[2], new Date(studio.clock.at)],
        ),
      ).toEqual([{ org: admin.orgId }])
    })
  })

  describe('import (I-44)', () => {
    const HEAD = ['妈妈姓名', '手机号', '宝宝姓名', '宝宝生日', '备注']
    const file = async (name: string, rows: string[][], head = HEAD): Promise<number> => {
      const sheet = new SheetWriter('资源', head)
      await sheet.add(rows)
      const key = `${name.padStart(40, '0')}.xlsx`
      await studio.files.put(pathOfKey(key), await sheet.end(), 'application/octet-stream')
      return (
        await studio.row<{ id: number }>(
          `insert into "uploadFile" ("companyId", "url", "origName") values (1, $1, $2) returning "id"`,
          [`/files/${key}`, name],
        )
      ).id
    }
    const counts = async (
      path: 'analysis/import' | 'lead/leadImport',
      progress: 'analysis/importProgress' | 'lead/getProgress',
      input: Requests['analysis/import'] & Requests['lead/leadImport'],
    ): Promise<Values> => {
      const { jobId } = await studio.must(admin, path, input)
      await studio.jobs.runDue()
      const { status, totalCount, successCount, repeatCount, failCount, errors } = await studio.must(admin, progress, {
        jobId,
      })
      return { status, totalCount, successCount, repeatCount, failCount, wrong: (errors as unknown[]).length }
    }
    /** 240 rows: 225 good, 10 repeats, 5 errors (bad phone ×3, no name, bad date). */
    const ROWS = (): string[][] => {
      const good = Array.from({ length: 225 }, (_, i) => [
        `导入${i}`,
        `1581234${String(i).padStart(4, '0')}`,
        '',
        '2026-02-01',
        '',
      ])
      const bad = [
        ['错1', '12812345678'],
        ['错2', '1381234567'],
        ['错3', '11111111111'],
        ['', '15899990001'],
        ['错5', '15899990002', '', '二月三十'],
      ].map((one) => [...one, ...['', '2026-02-01', ''].slice(one.length - 2)])
      return [...good, ...good.slice(0, 10), ...bad]
    }

    it('says before what will happen, adds row by row, and adds nothing the second time', async () => {
      studio.app.registerJobs(studio.jobs)
      const fileId = await file('a1', ROWS())
      expect(
        await studio.must(admin, 'lead/leadImport', { fileId, businessType: BABY, channelTypeId: typeId, preview: 1 }),
      ).toMatchObject({ total: 240, valid: 225, repeat: 10, fail: 5 })
      expect(
        await counts('lead/leadImport', 'lead/getProgress', { fileId, businessType: BABY, channelTypeId: typeId }),
      ).toEqual({ status: 3, totalCount: 240, successCount: 225, repeatCount: 10, failCount: 5, wrong: 15 })
      const made = () =>
        studio.db.query(
          `select count(*) as n, count(distinct "mobile") as m from "lead" where "mobile" like '1581234%'`,
        )
      expect(await made()).toEqual([{ n: 225, m: 225 }])
      expect(
        await counts('lead/leadImport', 'lead/getProgress', { fileId, businessType: BABY, channelTypeId: typeId }),
      ).toEqual({ status: 3, totalCount: 240, successCount: 0, repeatCount: 235, failCount: 5, wrong: 240 })
      expect(await made()).toEqual([{ n: 225, m: 225 }])
    })

    it('promises what comes in: with the conditions, the days and the choices of the form of its business', async () => {
      studio.app.registerJobs(studio.jobs)
      const elsewhere = await studio.must(admin, 'channeltype/add', { name: '早教中心', code: 'ZJ' })
      const head = [...HEAD, '预产期', '渠道']
      const day = (days: number) => new Date(TODAY + days * DAY + DAY / 2).toISOString().slice(0, 10)
      const rows = (born: string, due: string): [string, string, string][] => [
        [born, due, '渝北妇幼'],
        ['', '', ''],
        [born && day(40), due && day(400), ''],
        ['', '', '渝北妇幼'],
      ]
      const told = async (name: string, businessType: number, channelTypeId: number, born: string, due: string) => {
        const lines = rows(born, due).map(([birth, expected, channel], i) => [
          `${name}${i}`,
          mobile(),
          '',
          birth,
          '',
          expected,
          channel,
        ])
        const input = { fileId: await file(name, lines, head), businessType, channelTypeId } as Values
        const before = (await studio.must(admin, 'lead/leadImport', { ...input, preview: 1 })) as unknown as {
          rows: { problems: { field: string; msg: string }[] }[]
        }
        const { total, valid, repeat, fail } = before as unknown as Values
        const { status: _status, wrong: _wrong, ...after } = await counts('lead/leadImport', 'lead/getProgress', input)
        expect(after).toEqual({ totalCount: total, successCount: valid, repeatCount: repeat, failCount: fail })
        return { valid, problems: before.rows.map((one) => one.problems.map(({ field }) => field)) }
      }
      expect(await told('c1', BABY, typeId, day(-30), '')).toEqual({
        valid: 1,
        problems: [[], ['birthday'], ['birthday'], ['birthday']],
      })
      expect(await told('c2', PREGNANT, typeId, '', day(60))).toEqual({
        valid: 1,
        problems: [[], ['expectdate'], ['expectdate'], ['expectdate']],
      })
      expect(await told('c3', BABY, elsewhere.id, day(-30), '')).toMatchObject({
        valid: 0,
        problems: [['channelId'], ['birthday'], ['birthday'], ['birthday']],
      })
    })

    it('points out whom it knows already, and takes them all the same', async () => {
      const buyer = await counter.customer()
      const { mobile: bought, realName } = await row('customer', buyer)
      const expecting = await lead({ businessType: PREGNANT, birthday: undefined, expectdate: TODAY + 90 * DAY })
      const { mobile: due, leadNo } = await row('lead', expecting)
      const fileId = await file(
        'd1',
        [bought, due, mobile()].map((number, i) => [`知${i}`, String(number), '', '2026-02-01', '']),
      )
      const input = { fileId, businessType: BABY, channelTypeId: typeId }
      const before = (await studio.must(admin, 'lead/leadImport', { ...input, preview: 1 })) as unknown as {
        rows: { hints?: string[]; problems: unknown[] }[]
      }
      expect(before).toMatchObject({ total: 3, valid: 3, repeat: 0, fail: 0, known: 2 })
      expect(before.rows.map(({ hints, problems }) => [hints, problems])).toEqual([
        [[`已是客户「${String(realName)}」（潜在）`], []],
        [[`已有孕妇资源 ${String(leadNo)}（公共池）`], []],
        [undefined, []],
      ])
      studio.app.registerJobs(studio.jobs)
      expect(await counts('lead/leadImport', 'lead/getProgress', input)).toMatchObject({ successCount: 3 })
    })

    it('a number counts as repeated in its business only, and among leads that are still worked on', async () => {
      const [other, lost, live] = [
        await lead({ businessType: PREGNANT, expectdate: TODAY + 90 * DAY }),
        await lead(),
        await lead(),
      ]
      await studio.must(admin, 'lead/allocation', { ids: [lost], employeeId: lin.employeeId })
      await studio.must(admin, 'lead/lose', { id: lost, lostCause: DICT.lost_cause.tooExpensive })
      const numbers = await Promise.all([other, lost, live].map(async (id) => String((await row('lead', id)).mobile)))
      const fileId = await file(
        'b2',
        [...numbers, numbers[0] as string].map((number, i) => [`妈妈${i}`, number, '', '2026-02-01', '']),
      )
      const input = { fileId, businessType: BABY, channelTypeId: typeId }
      expect(await studio.must(admin, 'lead/leadImport', { ...input, preview: 1 })).toMatchObject({
        total: 4,
        valid: 2,
        repeat: 2,
        fail: 0,
      })
      expect(await counts('lead/leadImport', 'lead/getProgress', input)).toMatchObject({
        successCount: 2,
        repeatCount: 2,
        failCount: 0,
      })
    })

    it('of clues points out customers, leads, and the open clue that a repeated row repeats', async () => {
      const { mobile: bought, realName } = await row('customer', await counter.customer())
      const { mobile: due, leadNo } = await row('lead', await lead())
      const add = async () =>
        row(
          'analysis',
          (
            await studio.must(admin, 'analysis/add', {
              ...{ realName: '线索', mobile: mobile(), channelTypeId: typeId, businessType: BABY },
            })
          ).id,
        )
      const open = await add()
      const lost = await add()
      await studio.db.query('update "analysis" set "analysisStatus" = $2 where "id" = $1', [
        lost.id,
        DICT.analysis_status.lost,
      ])
      const numbers = [bought, due, open.mobile, lost.mobile, mobile()]
      const fileId = await file(
        'd2',
        numbers.map((number, i) => [`知${i}`, String(number), '宝宝']),
        ['姓名', '手机号', '业务类型'],
      )
      const before = (await studio.must(admin, 'analysis/import', {
        ...{ fileId, channelTypeId: typeId, preview: 1 },
      })) as unknown as { rows: { hints?: string[] }[] }
      expect(before).toMatchObject({ total: 5, valid: 4, repeat: 1, fail: 0, known: 2 })
      expect(before.rows.map(({ hints }) => hints)).toEqual([
        [`已是客户「${String(realName)}」（潜在）`],
        [`已有宝宝资源 ${String(leadNo)}（公共池）`],
        [`已有线索 ${String(open.clueNo)}（未跟进）`],
        undefined,
        undefined,
      ])
    })

    it('clues too, into the pool', async () => {
      const rows = [
        ['新线索', '15712340001', '宝宝'],
        ['新线索二', '15712340002', '宝宝'],
        ['新线索', '15712340001', '宝宝'],
        ['错', '123', '宝宝'],
      ]
      const fileId = await file('b1', rows, ['姓名', '手机号', '业务类型'])
      expect(await counts('analysis/import', 'analysis/importProgress', { fileId, channelTypeId: typeId })).toEqual({
        status: 3,
        totalCount: 4,
        successCount: 2,
        repeatCount: 1,
        failCount: 1,
        wrong: 2,
      })
      expect(
        await studio.db.query(
          `select "employeeId", "analysisStatus", "channelTypeId" from "analysis" where "mobile" like '1571234%'`,
        ),
      ).toEqual([1, 2].map(() => ({ employeeId: null, analysisStatus: CLUE.new, channelTypeId: typeId })))
    })
  })

  describe('each night', () => {
    it('what nobody followed up falls back; what was followed up stays', async () => {
      const [idle, busy] = [await lead(), await lead()]
      const [idleClue, busyClue] = [
        await clue({ employeeId: lin.employeeId }),
        await clue({ employeeId: lin.employeeId }),
      ]
      await held(idle)
      await held(busy)
      studio.clock.at += 8 * DAY
      await track(admin, 'clue', busyClue)
      await studio.jobs.runDue()
      expect([(await row('analysis', idleClue)).employeeId, (await row('analysis', busyClue)).employeeId]).toEqual([
        null,
        lin.employeeId,
      ])
      expect((await hands('clue', idleClue)).at(-1)).toEqual({
        allocMode: MODE.recover,
        fromEmployeeId: lin.employeeId,
        toEmployeeId: null,
      })
      expect(await row('lead', idle)).toMatchObject({ bizState: LEAD.inHand })
      await track(admin, 'lead', busy)
      studio.clock.at += 8 * DAY
      await studio.jobs.runDue()
      expect(await row('lead', idle)).toMatchObject({
        bizState: LEAD.pool,
        salesId: null,
        isAllocate: DICT.allocate_status.unallocated,
      })
      expect(await row('lead', busy)).toMatchObject({ bizState: LEAD.inHand, salesId: lin.employeeId })
      expect((await hands('lead', idle)).at(-1)).toEqual({
        allocMode: MODE.recover,
        fromEmployeeId: lin.employeeId,
        toEmployeeId: null,
      })
      expect(await studio.must(admin, 'lead/recycle')).toEqual({ count: 0 })
    })

    it('sums what the orders of a channel were paid', async () => {
      const customerId = await counter.customer({ channelId })
      const { billId } = await counter.order(1000, { customerId })
      expect((await counter.pay(billId, { cash: 400 })).status).toBe(200)
      expect(await row('channel', channelId)).toMatchObject({ orderAmount: 40000 })
    })

    it('somebody who leaves keeps nothing', async () => {
      const employeeId = await studio.colleague('要走的', '13600008888', admin.orgId)
      const [one, two] = [await lead(), await clue({ employeeId })]
      await held(one, { employeeId })
      await track(admin, 'lead', one)
      await studio.must(admin, 'employee/leave', { id: employeeId, leaveDate: TODAY })
      expect(await row('lead', one)).toMatchObject({
        bizState: LEAD.pool,
        salesId: null,
        isAllocate: DICT.allocate_status.unallocated,
        followStatus: DICT.lead_status.notFollowedUp,
      })
      expect(await row('analysis', two)).toMatchObject({ employeeId: null })
      expect((await hands('clue', two)).at(-1)).toEqual({
        allocMode: MODE.recover,
        fromEmployeeId: employeeId,
        toEmployeeId: null,
      })
    })
  })

  it.each([
    ['analysis/setSales', () => clue()],
    ['lead/allocation', () => lead()],
  ] as const)('%s: who sells takes what nobody has, and hands it to nobody else', async (path, make) => {
    const id = await make()
    expect(await studio.call(lin, path, { ids: [id], employeeId: zhou.employeeId })).toMatchObject({ status: 403 })
    expect(await studio.call(lin, path, { ids: [id], employeeId: lin.employeeId })).toMatchObject({ status: 200 })
  })

  describe('many at once', () => {
    const MANY = 64
    const claims = async (path: CallPath, id: number): Promise<[number, number[]]> => {
      const answers = await Promise.all(
        Array.from({ length: MANY }, (_, i) => {
          const who = i % 2 ? admin : { ...admin, employeeId: zhou.employeeId, orgId: zhou.orgId }
          return studio.call(who, path, { ids: [id], employeeId: who.employeeId })
        }),
      )
      return [
        answers.filter((one) => one.status === 200).length,
        [...new Set(answers.map((one) => one.status))].filter((status) => status !== 200 && status !== 400),
      ]
    }

    it('one clue is claimed once, one lead is claimed once', async () => {
      const [a, b] = [await clue(), await lead()]
      expect(await claims('analysis/setSales', a)).toEqual([1, []])
      expect(await hands('clue', a)).toHaveLength(1)
      expect(await claims('lead/allocation', b)).toEqual([1, []])
      expect(await hands('lead', b)).toHaveLength(1)
    })

    it('one number makes one lead, one clue, one open chance', async () => {
      const many = (path: CallPath, input: Values): Promise<Answer[]> =>
        Promise.all(Array.from({ length: 16 }, () => studio.raw(admin, path, input)))
      const once = (answers: Answer[]): number[] => [
        answers.filter((one) => one.status === 200).length,
        answers.filter((one) => ![200, 400, 409].includes(one.status)).length,
      ]
      expect(
        once(await many('lead/add', { motherName: '争', mobile: '13600000050', businessType: BABY, birthday: TODAY })),
      ).toEqual([1, 0])
      expect(
        once(
          await many('analysis/add', {
            realName: '争',
            mobile: '13600000050',
            businessType: BABY,
            channelTypeId: typeId,
          }),
        ),
      ).toEqual([1, 0])
      expect(once(await many('chance/add', { realName: '争', mobile: '13600000050', businessType: BABY }))).toEqual([
        1, 0,
      ])
    })

    it('nobody gets more than the limit by asking often', async () => {
      const employeeId = await studio.colleague('贪多', '13600007777', admin.orgId)
      await setting('lead_own_limit', '5')
      const ids = await Promise.all(Array.from({ length: 16 }, () => lead()))
      const answers = await Promise.all(
        ids.map((id) => studio.call(admin, 'lead/allocation', { ids: [id], employeeId })),
      )
      expect(answers.filter((one) => one.status === 200)).toHaveLength(5)
      await setting('lead_own_limit', '200')
    })
  })

  it('leaves every invariant standing', async () => {
    const broken = (await verify(studio.db, studio.model)).filter((one) => one.broken.length > 0)
    expect(broken.map(({ invariant, broken: rows }) => [invariant.code, invariant.says, rows])).toEqual([])
  })
})
