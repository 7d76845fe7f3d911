/** What follows a shooting (rules 2.1, 2.9): the customer is to choose among the photos. */
import type { CallContext, Row } from '../../platform/call.ts'
import { tellByScene } from '../messages/sms.ts'
import { dropPick } from '../schedule/picks.ts'
import { chainOf, taskNames } from '../work/workOrder.ts'
import type { Shoot } from './shoot.ts'

type Session = Row<'orderSession'>

/** A session with those whose photos are chosen from together with its own: those it makes up for (rules 2.7). */
export async function sessionsTogether(c: CallContext, session: Session): Promise<Session[]> {
  const before = await c.ref(session, 'reshootOfRef')
  if (!before) return [session]
  const [, ...earlier] = await sessionsTogether(c, before)
  // What was shot again makes up for what it did the first time.
  return before.sessionStatus === 'makeup' ? [session, before, ...earlier] : [session, ...earlier]
}

/** A selection that nobody has signed yet. */
async function openSelection(c: CallContext, sessions: readonly Session[]): Promise<Row<'workTask'> | undefined> {
  const [task] = await c.select(
    'workTask',
    {
      orderSessionId: sessions.map(({ id }) => id),
      taskType: 'selection',
      taskStatus: ['toAssign', 'assigned', 'inProgress', 'paused'],
    },
    { lock: true, limit: 1 },
  )
  return task
}

/** Tells the open selection of a session how many photos there are; answers the number where there is no such selection. */
export async function countPhotos(c: CallContext, session: Session): Promise<number | undefined> {
  const together = await sessionsTogether(c, session)
  const ids = together.map(({ id }) => id)
  const open = await openSelection(c, together)
  if (!open) return countRaw(c, ids)
  const [film] = await c.select('selectedFilm', { workTaskId: open.id }, { lock: true })
  const sessionIds = [...new Set([...(film?.sessionIds ?? []), ...ids])]
  if (film) await c.update('selectedFilm', film, { sessionIds })
  await c.update('workTask', open, { photoCount: await countRaw(c, sessionIds) })
  return undefined
}

const countRaw = (c: CallContext, orderSessionId: number[]): Promise<number> =>
  c.count('photo', { orderSessionId, photoStage: 'raw' })

/**
 * Opens the selection of a session that was shot, or adds its photos to the one that waits for them. `isInstant`: its
 * customer stays and chooses now.
 */
export async function beginSelection(
  c: CallContext,
  { session, task, order }: Shoot,
  isInstant = false,
): Promise<void> {
  const photoCount = await countPhotos(c, session)
  if (photoCount === undefined) return
  if (!(await chainOf(c, session)).includes('selection')) return
  const { workOrderId, orderId, orderSessionId, orderSessionName, customerId, orgId } = task
  const made = await c.insert('workTask', {
    ...{ workOrderId, orderId, orderSessionId, orderSessionName, customerId, orgId, photoCount },
    taskType: 'selection',
    ...taskNames(c, 'selection'),
    seqNo: 3,
    prevTaskId: task.id,
  })
  await invite(c, session)
  const service = await c.ref(session, 'service')
  await c.insert('selectedFilm', {
    workTaskId: made.id,
    orderSessionId: session.id,
    sessionIds: (await sessionsTogether(c, session)).map(({ id }) => id),
    isInstant,
    quota: order.pickQuota || service?.pickQuota,
    extraPrice: order.extraPhotoPrice,
  })
}

/** Asks the customer to say when they come to choose. */
async function invite(c: CallContext, session: Session): Promise<void> {
  const order = await c.mustRef(session, 'order')
  const customer = await c.ref(order, 'customer')
  if (!customer?.mobile) return
  const { mobile, realName: customerName } = customer
  const receiver = { mobile, customerName, sourceType: 'orderSession', sourceId: session.id }
  await tellByScene(c, 'pick', receiver, { orderNo: order.orderNo, sessionName: session.orderSessionName })
}

