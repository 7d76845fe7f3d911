/** Choosing photos with a customer: what is thought of each, and which product it goes into (rules 2.9; I-29, I-30). */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { arriveToPick } from '../schedule/picks.ts'
import { filmsToPick, maySign, mustMayPick } from '../client/access.ts'
import { countItem, endSelection } from '../task/selection.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { serveWhenDone } from '../order/served.ts'
import { sum } from '../cash/cents.ts'
import { missing } from './check.ts'
import { itemsOf, orderIdOf, pickedOf, placesOf, recount, sessionsOf, type Film, type Picked } from './film.ts'
import { toPay } from './sale.ts'

type Picking = Call<'photo/pickForProduct'>
type Photo = Row<'photo'>

/** The place of a photo that is on its way from one place to another. */
const NOWHERE = 0

/** A selection that is being made, locked: who changes it waits for the other. */
export async function mustBePicking(c: CallContext, id: number): Promise<Film> {
  const film = await c.must('selectedFilm', id, 'selectedFilmId')
  if (film.selectionStatus === 'picking') return film
  return c.refuse(
    'selectedFilmId',
    film.selectionStatus === 'toAssign' || film.selectionStatus === 'toPick'
      ? { zh: '请先开始选片', en: 'Start choosing first' }
      : { zh: '选片已确认，请先重新打开', en: 'The selection is signed; open it again first' },
  )
}

const startPick: Handler<'photo/startPick'> = async (c) => {
  const task = await c.must('workTask', c.input.workTaskId, 'workTaskId')
  const [film] = await c.select('selectedFilm', { workTaskId: task.id }, { lock: true })
  if (!film) return c.refuse('workTaskId', { zh: '这不是选片任务', en: 'This is no task of choosing photos' })
  const now = film.selectionStatus === 'picking' ? film : await begin(c, film, task)
  const { quota, photos } = await pickedOf(c, now)
  return { selectedFilmId: film.id, quota, photos }
}

async function begin(c: CallContext, film: Film, task: Row<'workTask'>): Promise<Film> {
  const now = await c.move('selectedFilm', film, 'startPick', { startTime: c.now })
  await c.move('workTask', task, 'start')
  await arriveToPick(c, film)
  await settleWorkOrder(c, task.workOrderId)
  return now
}

/** Gives up a selection: what was picked for it is picked no more. */
const cancel: Handler<'photo/cancel'> = async (c) => {
  const task = await c.must('workTask', c.input.workTaskId, 'workTaskId')
  const [film] = await c.select('selectedFilm', { workTaskId: task.id }, { lock: true })
  if (!film) return c.refuse('workTaskId', { zh: '这不是选片任务', en: 'This is no task of choosing photos' })
  await endSelection(c, film, c.input.reason)
  await c.move('workTask', task, 'terminate', { terminateReason: c.input.reason })
  await settleWorkOrder(c, task.workOrderId)
  await serveWhenDone(c, task.orderId)
  return {}
}

/** What was thought of a photo so far. */
async function pickOf(c: CallContext, film: Film, photo: Photo): Promise<Row<'pick'> | undefined> {
  const [pick] = await c.select('pick', { selectedFilmId: film.id, photoId: photo.id }, { lock: true })
  return pick
}

/** Says what is thought of a photo. */
async function judge(
  c: Picking,
  film: Film,
  photo: Photo,
  pickType: NonNullable<Row<'pick'>['pickType']>,
): Promise<void> {
  const { remark } = c.input
  const pick = await pickOf(c, film, photo)
  if (pickType !== 'keep') await mustNotBePlaced(c, film, photo)
  const pickBy = c.actor.kind === 'client' ? 'customer' : 'selector'
  const values = { pickType, pickBy, ...(remark === undefined ? {} : { remark }) } as const
  if (pick) await c.update('pick', pick, values)
  else await c.insert('pick', { selectedFilmId: film.id, photoId: photo.id, ...values })
  await c.update('photo', photo, {
    pickType,
    isPicked: pickType === 'keep',
    ...(remark === undefined ? {} : { remark }),
  })
}

/** Takes back what was thought of a photo. */
async function forget(c: Picking, film: Film, photo: Photo): Promise<void> {
  await mustNotBePlaced(c, film, photo)
  const pick = await pickOf(c, film, photo)
  if (pick) await c.remove('pick', pick)
  await c.update('photo', photo, { pickType: null, isPicked: false })
}

