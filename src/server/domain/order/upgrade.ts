/** Upgrades (rules 2.3): a larger package of the same business for the difference; what was shot stays. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { refuseState } from '../../platform/refusals.ts'
import { voidBill } from '../cash/bill.ts'
import { takeFromSales } from '../catalogue/prices.ts'
import { itemValues } from './add.ts'
import { beginWork } from './flow.ts'
import { settleLess } from './less.ts'
import { countPaid } from './paid.ts'
import { packagesFor, offerPackages } from './offers.ts'
import { depositOf, priceOrder, savedInstead, type Priced } from './priced.ts'
import { endSessions } from './cancel.ts'
import { dearerParts, partsWentBack, waitsFor } from './refundItems.ts'
import { isUnshot, makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { remake, unmake } from './unmake.ts'
import { words } from '../../platform/values.ts'

type Order = Row<'order'>
type Item = Row<'orderItem'>

/** The package line of an order that counts. */
async function packageLine(c: CallContext, order: Order): Promise<Item | undefined> {
  const where = { orderId: order.id, itemType: 'package', status: 'active', fromPackage: false } as const
  return (await c.select('orderItem', where, { limit: 1 }))[0]
}

const amountOf = ({ price, quantity }: Item): number => (price ?? 0) * quantity

/** Packages an order may be upgraded to: of its business, on sale in its city, dearer than what it has. */
const query: Handler<'upgradeOrder/query'> = async (c) => {
  const order = await c.seen('order', c.input.orderId)
  const line = order && (await packageLine(c, order))
  if (!line) return []
  const dearer = (await packagesFor(c, order)).filter(
    ({ id, salePrice }) => id !== order.packageId && salePrice > (line.price ?? 0),
  )
  return await offerPackages(c, dearer, c.input)
}

/** What a package costs instead of the one that an order has; members save on the difference. */
async function offered(
  c: CallContext,
  order: Order,
  line: Item,
  toPackageId: number,
): Promise<{ priced: Priced; fromAmount: Cents; toAmount: Cents; memberDiscount: Cents; diffAmount: Cents }> {
  const { cityCode, businessType, customerId } = order
  const target = await c.find('photoPackage', toPackageId)
  if (target?.businessType !== businessType)
    c.refuse('toPackageId', { zh: '只能升级为同业务的套系', en: 'Only a package of the same business' })
  const priced = await priceOrder(c, { cityCode, businessType, customerId, packageId: toPackageId })
  const fromAmount = amountOf(line)
  const toAmount = priced.itemsAmount
  const old = { cost: fromAmount, saved: line.memberDiscount }
  const saved = savedInstead(old, { cost: toAmount, saved: priced.memberDiscount })
  const memberDiscount = saved - line.memberDiscount
  return { priced, fromAmount, toAmount, memberDiscount, diffAmount: toAmount - fromAmount - memberDiscount }
}

/** What an upgrade would cost; nothing is written. */
const price: Handler<'orderUpgrade/price'> = async (c) => {
  const { orderId, toPackageId } = c.input
  const order = await c.seen('order', orderId)
  const line = order && (await packageLine(c, order))
  if (!line) return {}
  if (!toPackageId) return { fromAmount: amountOf(line) }
  const { priced: _priced, ...figures } = await offered(c, order, line, toPackageId)
  return figures
}