/** Tells a product of an order how many photos are in it. */
export async function countItem(c: CallContext, item: Row<'orderItem'>): Promise<void> {
  const pickedCount = await c.count('pickProduct', { orderItemId: item.id })
  await c.update('orderItem', item, { pickedCount })
}

/** What was picked for a selection is picked no more; `of`: only what is of this session. */
async function dropPicks(c: CallContext, film: Row<'selectedFilm'>, of?: Session): Promise<void> {
  const photos = of ? await c.select('photo', { orderSessionId: of.id }) : undefined
  const where = { selectedFilmId: film.id, ...(photos ? { photoId: photos.map(({ id }) => id) } : {}) }
  const placed = await c.select('pickProduct', where, { lock: true })
  for (const one of placed) await c.remove('pickProduct', one)
  const orderItemIds = [...new Set(placed.map(({ orderItemId }) => orderItemId))]
  for (const item of await c.select('orderItem', { id: orderItemIds }, { lock: true })) await countItem(c, item)
  for (const one of await c.select('pick', where, { lock: true })) {
    const photo = await c.ref(one, 'photo', { lock: true })
    if (photo) await c.update('photo', photo, { isPicked: false, pickType: null })
    await c.remove('pick', one)
  }
}

/** A selection that will not be made: nothing is picked, and its customer is not expected any more. */
export async function endSelection(c: CallContext, film: Row<'selectedFilm'>, reason: string): Promise<void> {
  await dropPicks(c, film)
  await dropPick(c, film, reason)
  await c.move('selectedFilm', film, 'cancel', { pickSchedulingId: null, pickTime: null })
}

/** The selections of other sessions that the photos of this one are chosen in, too. */
async function filmsAround(c: CallContext, session: Session): Promise<Row<'selectedFilm'>[]> {
  const others = (await sessionsTogether(c, session)).filter(({ id }) => id !== session.id)
  const films = await c.select('selectedFilm', { orderSessionId: others.map(({ id }) => id) }, { lock: true })
  return films.filter((one) => one.selectionStatus !== 'cancelled' && one.sessionIds.includes(session.id))
}

/** The photos of a session leave a selection that goes on without them. */
async function leaveFilm(c: CallContext, film: Row<'selectedFilm'>, session: Session): Promise<void> {
  await dropPicks(c, film, session)
  const sessionIds = film.sessionIds.filter((id) => id !== session.id)
  await c.update('selectedFilm', film, { sessionIds })
  const task = await c.ref(film, 'workTask', { lock: true })
  if (task) await c.update('workTask', task, { photoCount: await countRaw(c, sessionIds) })
}

/**
 * Photos that are shot anew are chosen anew: what was picked is not any more, and an unsigned selection ends. One that
 * waits for its payment is refused: its bill is to be paid or withdrawn first.
 */
export async function dropSelection(c: CallContext, session: Session, reason: string): Promise<void> {
  const films = await c.select('selectedFilm', { orderSessionId: session.id }, { lock: true })
  const around = await filmsAround(c, session)
  if ([...films, ...around].some(({ selectionStatus }) => selectionStatus === 'toPay'))
    c.refuse('workTaskId', {
      zh: '选片加片待付款，请先收款或撤销该账单',
      en: 'Extra photos of its selection wait for payment; take the payment or withdraw the bill first',
    })
  for (const film of films)
    if (film.selectionStatus === 'done') await dropPicks(c, film)
    else if (film.selectionStatus !== 'cancelled') await endSelection(c, film, reason)
  for (const film of around) await leaveFilm(c, film, session)
  for (const photo of await c.select('photo', { orderSessionId: session.id, isPicked: true }, { lock: true }))
    await c.update('photo', photo, { isPicked: false })
  const task = await openSelection(c, [session])
  if (task) await c.move('workTask', task, 'terminate', { terminateReason: reason })
}
