/** From the inspected product to the customer (rules 2.13, 2.14; I-37, I-38). */
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { tellByScene } from '../messages/sms.ts'
import { serveWhenDone } from '../order/served.ts'
import { orderNow } from '../order/state.ts'
import { refuseState } from '../../platform/refusals.ts'

type Product = Row<'workProduct'>
type Delivery = Row<'delivery'>
type Recording = Call<'delivery/record'>

/** So many letters of a recipient are kept. */
const RECEIVER = 20

/** Deliveries that are still to reach somebody. */
const OPEN = ['toSend', 'sent', 'inTransit', 'returned'] as const

/**
 * After an inspection: what failed goes back to its manufacturer. When all of an order has passed, it waits for its
 * customer, who is told.
 */
export async function handOver(c: CallContext, product: Product, passed: boolean): Promise<void> {
  const order = await orderNow(c, product.orderId)
  if (!passed) {
    const maker = await c.ref(product, 'manufacturer')
    await deliver(c, order, [product], {
      direction: 'rework',
      deliveryType: 'express',
      receiver: maker?.name.slice(0, RECEIVER) ?? null,
      receiverMobile: maker?.contactMobile ?? null,
      address: maker?.address ?? null,
      reworkReason: product.reworkReason,
    })
    return
  }
  const live = (await c.select('workProduct', { orderId: order.id })).filter(
    ({ produceStatus }) => produceStatus !== 'cancelled' && produceStatus !== 'delivered',
  )
  const waiting = live.filter(({ produceStatus }) => produceStatus === 'passed' || produceStatus === 'readyForPickUp')
  if (waiting.length < live.length) return
  const free = await withoutDelivery(c, waiting)
  if (free.length === 0) return
  await deliver(c, order, free, { direction: 'toCustomer', deliveryType: 'selfPickUp' })
  await tellPickUp(c, order)
}

/** What came back from its manufacturer is not on its way there any more: its parcel has come, or was never sent. */
export async function endRework(c: CallContext, products: readonly Product[]): Promise<void> {
  const items = await c.select('deliveryItem', { workProductId: products.map(({ id }) => id) })
  const open = await c.select(
    'delivery',
    { id: items.map(({ deliveryId }) => deliveryId), direction: 'rework', deliveryStatus: [...OPEN] },
    { lock: true },
  )
  for (const delivery of open)
    if (delivery.deliveryStatus === 'toSend') await c.move('delivery', delivery, 'cancel')
    else if (delivery.deliveryStatus !== 'returned') await c.move('delivery', delivery, 'sign')
}

/** Products that no open delivery to the customer has. */
async function withoutDelivery(c: CallContext, products: readonly Product[]): Promise<Product[]> {
  const items = await c.select('deliveryItem', { workProductId: products.map(({ id }) => id) })
  const open = await c.select('delivery', {
    id: items.map(({ deliveryId }) => deliveryId),
    direction: 'toCustomer',
    deliveryStatus: [...OPEN],
  })
  const taken = new Set(
    items.filter(({ deliveryId }) => open.some(({ id }) => id === deliveryId)).map((one) => one.workProductId),
  )
  return products.filter(({ id }) => !taken.has(id))
}

/** Makes a delivery of products, which are on their shelf from then on. */
async function deliver(
  c: CallContext,
  order: Row<'order'>,
  products: readonly Product[],
  values: Values<'delivery'>,
): Promise<Delivery> {
  const customer = await c.ref(order, 'customer')
  const row = await c.insert('delivery', {
    orderId: order.id,
    orderNo: order.orderNo,
    customerId: order.customerId,
    customerName: customer?.realName,
    mobile: customer?.mobile,
    receiver: customer?.realName,
    receiverMobile: customer?.mobile,
    itemCount: products.length,
    ...values,
  })
  await c.insertMany(
    'deliveryItem',
    products.map(({ id, productName }) => ({ deliveryId: row.id, workProductId: id, productName })),
  )
  if (row.direction === 'toCustomer')
    for (const product of products)
      if (product.produceStatus === 'passed') await c.move('workProduct', product, 'store')
  return row
}

async function tellPickUp(c: CallContext, order: Row<'order'>): Promise<void> {
  const customer = await c.ref(order, 'customer')
  if (!customer?.mobile) return
  const { mobile, realName: customerName } = customer
  const receiver = { mobile, customerName, sourceType: 'order', sourceId: order.id }
  await tellByScene(c, 'pickup', receiver, { orderNo: order.orderNo })
}

/** A new delivery: of inspected products of one order (I-37), or of what its customer sends to the studio. */
async function make(c: Recording): Promise<Delivery> {
  const { orderId, workProductIds, deliveryType, storeId, receiver, receiverMobile, address, direction } = c.input
  const order = await c.must('order', orderId, 'orderId')
  if (direction === 'incoming')
    return deliver(c, order, [], { direction, deliveryType: deliveryType ?? 'express', storeId, receiver, address })
  if (!workProductIds || workProductIds.length === 0 || !deliveryType)
    return c.refuse('workProductIds', { zh: '请选择成品', en: 'Choose the products' })
  const products = await c.mustAll('workProduct', workProductIds, 'workProductIds')
  if (products.some(({ produceStatus }) => produceStatus !== 'passed' && produceStatus !== 'readyForPickUp'))
    refuseState(c, 'workProductIds')
  if ((await withoutDelivery(c, products)).length < products.length)
    c.refuse('workProductIds', { zh: '所选成品已在交付中', en: 'Some of it is in another delivery already' })
  const given = { storeId, address, ...(receiver ? { receiver } : {}), ...(receiverMobile ? { receiverMobile } : {}) }
  return deliver(c, order, products, { deliveryType, ...given })
}

