/** Films (rules 2.1, 2.11): ordered, shot, cut, changed, confirmed; those made of photos; the opportunities they were. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Code, DICT } from '../../../src/generated/dictionaries.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import { rulesEngines } from '../db/engines.ts'
import { ITEM } from './catalogue.ts'
import { Floor } from './floor.ts'
import { STRANGER, Studio, type Stored } from './studio.ts'

const TYPE = DICT.task_type
const STATUS = DICT.vcr_status
const KIND = DICT.vcr_file_kind

/** A step of a task, without the task. */
const STEP = { targetType: DICT.record_target.task, recordType: DICT.record_type.status }

describe.each(rulesEngines)('films on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let camera: number
  let editor: number
  let shooter: number
  let vcrService: number
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    camera = await floor.employee('向一', DICT.worker_role.vcr)
    editor = await floor.employee('剪一', DICT.worker_role.jianji)
    shooter = await floor.employee('何一', DICT.worker_role.sheying)
    vcrService = await floor.counter.shop.service({
      serviceType: DICT.service_type.vcr,
      sessionCount: 0,
      salePrice: 300,
    })
  })
  afterAll(() => studio.close())

  const rows = (sql: string, ...values: unknown[]) => floor.counter.rows(sql, values)

  /** Films as an upload leaves them. */
  const sent = (...names: string[]): Promise<number[]> =>
    studio.app.insertAll(
      'uploadFile',
      floor.counter.who,
      names.map((origName) => ({
        ...{ origName, mimeType: 'video/mp4', size: 1000, duration: 61 },
        url: `/files/${String((n += 1)).padStart(40, '0')}.mp4`,
      })),
    )

  interface Way {
    orderId: number
    orderSessionId: number
    date: number
    shooting: number
    filming: number
  }

  /** An order with a film, paid and booked. */
  async function booked(films = 1): Promise<Way> {
    const { shop } = floor.counter
    const service = await shop.service({ sessionCount: 1, pickQuota: 0 })
    const packageId = await shop.package(
      [
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        ...(films > 0 ? [{ itemType: ITEM.service, itemId: vcrService, quantity: films }] : []),
      ],
      { salePrice: 1000 },
    )
    const { id: orderId, billId } = await floor.counter.order(1000, { packageId })
    expect(await floor.counter.pay(billId, { cash: 1000 })).toMatchObject({ status: 200 })
    const [session] = await rows('select "id" from "orderSession" where "orderId" = $1', orderId)
    const orderSessionId = session?.id as number
    const date = await floor.day()
    await floor.book(orderSessionId, date)
    const task = (type: Code<'task_type'>) => floor.task(orderSessionId, type)
    return { orderId, orderSessionId, date, shooting: await task(TYPE.shooting), filming: await task(TYPE.vcrShooting) }
  }

  const assign = (task: number, workerRole: string, employeeId: number) =>
    floor.must('worker/setWorkers', { workTaskIds: [task], workers: [{ workerRole, employeeId, isMain: 1 }] })
  const step = (targetId: number, action: Requests['record/add']['action'], more: Requests['record/add'] = {}) =>
    floor.told('record/add', {
      ...STEP,
      ...{ targetId, action, ...more },
    })
  const vcrOf = async (task: number) => {
    const [found] = await floor.counter.rows<Stored<'vcrTask'>>('select * from "vcrTask" where "workTaskId" = $1', [
      task,
    ])
    if (!found) throw new Error(`no film for the task ${task}`)
    return found
  }
  const add = async (task: number, ...names: string[]) =>
    floor.told('vcrFile/add', { vcrTaskId: (await vcrOf(task)).id, fileIds: await sent(...names) })
  const ok = { status: 200 }
  const no = { status: 400 }

  /** Given out, begun, and handed in with a file. */
  async function made(task: number, role: string, who: number, name: string): Promise<void> {
    await assign(task, role, who)
    expect(await step(task, 'start')).toMatchObject(ok)
    expect(await step(task, 'submit')).toMatchObject(no)
    expect(await add(task, name)).toMatchObject(ok)
    expect(await step(task, 'submit')).toMatchObject(ok)
    expect(await vcrOf(task)).toMatchObject({ vcrStatus: STATUS.toConfirm, fileName: name })
  }

  it('are shot with the session that is booked, as many as were ordered', async () => {
    const way = await booked(2)
    const tasks = await rows(
      'select * from "workTask" where "orderId" = $1 and "taskType" = $2',
      way.orderId,
      TYPE.vcrShooting,
    )
    expect(tasks).toHaveLength(2)
    const shooting = await floor.row('workTask', way.shooting)
    for (const task of tasks) expect(task.planTime).toEqual(shooting.planTime)
    expect((await booked(0)).filming).toBe(0)
  })

  it('follow the booking: given out anew at another time, and gone with it', async () => {
    const way = await booked()
    await assign(way.filming, 'vcr', camera)
    const [booking] = await rows('select * from "scheduling" where "orderSessionId" = $1', way.orderSessionId)
    const other = (await floor.free(way.date)).find(({ startTime }) => startTime !== booking?.startTime)
    await floor.must('scheduling/changeDate', { id: booking?.id, newSeatId: other?.seatId, changeReason: '客户有事' })
    expect(await vcrOf(way.filming)).toMatchObject({ vcrStatus: STATUS.toAssign, operatorId: null })
    expect(await floor.row('workTask', way.filming)).toMatchObject({ taskStatus: DICT.task_status.toAssign })
    const [now] = await rows(
      'select * from "scheduling" where "orderSessionId" = $1 order by "id" desc',
      way.orderSessionId,
    )
    await floor.must('scheduling/cancel', { id: now?.id, cancelReason: '取消' })
    expect(await vcrOf(way.filming)).toMatchObject({ vcrStatus: STATUS.terminated })
    await floor.book(way.orderSessionId, way.date)
    expect(await floor.task(way.orderSessionId, TYPE.vcrShooting)).toBeGreaterThan(way.filming)
  })

  it('that went back are made no further, and nothing else of the order ends', async () => {
    const way = await booked()
    const other = await booked()
    await assign(way.filming, 'vcr', camera)
    const [item] = await rows(
      'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = $3',
      way.orderId,
      vcrService,
      ITEM.service,
    )
    const { id } = await floor.must('cashRefund/refund', {
      ...{ orderId: way.orderId, refundType: DICT.refund_type.partial, refundWay: DICT.refund_way.original },
      ...{ refundAmount: 100, reason: DICT.refund_reason.customer },
      items: [{ orderItemId: item?.id as number, quantity: 1, amount: 100 }],
    })
    expect(await floor.row('workTask', way.filming)).toMatchObject({ taskStatus: DICT.task_status.assigned })
    await floor.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
    expect(await floor.row('workTask', way.filming)).toMatchObject({
      ...{ taskStatus: DICT.task_status.terminated, terminateReason: '退款终止' },
    })
    expect(await vcrOf(way.filming)).toMatchObject({ vcrStatus: STATUS.terminated })
    for (const task of [way.shooting, other.filming])
      expect((await floor.row('workTask', task)).taskStatus).not.toBe(DICT.task_status.terminated)
  })

  it('go from the footage by way of changes to the final one', async () => {
    const way = await booked()
    expect(await step(way.filming, 'start')).toMatchObject(no)
    expect(await add(way.filming, 'raw.mp4')).toMatchObject(no)
    await made(way.filming, 'vcr', camera, 'raw.mp4')
    expect(await step(way.filming, 'pause', { reason: '等' })).toMatchObject(no)
    expect(await step(way.filming, 'pass')).toMatchObject(ok)
    expect(await vcrOf(way.filming)).toMatchObject({ vcrStatus: STATUS.done })

    const clip = await floor.task(way.orderSessionId, TYPE.vcrClip)
    await made(clip, 'jianji', editor, 'v1.mp4')
    expect(await step(clip, 'reject')).toMatchObject(no)
    expect(await step(clip, 'reject', { reason: '片头太长' })).toMatchObject(ok)
    expect(await vcrOf(clip)).toMatchObject({ vcrStatus: STATUS.toModify, modifyReason: '片头太长' })
    expect(await step(clip, 'start')).toMatchObject(no)

    const change = await floor.task(way.orderSessionId, TYPE.vcrModification)
    expect(await vcrOf(change)).toMatchObject({ vcrStage: DICT.vcr_stage.modification, requirement: '片头太长' })
    await made(change, 'jianji', editor, 'v2.mp4')
    expect(await step(change, 'reject', { reason: '音乐换一首' })).toMatchObject(ok)
    expect(await vcrOf(change)).toMatchObject({ vcrStatus: STATUS.toModify })
    const { startTime } = await floor.row('workTask', change)
    studio.clock.at += 3_600_000
    expect(await step(change, 'start')).toMatchObject(ok)
    // Its hours count from when it was first begun.
    expect((await floor.row('workTask', change)).startTime).toEqual(startTime)
    studio.clock.at -= 3_600_000
    expect(await add(change, 'v3.mp4')).toMatchObject(ok)
    expect(await step(change, 'submit')).toMatchObject(ok)
    expect(await step(change, 'pass')).toMatchObject(ok)
    expect(await vcrOf(change)).toMatchObject({ vcrStatus: STATUS.done })
    expect(await vcrOf(clip)).toMatchObject({ vcrStatus: STATUS.done })
    expect(await floor.row('workTask', clip)).toMatchObject({ taskStatus: DICT.task_status.done })

    const files = await rows('select * from "vcrFile" where "orderId" = $1 order by "id"', way.orderId)
    expect(
      files.map(({ name, fileKind, revision, isFinal, duration }) => [name, fileKind, revision, isFinal, duration]),
    ).toEqual([
      ['raw.mp4', KIND.rawFootage, 1, false, 61],
      ['v1.mp4', KIND.clip, 1, false, 61],
      ['v2.mp4', KIND.clip, 2, false, 61],
      ['v3.mp4', KIND.clip, 3, true, 61],
    ])
    await floor.must('vcrFile/edit', { id: files[2]?.id, isFinal: 1 })
    const final = await rows('select "name" from "vcrFile" where "orderId" = $1 and "isFinal"', way.orderId)
    expect(final).toEqual([{ name: 'v2.mp4' }])
    expect(await floor.told('vcrFile/del', { id: files[2]?.id })).toMatchObject(no)
    expect(await floor.told('vcrFile/del', { id: files[0]?.id })).toMatchObject(ok)
  })

  it('take films only, and each once', async () => {
    const way = await booked()
    await assign(way.filming, 'vcr', camera)
    await step(way.filming, 'start')
    const vcrTaskId = (await vcrOf(way.filming)).id
    const [fileId = 0] = await sent('a.mp4')
    await floor.must('vcrFile/add', { vcrTaskId, fileIds: [fileId] })
    expect(await floor.must('vcrFile/add', { vcrTaskId, fileIds: [fileId] })).toMatchObject({ ids: [] })
    const picture = { origName: 'a.jpg', url: `/files/${'9'.repeat(40)}.jpg`, mimeType: 'image/jpeg' }
    const [image = 0] = await studio.app.insertAll('uploadFile', floor.counter.who, [picture])
    expect(await floor.told('vcrFile/add', { vcrTaskId, fileIds: [image] })).toMatchObject(no)
  })

  it('are not confirmed by who made them', async () => {
    const way = await booked()
    const me = await floor.employee('摄像兼店长', DICT.worker_role.vcr)
    await made(way.filming, 'vcr', me, 'raw.mp4')
    const who = { ...floor.counter.who, employeeId: me }
    const input = { ...STEP, targetId: way.filming, action: 'pass' } as const
    expect(await floor.told('record/add', input, who)).toMatchObject({ ...no, msg: '不能质检自己的任务' })
  })

  it('sold later are shot with a session still to come, and their opportunity is won', async () => {
    const way = await booked(0)
    const order = await floor.row('order', way.orderId)
    const { id } = await floor.must('vcrOpportunity/add', {
      ...{ orderId: way.orderId, customerId: order.customerId, source: DICT.vcr_source.shootingDay, amount: 300 },
    })
    await floor.must('vcrOpportunity/assign', { ids: [id], employeeId: shooter })
    await floor.must('track/add', {
      targetType: DICT.track_target.vcrOpportunity,
      targetId: id,
      trackMode: DICT.track_mode.phone,
      content: '拍摄当天介绍',
      nextTrackDate: way.date,
    })
    expect(await floor.row('vcrOpportunity', id)).toMatchObject({
      employeeId: shooter,
      chanceStatus: DICT.chance_status.open,
    })
    const sale = { items: [{ itemType: ITEM.service, itemId: vcrService, quantity: 1 }] }
    const { billId } = await floor.must('orderAdd/add', {
      orderId: way.orderId,
      addType: DICT.order_add_type.service,
      ...sale,
    })
    expect(await floor.row('vcrOpportunity', id)).toMatchObject({ chanceStatus: DICT.chance_status.open })
    expect(await floor.counter.pay(billId, { cash: 300 })).toMatchObject(ok)
    const won = await floor.row('vcrOpportunity', id)
    expect(won).toMatchObject({ chanceStatus: DICT.chance_status.won })
    expect(won.orderAddId).toBeTruthy()
    expect(await floor.task(way.orderSessionId, TYPE.vcrShooting)).toBeGreaterThan(0)
    expect(await floor.told('vcrOpportunity/close', { id, lostCause: DICT.lost_cause.tooExpensive })).toMatchObject(no)
  })

  it('sold to one order win no opportunity of another order of the customer', async () => {
    const [way, other] = [await booked(0), await booked(0)]
    const { customerId } = await floor.row('order', way.orderId)
    await studio.db.query('update "order" set "customerId" = $2 where "id" = $1', [other.orderId, customerId])
    const chance = async (orderId?: number) =>
      (
        await floor.must('vcrOpportunity/add', {
          ...{ customerId, source: DICT.vcr_source.shootingDay, amount: 300 },
          ...(orderId === undefined ? {} : { orderId }),
        })
      ).id
    const [own, theirs, none] = [await chance(way.orderId), await chance(other.orderId), await chance()]
    const { billId } = await floor.must('orderAdd/add', {
      orderId: way.orderId,
      addType: DICT.order_add_type.service,
      items: [{ itemType: ITEM.service, itemId: vcrService, quantity: 1 }],
    })
    expect(await floor.counter.pay(billId, { cash: 300 })).toMatchObject(ok)
    const states = await Promise.all([own, theirs, none].map((id) => floor.row('vcrOpportunity', id)))
    const { won, open } = DICT.chance_status
    expect(states.map(({ chanceStatus }) => chanceStatus)).toEqual([won, open, won])
  })

  it('ordered at once are opportunities won already', async () => {
    const way = await booked()
    const [won] = await rows('select * from "vcrOpportunity" where "orderId" = $1', way.orderId)
    expect(won).toMatchObject({ chanceStatus: DICT.chance_status.won })
  })

  describe('of photos', () => {
    /** An order with an MV, its session retouched for good. */
    async function retouched(): Promise<{ orderId: number; orderSessionId: number; task: number; mv: number }> {
      const { shop } = floor.counter
      const service = await shop.service({ sessionCount: 1, pickQuota: 3 })
      const mvProduct = await shop.product({ isMv: 1, needProduction: 0, photoQuota: 0 })
      const packageId = await shop.package(
        [
          { itemType: ITEM.service, itemId: service, quantity: 1 },
          { itemType: ITEM.goods, itemId: mvProduct, quantity: 1 },
        ],
        { salePrice: 1000, pickQuota: 3 },
      )
      const { id: orderId, billId } = await floor.counter.order(1000, { packageId })
      await floor.counter.pay(billId, { cash: 1000 })
      const [session] = await rows('select "id" from "orderSession" where "orderId" = $1', orderId)
      const orderSessionId = session?.id as number
      await floor.book(orderSessionId, await floor.day())
      await floor.photos(orderSessionId, 12)
      // The stages before are tried elsewhere: here a fine retouch is under way, and ends.
      const shooting = await floor.row('workTask', await floor.task(orderSessionId, TYPE.shooting))
      const { workOrderId, customerId, orgId } = shooting
      const [repair] = await studio.app.insertAll('workTask', floor.counter.who, [
        {
          workOrderId,
          orderId,
          orderSessionId,
          customerId,
          orgId,
          taskType: DICT.task_type.fineRepair,
          taskName: '精修',
          taskStatus: DICT.task_status.toInspect,
        },
      ])
      await studio.app.insertAll('retouchTask', floor.counter.who, [
        { workTaskId: repair, retouchStage: DICT.retouch_stage.after },
      ])
      expect(await step(repair as number, 'pass', { score: 5 })).toMatchObject(ok)
      const task = await floor.task(orderSessionId, TYPE.mv)
      const [mv] = await rows('select "id" from "mvTask" where "workTaskId" = $1', task)
      return { orderId, orderSessionId, task, mv: mv?.id as number }
    }
    const materials = (mv: number) =>
      rows(
        'select "id", "photoId", "seqNo" from "mvMaterial" where "mvTaskId" = $1 and not "isDel" order by "seqNo"',
        mv,
      )

    it('begin after the fine retouch, and need as many pictures as the template takes', async () => {
      const { task, mv, orderSessionId } = await retouched()
      expect(mv).toBeGreaterThan(0)
      const template = { name: `时光${mv}`, minPhotos: 3, maxPhotos: 4, duration: 60 }
      const { id: mvTemplateId } = await floor.must('mvTemplate/add', template)
      expect(await floor.told('mvTemplate/add', { ...template, name: '反', minPhotos: 9 })).toMatchObject(no)
      await assign(task, 'jianji', editor)
      expect(await step(task, 'start')).toMatchObject(no)
      const set = (status: Code<'enable_status'>) => floor.must('mvTemplate/edit', { id: mvTemplateId, status })
      await set(DICT.enable_status.disabled)
      expect(await floor.told('mvTask/choose', { id: mv, mvTemplateId })).toMatchObject(no)
      await set(DICT.enable_status.enabled)
      await floor.must('mvTask/choose', { id: mv, mvTemplateId })
      const photos = await rows('select "id" from "photo" where "orderSessionId" = $1 order by "id"', orderSessionId)
      const ids = photos.map(({ id }) => id as number)
      expect(await floor.must('mvMaterial/add', { mvTaskId: mv, photoIds: ids.slice(0, 2) })).toMatchObject({
        count: 2,
      })
      expect(await step(task, 'start')).toMatchObject(no)
      expect(await floor.must('mvMaterial/add', { mvTaskId: mv, photoIds: ids.slice(0, 4) })).toMatchObject({
        count: 2,
      })
      expect(await floor.told('mvMaterial/add', { mvTaskId: mv, photoIds: ids.slice(4, 5) })).toMatchObject(no)
      expect(await step(task, 'start')).toMatchObject(ok)

      const [first] = await materials(mv)
      await floor.must('mvMaterial/edit', { id: first?.id, seqNo: 3, caption: '满月' })
      expect((await materials(mv)).map(({ photoId }) => photoId)).toEqual([ids[1], ids[2], ids[0], ids[3]])
      await floor.must('mvMaterial/del', { id: (await materials(mv))[1]?.id })
      expect((await materials(mv)).map(({ photoId, seqNo }) => [photoId, seqNo])).toEqual([
        [ids[1], 1],
        [ids[0], 2],
        [ids[3], 3],
      ])
      expect(await step(task, 'submit')).toMatchObject(ok)
      expect(await floor.told('mvMaterial/edit', { id: first?.id, seqNo: 1 })).toMatchObject(no)
      expect(await step(task, 'reject', { reason: '换结尾' })).toMatchObject(ok)
      expect(await step(task, 'start')).toMatchObject(ok)
      await floor.must('vcrFile/add', { mvTaskId: mv, fileIds: await sent('mv.mp4') })
      expect(await step(task, 'submit')).toMatchObject(ok)
      expect(await step(task, 'pass')).toMatchObject(ok)
      const [file] = await rows('select * from "vcrFile" where "mvTaskId" = $1', mv)
      expect(file).toMatchObject({ fileKind: KIND.mv, isFinal: true })
      expect(await floor.row('mvTask', mv)).toMatchObject({ vcrStatus: STATUS.done, vcrFileId: file?.id })
    })

    it('take photos of their own session only', async () => {
      const one = await retouched()
      const other = await retouched()
      const photos = await rows('select "id" from "photo" where "orderSessionId" = $1', other.orderSessionId)
      const photoIds = photos.slice(0, 1).map(({ id }) => id)
      expect(await floor.told('mvMaterial/add', { mvTaskId: one.mv, photoIds })).toMatchObject(no)
    })
  })

  it('are shown to whoever was given a link, until it ends', async () => {
    const way = await booked()
    await made(way.filming, 'vcr', camera, 'raw.mp4')
    const files = await rows('select "id" from "vcrFile" where "orderId" = $1', way.orderId)
    const id = files[0]?.id as number
    const { address } = await floor.must('vcrFile/share', { id })
    const link = new URLSearchParams(address.split('?')[1])
    const token = link.get('token') as string
    const play = (input: Requests['vcrFile/play']) => floor.told('vcrFile/play', input, STRANGER)
    expect(await play({ id, token })).toMatchObject({ status: 200, data: [{ id, name: 'raw.mp4' }] })
    expect(await play({ id: id + 1, token })).toMatchObject(no)
    expect(await play({ orderId: way.orderId, token })).toMatchObject(no)
    expect(await play({ id, token: token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).toMatchObject(no)
    const now = studio.clock.at
    studio.clock.at += 31 * 24 * 3_600_000
    expect(await play({ id, token })).toMatchObject(no)
    studio.clock.at = now
    const whole = await floor.must('vcrFile/share', { id, ofOrder: 1 })
    const all = { orderId: way.orderId, token: new URLSearchParams(whole.address.split('?')[1]).get('token') ?? '' }
    expect(await play(all)).toMatchObject({ status: 200, data: [] })
  })
})
