/** Upgrades (rules 2.3): a larger package of the same business for the difference; what was shot stays. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { refuseState } from '../../platform/refusals.ts'
import { takeFromSales } from '../catalogue/prices.ts'
import { itemValues } from './add.ts'
import { beginWork } from './flow.ts'
import { packagesFor, offerPackages } from './offers.ts'
import { depositOf, priceOrder, savedInstead, type Priced } from './priced.ts'
import { endSessions } from './cancel.ts'
import { insteadOfParts, partsWentBack, waitsFor } from './refundItems.ts'
import { isUnshot, makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { unmake } from './unmake.ts'
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
  const [instead] = await insteadOfParts(c, order.id)
  if (instead)
    c.refuse('orderId', {
      zh: `套系内换购了 ${instead.itemName}，请先改回再升级`,
      en: `${instead.itemName} was taken instead of a part of the package: change it back before the upgrade`,
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
  const made = await c.insertMany(
    'orderItem',
    found.lines.map((one) => ({
      ...itemValues(one, 'upgrade'),
      orderId,
      memberDiscount: one.fromPackage ? 0 : line.memberDiscount + memberDiscount,
    })),
  )
  for (const item of gone) await c.update('orderItem', item, { status: 'replaced', replacedById: made[0]?.id })
  await unmake(
    c,
    orderId,
    gone.map(({ id }) => id),
    words(c, 'written', 'upgraded'),
  )
  const replaced = sessions.filter((session) => gone.some((item) => item.id === session.orderItemId))
  await endSessions(c, replaced.filter(isUnshot), 'cancel', words(c, 'written', 'upgraded'))
  const shot = replaced.filter((session) => !isUnshot(session))
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

/** The upgrade that a bill is for. */
export const upgradeOf = async (c: CallContext, bill: Row<'bill'>): Promise<Row<'orderUpgrade'> | undefined> =>
  (await c.select('orderUpgrade', { billId: bill.id }, { limit: 1, lock: true }))[0]

/** The difference is paid. */
export async function upgradePaid(c: CallContext, order: Order, upgrade: Row<'orderUpgrade'>): Promise<Order> {
  await c.move('orderUpgrade', upgrade, 'pay')
  await beginWork(c, order)
  return orderNow(c, order.id)
}

export const handlers: Handlers = { 'upgradeOrder/query': query, 'orderUpgrade/price': price, 'orderUpgrade/add': add }
