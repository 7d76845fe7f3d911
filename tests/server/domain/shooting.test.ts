/** Shooting tasks (rules 2.7, 2.8, 2.12; I-23, I-60; stories B, C and J): given out, shot, shot again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Queryable } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor, type Booked } from './floor.ts'
import { Studio, TODAY } from './studio.ts'

const MINUTE = 60_000
const TASK = DICT.task_status
const SESSION = DICT.session_status
const BOOKING = DICT.scheduling_status
const SEAT = DICT.seat_status
const ORDER = DICT.order_status
const WORK_ORDER = DICT.work_order_status
const RECORD = DICT.record_type
/** A step of a task, without the task. */
const TASK_STEP = { targetType: DICT.record_target.task, recordType: RECORD.status } as const
const KIND = DICT.task_type

describe.each(rulesEngines)('shooting on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let he = 0
  let tang = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    he = await floor.employee('何一', DICT.worker_role.sheying)
    tang = await floor.employee('唐微', DICT.worker_role.sheying, DICT.worker_role.huazhuang)
  })
  afterAll(() => studio.close())

  /** At a time of a day; the clock goes back where it stood. */
  async function at<T>(moment: number, work: () => Promise<T>): Promise<T> {
    const before = studio.clock.at
    studio.clock.at = moment
    try {
      return await work()
    } finally {
      studio.clock.at = before
    }
  }

  describe('giving it out', () => {
    it('puts people on the task, one in charge of each role (I-60)', async () => {
      const { taskId } = await floor.shooting(await floor.day())
      const twoInCharge = [he, tang].map((employeeId) => ({ workerRole: 'sheying', employeeId, isMain: 1 }))
      expect(await floor.told('worker/setWorkers', { workTaskIds: [taskId], workers: twoInCharge })).toMatchObject({
        status: 400,
        data: { field: 'workers' },
      })
      expect(await floor.assign(taskId, he)).toMatchObject({ status: 200, data: { count: 1 } })
      expect(await floor.row('workTask', taskId)).toMatchObject({
        taskStatus: TASK.assigned,
        mainWorkerId: he,
        workerNames: '何一',
      })
      // A role that is not spoken of stays as it is; one without anybody is emptied.
      const huazhuang = { workerRole: 'huazhuang', employeeId: tang, isMain: 0 }
      await floor.must('worker/setWorkers', { workTaskIds: [taskId], workers: [huazhuang] })
      expect(await floor.row('workTask', taskId)).toMatchObject({ workerNames: '何一、唐微', mainWorkerId: he })
      const { taskNo } = await floor.row('workTask', taskId)
      const newest =
        'select "message", "messageEn" from "operateLog" where "call" = $1 and "actId" is null order by "id" desc limit 1'
      expect(await studio.row(newest, ['setWorkers'])).toEqual({
        message: `分配任务 ${taskNo}：唐微`,
        messageEn: `Tasks given out: ${taskNo} to 唐微`,
      })
      const nobody = [{ workerRole: 'sheying', employeeId: null }]
      await floor.must('worker/setWorkers', { workTaskIds: [taskId], workers: nobody })
      expect(await floor.row('workTask', taskId)).toMatchObject({ workerNames: '唐微', mainWorkerId: tang })
      await floor.must('worker/delWorkers', { workTaskId: taskId })
      expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.toAssign, mainWorkerId: null })
      // Whoever was to do it is told, and the task says so.
      const heard = 'select "title" from "pushMessage" where "receiverId" = $1 order by "id" desc limit 1'
      expect(await studio.row(heard, [tang])).toEqual({ title: '任务已收回' })
      const said = 'select "content" from "taskRecord" where "targetId" = $1 order by "id" desc limit 1'
      expect(await studio.row(said, [taskId])).toEqual({ content: '取消分配' })
    })

    it('says until when: whoever gives it, or whose work order is urgent; the share on time counts only those', async () => {
      const { taskId } = await floor.shooting(await floor.day())
      const { workOrderId } = await floor.row('workTask', taskId)
      const due = (at: number) =>
        floor.told('worker/setWorkers', {
          workTaskIds: [taskId],
          workers: [{ workerRole: 'sheying', employeeId: he, isMain: 1 }],
          dueTime: at,
        })
      const dueTime = async () => Number((await floor.row('workTask', taskId)).dueTime)
      expect(await due(studio.clock.at - 1)).toMatchObject({ status: 400, data: { field: 'dueTime' } })
      expect(await due(studio.clock.at + 5 * DAY)).toMatchObject({ status: 200 })
      expect(await dueTime()).toBe(studio.clock.at + 5 * DAY)
      await floor.assign(taskId, he)
      expect(await dueTime()).toBe(studio.clock.at + 5 * DAY)
      const urgent = (at: number) =>
        floor.told('workOrder/urgent', { id: Number(workOrderId), isUrgent: 1, dueTime: at })
      expect(await urgent(studio.clock.at - 1)).toMatchObject({ status: 400, data: { field: 'dueTime' } })
      await urgent(studio.clock.at + 9 * DAY)
      expect(await dueTime()).toBe(studio.clock.at + 5 * DAY)
      await urgent(studio.clock.at + DAY)
      expect(await dueTime()).toBe(studio.clock.at + DAY)
      expect(await floor.row('workOrder', Number(workOrderId))).toMatchObject({ isUrgent: true })
    })

    it('refuses a role that such a task has not, and who does not work here any more', async () => {
      const { taskId } = await floor.shooting(await floor.day())
      const designer = [{ workerRole: 'sheji', employeeId: he }]
      const told = await floor.told('worker/setWorkers', { workTaskIds: [taskId], workers: designer })
      expect(told).toMatchObject({ status: 400, data: { field: 'workers' } })
      const gone = await floor.employee('走人', DICT.worker_role.sheying)
      await floor.must('employee/suspend', { id: gone })
      expect(await floor.assign(taskId, gone)).toMatchObject({ status: 400, data: { field: 'workers' } })
    })

    it('refuses somebody who is elsewhere then, and says where (I-23)', async () => {
      const date = await floor.day()
      const first = await floor.shooting(date, { startTime: '09:00', groupName: '摄影1组' })
      const beside = await floor.shooting(date, { startTime: '09:00', groupName: '摄影2组' })
      const later = await floor.shooting(date, { startTime: '11:00' })
      await floor.assign(first.taskId, he)
      expect(await floor.assign(beside.taskId, he)).toMatchObject({
        status: 400,
        data: { field: 'workers' },
        msg: '何一 09:00–11:00 已在基地A 摄影1组',
      })
      expect(await floor.row('workTask', beside.taskId)).toMatchObject({ taskStatus: TASK.toAssign })
      expect(await floor.assign(later.taskId, he)).toMatchObject({ status: 200 })
      await floor.must('worker/delWorkers', { workTaskId: first.taskId })
      expect(await floor.assign(beside.taskId, he)).toMatchObject({ status: 200 })
    })

    it('shows to who shoots it on its day, and only then', async () => {
      const me = floor.counter.who.employeeId ?? 0
      const { taskId, date } = await floor.shooting(await floor.day())
      await floor.must('employee/edit', { id: me, workerRoles: [DICT.worker_role.sheying] })
      await floor.assign(taskId, me)
      const mine = async (): Promise<unknown[]> =>
        (await floor.must('photography/today', { pageNO: 1, pageRows: 50 })).map((one) => one.workTaskId)
      expect(await mine()).not.toContain(taskId)
      expect(await at(date + 8 * HOUR, mine)).toEqual([taskId])
      expect(await at(date + DAY, mine)).not.toContain(taskId)
    })

    it('is seen by everybody on it, and by nobody who is not any more', async () => {
      const { id: roleId } = await studio.row<{ id: number }>(
        `select "id" from "role" where "code" = 'photographer' and "companyId" = 1`,
      )
      const second = { ...floor.counter.who, roleId, employeeId: tang }
      const { taskId } = await floor.shooting(await floor.day())
      const seen = async (): Promise<unknown[]> =>
        (await floor.must('photography/query', { mine: 1, pageNO: 1, pageRows: 50 }, second)).map(
          (one) => one.workTaskId,
        )
      await floor.assign(taskId, he, tang)
      expect(await floor.row('workTask', taskId)).toMatchObject({ mainWorkerId: he, workerIds: [he, tang] })
      expect(await seen()).toContain(taskId)
      await floor.assign(taskId, he)
      expect(await seen()).not.toContain(taskId)
    })

    it('is seen with its booking by the team that is expected, until others are given it', async () => {
      const { id: roleId } = await studio.row<{ id: number }>(
        `select "id" from "role" where "code" = 'photographer' and "companyId" = 1`,
      )
      const [expected, other] = [
        await floor.employee('候约', DICT.worker_role.sheying),
        await floor.employee('替约', DICT.worker_role.sheying),
      ]
      const teamId = await floor.team('候约组', { sheying: [expected] })
      const { orderSessionId } = await floor.session()
      const date = await floor.day()
      const bookingId = await floor.book(orderSessionId, date, { startTime: '09:00' }, { teamId })
      const taskId = await floor.task(orderSessionId, KIND.shooting)
      const seen = async (employeeId: number): Promise<unknown> => {
        const who = { ...floor.counter.who, roleId, employeeId }
        const page = { pageNO: 1, pageRows: 50 }
        return {
          bookings: (await floor.must('scheduling/query', page, who)).map((one) => one.id),
          tasks: (await floor.must('photography/query', { mine: 1, ...page }, who)).map((one) => one.workTaskId),
        }
      }
      const nothing = { bookings: [], tasks: [] }
      const all = { bookings: [bookingId], tasks: [taskId] }
      expect([await seen(expected), await seen(other)]).toEqual([all, nothing])
      // What somebody is expected at counts beside what they were given.
      const beside = await floor.shooting(date, { startTime: '11:00' })
      const loadOf = async (id: number): Promise<unknown> => {
        const roles = await floor.list('worker/listRole', { workTaskIds: [beside.taskId] })
        const able = roles.flatMap(({ employees }) => employees ?? [])
        return able.find(({ employeeID }) => employeeID === id)?.load
      }
      expect([await loadOf(expected), await loadOf(other)]).toEqual([1, 0])
      await floor.assign(taskId, other)
      expect([await loadOf(expected), await loadOf(other)]).toEqual([0, 1])
      expect([await seen(expected), await seen(other)]).toEqual([nothing, all])
    })

    it('gives nobody two places when two dispatchers press at once (I-23)', async () => {
      for (let round = 0; round < 4; round += 1) {
        const date = await floor.day()
        const tasks = [
          await floor.shooting(date, { startTime: '09:00', groupName: '摄影1组' }),
          await floor.shooting(date, { startTime: '09:00', groupName: '摄影2组' }),
        ]
        const told = await Promise.all(tasks.map(({ taskId }) => floor.assign(taskId, he)))
        expect(told.map((one) => one.status).sort()).toEqual([200, 400])
      }
    })

    it('counts who is on a task, not the team of the booking, once it is given out', async () => {
      const date = await floor.day()
      const [xu, lan] = [
        await floor.employee('许岚', DICT.worker_role.sheying),
        await floor.employee('兰天', DICT.worker_role.sheying),
      ]
      const teamId = await floor.team('替班组', { sheying: [xu] })
      const session = await floor.session()
      await floor.book(session.orderSessionId, date, { startTime: '09:00', groupName: '摄影1组' }, { teamId })
      const taken = await floor.task(session.orderSessionId, KIND.shooting)
      const beside = await floor.shooting(date, { startTime: '09:00', groupName: '摄影2组' })
      // Until then the team is meant.
      expect(await floor.must('worker/listForEdit', { workTaskId: taken })).toMatchObject([{ employeeId: xu }])
      expect(await floor.assign(beside.taskId, xu)).toMatchObject({ status: 400 })
      await floor.assign(taken, lan)
      expect(await floor.assign(beside.taskId, xu)).toMatchObject({ status: 200 })
      expect(await floor.assign(beside.taskId, lan)).toMatchObject({ status: 400 })
    })

    it('shows before it is pressed who can, who is taken, and how much each has', async () => {
      const date = await floor.day()
      const first = await floor.shooting(date, { startTime: '09:00', groupName: '摄影1组' })
      const beside = await floor.shooting(date, { startTime: '09:00', groupName: '摄影2组' })
      await floor.assign(first.taskId, he)
      const roles = await floor.list('worker/listRole', {
        workTaskIds: [beside.taskId],
      })
      expect(roles.map((one) => one.workerRole)).toEqual([
        DICT.worker_role.sheying,
        DICT.worker_role.huazhuang,
        DICT.worker_role.dengguang,
      ])
      const of = (id: number) => roles[0]?.employees.find((one) => one.employeeID === id)
      expect(of(he)).toMatchObject({
        clash: '09:00–11:00 已在基地A 摄影1组',
        load: 1,
        taken: [{ from: '09:00', to: '11:00' }],
      })
      expect(of(tang)).toMatchObject({ clash: null, load: 0, taken: [] })
      // Who cannot stands last.
      expect(roles[0]?.employees.at(-1)).toMatchObject({ employeeID: he })
    })

    it('is to be done anew when its booking moves to another time', async () => {
      const { taskId, bookingId } = await floor.shooting(await floor.day())
      await floor.assign(taskId, he)
      const [seat] = await floor.free(await floor.day())
      await floor.must('scheduling/changeDate', { id: bookingId, newSeatId: seat?.seatId, changeReason: '孩子病了' })
      expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.toAssign, mainWorkerId: null })
    })
  })

  describe('step by step', () => {
    it('arrives, starts, waits for photos, finishes, and leaves a selection to make', async () => {
      const { taskId, bookingId, orderSessionId, orderId } = await floor.shooting(await floor.day(TODAY))
      const order = async () => (await floor.row('order', orderId)).orderStatus
      const workOrder = async () =>
        (await floor.counter.rows('select * from "workOrder" where "orderSessionId" = $1', [orderSessionId]))[0]
      expect(await order()).toBe(ORDER.paid)
      expect(await floor.record(taskId, 'start')).toMatchObject({ status: 400, data: { field: 'workTaskId' } })
      await floor.assign(taskId, he)
      expect(await floor.record(taskId, 'arrive')).toMatchObject({ status: 200 })
      expect(await floor.row('scheduling', bookingId)).toMatchObject({ schedulingStatus: BOOKING.arrived })
      expect(await floor.record(taskId, 'start')).toMatchObject({
        status: 200,
        data: { sessionStatus: SESSION.shooting, taskStatus: TASK.inProgress },
      })
      expect(await order()).toBe(ORDER.inProgress)
      expect(await workOrder()).toMatchObject({ workOrderStatus: WORK_ORDER.executing })
      expect(await floor.record(taskId, 'pause', { reason: '换尿布' })).toMatchObject({ status: 200 })
      expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.paused, pauseReason: '换尿布' })
      expect(await floor.record(taskId, 'resume')).toMatchObject({ data: { taskStatus: TASK.inProgress } })
      const early = await floor.record(taskId, 'finish')
      expect(early).toMatchObject({ status: 400, msg: '还没有上传照片' })
      await floor.photos(orderSessionId, 3)
      expect(await floor.record(taskId, 'finish', { shotCount: 120 })).toMatchObject({
        status: 200,
        data: { sessionStatus: SESSION.done, taskStatus: TASK.done },
      })
      expect(await floor.row('scheduling', bookingId)).toMatchObject({ schedulingStatus: BOOKING.done })
      const booking = await floor.row('scheduling', bookingId)
      expect(await floor.row('schSeat', booking.seatId as number)).toMatchObject({ seatStatus: SEAT.used })
      const selection = await floor.task(orderSessionId, KIND.selection)
      expect(await floor.row('workTask', selection)).toMatchObject({ taskStatus: TASK.toAssign, photoCount: 3 })
      expect(await workOrder()).toMatchObject({
        workOrderStatus: WORK_ORDER.executing,
        progress: 29,
        currentTaskName: '选片',
        currentTaskNameEn: 'Selection',
      })
      expect(await order()).toBe(ORDER.inProgress)
    })

    it('starts when the order is paid in full', async () => {
      const due = await floor.shooting(await floor.day(TODAY + 400 * DAY), {}, 500)
      await floor.assign(due.taskId, tang)
      expect(await floor.record(due.taskId, 'start')).toMatchObject({ status: 400, msg: '订单未付清，不能开拍' })
      await floor.must('parameter/save', { parameters: [{ code: 'shoot_need_paid', value: '0' }] })
      await at(TODAY + 400 * DAY + 9 * HOUR, async () =>
        expect(await floor.record(due.taskId, 'start')).toMatchObject({ status: 200 }),
      )
      expect(await floor.row('order', due.orderId)).toMatchObject({ orderStatus: ORDER.submitted })
      await floor.must('parameter/save', { parameters: [{ code: 'shoot_need_paid', value: '1' }] })
    })

    it('is for its own photographer, on the day of the booking, unless one may force it', async () => {
      const { id: roleId } = await studio.row<{ id: number }>(
        `select "id" from "role" where "code" = 'photographer' and "companyId" = 1`,
      )
      const photographer = { ...floor.counter.who, roleId, employeeId: tang }
      const mine = await floor.shooting(await floor.day())
      await floor.assign(mine.taskId, tang)
      const early = await floor.record(mine.taskId, 'start', {}, photographer)
      expect(early).toMatchObject({ status: 400, data: { field: 'workTaskId' } })
      expect(early.msg).toContain('不是今天')
      const other = await floor.shooting(await floor.day())
      await floor.assign(other.taskId, he)
      const told = await floor.record(other.taskId, 'start', {}, photographer)
      expect(told).toMatchObject({ status: 400, data: { field: 'workTaskId' } })
      expect(told.msg).not.toContain('不是今天')
      const wanted = { workTaskIds: [other.taskId], workers: [{ workerRole: 'sheying', employeeId: tang }] }
      expect(await floor.told('worker/setWorkers', wanted, photographer)).toMatchObject({ status: 403 })
      expect(await floor.record(mine.taskId, 'start')).toMatchObject({ status: 200 })
    })

    it('takes the time at which a step was pressed, within bounds', async () => {
      const date = await floor.day()
      const { taskId } = await floor.shooting(date)
      await floor.assign(taskId, tang)
      const noon = date + 12 * HOUR
      const times = async (): Promise<number[]> => {
        const [found] = await floor.counter.rows(
          'select r."arriveTime", t."startTime" from "photographyRecord" r join "workTask" t on t."id" = r."workTaskId" where t."id" = $1',
          [taskId],
        )
        return [found?.arriveTime, found?.startTime].map((one) => Number(one) - date)
      }
      await at(noon, () => floor.record(taskId, 'arrive', { at: noon - 40 * MINUTE }))
      // Not before the step it follows, and not in the future.
      await at(noon, () => floor.record(taskId, 'start', { at: noon - 2 * HOUR }))
      expect(await times()).toEqual([12 * HOUR - 40 * MINUTE, 12 * HOUR - 40 * MINUTE])
      await at(noon, () => floor.record(taskId, 'pause', { at: noon + DAY }))
      expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.paused })
    })
  })

  describe('nobody came', () => {
    it('by night: the seat is used up, the session is to be booked again', async () => {
      const date = await floor.day()
      const missed = await floor.shooting(date)
      await floor.assign(missed.taskId, tang)
      const early = await floor.record(missed.taskId, 'noShow')
      expect(early).toMatchObject({ status: 400, data: { field: 'workTaskId' } })
      const status = async () => (await floor.row('scheduling', missed.bookingId)).schedulingStatus
      await at(date + 20 * HOUR, () => floor.must('scheduling/missed', {}))
      expect(await status()).toBe(BOOKING.confirmed)
      await at(date + DAY + HOUR, () => floor.must('scheduling/missed', {}))
      expect(await status()).toBe(BOOKING.noShow)
      const booking = await floor.row('scheduling', missed.bookingId)
      expect(await floor.row('schSeat', booking.seatId as number)).toMatchObject({ seatStatus: SEAT.used })
      expect(await floor.row('orderSession', missed.orderSessionId)).toMatchObject({
        sessionStatus: SESSION.unshot,
        schedulingId: null,
      })
      expect(await floor.row('workTask', missed.taskId)).toMatchObject({ taskStatus: TASK.terminated })
      const appointment = await floor.task(missed.orderSessionId, KIND.appointment)
      expect(await floor.row('workTask', appointment)).toMatchObject({ taskStatus: TASK.toAssign })
    })

    it('said by a person once its time has come', async () => {
      const date = await floor.day()
      const { taskId } = await floor.shooting(date)
      expect(await at(date + 14 * HOUR, () => floor.record(taskId, 'noShow'))).toMatchObject({
        status: 200,
        data: { sessionStatus: SESSION.unshot, taskStatus: TASK.terminated },
      })
    })
  })

  /** A session shot on a day of its own, with three photos. */
  async function shot(): Promise<Booked> {
    const date = await floor.day()
    const one = await floor.shooting(date)
    await floor.assign(one.taskId, tang)
    await floor.photos(one.orderSessionId, 3)
    await at(date + 9 * HOUR, async () => {
      expect(await floor.record(one.taskId, 'start')).toMatchObject({ status: 200 })
      expect(await floor.record(one.taskId, 'finish')).toMatchObject({ status: 200 })
    })
    return one
  }
  /** The session in place of another. */
  const after = (orderSessionId: number): Promise<{ id: number; workOrderId: number }> =>
    studio.row('select "id", "workOrderId" from "orderSession" where "reshootOf" = $1', [orderSessionId])

  /** Shoots a session that waits, with so many photos; answers its task. */
  async function shootAgain(orderSessionId: number, photos: number): Promise<number> {
    const date = await floor.day()
    await floor.book(orderSessionId, date)
    const task = await floor.task(orderSessionId, KIND.shooting)
    await floor.assign(task, tang)
    await floor.photos(orderSessionId, photos)
    await at(date + 9 * HOUR, async () => {
      await floor.record(task, 'start')
      expect(await floor.record(task, 'finish')).toMatchObject({ status: 200 })
    })
    return task
  }

  describe('shot again', () => {
    it('a reshoot opens a session of its own, and nothing of the old one stays picked (story B)', async () => {
      const { taskId, orderSessionId, orderId } = await shot()
      await studio.db.query('update "photo" set "isPicked" = true where "orderSessionId" = $1', [orderSessionId])
      const selection = await floor.task(orderSessionId, KIND.selection)
      expect(await floor.record(taskId, 'reshoot')).toMatchObject({ status: 400, data: { field: 'reason' } })
      const told = await floor.record(taskId, 'reshoot', { reason: '客户不满意', free: 1 })
      expect(told).toMatchObject({ status: 200, data: { sessionStatus: SESSION.reshoot, taskStatus: TASK.done } })
      expect(await floor.row('workTask', selection)).toMatchObject({
        taskStatus: TASK.terminated,
        finishTime: expect.any(Number) as number,
      })
      const picked = 'select count(*)::int as "n" from "photo" where "orderSessionId" = $1 and "isPicked"'
      expect(await studio.row(picked, [orderSessionId])).toEqual({ n: 0 })
      const next = await after(orderSessionId)
      expect(told.data).toMatchObject({ orderSessionId: next.id })
      expect(await floor.row('workOrder', next.workOrderId)).toMatchObject({ workOrderStatus: WORK_ORDER.untreated })
      expect(await floor.row('order', orderId)).toMatchObject({ orderStatus: ORDER.inProgress })
      await floor.book(next.id, await floor.day())
      expect(await floor.task(next.id, KIND.shooting)).toBeGreaterThan(0)
      expect(await floor.record(taskId, 'reshoot', { reason: '再来' })).toMatchObject({ status: 400 })
    })

    it('a reshoot that is not free is sold, and its money makes no second session', async () => {
      const { taskId, orderId, orderSessionId } = await shot()
      const sessions = () =>
        studio.row('select count(*)::int as "n" from "orderSession" where "orderId" = $1', [orderId])
      const told = await floor.record(taskId, 'reshoot', { reason: '客户换造型', free: 0, price: 399 })
      const { billId } = told.data as { billId: number }
      expect(await floor.row('bill', billId)).toMatchObject({ payableAmount: 39900, paidAmount: 0 })
      const before = await sessions()
      await floor.counter.pay(billId, { cash: 399 })
      expect(await floor.row('bill', billId)).toMatchObject({ dueAmount: 0 })
      expect(await sessions()).toEqual(before)
      expect(await after(orderSessionId)).toBeTruthy()
      const free = await shot()
      expect((await floor.record(free.taskId, 'reshoot', { reason: '客户不满意' })).data).not.toHaveProperty('billId')
    })

    it('one that is sold and not paid for is taken back with its add-on: the first photos are chosen from again', async () => {
      const { taskId, orderId, orderSessionId } = await shot()
      const first = await floor.task(orderSessionId, KIND.selection)
      await floor.record(taskId, 'reshoot', { reason: '客户换造型', free: 0, price: 399 })
      const next = await after(orderSessionId)
      const booking = await floor.book(next.id, await floor.day())
      const add = () => studio.row<{ id: number }>('select "id" from "orderAdd" where "orderId" = $1', [orderId])
      await floor.must('orderAdd/del', { id: (await add()).id })
      expect(await floor.row('orderSession', next.id)).toMatchObject({ sessionStatus: SESSION.cancelled })
      expect(await floor.row('scheduling', booking)).toMatchObject({ schedulingStatus: BOOKING.cancelled })
      expect(await floor.row('workOrder', next.workOrderId)).toMatchObject({ workOrderStatus: WORK_ORDER.terminated })
      expect(await floor.row('orderSession', orderSessionId)).toMatchObject({ sessionStatus: SESSION.done })
      const selection = await floor.task(orderSessionId, KIND.selection)
      expect(selection).not.toBe(first)
      expect(await floor.row('workTask', selection)).toMatchObject({ taskStatus: TASK.toAssign, photoCount: 3 })
      expect(await floor.row('order', orderId)).toMatchObject({ orderStatus: ORDER.inProgress })
    })

    it('one that is sold and shot already is to be paid: its add-on stays', async () => {
      const { taskId, orderId, orderSessionId } = await shot()
      await floor.record(taskId, 'reshoot', { reason: '客户换造型', free: 0, price: 399 })
      await shootAgain((await after(orderSessionId)).id, 1)
      const { id } = await studio.row<{ id: number }>('select "id" from "orderAdd" where "orderId" = $1', [orderId])
      expect(await floor.told('orderAdd/del', { id })).toMatchObject({ status: 400 })
      expect(await floor.row('orderSession', orderSessionId)).toMatchObject({ sessionStatus: SESSION.reshoot })
    })

    it('a make-up that is shot again leaves nothing of its first photos, and is chosen from together with what was there', async () => {
      const { taskId, orderSessionId } = await shot()
      await floor.record(taskId, 'makeup', { reason: '缺全家福' })
      const makeUp = (await after(orderSessionId)).id
      const again = await shootAgain(makeUp, 2)
      const selection = await floor.task(orderSessionId, KIND.selection)
      const film = () =>
        studio.row('select "id", "sessionIds" from "selectedFilm" where "workTaskId" = $1', [selection])
      const { id: selectedFilmId } = (await film()) as { id: number }
      const photos = await floor.list('photo/query', { sessionIds: [makeUp], photoStage: DICT.photo_stage.raw })
      await studio.db.query(
        `insert into "pick" ("id", "companyId", "selectedFilmId", "photoId", "pickType") select 990000 + "id", "companyId", $1, "id", ${DICT.pick_type.keep} from "photo" where "id" = $2`,
        [selectedFilmId, photos[0]?.id],
      )
      await floor.record(again, 'reshoot', { reason: '表情不好' })
      expect(await film()).toMatchObject({ sessionIds: [orderSessionId] })
      expect(await floor.row('workTask', selection)).toMatchObject({ photoCount: 3 })
      expect(
        await studio.row('select count(*)::int as "n" from "pick" where "selectedFilmId" = $1 and not "isDel"', [
          selectedFilmId,
        ]),
      ).toEqual({ n: 0 })
      const last = (await after(makeUp)).id
      await shootAgain(last, 1)
      expect(await film()).toMatchObject({ sessionIds: [orderSessionId, last] })
      expect(await floor.row('workTask', selection)).toMatchObject({ photoCount: 4 })
    })

    it('a make-up is chosen from together with what was there', async () => {
      const { taskId, orderSessionId } = await shot()
      await floor.record(taskId, 'makeup', { reason: '缺全家福' })
      const next = await after(orderSessionId)
      await shootAgain(next.id, 2)
      expect(await floor.task(next.id, KIND.selection)).toBe(0)
      const selection = await floor.task(orderSessionId, KIND.selection)
      expect(await floor.row('workTask', selection)).toMatchObject({ photoCount: 5 })
      const film = await studio.row<{ id: number; sessionIds: number[] }>(
        'select "id", "sessionIds" from "selectedFilm" where "workTaskId" = $1',
        [selection],
      )
      expect(film.sessionIds).toEqual([orderSessionId, next.id])
      const found = await floor.list('photo/query', { sessionIds: film.sessionIds, photoStage: DICT.photo_stage.raw })
      expect(found).toHaveLength(5)
    })

    it('one that was left unfinished is made up for', async () => {
      const date = await floor.day()
      const { taskId, orderSessionId, bookingId } = await floor.shooting(date)
      await floor.assign(taskId, tang)
      await at(date + 9 * HOUR, async () => {
        await floor.record(taskId, 'start')
        expect(await floor.record(taskId, 'unfinished')).toMatchObject({ status: 400, data: { field: 'reason' } })
        await floor.record(taskId, 'unfinished', { reason: '孩子哭闹' })
      })
      expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.rework })
      expect(await floor.row('scheduling', bookingId)).toMatchObject({ schedulingStatus: BOOKING.done })
      expect(await floor.record(taskId, 'makeup', { reason: '改天再拍' })).toMatchObject({
        data: { sessionStatus: SESSION.makeup, taskStatus: TASK.done },
      })
      expect(await after(orderSessionId)).toBeTruthy()
    })
  })

  it('ends with the sessions that are given up: the order is served when nothing is left (story C)', async () => {
    const { taskId, orderId, orderSessionId } = await shot()
    const [other] = await floor.counter.rows(
      'select "id" from "orderSession" where "orderId" = $1 and "id" <> $2 order by "id"',
      [orderId, orderSessionId],
    )
    const status = async () => (await floor.row('order', orderId)).orderStatus
    await studio.db.query('update "product" set "needProduction" = false')
    const targetId = await floor.task(orderSessionId, KIND.selection)
    await floor.must('record/add', { ...TASK_STEP, targetId, action: 'terminate', reason: '客户放弃' })
    // A session that waits keeps the order open, and one that was shot is not terminated.
    expect(await status()).toBe(ORDER.inProgress)
    const refund = {
      sourceType: DICT.refund_source.order,
      orderId,
      refundType: DICT.refund_type.partial,
      refundWay: DICT.refund_way.original,
      refundAmount: 100,
      reason: DICT.refund_reason.customer,
    }
    const shotToo = { ...refund, terminateSessionIds: [orderSessionId] }
    expect(await floor.told('cashRefund/refund', shotToo)).toMatchObject({ status: 400 })
    const asked = { ...refund, terminateSessionIds: [Number(other?.id)] }
    const { id } = await floor.must('cashRefund/refund', asked)
    await floor.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
    expect(await floor.row('orderSession', other?.id as number)).toMatchObject({ sessionStatus: SESSION.terminated })
    expect(await status()).toBe(ORDER.served)
    // Shot again, it is open again.
    await floor.record(taskId, 'reshoot', { reason: '客户不满意' })
    expect(await status()).toBe(ORDER.inProgress)
  })

  it('ends with a refund, also where the customer is here already: the seat is free again', async () => {
    const shooting = await floor.shooting(await floor.day())
    const { taskId, bookingId, orderId, orderSessionId, date } = shooting
    await floor.assign(taskId, tang)
    await at(date + 8 * HOUR, () => floor.record(taskId, 'arrive'))
    const { seatId } = await floor.row('scheduling', bookingId)
    const refund = {
      sourceType: DICT.refund_source.order,
      orderId,
      refundType: DICT.refund_type.partial,
      refundWay: DICT.refund_way.original,
      refundAmount: 100,
      reason: DICT.refund_reason.customer,
    }
    const { id } = await floor.must('cashRefund/refund', {
      ...{ ...refund, terminateSessionIds: [orderSessionId] },
    })
    expect(await floor.row('scheduling', bookingId)).toMatchObject({ schedulingStatus: BOOKING.arrived })
    await floor.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
    expect(await floor.row('scheduling', bookingId)).toMatchObject({ schedulingStatus: BOOKING.cancelled })
    expect(await floor.row('schSeat', seatId as number)).toMatchObject({ seatStatus: SEAT.free, schedulingId: null })
    expect(await floor.row('workTask', taskId)).toMatchObject({ taskStatus: TASK.terminated })
    expect(await floor.row('orderSession', orderSessionId)).toMatchObject({ sessionStatus: SESSION.terminated })
  })

  it('a session is given up by whoever calls for it', async () => {
    const { orderSessionId } = await floor.session()
    const appointment = await floor.task(orderSessionId, KIND.appointment)
    expect(await floor.record(appointment, 'start')).toMatchObject({ status: 400 })
    expect(await floor.record(appointment, 'cancel', { reason: '不拍了' })).toMatchObject({
      data: { sessionStatus: SESSION.cancelled, taskStatus: TASK.terminated },
    })
  })

  describe('teams (story J)', () => {
    it('are at one group of seats at a time', async () => {
      const date = await floor.day()
      const teamId = await floor.team('花名册组', { sheying: [await floor.employee('花铭', DICT.worker_role.sheying)] })
      const day = { siteId: floor.siteId, from: date, to: date }
      const groups = await floor.list('res/queryTeam', day)
      const [first, second] = groups.map(({ schGroupId }) => ({
        ...{ siteId: floor.siteId, workDate: date, schGroupId, teamId },
      }))
      await floor.must('res/setTeam', first ?? {})
      expect(await floor.told('res/setTeam', second ?? {})).toMatchObject({ status: 400, data: { field: 'teamId' } })
      expect(await floor.must('res/queryTeam', day)).toMatchObject([{ teamId, teamName: '花名册组' }, { teamId: null }])
    })

    it('take nobody in who is at another booking of theirs', async () => {
      const date = await floor.day()
      const busy = await floor.employee('忙人', DICT.worker_role.sheying)
      const [one, two] = [
        await floor.employee('甲', DICT.worker_role.sheying),
        await floor.employee('乙', DICT.worker_role.sheying),
      ]
      const first = await floor.team('甲组', { sheying: [one], dengguang: [busy] })
      const second = await floor.team('乙组', { sheying: [two] })
      const seats = (await floor.free(date)).filter((seat) => seat.startTime === '09:00')
      for (const [i, teamId] of [first, second].entries())
        await floor.must('scheduling/schedule', {
          ...{ seatId: seats[i]?.seatId, teamId },
          orderSessionId: (await floor.session()).orderSessionId,
        })
      const told = await floor.told('team/edit', { id: second, huazhuang: [busy] })
      expect(told).toMatchObject({ status: 400, data: { field: 'sheying' } })
      expect(told.msg).toContain('忙人')
      // Out of the first team, the person is free.
      await floor.must('team/edit', { id: first, dengguang: [] })
      await floor.must('team/edit', { id: second, huazhuang: [busy] })
    })
  })

  describe('when it is done', () => {
    it('is settled once: everybody gets what their role earns (I-35)', async () => {
      const role = { code: DICT.worker_role.sheying, name: '摄影师', taskTypes: [KIND.shooting], maxCount: 2 }
      const earns = { commissionType: DICT.commission_type.fixed, commissionValue: 80 }
      const { id: roleId } = await floor.must('workerRole/add', { ...role, ...earns })
      const { taskId, orderId } = await shot()
      const settle = { ...TASK_STEP, targetId: taskId, action: 'settle' } as const
      await floor.must('record/add', settle)
      expect(await floor.row('workTask', taskId)).toMatchObject({
        settlementStatus: DICT.settlement_status.settled,
        settleAmount: 8000,
      })
      const made = () => floor.counter.rows('select * from "commission" where "workTaskId" = $1', [taskId])
      expect(await made()).toMatchObject([{ employeeId: tang, amount: 8000, status: DICT.commission_status.pending }])
      expect(await floor.told('record/add', settle)).toMatchObject({ status: 400 })
      expect(await made()).toHaveLength(1)
      const { workOrderId } = await floor.row('workTask', taskId)
      const byHand = { workOrderId, employeeId: tang, workerRole: DICT.worker_role.sheying, amount: 20 }
      await floor.must('workOrder/addCommission', byHand)
      const { tasks } = await floor.must('workOrder/getInfo', { orderId })
      expect(tasks).toHaveLength(4)
      await floor.must('workerRole/del', { id: roleId })
    })

    it('is asked about: one to five, once it is over', async () => {
      const { taskId } = await shot()
      const asked = { ...TASK_STEP, targetId: taskId, recordType: RECORD.revisit, content: '很满意' }
      expect(await floor.told('record/add', asked)).toMatchObject({ status: 400, data: { field: 'score' } })
      expect(await floor.told('record/add', { ...asked, score: 6 })).toMatchObject({ status: 400 })
      await floor.must('record/add', { ...asked, score: 5 })
      expect(await floor.row('workTask', taskId)).toMatchObject({
        revisitStatus: DICT.revisit_status.revisited,
        revisitScore: 5,
      })
      const { targetType, targetId } = asked
      expect(await floor.must('record/query', { targetType, targetId })).toHaveLength(4)
    })

    it('keeps who was photographed, and what the photographer wrote', async () => {
      const { taskId } = await floor.shooting(await floor.day())
      const baby = { workTaskId: taskId, name: '小满', relation: DICT.family_relation.baby }
      const { id } = await floor.must('workTask/shotPersonalInformationAdd', baby)
      await floor.must('workTask/shotPersonalInformationUpdate', { id, remark: '怕生' })
      await floor.must('workTask/photographicNoteEdit', { workTaskId: taskId, photographicNote: '多拍侧脸' })
      expect(await floor.must('workTask/shotDetail', { workTaskId: taskId })).toMatchObject({
        photographicNote: '多拍侧脸',
        persons: [{ name: '小满', remark: '怕生' }],
      })
      await floor.must('workTask/shotPersonalInformationDelete', { id })
      expect(await floor.must('workTask/shotDetail', { workTaskId: taskId })).toMatchObject({ persons: [] })
    })

    it('counts the calls of an appointment', async () => {
      const { orderSessionId } = await floor.session()
      const targetId = await floor.task(orderSessionId, KIND.appointment)
      const call = { ...TASK_STEP, targetId, recordType: RECORD.appointmentCall, content: '下周再约', nextDate: TODAY }
      await floor.must('record/add', call)
      const detail = () => studio.row('select * from "appointTask" where "workTaskId" = $1', [targetId])
      expect(await detail()).toMatchObject({ callCount: 1 })
      const yuyue = await floor.employee('秦岚', DICT.worker_role.yuyue)
      const workers = [{ workerRole: 'yuyue', employeeId: yuyue, isMain: 1 }]
      await floor.must('worker/setWorkers', { workTaskIds: [targetId], workers })
      expect(await detail()).toMatchObject({ employeeId: yuyue })
    })
  })

  const broken = async (db: Queryable): Promise<string[]> =>
    (await verify(db, studio.model)).filter((one) => one.broken.length > 0).map(({ invariant }) => invariant.code)

  it('leaves tasks, people, sessions and work orders at one with each other', async () => {
    const date = await floor.day()
    const both = [{ groupName: '摄影1组' }, { groupName: '摄影2组' }].map((group) => ({ ...group, startTime: '09:00' }))
    const given = await floor.shooting(date, both[0])
    await floor.assign(given.taskId, he, tang)
    await floor.shooting(date, both[1])
    expect(await broken(studio.db)).toEqual([])
  })

  const GIVEN = `(select min("id") from "workTask" where "taskType" = ${KIND.shooting} and "taskStatus" = ${TASK.assigned})`
  it.each([
    [
      'I-23',
      `update "photographyRecord" set "sheying" = (select array_agg("id") from "employee") where "workTaskId" in (select "id" from "workTask" where "taskStatus" = ${TASK.toAssign})`,
    ],
    ['I-33', `update "workTask" set "taskStatus" = ${TASK.toAssign} where "taskType" = ${KIND.appointment}`],
    [
      'I-38',
      `update "order" set "orderStatus" = ${ORDER.served}, "serviceDoneTime" = now() where "orderStatus" = ${ORDER.inProgress}`,
    ],
    ['I-35', `update "workTask" set "settleAmount" = 1 where "settlementStatus" = 1`],
    ['I-60', `update "worker" set "isMain" = true`],
    ['I-60', `update "worker" set "isMain" = false`],
    ['I-61', `update "workTask" set "taskStatus" = ${TASK.inProgress} where "id" = ${GIVEN}`],
    ['I-61', `update "workTask" set "mainWorkerId" = null where "id" = ${GIVEN}`],
    ['I-61', `update "workOrder" set "workOrderStatus" = ${WORK_ORDER.finished}`],
  ])('finds what breaks %s', async (code, fault) => {
    const found: string[] = []
    const undone = new Error('undone')
    await studio.db
      .transaction(async (tx) => {
        await tx.query(fault)
        found.push(...(await broken(tx)))
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    expect(found).toContain(code)
  })
})