const add: Handler<'orderUpgrade/add'> = async (c) => {
  const { toPackageId, salesId } = c.input
  const order = await orderNow(c, c.input.orderId)
  mustBeOpen(c, order)
  if (order.orderStatus === 'served') refuseState(c)
  if (await c.exists('orderUpgrade', { orderId: order.id, status: 'waitingPayment' }))
    c.refuse('orderId', {
      zh: '订单还有未付款的升级，请先收款或取消',
      en: 'An upgrade of this order is not paid yet; take the money or cancel it first',
    })
  if (await c.exists('orderAdd', { orderId: order.id, status: 'waitingPayment' }))
    c.refuse(undefined, { zh: '订单还有未付款的加单', en: 'An add-on of this order is not paid yet' })
  const line =
    (await packageLine(c, order)) ??
    c.refuse('orderId', { zh: '订单没有套系，不能升级', en: 'The order has no package to upgrade' })
  const parts = await c.select('orderItem', { orderId: order.id, fromPackage: true, status: 'active' })
  const waits = await waitsFor(
    c,
    order.id,
    [line, ...parts].map(({ id }) => id),
  )
  if (waits) c.refuse('orderId', waits)
  if (await partsWentBack(c, order.id))
    c.refuse('orderId', { zh: '套系内已有退款，不能升级', en: 'Parts of the package went back; it cannot be upgraded' })
  const [instead] = await dearerParts(c, order.id)
  if (instead)
    c.refuse('orderId', {
      zh: `套系内 ${instead.itemName} 有补差，请先改回再升级`,
      en: `More was paid for ${instead.itemName} than the package has: change it back before the upgrade`,
    })
  const offer = await offered(c, order, line, toPackageId)
  const { fromAmount, toAmount, memberDiscount, diffAmount } = offer
  if (diffAmount <= 0) c.refuse('toPackageId', { zh: '只能升级为价格更高的套系', en: 'Only a dearer package' })
  const upgrade = await c.insert('orderUpgrade', {
    orderId: order.id,
    fromPackageId: order.packageId,
    toPackageId,
    fromAmount,
    toAmount,
    memberDiscount,
    diffAmount,
    salesId: salesId ?? c.actor.employeeId,
  })
  await rebuild(c, order, line, offer)
  await settleState(c, await orderNow(c, order.id))
  return { id: upgrade.id, billId: upgrade.billId, diffAmount }
}

/** The rows of the old package make way for those of the new one; sessions that were not shot are made anew. */
async function rebuild(
  c: CallContext,
  order: Order,
  line: Item,
  { priced: found, memberDiscount }: { priced: Priced; memberDiscount: Cents },
): Promise<void> {
  const orderId = order.id
  const old = await c.select('orderItem', { orderId, status: 'active' })
  const sessions = await c.select('orderSession', { orderId }, { lock: true })
  const gone = old.filter((item) => item.id === line.id || item.fromPackage)
  await takeFromSales(c, found.lines, 'toPackageId')
  const { discountShare, couponShare } = line
  const borne = { discountShare, couponShare, memberDiscount: line.memberDiscount + memberDiscount }
  const made = await c.insertMany(
    'orderItem',
    found.lines.map((one) => ({
      ...itemValues(one, 'upgrade'),
      orderId,
      ...(one.fromPackage ? { memberDiscount: 0 } : borne),
    })),
  )
  const replaced = { status: 'replaced', replacedById: made[0]?.id, discountShare: 0, couponShare: 0 } as const
  for (const item of gone) await c.update('orderItem', item, replaced)
  await unmake(
    c,
    orderId,
    gone.map(({ id }) => id),
    words(c, 'written', 'upgraded'),
  )
  const planned = sessions.filter((session) => gone.some((item) => item.id === session.orderItemId))
  await endSessions(c, planned.filter(isUnshot), 'cancel', words(c, 'written', 'upgraded'))
  const shot = planned.filter(isShot)
  await makeSessions(c, order, await stillToShoot(c, made, shot))
  const before = await c.ref(order, 'package')
  const listed = await orderNow(c, orderId)
  const now = await c.update('order', listed, { memberDiscount: listed.memberDiscount + memberDiscount })
  await c.update('order', now, {
    packageId: found.package?.id,
    depositAmount: depositOf(c, found.package, now.payableAmount),
    categoryId: found.package?.categoryId,
    pickQuota: (now.pickQuota ?? 0) - (before?.pickQuota ?? 0) + (found.package?.pickQuota ?? 0),
    extraPhotoPrice: found.extraPhotoPrice,
  })
}

/**
 * An upgrade that nobody has paid anything for is taken back: the rows of the old package stand again, with what they bore
 * and its sessions, and those of the new one are out. Not once anything of it was changed or went back.
 */
