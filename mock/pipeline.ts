/** What became of the sessions that were shot: chosen, retouched, designed, made and handed over, each as far as it got. */
import { DAY, HOUR } from '../src/model/zone.ts'
import { dueOf } from './afterwards.ts'
import { pay, type Counter } from './counter.ts'
import { seedFilm, seedMv, seedTemplates } from './films.ts'
import { addPictures } from './pictures.ts'
import { makeAndHandOver, openWorkshop, sendIn, type MadeState, type Workshop } from './production.ts'
import type { Row, Seeder } from './seeder.ts'
import { give, person, sendBack, step, tasksOf, workAgain } from './steps.ts'
import type { Shot, Shooting } from './shootings.ts'

type Stage = 'selection' | 'preModify' | 'preDesign' | 'fineRepair' | 'finalDesign' | 'production'
type TaskState = 'toAssign' | 'assigned' | 'inProgress' | 'paused' | 'toPay' | 'submitted' | 'rework' | 'done'

/** How far the sessions got, the oldest first: fifty of the demo are spread over these. */
const ENDS: readonly (readonly [Stage, TaskState | MadeState])[] = [
  ...(['finished', 'finished', 'served', 'served', 'signed', 'signed'] as const).map(made),
  ...(['inTransit', 'sent', 'returned', 'toSend', 'toSend', 'rework'] as const).map(made),
  ...(['received', 'shipped', 'inProduction', 'dispatched', 'toDispatch'] as const).map(made),
  ...(['rework', 'submitted', 'submitted', 'inProgress', 'assigned', 'toAssign'] as const).map(of('finalDesign')),
  ...(['rework', 'submitted', 'inProgress', 'assigned', 'toAssign'] as const).map(of('fineRepair')),
  ...(['rework', 'submitted', 'submitted', 'inProgress', 'assigned', 'toAssign'] as const).map(of('preDesign')),
  ...(['paused', 'inProgress', 'assigned', 'toAssign'] as const).map(of('preModify')),
  ...(['toPay', 'toPay', 'inProgress', 'inProgress', 'assigned', 'assigned'] as const).map(of('selection')),
  ...(['toAssign', 'toAssign', 'toAssign', 'toAssign'] as const).map(of('selection')),
]

function made(state: MadeState): readonly ['production', MadeState] {
  return ['production', state]
}
function of(stage: Stage): (state: TaskState) => readonly [Stage, TaskState] {
  return (state) => [stage, state]
}

/** On which day after the shooting each stage is worked on. */
const DAY_OF: Record<Stage, number> = {
  selection: 1,
  preModify: 2,
  preDesign: 3,
  fineRepair: 5,
  finalDesign: 7,
  production: 9,
}
const ORDER: readonly Stage[] = ['selection', 'preModify', 'preDesign', 'fineRepair', 'finalDesign', 'production']
/** Photos kept besides those in products. */
const KEPT = 2
const CHECK_SCORE = 5

/** One session on its way, and who works on it. */
export interface Way {
  counter: Counter
  workshop: Workshop
  shot: Shot
  n: number
  /** The files that were chosen, by name. */
  names: string[]
  /** The writer on a day after the shooting, as long as that is past. */
  on(days: number): Seeder
}

/** Brings sessions on; answers those whose customers are still to choose. */
export async function seedPipeline(
  counter: Counter,
  s: Seeder,
  shots: readonly Shot[],
  again: (shooting: Pick<Shooting, 'day' | 'order' | 'n'>) => Promise<Shot | undefined>,
): Promise<number[]> {
  const workshop = await openWorkshop(counter, s, shots.length)
  await seedTemplates(s)
  const waiting: number[] = []
  for (const [n, shot] of shots.entries()) {
    const [stage, state] = ENDS[Math.floor((n * ENDS.length) / shots.length)] ?? ['selection', 'toAssign']
    const manager = s.as(counter.approver)
    const on = (days: number): Seeder => manager.at(Math.min(shot.day + days * DAY + 10 * HOUR, s.now))
    const way: Way = { counter, workshop, shot, n, names: [], on }
    await sendIn(way)
    await seedFilm(way, n / shots.length)
    for (const one of ORDER.slice(0, ORDER.indexOf(stage)))
      await WORK[one]?.(way, stage === 'preModify' && one === 'selection' ? 'toPay' : 'done')
    if (stage === 'selection' && state === 'toAssign') waiting.push(shot.sessionId)
    await seedMv(way, n / shots.length)
    if (stage === 'production') await makeAndHandOver(way, state as MadeState, again)
    else await WORK[stage]?.(way, state as TaskState)
  }
  return waiting
}

