/** What a booking sets going (rules 2.1): the appointment is done, and somebody is to shoot. */
import { minutesOf } from '../../../model/times.ts'
import { dayText } from '../../../model/zone.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { endTask, planFilms } from '../work/films.ts'
import { settleWorkOrder, taskNames } from '../work/workOrder.ts'
import { crewIn, crewOf } from './teams.ts'

const MINUTE = 60_000

/** The moment at which a booking begins. */
export const beginOf = ({ bookDate, startTime }: Pick<Row<'scheduling'>, 'bookDate' | 'startTime'>): number =>
  (bookDate ?? 0) + minutesOf(startTime ?? '00:00') * MINUTE

/** The live task of a kind that a session has. */
async function taskOf(
  c: CallContext,
  orderSessionId: number,
  taskType: Row<'workTask'>['taskType'],
): Promise<Row<'workTask'> | undefined> {
  const found = await c.select('workTask', { orderSessionId, taskType }, { lock: true })
  return found.find((one) => one.taskStatus !== 'terminated')
}

/** The appointment is made: its task is done. */
export async function endAppointment(c: CallContext, session: Row<'orderSession'>): Promise<void> {
  const task = await taskOf(c, session.id, 'appointment')
  if (task && task.taskStatus !== 'done') await c.move('workTask', task, 'complete')
}

/** The customer is to be called again. */
async function reopenAppointment(c: CallContext, session: Row<'orderSession'>): Promise<void> {
  const task = await taskOf(c, session.id, 'appointment')
  if (task?.taskStatus === 'done') await c.move('workTask', task, 'reopen')
}

/** The shooting of a confirmed booking; one that is there already is planned anew. */
export async function planShooting(c: CallContext, booking: Row<'scheduling'>): Promise<void> {
  const session = await c.mustRef(booking, 'orderSession')
  const planTime = beginOf(booking)
  const task = await taskOf(c, session.id, 'shooting')
  if (task) {
    await planAnew(c, task, booking)
    return
  }
  const order = await c.ref(booking, 'order')
  const workOrder = await c.mustRef(session, 'workOrder')
  const made = await c.insert('workTask', {
    workOrderId: workOrder.id,
    orderId: booking.orderId,
    orderSessionId: session.id,
    orderSessionName: session.orderSessionName,
    customerId: booking.customerId,
    orgId: order?.orgId,
    taskType: 'shooting',
    ...taskNames(c, 'shooting'),
    seqNo: 2,
    prevTaskId: (await taskOf(c, session.id, 'appointment'))?.id,
    siteId: booking.siteId,
    planTime,
    expectedIds: booking.crewIds,
  })
  await c.insert('photographyRecord', {
    workTaskId: made.id,
    orderSessionId: session.id,
    ...crewIn(await c.ref(booking, 'team')),
    sceneIds: booking.sceneIds,
  })
  await planFilms(c, made)
  await settleWorkOrder(c, workOrder.id)
}

/** A shooting at another time is to be given out anew: who was free then need not be free now. */
async function planAnew(c: CallContext, task: Row<'workTask'>, booking: Row<'scheduling'>): Promise<void> {
  const planTime = beginOf(booking)
  const now = await c.update('workTask', task, { planTime, siteId: booking.siteId, expectedIds: booking.crewIds })
  for (const film of await filmsToShoot(c, booking.orderSessionId)) {
    const moved = await c.update('workTask', film, { planTime, siteId: booking.siteId })
    if (film.planTime !== planTime && film.taskStatus === 'assigned') await giveBack(c, moved)
  }
  if (task.planTime === planTime && task.taskStatus === 'assigned') return
  if (task.taskStatus === 'assigned') await giveBack(c, now)
  const [record] = await c.select('photographyRecord', { workTaskId: task.id }, { lock: true })
  if (record) await c.update('photographyRecord', record, crewIn(await c.ref(booking, 'team')))
}

/** The films that are to be shot with a session, not begun yet. */
function filmsToShoot(c: CallContext, orderSessionId: number): Promise<Row<'workTask'>[]> {
  const open = { orderSessionId, taskType: 'vcrShooting', taskStatus: ['toAssign', 'assigned'] } as const
  return c.select('workTask', open, { lock: true })
}

/** A task that nobody is to do any more waits to be given out. */
export async function giveBack(c: CallContext, task: Row<'workTask'>): Promise<void> {
  for (const film of await c.select('vcrTask', { workTaskId: task.id }, { lock: true }))
    if (film.vcrStatus === 'assigned') await c.move('vcrTask', film, 'unassign', { operatorId: null })
  for (const worker of await c.select('worker', { workTaskId: task.id }, { lock: true }))
    await c.remove('worker', worker)
  await c.move('workTask', task, 'unassign', { mainWorkerId: null, workerNames: null })
}

/** A booking that is no more leaves nothing to shoot; where the session stands, its customer is called again. */
export async function dropShooting(c: CallContext, session: Row<'orderSession'>, reason: string): Promise<void> {
  const task = await taskOf(c, session.id, 'shooting')
  if (task && task.taskStatus !== 'done') await c.move('workTask', task, 'terminate', { terminateReason: reason })
  for (const film of await filmsToShoot(c, session.id)) await endTask(c, film, reason)
  await reopenAppointment(c, session)
  await settleWorkOrder(c, session.workOrderId)
}

/** Tells the people of a team what was booked, moved or cancelled. */
export async function tellTeam(
  c: CallContext,
  booking: Row<'scheduling'>,
  what: { zh: string; en: string },
): Promise<void> {
  const team = await c.ref(booking, 'team')
  if (!team) return
  const on = dayText(booking.bookDate ?? 0, c.model.app.timezone)
  const day = on.slice(5)
  const who = (await c.ref(booking, 'customer'))?.realName ?? ''
  const when = `${day} ${booking.startTime} ${booking.groupName ?? ''}`
  const orderNo = (await c.ref(booking, 'order'))?.orderNo
  for (const employeeId of crewOf(team))
    if (employeeId !== c.actor.employeeId)
      await c.notify(employeeId, {
        title: { zh: `拍摄${what.zh}`, en: `Session ${what.en}` },
        content: {
          zh: `${when} ${who}：${what.zh}`,
          en: `${when} ${who}: ${what.en}`,
        },
        sourceType: 'scheduling',
        source: { id: booking.id, date: booking.bookDate, on, siteId: booking.siteId, orderNo },
      })
}
