/** Products in production (rules 2.13; I-36): one row for each unit of an order that is made, once what it is made from is ready. */
import { dayText, DAY } from '../../../model/zone.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { today } from '../days.ts'
import { stillToChoose } from '../order/items.ts'
import { orderNow } from '../order/state.ts'
import { forgetUnits } from '../order/unmake.ts'
import { refuseState } from '../../platform/refusals.ts'
import { labelOf } from '../../platform/values.ts'
import { endRework, handOver } from './handover.ts'

type Product = Row<'workProduct'>
type Item = Row<'orderItem'>

/** Tasks on which the photos of a product depend. */
const BEFORE = ['selection', 'preModify', 'fineRepair'] as const

/** Makes what is ready of an order; answers how many rows are new. */
export async function makeReady(c: CallContext, orderId: number, only?: readonly number[]): Promise<number> {
  const order = await orderNow(c, orderId)
  if (order.closeStatus !== 'open') return 0
  const items = (await c.select('orderItem', { orderId, itemType: 'goods', status: 'active' }, { lock: true })).filter(
    ({ id }) => !only || only.includes(id),
  )
  const customerName = (await c.ref(order, 'customer'))?.realName
  const there = await c.select('workProduct', { orderItemId: items.map(({ id }) => id) })
  const made: Values<'workProduct'>[] = []
  for (const item of items) {
    const product = await c.find('product', item.itemId)
    if (!product?.needProduction) continue
    for (let unitNo = 1; unitNo <= item.quantity; unitNo++) {
      if (there.some((one) => one.orderItemId === item.id && one.unitNo === unitNo)) continue
      const source = await sourceOf(c, item, product, unitNo)
      if (source) made.push({ ...valuesOf(order, item, product, unitNo), customerName, ...source })
    }
  }
  const rows = await c.insertMany('workProduct', made)
  for (const row of rows.filter(({ unitNo }) => unitNo === 1)) {
    const item = items.find(({ id }) => id === row.orderItemId)
    if (item) await c.update('orderItem', item, { workProductId: row.id })
  }
  return rows.length
}

const valuesOf = (order: Row<'order'>, item: Item, product: Row<'product'>, unitNo: number): Values<'workProduct'> => ({
  orderId: order.id,
  orderNo: order.orderNo,
  orderItemId: item.id,
  unitNo,
  productId: product.id,
  productName: product.productName,
  attrs: item.attrs,
  manufacturerId: product.manufacturerId,
  costPrice: product.costPrice,
})

/** What a unit is made from; nothing while that is not ready. */
async function sourceOf(
  c: CallContext,
  item: Item,
  product: Row<'product'>,
  unitNo: number,
): Promise<Pick<Values<'workProduct'>, 'designTaskId'> | undefined> {
  if (product.needDesign) return designOf(c, item, unitNo)
  if (!item.photoQuota && !product.photoQuota) return {}
  return (await photosReady(c, item, unitNo)) ? {} : undefined
}

/** The design of a unit that was confirmed last, when no other one is being worked on. */
async function designOf(c: CallContext, item: Item, unitNo: number): Promise<{ designTaskId: number } | undefined> {
  const designs = await designsOf(c, { orderItemId: item.id, unitNo })
  const last = designs.findLast(({ designStatus }) => designStatus === 'confirmed')
  if (!last || designs.some(({ designStatus }) => designStatus !== 'confirmed')) return undefined
  // The final design of a unit follows its first one, unless that stage is switched off.
  return last.designType === 'final' || !c.settings.flow_final_design ? { designTaskId: last.id } : undefined
}

/** The designs that count: neither ended, nor of a session that was shot anew. */
export async function designsOf(
  c: CallContext,
  where: Pick<Row<'designTask'>, 'orderItemId' | 'unitNo'> & Partial<Pick<Row<'designTask'>, 'designType'>>,
): Promise<Row<'designTask'>[]> {
  const designs = (await c.select('designTask', where)).filter(({ designStatus }) => designStatus !== 'terminated')
  const tasks = await c.select('workTask', { id: designs.map(({ workTaskId }) => workTaskId) })
  const sessions = await c.select('orderSession', { id: tasks.flatMap(({ orderSessionId }) => orderSessionId ?? []) })
  const anew = new Set(sessions.filter((one) => one.sessionStatus === 'reshoot').map(({ id }) => id))
  const stale = new Set(tasks.filter((one) => anew.has(one.orderSessionId ?? 0)).map(({ id }) => id))
  return designs.filter(({ workTaskId }) => !stale.has(workTaskId))
}

