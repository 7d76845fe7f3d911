/** Upgrades (rules 2.3): a larger package of the same business for the difference; what was shot stays. */
import { openBill } from '../cash/bill.ts'
import { resolvePrices, type ResolvedPrice } from '../catalogue/prices.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { itemValues } from './add.ts'
import { beginWork } from './flow.ts'
import { priceOrder, type Priced } from './priced.ts'
import { endSessions } from './cancel.ts'
import { isUnshot, makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { refuseState } from '../refusals.ts'

/** The package line of an order that counts. */
async function packageLine(c: CallContext, order: Row): Promise<Row | undefined> {
  const items = await c.select('orderItem', {
    orderId: order.id,
    itemType: value(c, 'item_type', 'package'),
    status: value(c, 'item_status', 'active'),
  })
  return items.find((item) => !item.fromPackage)
}

const priceOf = (c: CallContext, order: Row, packageId: unknown): Promise<Priced> =>
  priceOrder(c, { cityCode: String(order.cityCode), businessType: String(order.businessType), packageId })

/** Packages an order may be upgraded to: of its business, on sale in its city, dearer than what it has. */
const query: Handler = async (c) => {
  const order = await c.seen('order', Number(c.input.orderId))
  const line = order && (await packageLine(c, order))
  if (!order || !line) return []
  const packages = await c.select(
    'photoPackage',
    { businessType: order.businessType, status: value(c, 'shelf_status', 'on') },
    { sort: ['salePrice', 'id'] },
  )
  const prices = await resolvePrices(c, {
    cityCode: String(order.cityCode),
    businessType: String(order.businessType),
    items: packages.map((one) => ({ itemType: String(line.itemType), itemId: one.id })),
  })
  const offers = packages
    .map((one, at) => ({ one, ...(prices[at] as ResolvedPrice) }))
    .filter(({ one, onSale, price }) => onSale && one.id !== order.packageId && price > Number(line.price))
    .map(({ one, price }) => ({ ...one, salePrice: price }))
  c.answer({ total: offers.length })
  return offers
}

const add: Handler = async (c) => {
  const order = await orderNow(c, c.input.orderId)
  mustBeOpen(c, order)
  if (isOneOf(c, 'order_status', order.orderStatus, 'served')) refuseState(c)
  const waiting = await c.select(
    'orderAdd',
    { orderId: order.id, status: value(c, 'order_add_status', 'waitingPayment') },
    { limit: 1 },
  )
  if (waiting.length > 0)
    c.refuse(undefined, { zh: '订单还有未付款的加单', en: 'An add-on of this order is not paid yet' })
  const line =
    (await packageLine(c, order)) ??
    c.refuse('orderId', { zh: '订单没有套系，不能升级', en: 'The order has no package to upgrade' })
  const target = await c.find('photoPackage', Number(c.input.toPackageId))
  if (!target || target.businessType !== order.businessType)
    c.refuse('toPackageId', { zh: '只能升级为同业务的套系', en: 'Only a package of the same business' })
  const { originAmount } = await priceOf(c, order, c.input.toPackageId)
  const diffAmount = originAmount - Number(line.price) * Number(line.quantity)
  if (diffAmount <= 0) c.refuse('toPackageId', { zh: '只能升级为价格更高的套系', en: 'Only a dearer package' })
  const upgrade = await c.insert('orderUpgrade', {
    orderId: order.id,
    fromPackageId: order.packageId,
    toPackageId: c.input.toPackageId,
    fromAmount: Number(line.price) * Number(line.quantity),
    toAmount: originAmount,
    diffAmount,
    salesId: c.input.salesId ?? c.actor.employeeId,
  })
  const bill = await openBill(c, {
    billType: 'order',
    title: `升级 ${String(upgrade.upgradeNo)}`,
    payableAmount: diffAmount,
    customerId: order.customerId,
    orderId: order.id,
    sourceId: upgrade.id,
    orgId: order.orgId,
    salesId: upgrade.salesId,
  })
  await c.update('orderUpgrade', upgrade, { billId: bill.id })
  await rebuild(c, order, line, upgrade)
  await settleState(c, await orderNow(c, order.id))
  return { id: upgrade.id, billId: bill.id, diffAmount }
}

/** The rows of the old package make way for those of the new one; sessions that were not shot are made anew. */
async function rebuild(c: CallContext, order: Row, line: Row, upgrade: Row): Promise<void> {
  const found = await priceOf(c, order, upgrade.toPackageId)
  const old = await c.select('orderItem', { orderId: order.id, status: value(c, 'item_status', 'active') })
  const sessions = await c.select('orderSession', { orderId: order.id }, { lock: true })
  const gone = old.filter((item) => item.id === line.id || item.fromPackage)
  const made = await c.insertMany(
    'orderItem',
    found.lines.map((one) => ({ ...itemValues(c, one, 'upgrade'), orderId: order.id })),
  )
  for (const item of gone)
    await c.update('orderItem', item, { status: value(c, 'item_status', 'replaced'), replacedById: made[0]?.id })
  const replaced = sessions.filter((session) => gone.some((item) => item.id === session.orderItemId))
  await endSessions(
    c,
    replaced.filter((session) => isUnshot(c, session)),
    'cancel',
    '套系升级',
  )
  await makeSessions(
    c,
    order,
    await stillToShoot(
      c,
      made,
      replaced.filter((session) => !isUnshot(c, session)),
    ),
  )
  const now = await orderNow(c, order.id)
  await c.update('order', now, {
    packageId: found.package?.id,
    categoryId: found.package?.categoryId,
    pickQuota: Number(now.pickQuota ?? 0) - Number(await quotaOf(c, order)) + Number(found.package?.pickQuota ?? 0),
    extraPhotoPrice: found.extraPhotoPrice,
  })
}

const quotaOf = async (c: CallContext, order: Row): Promise<unknown> =>
  (await c.find('photoPackage', Number(order.packageId)))?.pickQuota ?? 0

/** Services of the new package less what was shot already, matched by service. */
async function stillToShoot(c: CallContext, items: readonly Row[], shot: readonly Row[]): Promise<Row[]> {
  const left = new Map<unknown, number>()
  for (const session of shot) left.set(session.serviceId, (left.get(session.serviceId) ?? 0) + 1)
  const rest: Row[] = []
  for (const item of items) {
    const service =
      item.itemType === value(c, 'item_type', 'service') ? await c.find('service', Number(item.itemId)) : undefined
    const done = service ? Math.floor((left.get(service.id) ?? 0) / Math.max(Number(service.sessionCount), 1)) : 0
    if (Number(item.quantity) - done > 0) rest.push({ ...item, quantity: Number(item.quantity) - done })
  }
  return rest
}

/** The difference is paid. */
export async function upgradePaid(c: CallContext, order: Row, bill: Row): Promise<Row | undefined> {
  const [upgrade] = await c.select('orderUpgrade', { billId: bill.id }, { limit: 1, lock: true })
  if (!upgrade) return undefined
  await c.update('orderUpgrade', upgrade, { status: value(c, 'order_add_status', 'paid') })
  await beginWork(c, order)
  return orderNow(c, order.id)
}

export const handlers: Handlers = { 'upgradeOrder/query': query, 'orderUpgrade/add': add }