async function mustNotBePlaced(c: CallContext, film: Film, photo: Photo): Promise<void> {
  const [used] = await c.select('pickProduct', { selectedFilmId: film.id, photoId: photo.id }, { limit: 1 })
  if (!used) return
  const name = (await c.ref(used, 'orderItem'))?.itemName ?? ''
  c.refuse('photoId', {
    zh: `照片已放入${name}第 ${used.slotNo} 张，请先取出`,
    en: `It is photo ${used.slotNo} of ${name}; take it out first`,
  })
}

interface Unit {
  item: Row<'orderItem'>
  unitNo: number
  quota: number
}

/** The unit of a product of this order that the input names. */
async function unitOf(c: Picking, film: Film): Promise<Unit> {
  const { orderItemId, unitNo } = c.input
  const found = (await itemsOf(c, await orderIdOf(c, film))).find(({ item }) => item.id === orderItemId)
  if (!found)
    return c.refuse('orderItemId', { zh: '该订单没有这个产品', en: 'The order has no such product for photos' })
  const unit = unitNo ?? 1
  if (unit > found.item.quantity)
    c.refuse('unitNo', { zh: `只有 ${found.item.quantity} 件`, en: `There are ${found.item.quantity} of it` })
  return { item: found.item, unitNo: unit, quota: found.quota }
}

/** Puts a photo into a place of a product: the one named, or the next free one. */
async function place(c: Picking, film: Film, photo: Photo, { item, unitNo, quota }: Unit): Promise<void> {
  // The item is locked: selections of two sessions of an order fill the same products.
  await c.find('orderItem', item.id, { lock: true })
  const placed = await c.select('pickProduct', { orderItemId: item.id, unitNo }, { sort: ['slotNo'], lock: true })
  const own = placed.find((one) => one.photoId === photo.id)
  if (own && c.input.slotNo && c.input.slotNo <= quota && c.input.slotNo !== own.slotNo)
    return moveWithin(c, placed, own, c.input.slotNo)
  if (own) c.refuse('photoId', { zh: '照片已选择', en: 'The photo is in this product already' })
  const taken = new Set(placed.map((one) => one.slotNo))
  const free = Array.from({ length: quota }, (_, i) => i + 1).find((slot) => !taken.has(slot))
  const slotNo = c.input.slotNo ?? free
  if (slotNo === undefined || slotNo > quota)
    return c.refuse('slotNo', {
      zh: `超出照片数量：${item.itemName ?? ''}共 ${quota} 张`,
      en: `${item.itemName ?? ''} is full (${quota} of ${quota})`,
    })
  if (taken.has(slotNo)) c.refuse('slotNo', { zh: '该位置已有照片', en: 'Somebody has just filled this place' })
  await c.insert('pickProduct', {
    ...{ selectedFilmId: film.id, orderItemId: item.id, unitNo, photoId: photo.id, slotNo },
    remark: c.input.remark,
  })
  await countItem(c, item)
}

/** Puts a photo at another place of its product; those between move up by one, into the place that it left. */
async function moveWithin(
  c: Picking,
  placed: readonly Row<'pickProduct'>[],
  own: Row<'pickProduct'>,
  slotNo: number,
): Promise<void> {
  const isTaken = placed.some((one) => one.slotNo === slotNo)
  const between = placed.filter((one) =>
    slotNo < own.slotNo
      ? one.slotNo >= slotNo && one.slotNo < own.slotNo
      : one.slotNo <= slotNo && one.slotNo > own.slotNo,
  )
  // It leaves its place first: no place holds two photos at any time.
  const taken = await c.update('pickProduct', own, { slotNo: NOWHERE })
  let free = own.slotNo
  for (const one of isTaken ? (slotNo < own.slotNo ? between.toReversed() : between) : []) {
    await c.update('pickProduct', one, { slotNo: free })
    free = one.slotNo
  }
  await c.update('pickProduct', taken, { slotNo })
}

async function takeOut(c: Picking, film: Film, photo: Photo, { item, unitNo }: Unit): Promise<void> {
  const where = { selectedFilmId: film.id, orderItemId: item.id, unitNo, photoId: photo.id }
  for (const one of await c.select('pickProduct', where, { lock: true })) await c.remove('pickProduct', one)
  await countItem(c, item)
}

