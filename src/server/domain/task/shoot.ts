/** What a step of a shooting works on, locked, and what its people and seat learn of it (rules 2.7, 2.8). */
import type { CallContext, Row } from '../../platform/call.ts'
import { orderNow } from '../order/state.ts'
import { useSeat } from '../schedule/missed.ts'

/** A session that is shot, with all that goes with it. */
export interface Shoot {
  order: Row<'order'>
  session: Row<'orderSession'>
  task: Row<'workTask'>
  /** None of an appointment. */
  record: Row<'photographyRecord'> | undefined
  booking: Row<'scheduling'> | undefined
}

/** A session by one of its tasks, locked: the order first, as everywhere, then booking, session, task. */
export async function shootOf(c: CallContext, workTaskId: number): Promise<Shoot> {
  const asked =
    (await c.seen('workTask', workTaskId)) ?? c.refuse('workTaskId', { zh: '任务不存在', en: 'There is no such task' })
  const order = await orderNow(c, asked.orderId)
  const booking = await c.ref(await c.mustRef(asked, 'orderSession'), 'scheduling', { lock: true })
  const session = await c.mustRef(asked, 'orderSession', { lock: true })
  const task = (await c.find('workTask', workTaskId, { lock: true })) ?? asked
  const [record] = await c.select('photographyRecord', { workTaskId }, { lock: true })
  return { order, session, task, record, booking }
}

/** The customer sits: the booking is over, and its seat used. */
export async function endSitting(c: CallContext, { booking }: Shoot): Promise<void> {
  if (booking?.schedulingStatus !== 'arrived') return
  await c.move('scheduling', booking, 'finish')
  await useSeat(c, booking)
}

/** What the people of a task are at. */
export async function tellWorkers(
  c: CallContext,
  { task }: Shoot,
  values: Pick<Row<'worker'>, 'status'> & { doneTime?: number },
): Promise<void> {
  for (const worker of await c.select('worker', { workTaskId: task.id }, { lock: true }))
    await c.update('worker', worker, values)
}