const WORK: Partial<Record<Stage, (way: Way, until: TaskState) => Promise<void>>> = {
  selection: choose,
  preModify: (way, until) => retouch(way, 'preModify', until),
  preDesign: (way, until) => design(way, 'preDesign', until),
  fineRepair: (way, until) => retouch(way, 'fineRepair', until),
  finalDesign: (way, until) => design(way, 'finalDesign', until),
}

/** The customer chooses: one photo or two for each product, and some more. */
async function choose(way: Way, until: TaskState): Promise<void> {
  const { shot } = way
  const s = way.on(DAY_OF.selection)
  const [task] = await tasksOf(way, s, 'selection')
  if (!task || until === 'toAssign') return
  const selector = person(way, '选片师')
  await give(s, task.id, 'xuanpian', selector)
  if (until === 'assigned') return
  const at = s.as(selector)
  const { selectedFilmId }: { selectedFilmId: number } = await at.call('photo/startPick', { workTaskId: task.id })
  const places = await at.list('photo/queryProduct', { selectedFilmId })
  const photos = [...shot.photoIds]
  for (const { orderItemId, unitNo } of places.filter(({ used }) => used === 0)) {
    const photoId = photos.shift()
    if (photoId) await at.call('photo/pickForProduct', { selectedFilmId, photoId, orderItemId, unitNo })
  }
  for (const photoId of photos.slice(0, KEPT)) await at.call('photo/pickForProduct', { selectedFilmId, photoId })
  if (until === 'inProgress') await at.call('clientAccess/add', { ...toChoose(way), workTaskId: task.id })
  if (until === 'inProgress') return
  await sign(way, at, selectedFilmId, until)
  const { photos: kept } = await at.call('photo/pickDetail', { selectedFilmId })
  way.names = kept.map(({ fileName }) => fileName ?? '')
}

/** The family may go on choosing at home. */
const toChoose = ({ counter: { values } }: Way) =>
  ({ accessType: values('access_type', 'selection'), allowPick: 1 }) as const

/** Signed: with an offer to be paid, or with nothing due. Only today's money is still taken: other days are reported. */
async function sign(way: Way, at: Seeder, selectedFilmId: number, until: TaskState): Promise<void> {
  const { counter, workshop, n } = way
  const offered = until === 'toPay'
  const planPriceId = offered ? await offer(way, at, selectedFilmId) : undefined
  const { billId }: { billId?: number } = await at.call('pick/record', {
    ...{ selectedFilmId, signImage: workshop.signature, requestNo: `demo sign ${selectedFilmId}` },
    ...(planPriceId ? { planPriceId } : {}),
  })
  const isPaid = ENDS[Math.floor((n * ENDS.length) / workshop.sessions)]?.[0] !== 'selection'
  if (billId && isPaid) await pay(counter, counter.s, billId, await dueOf(counter.s, billId))
}

/** A picture for the wall at a price of its own. */
function offer({ counter: { goods, values }, n }: Way, at: Seeder, selectedFilmId: number): Promise<number> {
  const one = goods[n % goods.length] as Row<'product'>
  const price = Number(one.salePrice)
  return at.add('planPrice', {
    ...{ selectedFilmId, planName: `加购${one.productName}`, planAmount: Math.floor(price * 0.9) },
    items: [{ itemType: values('item_type', 'goods'), itemId: one.id, quantity: 1, price }],
  })
}

/** The same person some hours later, as long as that is before the next stage, and past. */
const hoursLater = (way: Way, s: Seeder, stage: Stage): Seeder =>
  s.at(Math.min(s.now + (2 + (way.n % 4)) * HOUR, way.on(DAY_OF[stage] + 1).now))

