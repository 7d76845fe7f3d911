/** The main flow (rules 2.18, steps 1 to 26) as one chain, with exactly the numbers that stand there; then `verify`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { engines } from '../db/engines.ts'
import { CITY, ITEM } from './catalogue.ts'
import { Floor } from './floor.ts'
import { Studio, TODAY } from './studio.ts'

const { baby } = DICT.business_type
const TYPE = DICT.task_type
const MOBILE = '13911110001'
/** The album takes twenty photos; thirty are included, thirty-four are kept of a hundred and twenty. */
const [SHOT, QUOTA, KEPT, ALBUM] = [120, 30, 34, 20]

type Step = Requests['record/add']['action']

describe.each(engines)('the main flow on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let n = 0
  let signature: { id: number; url: string; origName: string }
  const people = { he: 0, luo: 0, song: 0, tan: 0 }
  /** What was made so far. */
  const at = { channelId: 0, clueId: 0, chanceId: 0, customerId: 0, orderId: 0, billId: 0, sessions: [] as number[] }

  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    people.he = await floor.employee('何一', DICT.worker_role.sheying)
    people.luo = await floor.employee('罗一', DICT.worker_role.xuanpian)
    people.song = await floor.employee('宋一', DICT.worker_role.xiutiao)
    people.tan = await floor.employee('谭一', DICT.worker_role.sheji)
    const file = { origName: 'sign.png', url: `/files/c${'1'.repeat(40)}.png` }
    const [id = 0] = await studio.app.insertAll('uploadFile', floor.counter.who, [file])
    signature = { id, ...file }
  })
  afterAll(() => studio.close())

  const { must, told } = {
    must: ((path, input) => floor.must(path, input)) as Floor['must'],
    told: ((path, input) => floor.told(path, input)) as Floor['told'],
  }
  const rows = (sql: string, ...values: unknown[]) => floor.counter.rows(sql, values)
  const order = () => floor.row('order', at.orderId)
  const task = (type: Code<'task_type'>, session = at.sessions[0] ?? 0) => floor.task(session, type)
  const assign = (workTaskId: number, workerRole: string, employeeId: number) =>
    must('worker/setWorkers', { workTaskIds: [workTaskId], workers: [{ workerRole, employeeId, isMain: 1 }] })
  const step = (targetId: number, action: Step, more: Requests['record/add'] = {}) =>
    must('record/add', {
      ...{ targetType: DICT.record_target.task, targetId, recordType: DICT.record_type.status, action, ...more },
    })

  /** Originals as an upload leaves them. */
  const sent = (names: string[]): Promise<number[]> =>
    studio.app.insertAll(
      'uploadFile',
      floor.counter.who,
      names.map((origName) => {
        const key = String((n += 1)).padStart(40, '0')
        const made = { thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, width: 6000, height: 4000 }
        return { origName, url: `/files/o${key}.jpg`, sha1: key, size: 1000, ...made }
      }),
    )
  const named = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `DSC_${String(i + 1).padStart(4, '0')}.jpg`)

  it('1 to 5: a channel brings a clue, which becomes a chance and a customer', async () => {
    const who = floor.counter.who.employeeId
    const { id: channelTypeId } = await must('channeltype/add', { name: '医院', code: 'YY' })
    const channel = { channelTypeId, channelName: '渝北妇幼保健院', channelFullName: '渝北妇幼保健院' }
    const { id: channelId } = await must('channel/add', { ...channel, cityCode: CITY.chongqing, address: '冰街 1 号' })
    await must('contacts/add', { channelId, name: '李护士', mobile: '13700001111' })
    await must('channel/toSpecialist', { ids: [channelId], specialistId: who })
    const clue = { realName: '陈雨', mobile: MOBILE, businessType: baby, channelTypeId, channelId }
    const { id: clueId } = await must('analysis/add', clue)
    expect(await floor.row('analysis', clueId)).toMatchObject({ analysisStatus: DICT.analysis_status.new })
    await must('analysis/setSales', { ids: [clueId], employeeId: who })
    await must('track/add', {
      ...{ targetType: DICT.track_target.clue, targetId: clueId, trackMode: DICT.track_mode.phone, content: '有意向' },
      nextTrackDate: TODAY + DAY,
    })
    expect(await floor.row('analysis', clueId)).toMatchObject({ analysisStatus: DICT.analysis_status.following })
    const { id: chanceId } = await must('chance/add', { clueId, businessType: baby, chanceAmount: 3980 })
    const { customerId } = await must('chance/transform', {
      id: chanceId,
      customer: { realName: '陈雨', mobile: MOBILE, cityCode: CITY.chongqing },
      family: {
        members: [
          { name: '陈雨', relation: DICT.family_relation.mother },
          { name: '陈小满', relation: DICT.family_relation.baby },
        ],
      },
      openOrder: 0,
    })
    expect(await floor.row('chance', chanceId)).toMatchObject({ chanceStatus: DICT.chance_status.won })
    expect(await floor.row('customer', customerId ?? 0)).toMatchObject({ status: DICT.customer_status.intended })
    Object.assign(at, { channelId, clueId, chanceId, customerId })
  })

  it('6 to 8: the order of 4,178 is paid by a deposit, the account and a card', async () => {
    const { counter } = floor
    const { shop } = counter
    const service = await shop.service({ sessionCount: 2, pickQuota: 0 })
    const album = await shop.product({ photoQuota: ALBUM, photoMin: 1, pageCount: 2, needDesign: 1 })
    const stand = await shop.product({ photoQuota: 1, photoMin: 1, salePrice: 198 })
    const packageId = await shop.package(
      [
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId: album, quantity: 1 },
      ],
      { salePrice: 3980, pickQuota: QUOTA, extraPhotoPrice: 30 },
    )
    const { customerId, chanceId } = at
    const items = [{ itemType: ITEM.goods, itemId: stand, quantity: 1 }]
    const made = await counter.order(0, { customerId, chanceId, packageId, items })
    Object.assign(at, { orderId: made.id, billId: made.billId })
    expect(await order()).toMatchObject({ payableAmount: 417_800, orderStatus: DICT.order_status.submitted })
    const sessions = await rows('select "id" from "orderSession" where "orderId" = $1 order by "id"', made.id)
    at.sessions = sessions.map(({ id }) => id)
    expect(at.sessions).toHaveLength(2)
    expect(await counter.pay(made.billId, { wechat: 1000 })).toMatchObject({ status: 200 })
    expect(await order()).toMatchObject({ paidAmount: 100_000, payStatus: DICT.pay_status.depositPaid })
    expect(await floor.row('customer', customerId)).toMatchObject({ status: DICT.customer_status.won })
    // Who has a card by then gets points for what comes in.
    const { id: gradeId } = await must('memberConfig/add', { gradeName: '普卡', gradeCode: 'P', sortNum: 1 })
    const card = await must('members/register', { customerId, gradeId })
    if (card.billId) await counter.pay(card.billId, { cash: Number(card.fee) })
    const span = { startTime: studio.clock.at - DAY, endTime: studio.clock.at + 30 * DAY }
    const offer = { name: '充一千送一百', rechargeAmount: 1000, giftAmount: 100, ...span }
    const { id: rechargeActivityId } = await must('rechargeActivity/add', offer)
    const charged = await must('account/recharge', { customerId, amount: 1000, rechargeActivityId })
    expect(await counter.pay(charged.billId ?? 0, { cash: 1000 })).toMatchObject({ status: 200 })
    expect(await counter.pay(made.billId, { balance: 1100, card: 2078 })).toMatchObject({ status: 200 })
    expect(await order()).toMatchObject({
      ...{
        paidAmount: 417_800,
        dueAmount: 0,
        orderStatus: DICT.order_status.paid,
        payStatus: DICT.pay_status.paidInFull,
      },
    })
    expect(await must('account/getAccountInfo', { customerId })).toMatchObject({ balance: 0 })
    const [chance] = await rows('select * from "chance" where "id" = $1', chanceId)
    expect(chance).toMatchObject({ orderId: made.id })
    expect(await floor.row('analysis', at.clueId)).toMatchObject({ analysisStatus: DICT.analysis_status.won })
  })

  /** Books a session on a day of its own, and shoots it. */
  async function shoot(session: number, photos: number, move: boolean): Promise<void> {
    const [day, other] = [await floor.day(), await floor.day()]
    const free = await floor.free(day)
    const { id: holdId } = await must('scheduling/holdSeat', { seatId: free[0]?.seatId, customerName: '陈雨' })
    await must('scheduling/cancelHoldSeat', { id: holdId })
    const bookingId = await floor.book(session, day)
    const later = (await floor.free(other))[0]
    if (move) {
      await must('scheduling/changeDate', { id: bookingId, newSeatId: later?.seatId, changeReason: '宝宝感冒' })
      expect(await floor.row('scheduling', bookingId)).toMatchObject({
        schedulingStatus: DICT.scheduling_status.rescheduled,
      })
    }
    const shooting = await task(TYPE.shooting, session)
    await floor.assign(shooting, people.he)
    const before = studio.clock.at
    studio.clock.at = (move ? other : day) + 9 * HOUR
    expect(await floor.record(shooting, 'start')).toMatchObject({ status: 200 })
    const fileIds = await sent(named(photos))
    await must('photo/upload', { workTaskId: shooting, fileIds })
    expect(await floor.record(shooting, 'finish')).toMatchObject({ status: 200 })
    studio.clock.at = before
    expect(await floor.row('orderSession', session)).toMatchObject({ sessionStatus: DICT.session_status.done })
  }

  it('9 to 14: the session is booked, moved, given out and shot', async () => {
    const [first = 0] = at.sessions
    await shoot(first, SHOT, true)
    expect(await order()).toMatchObject({ orderStatus: DICT.order_status.inProgress })
    expect(await task(TYPE.selection)).toBeGreaterThan(0)
  })

  it('15 and 16: thirty-four photos are kept, and the four beyond the quota are paid: 120.00', async () => {
    const [first = 0] = at.sessions
    const selection = await task(TYPE.selection)
    await assign(selection, 'xuanpian', people.luo)
    const { selectedFilmId = 0 } = await must('photo/startPick', { workTaskId: selection })
    const photos = await rows('select "id" from "photo" where "orderSessionId" = $1 order by "fileName"', first)
    const kept = photos.slice(0, KEPT).map(({ id }) => id)
    const places = await floor.list('photo/queryProduct', { selectedFilmId: selectedFilmId ?? 0 })
    for (const photoId of kept) await must('photo/pickForProduct', { selectedFilmId, photoId })
    for (const { orderItemId, quota = 0 } of places)
      for (const photoId of kept.slice(0, quota ?? 0))
        await must('photo/pickForProduct', { selectedFilmId, photoId, orderItemId })
    expect(await must('photo/accountPick', { selectedFilmId: selectedFilmId ?? 0 })).toMatchObject({
      ...{ picked: KEPT, quota: QUOTA, extra: KEPT - QUOTA, extraAmount: 120 },
    })
    const signed = await must('pick/record', { selectedFilmId: selectedFilmId ?? 0, signImage: signature })
    expect(signed.amount).toBe(120)
    const film = () => floor.row('selectedFilm', selectedFilmId ?? 0)
    expect(await film()).toMatchObject({ selectionStatus: DICT.selection_status.toPay })
    expect(await floor.row('bill', signed.billId ?? 0)).toMatchObject({
      ...{ billType: DICT.bill_type.addOn, payableAmount: 12_000, billStatus: DICT.bill_status.unpaid },
    })
    expect(await floor.counter.pay(signed.billId ?? 0, { cash: 120 })).toMatchObject({ status: 200 })
    expect(await film()).toMatchObject({ selectionStatus: DICT.selection_status.done, quota: KEPT })
    const [pickOrder] = await rows('select * from "pickOrder" where "selectedFilmId" = $1', selectedFilmId)
    expect(pickOrder).toMatchObject({ status: DICT.pick_order_status.effective, extraCount: 4 })
    expect(await order()).toMatchObject({ paidAmount: 429_800, dueAmount: 0 })
  })

  async function retouch(type: Code<'task_type'>): Promise<void> {
    const id = await task(type)
    await assign(id, 'xiutiao', people.song)
    await step(id, 'start')
    await must('photo/upload', { workTaskId: id, fileIds: await sent(named(KEPT)) })
    await step(id, 'submit')
    if (type === TYPE.fineRepair) await step(id, 'pass', { score: 5 })
    expect(await floor.row('workTask', id)).toMatchObject({ taskStatus: DICT.task_status.done })
  }

  async function lay(type: Code<'task_type'>, pages: string[]): Promise<{ id: number; designTaskId: number }> {
    const id = await task(type)
    const [design] = await rows('select "id" from "designTask" where "workTaskId" = $1', id)
    const designTaskId = design?.id ?? 0
    await assign(id, 'sheji', people.tan)
    await step(id, 'start')
    await must('photo/upload', { designTaskId, fileIds: await sent(pages) })
    await step(id, 'submit')
    return { id, designTaskId }
  }

  it('17 to 21: retouched, laid out, sent back, confirmed, retouched finely and laid out for good', async () => {
    await retouch(TYPE.preModify)
    const { id, designTaskId } = await lay(TYPE.preDesign, ['page-01.jpg', 'page-02.jpg'])
    const status = async () => (await floor.row('designTask', designTaskId)).designStatus
    expect(await status()).toBe(DICT.design_status.toConfirm)
    const wish = [{ pageNo: 2, comment: '换一张' }]
    await must('photo/commitDesign', { designTaskId, stage: 'reject', pageComments: wish })
    expect(await status()).toBe(DICT.design_status.rework)
    await step(id, 'start')
    await must('photo/upload', { designTaskId, fileIds: await sent(['page-02.jpg']) })
    await step(id, 'submit')
    await must('photo/commitDesign', { designTaskId, stage: 'customer', signImage: signature })
    expect(await status()).toBe(DICT.design_status.confirmed)
    await retouch(TYPE.fineRepair)
    const last = await lay(TYPE.finalDesign, ['page-01.jpg', 'page-02.jpg'])
    await step(last.id, 'pass', { score: 5 })
  })

  it('22 to 24: made, inspected, stored, sent and signed for', async () => {
    await must('workProduct/initProduct', { orderId: at.orderId })
    const products = await rows('select "id" from "workProduct" where "orderId" = $1 order by "id"', at.orderId)
    const ids = products.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const maker = { code: 'M1', name: '成都厂', contactName: '彭', contactMobile: '13800138000' }
    const { id: manufacturerId } = await must('workManufacturer/add', maker)
    const place = { name: '渝北店', receiver: '彭', mobile: '13800138000', cityCode: CITY.chongqing, address: '冰街' }
    const { id: addressId } = await must('workFinishedProductsAddress/add', place)
    await must('workProduct/allocate', { ids, manufacturerId, addressId })
    await must('workProduct/deliveryAll', { ids })
    await must('workProduct/allocate', { ids, action: 'start' })
    await must('workProduct/allocate', { ids, action: 'ship', shipNo: 'SF1' })
    await must('workProduct/receipt', { ids, shipNo: 'SF1' })
    for (const id of ids)
      await must('workProduct/qualityInspection', { id, result: DICT.quality_result.pass, storageNo: 'B-03' })
    const [pickUp] = await rows('select "id" from "delivery" where "orderId" = $1', at.orderId)
    await must('delivery/record', { id: pickUp?.id, event: 'cancel' })
    const express = { orderId: at.orderId, deliveryType: DICT.delivery_type.express, workProductIds: ids }
    const { id } = await must('delivery/record', { ...express, address: '冰街 2 号' })
    const parcel = { id: id ?? 0, expressCompany: DICT.express_company.SF, expressNo: 'SF123' }
    await must('delivery/record', { ...parcel, event: 'send' })
    await must('delivery/record', { id: parcel.id, event: 'transit', location: '重庆' })
    await must('delivery/record', { id: parcel.id, event: 'sign', signName: '陈雨' })
    expect(await floor.row('delivery', parcel.id)).toMatchObject({ deliveryStatus: DICT.delivery_status.signed })
    for (const one of ids)
      expect(await floor.row('workProduct', one)).toMatchObject({ produceStatus: DICT.produce_status.delivered })
  })

  it('25: with the last session and film done, the order is served, settled and completed', async () => {
    const [, second = 0] = at.sessions
    expect(await order()).toMatchObject({ orderStatus: DICT.order_status.inProgress })
    await shoot(second, 3, false)
    await must('photo/cancel', { workTaskId: await task(TYPE.selection, second), reason: '客户不要' })
    const open = await rows(
      'select "id" from "workTask" where "orderId" = $1 and "taskStatus" not in (5, 8) and not "isDel"',
      at.orderId,
    )
    for (const { id } of open) await step(id, 'terminate', { reason: '客户不要MV' })
    expect(await order()).toMatchObject({ orderStatus: DICT.order_status.served })
    const shooting = await rows(
      'select "id" from "workTask" where "orderSessionId" = $1 and "taskType" = $2 and "taskStatus" = 5',
      ...[at.sessions[0], TYPE.shooting],
    )
    const done = shooting[0]?.id ?? 0
    await step(done, 'settle')
    const revisit = { targetType: DICT.record_target.task, recordType: DICT.record_type.revisit, score: 5 } as const
    await must('record/add', { ...revisit, targetId: done })
    expect(await floor.row('workTask', done)).toMatchObject({
      ...{ settlementStatus: DICT.settlement_status.settled, revisitStatus: DICT.revisit_status.revisited },
    })
    await must('order/edit', { id: at.orderId, finish: 1 })
    expect(await order()).toMatchObject({
      ...{ orderStatus: DICT.order_status.finished, payableAmount: 429_800, paidAmount: 429_800, dueAmount: 0 },
    })
  })

  it('26: she has her points, introduces a friend and gets five hundred more', async () => {
    const { customerId } = at
    const points = async () =>
      (await rows('select "integral" from "members" where "customerId" = $1', customerId))[0]?.integral as number
    const before = await points()
    const { id } = await must('recommend/add', {
      ...{ introdType: DICT.introd_type.customer, introducerId: customerId, businessType: baby },
      ...{ friendName: '周婷', friendMobile: '13500001111' },
    })
    await must('recommend/review', { ids: [id], result: DICT.review_status.passed })
    const [store] = await rows('select "id" from "store" limit 1')
    await must('recommend/alloToStore', { ids: [id], storeId: store?.id ?? 0 })
    const { id: chanceId } = await must('chance/add', { recommendId: id, businessType: baby })
    const friend = await floor.counter.order(800, { chanceId })
    expect(await floor.counter.pay(friend.billId, { cash: 800 })).toMatchObject({ status: 200 })
    expect(await points()).toBe(before + 500)
    expect(await floor.row('recommend', id)).toMatchObject({ awardStatus: DICT.award_status.sent })
    const again = { recommendId: id, awardStep: DICT.award_step.signedOrder, awardType: DICT.award_type.integral }
    expect((await told('award/send', again)).status).toBe(400)
  })

  it('breaks no rule of the books', async () => {
    const broken = (await verify(studio.db, studio.model)).filter((one) => one.broken.length > 0)
    expect(broken.map(({ invariant, broken: found }) => [invariant.code, found])).toEqual([])
  })
})
