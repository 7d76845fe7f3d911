/** A shooting, step by step (rules 2.7, 2.8, 2.12): what each press does to session, booking, seat, task and order. */
import { formatDate } from '../../../model/format.ts'
import { HOUR, midnightOf } from '../../../model/zone.ts'
import type { Inputs } from '../../../generated/calls.ts'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Call, Handler, Handlers, Row } from '../../platform/call.ts'
import { sellAddOn } from '../order/addOn.ts'
import { endSessions } from '../order/cancel.ts'
import { beginWork } from '../order/flow.ts'
import { serveWhenDone } from '../order/served.ts'
import { mustBeOpen } from '../order/state.ts'
import { refuseState } from '../../platform/refusals.ts'
import { missBooking } from '../schedule/missed.ts'
import { beginOf } from '../schedule/tasks.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { beginSelection, dropSelection } from './selection.ts'
import { dropFollowing } from './stages.ts'
import { endSitting, shootOf, tellWorkers, type Shoot } from './shoot.ts'
import { labelOf, words } from '../../platform/values.ts'

type Action = Inputs['photography/record']['action']
type Recording = Call<'photography/record'>

/** A step that could not be sent at once may be told so much later. */
const LATE = 12 * HOUR

/** What each step is called, in the record of a task and in the log. */
const NAMES = {
  ...{ arrive: 'arrived', start: 'begun', finish: 'finished', pause: 'pause', resume: 'resume' },
  ...{ unfinished: 'unfinished', reshoot: 'reshoot', makeup: 'makeup', noShow: 'missed', cancel: 'sessionCancelled' },
} as const satisfies Record<Action, DictionaryValues['written']>

/** When a step was made: when it was pressed, but not in the future, long ago, or before the step that it follows. */
function pressedAt(c: Recording, { task, record }: Shoot): number {
  const { at } = c.input
  const before = Math.max(c.now - LATE, record?.arriveTime ?? 0, task.startTime ?? 0)
  return at ? Math.min(Math.max(at, before), c.now) : c.now
}

/** Refuses a booking of another day. */
function mustBeToday(c: Recording, { booking }: Shoot, at: number): void {
  const zone = c.model.app.timezone
  if (booking?.bookDate === midnightOf(at, zone) || c.can('force')) return
  const day = formatDate(booking?.bookDate ?? 0, zone)
  c.refuse('workTaskId', { zh: `预约日期是 ${day}，不是今天`, en: `The booking is for ${day}, not for today` })
}

/** The customer is here. */
async function arrive(c: Recording, shoot: Shoot, at: number): Promise<void> {
  const { booking, record } = shoot
  if (!booking) return refuseState(c, 'workTaskId')
  mustBeToday(c, shoot, at)
  await c.move('scheduling', booking, 'arrive')
  if (record) await c.update('photographyRecord', record, { arriveTime: at })
}

async function start(c: Recording, shoot: Shoot, at: number): Promise<void> {
  const { order, session, task, booking } = shoot
  if (c.settings.shoot_need_paid && order.orderStatus === 'submitted')
    c.refuse('workTaskId', { zh: '订单未付清，不能开拍', en: 'The order is not paid in full' })
  if (task.taskStatus === 'toAssign')
    c.refuse('workTaskId', { zh: '还没有分配人员', en: 'Nobody is assigned to this shooting yet' })
  if (booking?.schedulingStatus !== 'arrived') await arrive(c, shoot, at)
  else mustBeToday(c, shoot, at)
  await c.move('orderSession', session, 'start', { startTime: at })
  const begun = await c.move('workTask', task, 'start')
  await c.update('workTask', begun, { startTime: at })
  await tellWorkers(c, shoot, { status: 'working' })
  if (order.orderStatus === 'paid') await c.move('order', order, 'begin')
}

async function finish(c: Recording, shoot: Shoot, at: number): Promise<void> {
  const { session, task, record } = shoot
  const { sceneIds, note } = c.input
  const [shotCount, costumeCount] = [c.input.shotCount ?? 0, c.input.costumeCount ?? 0]
  const { photoCount } = await c.move('orderSession', session, 'finish', { finishTime: at })
  await endSitting(c, shoot)
  if (record)
    await c.update('photographyRecord', record, {
      endTime: at,
      shotCount: shotCount > 0 ? shotCount : (photoCount ?? 0),
      ...(sceneIds && sceneIds.length > 0 ? { sceneIds } : {}),
      ...(costumeCount > 0 ? { costumeCount } : {}),
      ...(note ? { photographicNote: note } : {}),
    })
  await c.move('workTask', task, 'complete', { photoCount, doneCount: photoCount })
  await tellWorkers(c, shoot, { status: 'done', doneTime: at })
  await beginSelection(c, shoot, c.input.isInstant === true)
}

async function pause(c: Recording, { session, task }: Shoot): Promise<void> {
  await c.move('orderSession', session, 'pause')
  await c.move('workTask', task, 'pause', { pauseReason: c.input.reason })
}

async function resume(c: Recording, { session, task }: Shoot): Promise<void> {
  await c.move('orderSession', session, 'resume')
  await c.move('workTask', task, 'goOn')
}

async function leave(c: Recording, shoot: Shoot, at: number): Promise<void> {
  await c.move('orderSession', shoot.session, 'leave', { finishTime: at })
  await c.move('workTask', shoot.task, 'leave')
  await endSitting(c, shoot)
}