const STEPS: Record<
  NonNullable<Recording['input']['event']>,
  (c: Recording, delivery: Delivery) => Promise<Delivery>
> = {
  send,
  transit: (c, delivery) => c.move('delivery', delivery, 'transit'),
  sign: (c, delivery) => signedFor(c, delivery, c.input),
  return: (c, delivery) => c.move('delivery', delivery, 'return', { returnReason: c.input.returnReason }),
  cancel: (c, delivery) => c.move('delivery', delivery, 'cancel'),
}

async function send(c: Recording, delivery: Delivery): Promise<Delivery> {
  const { expressCompany, expressNo, fee, receiver, receiverMobile, address } = c.input
  const given = {
    ...(receiver ? { receiver } : {}),
    ...(receiverMobile ? { receiverMobile } : {}),
    ...(address ? { address } : {}),
    ...(fee ? { fee } : {}),
    ...(expressCompany ? { expressCompany } : {}),
    ...(expressNo ? { expressNo } : {}),
  }
  if (delivery.deliveryType !== 'express') return c.move('delivery', delivery, 'send', given)
  if (!expressCompany) return c.refuse('expressCompany', { zh: '请选择快递公司', en: 'Which carrier takes it?' })
  if (!expressNo) return c.refuse('expressNo', { zh: '请填写快递单号', en: 'Enter the tracking number' })
  const sent = await c.move('delivery', delivery, 'send', given)
  if (sent.direction === 'toCustomer') await tellSent(c, sent)
  return sent
}

async function tellSent(c: CallContext, delivery: Delivery): Promise<void> {
  const { mobile, customerName, orderNo, expressNo } = delivery
  if (!mobile) return
  const receiver = { mobile, customerName: customerName ?? '', sourceType: 'delivery', sourceId: delivery.id }
  await tellByScene(c, 'express', receiver, { orderNo, expressNo })
}

/** Signed for: the customer has the products, and the order may be complete. */
async function signedFor(
  c: CallContext,
  delivery: Delivery,
  { signName, signImage }: Pick<Values<'delivery'>, 'signName' | 'signImage'>,
): Promise<Delivery> {
  const signed = await c.move('delivery', delivery, delivery.deliveryStatus === 'toSend' ? 'pickUp' : 'sign', {
    signName,
    signImage,
  })
  if (signed.direction !== 'toCustomer') return signed
  const items = await c.select('deliveryItem', { deliveryId: delivery.id })
  const ids = items.map(({ workProductId }) => workProductId)
  for (const product of await c.select('workProduct', { id: ids, produceStatus: 'readyForPickUp' }, { lock: true }))
    await c.move('workProduct', product, 'deliver')
  if (signed.orderId) await serveWhenDone(c, signed.orderId)
  return signed
}

const record: Handler<'delivery/record'> = async (c) => {
  const { id, event, location, content } = c.input
  const delivery = id ? await c.must('delivery', id, 'id') : await make(c)
  const now = event ? await STEPS[event](c, delivery) : delivery
  if (event) await c.insert('expressRecord', { deliveryId: now.id, event, eventTime: c.now, location, content })
  return { id: now.id, deliveryStatus: now.deliveryStatus }
}

/** What a carrier says of a parcel: news are noted, and move its delivery on. */
const track: Handler<'delivery/track'> = async (c) => {
  let delivery: Delivery = c.row
  const known = await c.select('expressRecord', { deliveryId: delivery.id })
  const isNews = (one: { event: string; eventTime: number }): boolean =>
    known.every(({ event, eventTime }) => event !== one.event || eventTime !== one.eventTime)
  const news = c.input.events.filter(isNews).sort((a, b) => a.eventTime - b.eventTime)
  for (const { event, eventTime, location, content } of news) {
    await c.insert('expressRecord', { deliveryId: delivery.id, event, eventTime, location, content })
    delivery = await heard(c, delivery, event, content)
  }
  return { count: news.length }
}

/** Moves a delivery as far as a carrier says; what does not fit is only noted. */
async function heard(
  c: CallContext,
  delivery: Delivery,
  event: Row<'expressRecord'>['event'],
  content: string | null | undefined,
): Promise<Delivery> {
  const { deliveryStatus } = delivery
  const underWay = deliveryStatus === 'sent' || deliveryStatus === 'inTransit'
  if (event === 'transit' && deliveryStatus === 'sent') return c.move('delivery', delivery, 'transit')
  if (event === 'sign' && underWay) return signedFor(c, delivery, { signName: delivery.receiver })
  if (event === 'return' && underWay) return c.move('delivery', delivery, 'return', { returnReason: content })
  return delivery
}

export const handlers: Handlers = { 'delivery/record': record, 'delivery/track': track }
