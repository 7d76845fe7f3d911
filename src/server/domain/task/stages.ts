/** What follows a stage that is done (rules 2.1, 2.9 to 2.11; I-33): the next one that is not switched off, for the same session. */
import type { CallContext, Row } from '../../platform/call.ts'
import { designsOf, dropWaiting, makeReady } from '../produce/products.ts'
import { beginMvs, endTask } from '../work/films.ts'
import { chainOf, hasMv, isOver, taskAfter } from '../work/workOrder.ts'

type Task = Row<'workTask'>
type TaskType = Task['taskType']

/** The stages after the shooting, in their order. */
const ORDER = ['selection', 'preModify', 'preDesign', 'fineRepair', 'finalDesign'] as const satisfies TaskType[]
type Stage = (typeof ORDER)[number]

/** Tasks in which photos that were chosen are worked on. */
const OF_PHOTOS = ['preModify', 'preDesign', 'fineRepair', 'finalDesign', 'mv'] as const satisfies TaskType[]

/** How a stage begins; answers how many tasks it made. */
const BEGIN: Record<Exclude<Stage, 'selection'>, (c: CallContext, from: Task) => Promise<number>> = {
  preModify: (c, from) => beginRetouch(c, from, 'preModify'),
  preDesign: (c, from) => beginDesign(c, from, 'preDesign'),
  fineRepair: (c, from) => beginRetouch(c, from, 'fineRepair'),
  finalDesign: (c, from) => beginDesign(c, from, 'finalDesign'),
}

/** Begins what follows a task, once no other task of its stage is open; after the last stage, products can be made. */
export async function followUp(c: CallContext, task: Task): Promise<void> {
  const session = await c.ref(task, 'orderSession')
  const beside = await c.select('workTask', { orderSessionId: task.orderSessionId, taskType: task.taskType })
  if (beside.every((one) => one.id === task.id || isOver(one))) {
    const chain = await chainOf(c, session)
    for (const stage of ORDER.slice(ORDER.findIndex((one) => one === task.taskType) + 1)) {
      if (stage === 'selection' || !chain.includes(stage)) continue
      if ((await BEGIN[stage](c, task)) > 0) break
    }
    if (await isRetouched(c, task, chain)) await beginMvs(c, task)
  }
  await makeReady(c, task.orderId)
}

/** Whether the photos of a session are as good as they will be: its fine retouch is over, or there is none. */
async function isRetouched(c: CallContext, task: Task, chain: readonly TaskType[]): Promise<boolean> {
  const session = await c.ref(task, 'orderSession')
  if (!(await hasMv(c, session))) return false
  if (!chain.includes('fineRepair')) return true
  const { orderSessionId } = task
  const done = { orderSessionId, taskType: 'fineRepair', taskStatus: 'done' } as const
  return task.taskType === 'fineRepair' || c.exists('workTask', done)
}

/** Takes back the tasks that follow one, none of which has been begun. */
export async function undoFollowing(c: CallContext, task: Task, reason: string): Promise<void> {
  const next = await c.select('workTask', { prevTaskId: task.id }, { lock: true })
  const begun = next.find(({ taskStatus }) => !['toAssign', 'assigned', 'terminated'].includes(taskStatus))
  if (begun)
    c.refuse('id', {
      zh: `${begun.taskName ?? ''}已经开始，不能重新选片`,
      en: `${begun.taskNo} has begun already: the selection cannot be opened again`,
    })
  for (const one of next) if (one.taskStatus !== 'terminated') await endTask(c, one, reason)
}

/** What is made of the photos of a session ends, where it is not done: they are shot anew. Products nobody began go. */
export async function dropFollowing(c: CallContext, { id }: Row<'orderSession'>, reason: string): Promise<void> {
  for (const task of await c.select('workTask', { orderSessionId: id, taskType: [...OF_PHOTOS] }, { lock: true }))
    if (!isOver(task)) await endTask(c, task, reason)
  await dropWaiting(c, id)
}

/** A task of the next stage, of the session of the one before. */
const stageAfter = (c: CallContext, from: Task, stage: Stage, photoCount: number): Promise<Task> =>
  taskAfter(c, from, { taskType: stage, seqNo: ORDER.indexOf(stage) + 3, photoCount })

/** The photos that the customer chose are retouched, each of them. */
async function beginRetouch(c: CallContext, from: Task, stage: 'preModify' | 'fineRepair'): Promise<number> {
  const where = { orderSessionId: from.orderSessionId, photoStage: 'raw', isPicked: true } as const
  const photoCount = await c.count('photo', where)
  if (photoCount === 0) return 0
  const task = await stageAfter(c, from, stage, photoCount)
  await c.insert('retouchTask', { workTaskId: task.id, retouchStage: stage === 'preModify' ? 'before' : 'after' })
  return 1
}

/** Each unit of a product that is designed, and has photos of this session, gets a task of its own. */
async function beginDesign(c: CallContext, from: Task, stage: 'preDesign' | 'finalDesign'): Promise<number> {
  const films = await c.select('selectedFilm', { orderSessionId: from.orderSessionId, selectionStatus: 'done' })
  const placed = await c.select('pickProduct', { selectedFilmId: films.map(({ id }) => id) })
  const items = await c.select('orderItem', { id: placed.map(({ orderItemId }) => orderItemId), status: 'active' })
  let made = 0
  for (const item of items) {
    const product = await c.find('product', item.itemId)
    const units = new Set(placed.filter((one) => one.orderItemId === item.id).map(({ unitNo }) => unitNo))
    if (!product?.needDesign || units.size === 0) continue
    const pageCount = product.pageCount || 1
    for (const unitNo of units) {
      if (await isDesigned(c, item.id, unitNo, stage)) continue
      const task = await stageAfter(c, from, stage, pageCount)
      await c.insert('designTask', {
        workTaskId: task.id,
        designType: stage === 'preDesign' ? 'pre' : 'final',
        orderItemId: item.id,
        unitNo,
        productId: product.id,
        pageCount,
      })
      made++
    }
  }
  return made
}

/** Whether another session of the order brought a unit to its design already. */
async function isDesigned(
  c: CallContext,
  orderItemId: number,
  unitNo: number,
  stage: 'preDesign' | 'finalDesign',
): Promise<boolean> {
  const designType = stage === 'preDesign' ? 'pre' : 'final'
  return (await designsOf(c, { orderItemId, unitNo, designType })).length > 0
}