/** Photos are taken anew: the old ones stay, but are chosen no more. */
async function reshoot(c: Recording, shoot: Shoot): Promise<void> {
  if (await isSent(c, shoot))
    c.refuse('workTaskId', {
      zh: '该场次已有产品送制作，不能重拍',
      en: 'Products of this session are in production already',
    })
  await c.move('orderSession', shoot.session, 'reshoot')
  await dropSelection(c, shoot.session, words(c, 'written', 'reshoot'))
  await dropFollowing(c, shoot.session, words(c, 'written', 'reshoot'))
  const session = await again(c, shoot, words(c, 'written', 'reshoot'))
  if (!c.input.free) await charge(c, session)
}

/** What the studio is not to blame for is paid: the service of the session is sold once more. */
async function charge(c: Recording, { id, orderId, serviceId }: Row<'orderSession'>): Promise<void> {
  const { price, workTaskId, reason: remark } = c.input
  const items = [{ itemType: 'service' as const, itemId: serviceId ?? 0, quantity: 1, price: price ?? null }]
  await sellAddOn(c, { orderId, orderSessionId: id, workTaskId, addType: 'service', items, remark })
}

/** Some photos are missing: those of both times are chosen from together. */
async function makeUp(c: Recording, shoot: Shoot): Promise<void> {
  await c.move('orderSession', shoot.session, 'makeup')
  if (shoot.task.taskStatus === 'rework') await c.move('workTask', shoot.task, 'complete')
  await again(c, shoot, words(c, 'written', 'makeup'))
}

/** A session in place of another, to be booked from the start. */
async function again(c: Recording, { order, session }: Shoot, name: string): Promise<Row<'orderSession'>> {
  const { orderId, orderItemId, serviceId, businessClassId, seqNo, sceneIds } = session
  const made = await c.insert('orderSession', {
    ...{ orderId, orderItemId, serviceId, businessClassId, seqNo, sceneIds },
    orderSessionName: `${session.orderSessionName ?? ''}（${name}）`,
    reshootOf: session.id,
  })
  await beginWork(c, order)
  if (order.orderStatus === 'served') await c.move('order', order, 'reopen')
  return made
}

/** Whether something made of the photos of a session was given to a manufacturer. */
async function isSent(c: Recording, { order, session }: Shoot): Promise<boolean> {
  const made = await c.select('workProduct', { orderId: order.id })
  const sent = made.filter((one) => one.produceStatus !== 'toDispatch' && one.produceStatus !== 'cancelled')
  const designs = await c.select('designTask', { id: sent.flatMap(({ designTaskId }) => designTaskId ?? []) })
  const tasks = await c.select('workTask', { id: designs.map(({ workTaskId }) => workTaskId) })
  return sent.some(({ designTaskId }) => {
    const design = designs.find(({ id }) => id === designTaskId)
    const task = design && tasks.find(({ id }) => id === design.workTaskId)
    return !task || task.orderSessionId === session.id
  })
}

async function noShow(c: Recording, { booking }: Shoot): Promise<void> {
  if (booking?.schedulingStatus !== 'confirmed') return refuseState(c, 'workTaskId')
  if (beginOf(booking) > c.now)
    c.refuse('workTaskId', { zh: '还没到预约时间', en: 'The time of the booking is yet to come' })
  await missBooking(c, booking)
}

async function cancel(c: Recording, { session }: Shoot): Promise<void> {
  await endSessions(c, [session], 'cancel', c.input.reason ?? words(c, 'written', 'sessionCancelled'))
}

const STEPS: Record<Action, (c: Recording, shoot: Shoot, at: number) => Promise<void>> = {
  ...{ arrive, start, finish, pause, resume, reshoot, noShow, cancel },
  unfinished: leave,
  makeup: makeUp,
}

/** The steps of a task that is no shooting yet. */
const isFor = ({ taskType }: Row<'workTask'>, action: Action): boolean =>
  taskType === 'shooting' || (taskType === 'appointment' && action === 'cancel')

const record: Handler<'photography/record'> = async (c) => {
  const { workTaskId, action, reason, images } = c.input
  const shoot = await shootOf(c, workTaskId)
  if (!isFor(shoot.task, action)) refuseState(c, 'workTaskId')
  mustBeOpen(c, shoot.order)
  await STEPS[action](c, shoot, pressedAt(c, shoot))
  await c.insert('taskRecord', {
    targetType: 'task',
    targetId: workTaskId,
    recordType: 'status',
    content: [
      words(c, 'written', NAMES[action]),
      action === 'reshoot' && words(c, 'written', c.input.free ? 'free' : 'charged'),
      reason,
    ]
      .filter(Boolean)
      .join('：'),
    images: images ?? [],
  })
  await settleWorkOrder(c, shoot.task.workOrderId)
  await serveWhenDone(c, shoot.order.id)
  const session = await c.find('orderSession', shoot.session.id)
  const task = await c.find('workTask', workTaskId)
  const [next] = await c.select('orderSession', { reshootOf: shoot.session.id }, { sort: ['-id'], limit: 1 })
  const [sold] = next ? await c.select('orderAdd', { orderSessionId: next.id }) : []
  const { zh, en } = labelOf(c, 'written', NAMES[action])
  c.log({ zh: `${zh}：${shoot.task.taskNo}`, en: `${en}: ${shoot.task.taskNo}` })
  return {
    sessionStatus: session?.sessionStatus,
    taskStatus: task?.taskStatus,
    orderSessionId: (next ?? session)?.id,
    ...(sold?.billId ? { billId: sold.billId } : {}),
  }
}

export const handlers: Handlers = { 'photography/record': record }