/** The selection that a photo is for; a customer who may choose begins it. */
async function filmOf(c: CallContext, photo: Photo): Promise<Film> {
  const session = await c.ref(photo, 'orderSession')
  const sessions = session ? await c.select('orderSession', { orderId: session.orderId }) : []
  const where = { orderSessionId: sessions.map(({ id }) => id), selectionStatus: ['toPick', 'picking'] } as const
  const films = await c.select('selectedFilm', where, { lock: true })
  const film = films.find((one) => one.orderSessionId === session?.id || one.sessionIds?.includes(session?.id ?? 0))
  if (!film) return c.refuse('photoId', { zh: '这些照片不在选片中', en: 'These photos are not being chosen from now' })
  await mustMayPick(c, film)
  return film.selectionStatus === 'picking' ? film : begin(c, film, await c.mustRef(film, 'workTask', { lock: true }))
}

/** Whoever takes a step back means what was said until then: a word that another said meanwhile stays. */
function mustStillBe(c: Picking, { pickType }: Photo): void {
  const { from } = c.input
  if (!from || (pickType ? from.includes(pickType) : from.length === 0)) return
  c.refuse('from', {
    zh: '其他人刚刚改过这张照片，未撤销',
    en: 'Somebody else has just changed their mind about this photo; it was not taken back',
  })
}

const pickForProduct: Handler<'photo/pickForProduct'> = async (c) => {
  const { orderItemId, action, pickType, selectedFilmId } = c.input
  const photo = c.row ?? (await c.must('photo', c.input.photoId, 'photoId'))
  const film = selectedFilmId ? await mustBePicking(c, selectedFilmId) : await filmOf(c, photo)
  if (photo.photoStage !== 'raw' || !(await sessionsOf(c, film)).includes(photo.orderSessionId ?? 0))
    c.refuse('photoId', { zh: '不是本场次的照片', en: 'This photo is of another session' })
  mustStillBe(c, photo)
  if (!orderItemId) {
    if (action === 'remove') await forget(c, film, photo)
    else await judge(c, film, photo, pickType ?? 'keep')
    return recount(c, film)
  }
  const unit = await unitOf(c, film)
  if (action === 'remove') await takeOut(c, film, photo, unit)
  else {
    if ((await pickOf(c, film, photo))?.pickType !== 'keep') await judge(c, film, photo, 'keep')
    await place(c, film, photo, unit)
  }
  return recount(c, film)
}

/** How far choosing is, and whose photos they are. */
const accountPick: Handler<'photo/accountPick'> = async (c) => {
  const film = await mustSee(c, c.input.selectedFilmId)
  const order = await c.mustRef(await c.mustRef(film, 'workTask'), 'order')
  const customer = await c.ref(order, 'customer')
  const sessions = await c.select('orderSession', { id: await sessionsOf(c, film) })
  const sessionNames = sessions.map((one) => one.orderSessionName).join('、')
  const { selectionStatus } = film
  const counted = await pickedOf(c, film)
  const open = selectionStatus === 'picking'
  return {
    ...{ customerName: customer?.realName, orderNo: order.orderNo, sessionNames, selectionStatus, open },
    ...counted,
    toPay: open ? await toPay(c, film, { extra: counted.extra, planPriceId: c.input.planPriceId }) : owedOf(film),
    notFull: open ? await notFull(c, [order.id]) : null,
  }
}

/** Products with places left, and how many of theirs are filled; nothing where all are full. */
async function notFull(c: CallContext, orderIds: readonly number[]): Promise<string | null> {
  const places = (await Promise.all(orderIds.map((id) => placesOf(c, id)))).flat()
  const said = places
    .filter(({ used, quota }) => used < quota)
    .map(({ itemName, used, quota }) => `${itemName ?? ''} ${used}/${quota}`)
  return said.join(c.actor.lang === 'zh' ? '、' : ', ') || null
}

/** What a signed selection waits for; nothing where it is paid. */
const owedOf = ({ selectionStatus, addAmount }: Film): Cents | null =>
  selectionStatus === 'toPay' ? (addAmount ?? 0) : null

/** The selections that a customer may make now, of one session or of all. */
export async function mineToPick(c: CallContext, orderSessionId: number | null | undefined): Promise<Film[]> {
  const films = await filmsToPick(c)
  if (!orderSessionId) return films
  const mine: Film[] = []
  for (const film of films) if ((await sessionsOf(c, film)).includes(orderSessionId)) mine.push(film)
  return mine
}

