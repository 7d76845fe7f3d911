/** Items of an order that go back (rules 2.15): how many and for how much, and what leaves the order with them. */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { soughtOf } from '../../platform/sought.ts'
import { words } from '../../platform/values.ts'
import { share, sum, yuan } from '../cash/cents.ts'
import { ENDS, isEnding } from '../cash/ending.ts'
import { moneyOf } from './borne.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { orderNow } from './state.ts'
import { moveUnits, unmake } from './unmake.ts'

type Items = Row<'refund'>['items']

/** Refuses items that are not in the order, too many of them, or more than was to be paid for them. */
export async function refuseItems(
  c: CallContext,
  order: Row<'order'>,
  items: Items,
  refundAmount: Cents,
): Promise<void> {
  if (items.length === 0) return
  const { lines, asked, waiting } = await goingBack(c, order.id)
  for (const [at, item] of items.entries()) {
    const row = lines.find(({ id }) => id === item.orderItemId)
    if (row?.status !== 'active')
      return c.refuse(`items[${at}].orderItemId`, { zh: '该明细不在订单中', en: 'This is not in the order' })
    const before = items.slice(0, at)
    const taken = [...waiting, ...before].filter((one) => one.orderItemId === row.id)
    const left = row.quantity - sum(taken.map(({ quantity }) => quantity))
    if (item.quantity > left)
      c.refuse(`items[${at}].quantity`, {
        zh: `数量最多 ${left}，其余已退或退款中`,
        en: `At most ${left} can still go back`,
      })
    if (await isOwed(c, row.id)) c.refuse(`items[${at}].orderItemId`, OWED)
    if ((row.fromPackage || row.itemType === 'package') && (await isUpgraded(c, order.id)))
      c.refuse(`items[${at}].orderItemId`, UPGRADED)
    if (row.itemType === 'package' && item.quantity >= row.quantity)
      refuseWithoutParts(c, { lines, waiting, items }, at)
    const gone = [...asked, ...before]
    const most = mostOf(row, { taken: row.quantity - left, quantity: item.quantity }, { lines, gone })
    if (item.amount > most)
      c.refuse(`items[${at}].amount`, {
        zh: `该明细最多可退 ${yuan(most)}：成交价减去会员折扣、分摊的优惠和现金券以及套系内已退的`,
        en: `At most ${yuan(most)} of this can go back: its price less what members save, its share of discount and coupons, and what went back of its package`,
      })
  }
  if (sum(items.map(({ amount }) => amount)) !== refundAmount)
    c.refuse('refundAmount', { zh: '退款金额与明细合计不一致', en: 'The amount differs from the sum of the items' })
}

/** The items of an order, and what its refunds want of them: all, and those that wait. */
async function goingBack(c: CallContext, orderId: number): Promise<{ lines: Line[]; asked: Items; waiting: Items }> {
  const refunds = await c.select('refund', { orderId, status: ['applied', 'approved', 'refunded'] })
  return {
    lines: await c.select('orderItem', { orderId, status: ['active', 'refunded'] }),
    asked: refunds.flatMap((one) => one.items),
    waiting: refunds.filter(({ status }) => status === 'applied').flatMap((one) => one.items),
  }
}

/** What can still go back of an order: of each item how many, and the most that these give back. */
const offered: Handler<'cashRefund/items'> = async (c) => {
  const order = await c.seen('order', c.input.orderId)
  if (!order) return []
  const { lines, asked, waiting } = await goingBack(c, order.id)
  const offers = lines.flatMap((line) => {
    const taken = sum(waiting.filter((one) => one.orderItemId === line.id).map(({ quantity }) => quantity))
    const quantity = line.quantity - taken
    if (line.status !== 'active' || quantity <= 0) return []
    const amount = mostOf(line, { taken, quantity }, { lines, gone: asked })
    return { id: line.id, label: line.itemName ?? '', quantity, amount }
  })
  const sought = soughtOf(offers, c.input, ({ id, label }) => ({ value: id, words: [label] }))
  c.answer({ total: sought.length })
  return sought
}

const OWED = {
  zh: '该产品的变更差价还未付清，请先收款，或变更为原产品',
  en: 'The difference of its change is not paid; take the money, or change it back',
}

/** Whether an item took the place of others for a difference that is not paid, the last time or before. */
async function isOwed(c: CallContext, itemId: number): Promise<boolean> {
  const changes: Row<'orderChange'>[] = []
  for (let ids = [itemId]; ids.length > 0;) {
    const found = await c.select('orderChange', { newItemId: ids })
    const news = found.filter(({ id }) => !changes.some((one) => one.id === id))
    changes.push(...news)
    ids = news.flatMap(({ oldItemId }) => oldItemId ?? [])
  }
  const bills = changes.flatMap(({ billId }) => billId ?? [])
  return bills.length > 0 && (await c.exists('bill', { id: bills, billStatus: ['unpaid', 'part'] }))
}

