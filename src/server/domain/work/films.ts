/** Films (rules 2.1, 2.11): how many of them were ordered, and the tasks that make them. */
import type { CallContext, Row } from '../../platform/call.ts'
import { taskAfter } from './workOrder.ts'

type Task = Row<'workTask'>
type Stage = Row<'vcrTask'>['vcrStage']

/** The kind of task of each stage, and its place. */
const STAGES = {
  shooting: { taskType: 'vcrShooting', seqNo: 9 },
  clip: { taskType: 'vcrClip', seqNo: 10 },
  modification: { taskType: 'vcrModification', seqNo: 11 },
} as const satisfies Record<Stage, { taskType: Task['taskType']; seqNo: number }>
const MV = { taskType: 'mv', seqNo: 12 } as const

/** The items of an order by which films are shot. */
export async function filmItems(c: CallContext, orderId: number): Promise<Row<'orderItem'>[]> {
  const items = await c.select('orderItem', { orderId, itemType: 'service', status: 'active' })
  const services = await c.select('service', { id: items.flatMap(({ itemId }) => itemId ?? []), serviceType: 'vcr' })
  return items.filter(({ itemId }) => services.some(({ id }) => id === itemId))
}

/** How many MVs an order has. */
async function mvsOrdered(c: CallContext, orderId: number): Promise<number> {
  const items = await c.select('orderItem', { orderId, itemType: 'goods', status: 'active' })
  const mvs = await c.select('product', { id: items.flatMap(({ itemId }) => itemId ?? []), isMv: true })
  return total(items.filter(({ itemId }) => mvs.some(({ id }) => id === itemId)))
}

const total = (items: readonly Row<'orderItem'>[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many tasks of a kind an order still lacks. */
async function lacking(c: CallContext, orderId: number, taskType: Task['taskType'], wanted: number): Promise<number> {
  if (wanted === 0) return 0
  const made = await c.select('workTask', { orderId, taskType })
  return wanted - made.filter(({ taskStatus }) => taskStatus !== 'terminated').length
}

/** A film task of a session, at the stage that follows. */
export async function beginFilm(
  c: CallContext,
  from: Task,
  vcrStage: Stage,
  more: { prevTaskId?: number | null; planTime?: number | null; requirement?: string | null } = {},
): Promise<Task> {
  const { requirement = null, ...given } = more
  const task = await taskAfter(c, from, { ...STAGES[vcrStage], siteId: from.siteId, ...given })
  await c.insert('vcrTask', { workTaskId: task.id, vcrStage, requirement })
  return task
}

/** The films of an order that nobody is to shoot yet are shot with this session. */
export async function planFilms(c: CallContext, shooting: Task): Promise<void> {
  const { orderId, prevTaskId, planTime } = shooting
  const count = await lacking(c, orderId, 'vcrShooting', total(await filmItems(c, orderId)))
  for (let n = 0; n < count; n++) await beginFilm(c, shooting, 'shooting', { prevTaskId, planTime })
}

/** Films sold after a session was booked: shot with one that is still to come, else with the last one. */
export async function planFilmsSold(c: CallContext, orderId: number): Promise<void> {
  const shootings = await c.select('workTask', { orderId, taskType: 'shooting' })
  const live = shootings.filter(({ taskStatus }) => taskStatus !== 'terminated')
  const shooting = live.find(({ taskStatus }) => taskStatus !== 'done') ?? live.at(-1)
  if (shooting) await planFilms(c, shooting)
}

/** The MVs of an order that are not begun yet, of the photos of this session. Answers how many it made. */
export async function beginMvs(c: CallContext, from: Task): Promise<number> {
  const count = await lacking(c, from.orderId, 'mv', await mvsOrdered(c, from.orderId))
  for (let n = 0; n < count; n++) {
    const task = await taskAfter(c, from, MV)
    await c.insert('mvTask', { workTaskId: task.id })
  }
  return Math.max(count, 0)
}

const FILMS = [STAGES.shooting.taskType, STAGES.clip.taskType, STAGES.modification.taskType]

/** Tasks that are open for films and MVs nobody has ordered any more: of those that are the least far. */
export async function unorderedFilms(c: CallContext, orderId: number): Promise<Task[]> {
  const tasks = await c.select('workTask', { orderId, taskType: [...FILMS, MV.taskType] }, { lock: true, sort: ['id'] })
  const films = filmsIn(tasks.filter(({ taskType }) => taskType !== MV.taskType))
  const mvs = tasks.filter(({ taskType }) => taskType === MV.taskType).map((task) => [task])
  return [...beyond(films, total(await filmItems(c, orderId))), ...beyond(mvs, await mvsOrdered(c, orderId))]
}

/** Films with their tasks: the one they are shot by, and those that follow it. */
function filmsIn(tasks: readonly Task[]): Task[][] {
  const films: Task[][] = []
  for (const task of tasks) {
    const film = films.find((one) => one.some(({ id }) => id === task.prevTaskId))
    if (film) film.push(task)
    else films.push([task])
  }
  return films
}

/** Tasks of the films that are more than were ordered; what waits for the customer's word is a film already. */
function beyond(films: readonly Task[][], wanted: number): Task[] {
  const live = films.filter((film) => film.some(({ taskStatus }) => taskStatus !== 'terminated'))
  const far = (film: readonly Task[]): number => film.filter(({ taskStatus }) => taskStatus !== 'toAssign').length
  const open = live.filter((film) => film.some(isBeingMade))
  const most = Math.max(live.length - wanted, 0)
  return open
    .toSorted((one, two) => far(one) - far(two))
    .slice(0, most)
    .flat()
    .filter(isBeingMade)
}

const isBeingMade = ({ taskStatus }: Task): boolean =>
  taskStatus !== 'done' && taskStatus !== 'terminated' && taskStatus !== 'toInspect'

/** Ends a task and the record of its kind, wherever they stand. */
export async function endTask(c: CallContext, task: Task, terminateReason: string): Promise<Task> {
  const where = { workTaskId: task.id }
  for (const one of await c.select('designTask', where, { lock: true }))
    if (one.designStatus !== 'terminated') await c.move('designTask', one, 'terminate')
  for (const one of await c.select('vcrTask', where, { lock: true })) await c.move('vcrTask', one, 'terminate')
  for (const one of await c.select('mvTask', where, { lock: true })) await c.move('mvTask', one, 'terminate')
  return c.move('workTask', task, 'terminate', { terminateReason })
}