/** Retouched: each photo that was chosen comes back under its own name. */
async function retouch(way: Way, stage: 'preModify' | 'fineRepair', until: TaskState): Promise<void> {
  const s = way.on(DAY_OF[stage])
  const [task] = await tasksOf(way, s, stage)
  if (!task || until === 'toAssign') return
  const retoucher = person(way, '修图师')
  await give(s, task.id, 'xiutiao', retoucher)
  if (until === 'assigned') return
  const at = s.as(retoucher)
  await step(way, at, task.id, 'start')
  const names = until === 'inProgress' ? way.names.slice(0, 2) : way.names
  const done = hoursLater(way, at, stage)
  const fileIds = await addPictures(done, `${stage} ${task.id}`, names, way.n * 5)
  await done.call('photo/upload', { workTaskId: task.id, fileIds })
  if (until === 'inProgress') return
  if (until === 'paused') return step(way, done, task.id, 'pause', { reason: '等客户补充修图要求' })
  await step(way, done, task.id, 'submit')
  if (stage === 'preModify' || until === 'submitted') return
  const check = way.on(DAY_OF[stage] + 1)
  const fault = { reason: '肤色偏黄，请再调整', problem: 'colourCast' } as const
  if (until === 'rework') return sendBack(way, check, task.id, fault)
  await workAgain(way, check, task.id, retoucher, fault)
  await step(way, check, task.id, 'pass', { score: CHECK_SCORE })
}

/** Laid out: all pages of each design, or half of them while it is being made. */
async function design(way: Way, stage: 'preDesign' | 'finalDesign', until: TaskState): Promise<void> {
  const s = way.on(DAY_OF[stage])
  for (const task of await tasksOf(way, s, stage)) {
    if (until === 'toAssign') continue
    const designer = person(way, '设计师')
    await give(s, task.id, 'sheji', designer)
    if (until === 'assigned') continue
    const at = s.as(designer)
    await step(way, at, task.id, 'start')
    const rows: Row<'designTask'>[] = await at.call('designTask/query', {
      orderNo: way.shot.order.orderNo,
      pageNO: 1,
      pageRows: 50,
    })
    const row = rows.find(({ workTaskId }) => workTaskId === task.id)
    if (!row) continue
    const pages = Math.max(1, Number(row.pageCount ?? 1))
    const count = until === 'inProgress' ? Math.ceil(pages / 2) : pages
    const names = Array.from({ length: count }, (_, i) => `page-${String(i + 1).padStart(2, '0')}.jpg`)
    const done = hoursLater(way, at, stage)
    const fileIds = await addPictures(done, `${stage} ${task.id}`, names, way.n)
    await done.call('photo/upload', { designTaskId: row.id, fileIds })
    if (until === 'inProgress') continue
    await step(way, done, task.id, 'submit')
    if (until === 'submitted') continue
    const check = way.on(DAY_OF[stage] + 1)
    if (stage === 'finalDesign') await judge(way, check, task.id, { designer, until })
    else await answer(way, check, row.id, until)
  }
}

async function judge(
  way: Way,
  s: Seeder,
  taskId: number,
  { designer, until }: { designer: number; until: TaskState },
): Promise<void> {
  const fault = { reason: '第 2 页文字超出出血线', problem: 'cropping' } as const
  if (until === 'rework') return sendBack(way, s, taskId, fault)
  await workAgain(way, s, taskId, designer, fault)
  await step(way, s, taskId, 'pass', { score: CHECK_SCORE })
}

/** What the customer says to a first design. */
async function answer({ workshop }: Way, s: Seeder, designTaskId: number, until: TaskState): Promise<void> {
  if (until === 'rework')
    await s.call('photo/commitDesign', {
      ...{ designTaskId, stage: 'reject' },
      pageComments: [{ pageNo: 1, comment: '封面想换一张笑得开心的' }],
    })
  else await s.call('photo/commitDesign', { designTaskId, stage: 'customer', signImage: workshop.signature })
}