const UPGRADED = {
  zh: '套系的升级还未付款，请先收款或取消升级',
  en: 'The upgrade of the package is not paid; take the money or cancel the upgrade first',
}

const isUpgraded = (c: CallContext, orderId: number): Promise<boolean> =>
  c.exists('orderUpgrade', { orderId, status: 'waitingPayment' })

type Line = Row<'orderItem'>

/** What the first so many pieces of an item give back: one by one they come to no more than all together. */
function moneyOfPieces(line: Line, count: number): Cents {
  const part = (of: Cents | null): Cents => share(of ?? 0, count / line.quantity)
  return part(line.amount) - part(line.memberDiscount) - part(line.discountShare) - part(line.couponShare)
}

/** What of a package was to be paid with money, as a part of its price. */
function keptOf(whole: Line): number {
  const cost = (whole.amount ?? 0) - whole.memberDiscount
  return cost > 0 ? Math.max(moneyOf(whole), 0) / cost : 1
}

/** The most that so many of a line give back, once some are taken. A package and its parts give together no more than was paid for them. */
function mostOf(
  line: Line,
  { taken, quantity }: { taken: number; quantity: number },
  { lines, gone }: { lines: readonly Line[]; gone: Items },
): Cents {
  const own = Math.max(moneyOfPieces(line, taken + quantity) - moneyOfPieces(line, taken), 0)
  const whole = lines.find((one) => one.itemType === 'package' && one.status === 'active')
  const ofPackage = (of: Line): boolean => of.fromPackage || of.id === whole?.id
  if (!whole || !ofPackage(line)) return own
  const together = lines.filter(ofPackage)
  const back = sum(gone.filter((one) => together.some(({ id }) => id === one.orderItemId)).map(({ amount }) => amount))
  const left = Math.max(sum(together.map(moneyOf)) - back, 0)
  return Math.min(own + (line.fromPackage ? Math.floor(worthOf(line, quantity) * keptOf(whole)) : 0), left)
}

/** What so many of a part of a package would cost alone, without what a dearer choice costs more; a present nothing. */
const worthOf = ({ isGift, originPrice, extraPrice }: Line, quantity: number): Cents =>
  isGift ? 0 : ((originPrice ?? 0) - extraPrice) * quantity

interface Asked {
  lines: readonly Line[]
  /** What other refunds that wait want. */
  waiting: Items
  items: Items
}

/** A package goes back with all pieces of its parts for which more was paid: these say how much. No part of it goes back apart meanwhile. */
function refuseWithoutParts(c: CallContext, { lines, waiting, items }: Asked, at: number): void {
  const parts = lines.filter((one) => one.fromPackage && one.status === 'active')
  const apart = parts.find(({ id }) => waiting.some((one) => one.orderItemId === id))
  if (apart)
    c.refuse(`items[${at}].orderItemId`, {
      zh: `套系内的 ${apart.itemName} 有未审核的退款，请先审核或撤回`,
      en: `A refund of ${apart.itemName}, a part of it, waits: approve or withdraw that first`,
    })
  const wanted = (id: number): number =>
    sum(items.filter((one) => one.orderItemId === id).map(({ quantity }) => quantity))
  const left = parts.filter(({ id, extraPrice, quantity }) => extraPrice > 0 && wanted(id) < quantity)
  if (left.length === 0) return
  const names = left.map(({ itemName, quantity }) => `${itemName} × ${quantity}`)
  c.refuse(`items[${at}].orderItemId`, {
    zh: `套系内补差的 ${names.join('、')} 须一并退`,
    en: `Parts of the package for which more was paid go back with it: ${names.join(', ')}`,
  })
}

/** What goes back of the items is out of the order; what it cost stays payable for now. */
export async function takeOut(c: CallContext, order: Row<'order'>, items: Items): Promise<void> {
  const reason = words(c, 'written', 'refunded')
  const quantities = new Map<number, number>()
  for (const one of items) quantities.set(one.orderItemId, (quantities.get(one.orderItemId) ?? 0) + one.quantity)
  const [out, gone]: [Row<'orderItem'>[], number[]] = [[], []]
  const named = await c.select('orderItem', { id: [...quantities.keys()] }, { lock: true })
  // A package takes its parts along, those that are named have gone by then.
  const isWhole = ({ itemType }: Line): number => Number(itemType === 'package')
  for (const item of named.sort((a, b) => isWhole(a) - isWhole(b))) {
    const quantity = quantities.get(item.id) ?? 0
    if (item.status !== 'active' || quantity > item.quantity) c.refuse(undefined, NOT_THERE)
    const whole = quantity === item.quantity
    await endSessionsOf(c, item, whole ? 1 : quantity / item.quantity, reason)
    const line = whole ? await c.update('orderItem', item, { status: 'refunded' }) : await splitOff(c, item, quantity)
    out.push(line)
    gone.push(line.id)
    if (whole && item.itemType === 'package') gone.push(...(await takeOutParts(c, order, reason)))
  }
  if (out.length === 0) return
  await unmake(c, order.id, gone, reason)
  const now = await orderNow(c, order.id)
  const memberDiscount = sum(out.map((line) => line.memberDiscount))
  await c.update('order', now, {
    memberDiscount: now.memberDiscount - memberDiscount,
    reducedAmount: now.reducedAmount - sum(out.map(({ amount }) => amount)) + memberDiscount,
  })
}