/** Takes away the rows of products of a session that nobody began to make: they come again with its new photos. */
export async function dropWaiting(c: CallContext, orderSessionId: number): Promise<void> {
  const tasks = await c.select('workTask', { orderSessionId })
  const designs = await c.select('designTask', { workTaskId: tasks.map(({ id }) => id) })
  await forgetUnits(c, { designTaskId: designs.map(({ id }) => id), produceStatus: 'toDispatch' })
}

/** Whether the photos of a unit were chosen, and nothing is done with them any more. */
async function photosReady(c: CallContext, item: Item, unitNo: number): Promise<boolean> {
  const placed = await c.select('pickProduct', { orderItemId: item.id, unitNo })
  if (placed.length === 0) return false
  const photos = await c.select('photo', { id: placed.map(({ photoId }) => photoId) })
  const orderSessionId = [...new Set(photos.flatMap((one) => one.orderSessionId ?? []))]
  const tasks = await c.select('workTask', { orderSessionId, taskType: [...BEFORE] })
  return tasks.every(({ taskStatus }) => taskStatus === 'done' || taskStatus === 'terminated')
}

const initProduct: Handler<'workProduct/initProduct'> = async (c) => {
  const order = await c.must('order', c.input.orderId, 'orderId')
  if (order.orderStatus === 'submitted')
    c.refuse('orderId', { zh: '订单未付清，不能制作', en: 'The order is not paid in full' })
  return { created: await makeReady(c, order.id, c.input.orderItemIds) }
}

type Allocating = Call<'workProduct/allocate'>

const STEPS: Record<
  NonNullable<Allocating['input']['action']>,
  (c: Allocating, product: Product) => Promise<unknown>
> = {
  start: (c, product) => c.move('workProduct', product, 'begin'),
  ship: (c, product) => c.move('workProduct', product, 'ship', { shipNo: c.input.shipNo }),
  cancel: (c, product) => c.move('workProduct', product, 'cancel', { reworkReason: c.input.reason }),
  recall,
  complain: async (c, product) => {
    const { reworkCount } = product
    await c.move('workProduct', product, 'complain', {
      reworkReason: c.input.reason,
      reworkCount: (reworkCount ?? 0) + 1,
    })
    const order = await orderNow(c, product.orderId)
    if (order.orderStatus === 'served') await c.move('order', order, 'reopen')
  },
}

/** Takes a product back that its manufacturer has not begun: its dispatch is smaller by it. */
async function recall(c: CallContext, product: Product): Promise<void> {
  await c.move('workProduct', product, 'recall', { produceSendId: null, sendTime: null })
  const send = await c.ref(product, 'produceSend', { lock: true })
  if (!send) return
  const { itemCount, totalCost } = send
  await c.update('produceSend', send, {
    itemCount: (itemCount ?? 1) - 1,
    totalCost: (totalCost ?? 0) - (product.costPrice ?? 0),
  })
  await settleSend(c, send.id)
}

const allocate: Handler<'workProduct/allocate'> = async (c) => {
  const { action, manufacturerId, addressId, costPrice } = c.input
  const products = c.rows
  if (action) for (const product of products) await STEPS[action](c, product)
  else {
    const maker = await c.find('workManufacturer', manufacturerId)
    if (maker?.status === 'disabled')
      c.refuse('manufacturerId', { zh: '该厂家已停用', en: 'This manufacturer is disabled' })
    for (const product of products) {
      if (product.produceStatus !== 'toDispatch' && product.produceStatus !== 'rework') refuseState(c, 'ids')
      await mustBeChosen(c, product)
      if (maker) await mustMake(c, maker, product)
      await c.update('workProduct', product, {
        ...(maker ? { manufacturerId: maker.id, expectTime: expected(c, maker) } : {}),
        ...(addressId ? { addressId } : {}),
        ...(costPrice ? { costPrice } : {}),
      })
    }
  }
  return { count: products.length }
}