/** How far a customer is with all that they may choose from now; nothing where that is nothing. */
const myChoice: Handler<'photo/myChoice'> = async (c) => {
  const films = await mineToPick(c, c.input.orderSessionId)
  const each: Picked[] = []
  for (const film of films) each.push(await pickedOf(c, film))
  const total = (name: 'picked' | 'quota' | 'extra' | 'extraAmount'): number =>
    each.reduce((sum, one) => sum + one[name], 0)
  const [first] = each
  if (!first) return {}
  const lacking = (await Promise.all(films.map((film) => missing(c, film)))).flat()
  const signing = await Promise.all(films.map((film) => maySign(c, film)))
  return {
    open: true,
    toPay: sum(await Promise.all(films.map((film, at) => toPay(c, film, { extra: each[at]?.extra ?? 0 })))),
    maySign: signing.includes(true),
    notFull: await notFull(c, [...new Set(await Promise.all(films.map((film) => orderIdOf(c, film))))]),
    lacking: lacking.map(({ zh }) => zh).join('；') || null,
    lackingEn: lacking.map(({ en }) => en).join('; ') || null,
    ...{ picked: total('picked'), quota: total('quota'), extra: total('extra'), extraAmount: total('extraAmount') },
    // Prices that differ are no one price.
    extraPrice: each.every(({ extraPrice }) => extraPrice === first.extraPrice) ? first.extraPrice : null,
  }
}

/** A selection that the person may see; nothing is locked. */
async function mustSee(c: CallContext, id: number): Promise<Film> {
  const film = await c.seen('selectedFilm', id)
  return film ?? c.refuse('selectedFilmId', { zh: '选片任务不存在', en: 'There is no such selection task' })
}

const accountProduct: Handler<'photo/accountProduct'> = async (c) =>
  placesOf(c, await orderIdOf(c, await mustSee(c, c.input.selectedFilmId)))

const queryProduct: Handler<'photo/queryProduct'> = async (c) =>
  filledPlaces(c, await orderIdOf(c, await mustSee(c, c.input.selectedFilmId)))

/** The products that a customer may fill now, of one session or of all; nothing where they may not choose. */
const myProducts: Handler<'photo/myProducts'> = async (c) => {
  const films = await mineToPick(c, c.input.orderSessionId)
  const orders = new Set(await Promise.all(films.map((film) => orderIdOf(c, film))))
  const places = []
  for (const orderId of orders) places.push(...(await filledPlaces(c, orderId)))
  return places
}

/** The units of an order to fill, with the photos in them. */
async function filledPlaces(c: CallContext, orderId: number) {
  const places = await placesOf(c, orderId)
  const placed = await c.select(
    'pickProduct',
    { orderItemId: places.map(({ orderItemId }) => orderItemId) },
    { sort: ['slotNo'] },
  )
  const photos = await c.select('photo', { id: placed.map(({ photoId }) => photoId) })
  return places.map((one) => ({
    ...one,
    photos: placed
      .filter(({ orderItemId, unitNo }) => orderItemId === one.orderItemId && unitNo === one.unitNo)
      .map(({ photoId, slotNo }) => {
        const photo = photos.find(({ id }) => id === photoId)
        const small = c.actor.kind === 'client' ? photo?.smallPreviewUrl : photo?.thumbUrl
        return { photoId, slotNo, fileName: photo?.fileName ?? null, thumbUrl: small ?? null }
      }),
  }))
}

const queryPhotoProduct: Handler<'photo/queryPhotoProduct'> = async (c) => {
  const photo = await c.must('photo', c.input.photoId, 'photoId')
  return c.select('pickProduct', { photoId: photo.id })
}

const pickDetail: Handler<'photo/pickDetail'> = async (c) => {
  const film = await mustSee(c, c.input.selectedFilmId)
  const picks = await c.select('pick', { selectedFilmId: film.id, pickType: 'keep' })
  return {
    photos: await c.select('photo', { id: picks.map(({ photoId }) => photoId) }),
    products: await c.select('pickProduct', { selectedFilmId: film.id }),
  }
}

const checkSend: Handler<'photo/checkSend'> = async (c) => {
  const problems = await missing(c, await mustSee(c, c.input.selectedFilmId))
  return { ok: problems.length === 0, problems }
}

export const handlers: Handlers = {
  'photo/startPick': startPick,
  'photo/cancel': cancel,
  'photo/pickForProduct': pickForProduct,
  'photo/accountPick': accountPick,
  'photo/myChoice': myChoice,
  'photo/myProducts': myProducts,
  'photo/accountProduct': accountProduct,
  'photo/queryProduct': queryProduct,
  'photo/queryPhotoProduct': queryPhotoProduct,
  'photo/pickDetail': pickDetail,
  'photo/checkSend': checkSend,
}