const NOT_THERE = {
  zh: '退款明细已不在订单中，请驳回此退款',
  en: 'Items of this refund are no more in the order: reject it',
}

/** With a part of a service goes that part of its sessions: as many as are not given up yet, of those that were not shot. */
async function endSessionsOf(c: CallContext, item: Row<'orderItem'>, part: number, reason: string): Promise<void> {
  const sessions = await c.select('orderSession', { orderItemId: item.id }, { sort: ['-id'], lock: true })
  const given = sessions.filter(({ sessionStatus }) => sessionStatus === 'cancelled' || sessionStatus === 'terminated')
  const count = Math.max(Math.round(sessions.length * part) - given.length, 0)
  await endSessions(c, sessions.filter(isUnshot).slice(0, count), 'terminate', reason)
}

/** With a package go its parts, and their sessions that were not shot. */
async function takeOutParts(c: CallContext, { id: orderId }: Row<'order'>, reason: string): Promise<number[]> {
  const parts = await c.select('orderItem', { orderId, fromPackage: true, status: 'active' }, { lock: true })
  for (const part of parts) {
    await endSessionsOf(c, part, 1, reason)
    await c.update('orderItem', part, { status: 'refunded' })
  }
  return parts.map(({ id }) => id)
}

/** The last pieces of an item become a line of their own, which is out of the order. */
async function splitOff(c: CallContext, item: Row<'orderItem'>, quantity: number): Promise<Row<'orderItem'>> {
  const { orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice } = item
  const { fromPackage, isGift, photoQuota, sourceType, specialSaleItemId, orderAddId } = item
  const part = (of: Cents): Cents => share(of, quantity / item.quantity)
  const memberDiscount = part(item.memberDiscount)
  const [discountShare, couponShare] = [part(item.discountShare), part(item.couponShare)]
  const from = item.quantity - quantity
  const line = await c.insert('orderItem', {
    ...{ orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice },
    ...{ fromPackage, isGift, photoQuota, sourceType, specialSaleItemId, orderAddId },
    ...{ quantity, memberDiscount, discountShare, couponShare, extraPrice: item.extraPrice, status: 'refunded' },
  })
  const left = {
    quantity: from,
    memberDiscount: item.memberDiscount - memberDiscount,
    discountShare: item.discountShare - discountShare,
    couponShare: item.couponShare - couponShare,
    ...(item.discountOn === null ? {} : { discountOn: item.discountOn - part(item.discountOn) }),
  }
  await moveUnits(c, await c.update('orderItem', item, left), { to: line, from })
  return line
}

const WAITS = { zh: '该产品有未审核的退款', en: 'A refund of this waits to be approved' }

/** Parts of the package of an order for which more was paid: other things than it has, or dearer choices of them. */
export const dearerParts = async (c: CallContext, orderId: number): Promise<Line[]> =>
  (await c.select('orderItem', { orderId, fromPackage: true, status: 'active' })).filter((one) => one.extraPrice > 0)

/** Whether parts of the package of an order went back, or go back. */
export async function partsWentBack(c: CallContext, orderId: number): Promise<boolean> {
  const parts = await c.select('orderItem', { orderId, fromPackage: true, status: ['active', 'refunded'] })
  const asked = await c.select('refund', { orderId, status: ['applied', 'approved', 'refunded'] })
  return asked.some(({ items }) => items.some((one) => parts.some(({ id }) => id === one.orderItemId)))
}

/** Why items of an order may not be changed now: a refund of them waits, or one that ends the order is under way. */
export async function waitsFor(c: CallContext, orderId: number, itemIds: readonly number[]): Promise<Text | undefined> {
  if (await isEnding(c, orderId)) return ENDS
  const named = (await c.select('refund', { orderId, status: 'applied' })).flatMap(({ items }) => items)
  const ids = itemIds.length > 0 ? named.map((one) => one.orderItemId) : []
  // With a package everything that belongs to it goes.
  const whole = ids.length > 0 && (await c.exists('orderItem', { id: ids, itemType: 'package' }))
  return whole || itemIds.some((id) => ids.includes(id)) ? WAITS : undefined
}

export const handlers: Handlers = { 'cashRefund/items': offered }