/** Refuses what nobody can make yet: something of it must still be chosen. */
async function mustBeChosen(c: CallContext, product: Product): Promise<void> {
  const item = await c.ref(product, 'orderItem')
  const left = item ? await stillToChoose(c, item) : []
  if (left.length > 0)
    c.refuse('ids', {
      zh: `「${product.productName ?? ''}」须先在订单明细的规格中选择：${left.map(({ zh }) => zh).join('、')}`,
      en: `Of ${product.productName ?? ''} the choices of its order item must say first: ${left.map(({ en }) => en).join(', ')}`,
    })
}

/** Refuses a manufacturer who does not make goods of this kind. */
async function mustMake(c: CallContext, maker: Row<'workManufacturer'>, product: Product): Promise<void> {
  const made = maker.productCategoryIds
  const goods = await c.ref(product, 'product')
  if (made.length > 0 && goods && !made.includes(goods.categoryId))
    c.refuse('manufacturerId', {
      zh: `${maker.name}不制作「${product.productName ?? ''}」这一类产品`,
      en: `${maker.name} does not make products such as ${product.productName ?? ''}`,
    })
}

/** The day by which a manufacturer usually delivers. */
const expected = (c: CallContext, maker: Row<'workManufacturer'> | undefined): number =>
  today(c) + (maker?.leadDays || c.settings.produce_default_days) * DAY

const deliveryAll: Handler<'workProduct/deliveryAll'> = async (c) => {
  const products = c.rows
  const [first] = products
  if (!first) return c.refuse('ids', { zh: '请选择制作单', en: 'Choose what is sent' })
  const odd = products.find((one) => one.manufacturerId !== first.manufacturerId || one.addressId !== first.addressId)
  if (odd)
    c.refuse('ids', {
      zh: `${odd.workProductNo} 的厂家或收件地址与其他制作单不同，请分开派单`,
      en: `${odd.workProductNo} goes to another manufacturer or address: send it apart`,
    })
  const maker = await c.ref(first, 'manufacturer')
  const expectTime = c.input.expectTime ?? expected(c, maker)
  const moved: Product[] = []
  for (const product of products)
    moved.push(await c.move('workProduct', product, 'send', { sendTime: c.now, expectTime, receiptTime: null }))
  const send = await c.insert('produceSend', {
    manufacturerId: first.manufacturerId ?? undefined,
    addressId: first.addressId ?? undefined,
    itemCount: moved.length,
    totalCost: moved.reduce((sum, { costPrice }) => sum + (costPrice ?? 0), 0),
    sendTime: c.now,
    sendBy: c.actor.employeeId,
    expectTime,
  })
  for (const product of moved) await c.update('workProduct', product, { produceSendId: send.id })
  await beginOrders(c, moved)
  const day = dayText(expectTime, c.model.app.timezone)
  c.log({
    zh: `派单 ${send.sendNo}：${moved.length} 件，预计 ${day}`,
    en: `${send.sendNo}: ${moved.length} sent, expected ${day}`,
  })
  return { sendNo: send.sendNo, count: moved.length }
}

/** An order without sessions is under way when its first product is made. */
async function beginOrders(c: CallContext, products: readonly Product[]): Promise<void> {
  for (const id of [...new Set(products.map(({ orderId }) => orderId))].sort((a, b) => a - b)) {
    if (await c.exists('orderSession', { orderId: id })) continue
    const order = await orderNow(c, id)
    if (order.orderStatus === 'paid') await c.move('order', order, 'begin')
  }
}