const del: Handler<'orderUpgrade/del'> = async (c) => {
  const upgrade = c.row
  const order = await orderNow(c, upgrade.orderId)
  mustBeOpen(c, order)
  const bill = await c.mustRef(upgrade, 'bill', { lock: true })
  if (upgrade.status !== 'waitingPayment' || bill.paidAmount > 0) refuseState(c)
  const ends = await waitsFor(c, order.id, [])
  if (ends) c.refuse('id', ends)
  const line = await packageLine(c, order)
  const items = await c.select('orderItem', { orderId: order.id }, { lock: true })
  const made = items.filter((item) => item.status === 'active' && (item.fromPackage || item.id === line?.id))
  const before = items.filter((item) => item.status === 'replaced' && item.replacedById === line?.id)
  if (!line || before.length === 0 || (await dearerParts(c, order.id)).length > 0)
    return c.refuse('id', {
      zh: '升级后的套系已有变更，请先改回',
      en: 'The new package was changed meanwhile; change it back first',
    })
  const reason = words(c, 'written', 'upgradeCancelled')
  const ids = made.map(({ id }) => id)
  const sessions = await c.select('orderSession', { orderItemId: ids }, { lock: true })
  if (!sessions.every(isUnshot))
    c.refuse('id', { zh: '升级后的服务已开拍', en: 'Something of the new package was begun to be shot' })
  await endSessions(c, sessions, 'cancel', reason)
  await unmake(c, order.id, ids, reason)
  const { discountShare, couponShare } = line
  for (const item of made) await c.update('orderItem', item, { status: 'cancelled', discountShare: 0, couponShare: 0 })
  const stands = { status: 'active', replacedById: null } as const
  const back: Item[] = []
  for (const item of before)
    back.push(
      await c.update('orderItem', item, { ...stands, ...(item.fromPackage ? {} : { discountShare, couponShare }) }),
    )
  const kept = await c.select('orderSession', { orderItemId: back.map(({ id }) => id) })
  const shot = kept.filter(isShot)
  await makeSessions(c, order, await stillToShoot(c, back, shot))
  await remake(c, back)
  await voidBill(c, bill, reason)
  await c.move('orderUpgrade', upgrade, 'cancel')
  await returnTo(c, upgrade)
  // What later changes took off the upgrade was paid too much.
  await settleLess(c, order.id, 'original')
  const settled = await settleState(c, await orderNow(c, order.id))
  if (settled.payStatus !== 'unpaid') await beginWork(c, settled)
  await countPaid(c, await orderNow(c, order.id))
  return {}
}

/** The order says again what it said with its old package. */
async function returnTo(c: CallContext, { orderId, fromPackageId, toPackageId, memberDiscount }: Row<'orderUpgrade'>) {
  const [before, after] = [await c.find('photoPackage', fromPackageId), await c.find('photoPackage', toPackageId)]
  const listed = await orderNow(c, orderId)
  const now = await c.update('order', listed, { memberDiscount: listed.memberDiscount - memberDiscount })
  await c.update('order', now, {
    packageId: fromPackageId,
    depositAmount: depositOf(c, before, now.payableAmount),
    categoryId: before?.categoryId,
    pickQuota: (now.pickQuota ?? 0) - (after?.pickQuota ?? 0) + (before?.pickQuota ?? 0),
    extraPhotoPrice: before?.extraPhotoPrice ?? 0,
  })
}

/** Neither still to shoot nor cancelled, by an upgrade that was taken back for instance. */
const isShot = (session: Row<'orderSession'>): boolean => !isUnshot(session) && session.sessionStatus !== 'cancelled'

/** Services of the new package less what was shot already, matched by service. */
async function stillToShoot(
  c: CallContext,
  items: readonly Item[],
  shot: readonly Row<'orderSession'>[],
): Promise<Item[]> {
  const services = await c.select('service', { id: shot.flatMap(({ serviceId }) => serviceId ?? []) })
  return items
    .map((item) => {
      const service = item.itemType === 'service' ? services.find(({ id }) => id === item.itemId) : undefined
      const count = shot.filter(({ serviceId }) => serviceId === service?.id).length
      const done = service ? Math.floor(count / Math.max(service.sessionCount, 1)) : 0
      return { ...item, quantity: item.quantity - done }
    })
    .filter(({ quantity }) => quantity > 0)
}

export const handlers: Handlers = {
  'upgradeOrder/query': query,
  'orderUpgrade/price': price,
  'orderUpgrade/add': add,
  'orderUpgrade/del': del,
}
