/** A studio floor for tests: a site with days of seats, people in teams, sessions with their deposit paid, photos. */
import { DAY } from '../../../src/model/zone.ts'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { Columns } from '../../../src/generated/records.ts'
import type { Listed, Requests, Row, Sent, Told, Values } from '../../../src/generated/wire.ts'
import type { Answer } from '../../../src/model/web.ts'
import type { Actor } from '../../../src/server/types.ts'
import { Counter } from './counter.ts'
import { TODAY, type Stored, type Studio } from './studio.ts'

export type FreeSeat = Row<'freeSeat'>

const SET = DICT.control_type.set

/** What is booked, shot and chosen of one session. */
export interface Booked {
  orderId: number
  orderSessionId: number
  customerId: number
  bookingId: number
  /** Its shooting task. */
  taskId: number
  date: number
}

export class Floor {
  private n = 0
  private constructor(
    readonly studio: Studio,
    readonly counter: Counter,
    readonly siteId: number,
    private templateId: number,
  ) {}

  /** A site whose days have two groups, at nine and at eleven each. */
  static async open(studio: Studio): Promise<Floor> {
    const counter = await Counter.open(studio, await studio.actor('admin'))
    const store = { code: 'ST1', name: '渝北店', cityCode: '500100', address: '冰街 1 号' }
    const { id: storeId } = await counter.must('store/add', store)
    const site = { code: 'A', name: '基地A', siteType: SET, storeId }
    const { id: siteId } = await counter.must('site/add', site)
    const floor = new Floor(studio, counter, siteId, 0)
    const seats = [
      { startTime: '09:00', endTime: '11:00' },
      { startTime: '11:00', endTime: '13:00' },
    ]
    const groups = ['摄影1组', '摄影2组'].map((groupName) => ({ groupName, seats }))
    floor.templateId = (await counter.must('workTemplate/create', { siteId, type: SET, name: '工作日', groups })).id
    return floor
  }

  must<P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>, who?: Actor): Promise<Told[P]> {
    return this.counter.must(path, input, who)
  }
  list<P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>, who?: Actor): Promise<Listed<P>> {
    return this.counter.list(path, input, who)
  }
  told<P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>, who?: Actor): Promise<Answer> {
    return this.counter.raw(path, input, who)
  }
  raw(path: string, input: unknown, who?: Actor): Promise<Answer> {
    return this.counter.raw(path, input, who)
  }
  row<R extends keyof Columns>(table: R, id: number): Promise<Stored<R>> {
    return this.counter.row(table, id)
  }

  async employee(realName: string, ...workerRoles: Code<'worker_role'>[]): Promise<number> {
    const mobile = `136${String(10_000_000 + (this.n += 1))}`
    const values = { realName, mobile, workerRoles, orgId: this.counter.who.orgId }
    return (await this.must('employee/add', values)).id
  }
  async team(name: string, slots: Requests['team/add']): Promise<number> {
    return (await this.must('team/add', { name, code: `T${(this.n += 1)}`, ...slots })).id
  }

  /** A day of its own, so many after today at least, opened by the template. */
  async day(date = TODAY + (this.n += 1) * DAY): Promise<number> {
    const { siteId, templateId } = this
    await this.must('schSetting/create', { siteId, type: SET, from: date, to: date, templateId })
    return date
  }
  free(date: number): Promise<FreeSeat[]> {
    return this.list('scheduling/queryFree', { siteId: this.siteId, from: date, to: date })
  }

  /** A session of an order of its own; `paid`: yuan of its thousand. */
  async session(paid = 1000): Promise<{ orderId: number; orderSessionId: number; customerId: number }> {
    const made = await this.counter.order(1000)
    if (paid > 0) await this.pay(made.billId, paid)
    const [found] = await this.counter.rows(
      'select "id" from "orderSession" where "orderId" = $1 order by "id" limit 1',
      [made.id],
    )
    return { orderId: made.id, orderSessionId: found?.id as number, customerId: made.customerId }
  }
  private async pay(billId: number, cash: number): Promise<void> {
    const told = await this.counter.pay(billId, { cash })
    if (told.status !== 200) throw new Error(told.msg)
  }

  /** The live task of a kind that a session has. */
  async task(orderSessionId: number, taskType: Code<'task_type'>): Promise<number> {
    const [found] = await this.counter.rows(
      'select "id" from "workTask" where "orderSessionId" = $1 and "taskType" = $2 and "taskStatus" <> 8 and not "isDel"',
      [orderSessionId, taskType],
    )
    return (found?.id as number | undefined) ?? 0
  }

  /** Books a session and confirms it. */
  async book(
    orderSessionId: number,
    date: number,
    at: Partial<FreeSeat> = {},
    more: Requests['scheduling/schedule'] = {},
  ): Promise<number> {
    const seat = (await this.free(date)).find(
      (one) => (at.startTime ?? one.startTime) === one.startTime && (at.groupName ?? one.groupName) === one.groupName,
    )
    const booking = { seatId: seat?.seatId, orderSessionId, ...more }
    const { id } = await this.must('scheduling/schedule', booking)
    await this.must('scheduling/confirm', { id })
    return id
  }

  /** A shooting that waits to be given out. */
  async shooting(date: number, at: Partial<FreeSeat> = {}, paid?: number): Promise<Booked> {
    const { orderId, orderSessionId, customerId } = await this.session(paid)
    const bookingId = await this.book(orderSessionId, date, at)
    return {
      orderId,
      orderSessionId,
      customerId,
      bookingId,
      date,
      taskId: await this.task(orderSessionId, DICT.task_type.shooting),
    }
  }

  assign(workTaskId: number, ...people: number[]): Promise<Answer> {
    const workers = people.map((employeeId, i) => ({ workerRole: 'sheying', employeeId, isMain: i === 0 ? 1 : 0 }))
    return this.told('worker/setWorkers', { workTaskIds: [workTaskId], workers })
  }
  record(
    workTaskId: number,
    action: Requests['photography/record']['action'],
    more: Requests['photography/record'] = {},
    who?: Actor,
  ): Promise<Answer> {
    return this.told('photography/record', { workTaskId, action, ...more }, who)
  }

  /** Photos of a session as an upload will leave them. */
  async photos(orderSessionId: number, count: number): Promise<void> {
    const { who, studio } = { who: this.counter.who, studio: this.studio }
    const add = <R extends 'photoFolder' | 'uploadFile' | 'photo'>(resource: R, rows: Values<R>[]): Promise<number[]> =>
      studio.app.insertAll(resource, who, rows)
    const [folderId] = await add('photoFolder', [{ folderName: `P${(this.n += 1)}`, orderSessionId }])
    const [fileId] = await add('uploadFile', [{ origName: 'a.jpg', url: `/files/${(this.n += 1)}.jpg` }])
    await add(
      'photo',
      Array.from({ length: count }, (_, i) => ({
        ...{ folderId, fileId, orderSessionId, fileName: `${i}.jpg`, photoStage: DICT.photo_stage.raw },
      })),
    )
  }
}