const receipt: Handler<'workProduct/receipt'> = async (c) => {
  const { shipNo, itemCount } = c.input
  const products = c.rows
  const [first] = products
  if (!first) return c.refuse('ids', { zh: '请选择制作单', en: 'Choose what has come' })
  if (products.some((one) => one.manufacturerId !== first.manufacturerId))
    c.refuse('ids', { zh: '一次只能登记同一厂家的到件', en: 'Take in the goods of one manufacturer at a time' })
  for (const product of products)
    await c.move('workProduct', product, 'receive', {
      receiptBy: c.actor.employeeId,
      ...(shipNo ? { shipNo } : {}),
    })
  await endRework(c, products)
  const row = await c.insert('produceReceipt', {
    manufacturerId: first.manufacturerId,
    shipNo: shipNo ?? first.shipNo,
    workProductIds: products.map(({ id }) => id),
    itemCount: itemCount ?? products.length,
    receiptTime: c.now,
    receiptBy: c.actor.employeeId,
  })
  for (const id of new Set(products.flatMap(({ produceSendId }) => produceSendId ?? []))) await settleSend(c, id)
  return { receiptNo: row.receiptNo }
}

/** How much of a dispatch has come back; one of which nothing is left was recalled. */
async function settleSend(c: CallContext, id: number): Promise<void> {
  const send = await c.find('produceSend', id, { lock: true })
  if (!send) return
  const products = await c.select('workProduct', { produceSendId: id })
  const out = products.filter(({ produceStatus }) => OUT.some((one) => one === produceStatus)).length
  const untouched = send.status === 'sent'
  if (out === 0) await c.move('produceSend', send, untouched && products.length === 0 ? 'recall' : 'receiveAll')
  else if (untouched && out < products.length) await c.move('produceSend', send, 'receivePart')
}

/** With their manufacturer. */
const OUT = ['dispatched', 'inProduction', 'shipped'] as const

const qualityInspection: Handler<'workProduct/qualityInspection'> = async (c) => {
  const { id, result, problems, images, storageNo, remark } = c.input
  const product = await c.must('workProduct', id, 'id')
  const passed = result === 'pass'
  const now = passed
    ? await c.move('workProduct', product, 'pass', { storageNo })
    : await c.move('workProduct', product, 'fail', {
        reworkCount: (product.reworkCount ?? 0) + 1,
        reworkReason:
          remark ?? (problems ?? []).map((one) => labelOf(c, 'quality_problem', one)[c.actor.lang]).join('、'),
      })
  await c.insert('qualityCheck', {
    targetType: 'product',
    targetId: id,
    inspectorId: c.actor.employeeId ?? 0,
    ...{ result, problems, remark },
    images: images ?? [],
  })
  await countQuality(c, now, passed)
  await handOver(c, now, passed)
  return {}
}

/** The receipt and the manufacturer know how many passed. */
async function countQuality(c: CallContext, product: Product, passed: boolean): Promise<void> {
  const receipts = await c.select('produceReceipt', { manufacturerId: product.manufacturerId }, { sort: ['-id'] })
  const last = receipts.find(({ workProductIds }) => workProductIds.includes(product.id))
  if (last)
    await c.update('produceReceipt', last, {
      ...(passed ? { passCount: (last.passCount ?? 0) + 1 } : { failCount: (last.failCount ?? 0) + 1 }),
    })
  const maker = await c.ref(product, 'manufacturer', { lock: true })
  if (!maker) return
  const sum = (key: 'passCount' | 'failCount'): Promise<number> =>
    c.sum('produceReceipt', key, { manufacturerId: maker.id })
  const [good, bad] = [await sum('passCount'), await sum('failCount')]
  if (good + bad > 0) await c.update('workManufacturer', maker, { passRate: good / (good + bad) })
}

const querySubTask: Handler<'workProduct/querySubTask'> = async (c) => {
  const product = await c.must('workProduct', c.input.workProductId, 'workProductId')
  return c.select('workSubTask', { workProductId: product.id }, { sort: ['seqNo'] })
}

/** What a product is made from: the pages of its design, or the photos chosen for it. */
export const handlers: Handlers = {
  'workProduct/initProduct': initProduct,
  'workProduct/allocate': allocate,
  'workProduct/deliveryAll': deliveryAll,
  'workProduct/receipt': receipt,
  'workProduct/qualityInspection': qualityInspection,
  'workProduct/querySubTask': querySubTask,
}
