/** Who makes products, and products on their way: to the manufacturer and back, to the customer. */
import { DAY } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import type { Way } from './pipeline.ts'
import type { Row, Seeder } from './seeder.ts'
import type { Shooting, Shot } from './shootings.ts'

/** How far the products of an order got. */
export type MadeState =
  | 'toDispatch'
  | 'dispatched'
  | 'inProduction'
  | 'shipped'
  | 'received'
  | 'rework'
  | 'toSend'
  | 'sent'
  | 'inTransit'
  | 'returned'
  | 'signed'
  | 'served'
  | 'finished'

/** Code, name, contact, days that it takes. */
const MAKERS = [
  ['SX-01', '杭州时光影像工坊', '沈建平', 12],
  ['SX-02', '广州美册印务', '梁伟强', 10],
  ['SX-03', '成都画框坊', '邓小川', 7],
  ['SX-04', '义乌礼品制造', '楼国华', 9],
  ['SX-05', '重庆水晶工艺厂', '熊志刚', 8],
] as const
/** On which day after the shooting products go out, come back, and are handed over. */
const SENT = 9
const BACK = 12
const HANDED = 13

/** What pipelines of a company share. */
export interface Workshop {
  makers: number[]
  addresses: number[]
  signature: { id: number; url: string; origName: string }
  /** So many sessions are on their way. */
  sessions: number
}

/** Manufacturers, the places that they send to, and a customer's signature. */
export async function openWorkshop({ org }: Counter, s: Seeder, sessions: number): Promise<Workshop> {
  const makers = await s.addAll(
    'workManufacturer',
    MAKERS.map(([code, name, contactName, leadDays], i) => ({
      ...{ code, name, contactName, leadDays },
      contactMobile: `1370000000${i}`,
      productCategoryIds: [],
    })),
  )
  const addresses = await s.addAll(
    'workFinishedProductsAddress',
    org.stores.map((storeId, i) => ({
      ...{ storeId, name: `${i + 1}号门店成品台`, receiver: '成品组', mobile: `1380000010${i}` },
      ...{ cityCode: org.cityCode, address: `门店路${i + 1}号`, isDefault: i === 0 ? 1 : 0 },
    })),
  )
  const [url, origName] = ['/demo/signature.svg', 'signature.svg']
  const id = await s.add('uploadFile', { origName, url })
  return { makers, addresses, signature: { id, url, origName }, sessions }
}

/** Brings the products of an order as far as they got. */
export async function makeAndHandOver(
  way: Way,
  until: MadeState,
  again: (shooting: Pick<Shooting, 'day' | 'order' | 'n'>) => Promise<Shot | undefined>,
): Promise<void> {
  const { order } = way.shot
  if (until === 'served' || until === 'finished') await closeOthers(way, again)
  const products: Row<'workProduct'>[] = await way.on(SENT).call('workProduct/query', {
    ...{ orderNo: order.orderNo, pageNO: 1, pageRows: 50 },
  })
  const ids = products.map(({ id }) => id)
  if (ids.length === 0 || until === 'toDispatch') return
  for (const product of products) await chooseOf(way, product)
  if (!(await fetched(way, ids, until))) return
  await inspect(way, ids, until)
  if (until === 'finished') await way.on(HANDED + 1).call('order/edit', { id: order.id, finish: 1 })
}

/** What must be chosen of a product before it can be made: the first of what is offered, which costs nothing more. */
async function chooseOf({ on }: Way, { productId, orderItemId, unitNo }: Row<'workProduct'>): Promise<void> {
  if (unitNo !== 1 || !orderItemId || !productId) return
  const attributes = await on(SENT).list('product/attributes', { productId })
  const attrs = attributes.flatMap(({ attrName, required, options: [first] }) =>
    required && first ? [{ attrName, value: first.label }] : [],
  )
  if (attrs.length > 0) await on(SENT).call('orderDetail/edit', { id: orderItemId, attrs })
}

/** What customers send: so many of them one does, and what it is. */
const SENDERS = 5
const PARCELS = ['宝宝的纪念服装', '家里的老照片，请翻拍', '要修补的旧相框'] as const

/** What a customer sends to the studio before the shooting: on its way, on the road, or there. */
export async function sendIn({ counter: { values }, shot, n, on }: Way): Promise<void> {
  if (n % SENDERS !== 0) return
  const made = n / SENDERS
  const road = (['transit', 'sign'] as const).slice(0, made % 3)
  const { id }: { id: number } = await on(0).call('delivery/record', {
    ...{ orderId: shot.order.id, event: 'send', content: PARCELS[made % PARCELS.length] },
    direction: values('express_direction', 'incoming'),
    deliveryType: values('delivery_type', 'express'),
    ...{ expressCompany: values('express_company', 'SF'), expressNo: `SF30${20_000_000 + n}` },
    requestNo: `demo incoming ${shot.order.id}`,
  })
  for (const event of road)
    await on(1).call('delivery/record', {
      ...{ id, event, requestNo: `demo incoming ${event} ${id}` },
      ...(event === 'sign' ? { signName: '前台' } : {}),
    })
}

/** To the manufacturer and back; answers whether they are back. */
async function fetched({ workshop, n, on }: Way, ids: number[], until: MadeState): Promise<boolean> {
  const clerk = on(SENT)
  const manufacturerId = workshop.makers[n % workshop.makers.length]
  await clerk.call('workProduct/allocate', { ids, manufacturerId, addressId: workshop.addresses[0] })
  await clerk.call('workProduct/deliveryAll', { ids })
  if (until === 'dispatched') return false
  await on(SENT + 1).call('workProduct/allocate', { ids, action: 'start' })
  if (until === 'inProduction') return false
  const shipNo = `SF10${String(20_000_000 + n * 317)}`
  await on(BACK - 1).call('workProduct/allocate', { ids, action: 'ship', shipNo })
  if (until === 'shipped') return false
  await on(BACK).call('workProduct/receipt', { ids, shipNo })
  return until !== 'received'
}

/** Inspected: one fails, or all pass; then they go to the customer, by express or over the counter. */
async function inspect(way: Way, ids: number[], until: MadeState): Promise<void> {
  const { values } = way.counter
  const at = way.on(BACK)
  const storageNo = `B-${String((way.n % 20) + 1).padStart(2, '0')}`
  const [first, ...rest] = ids as [number, ...number[]]
  const pass = (id: number) =>
    at.call('workProduct/qualityInspection', { id, result: values('quality_result', 'pass'), storageNo })
  if (until === 'rework') {
    const problems = [values('quality_problem', 'colourCast')]
    const result = values('quality_result', 'fail')
    await at.call('workProduct/qualityInspection', { id: first, result, problems, remark: '封面偏色' })
    for (const id of rest) await pass(id)
    return
  }
  await pass(first)
  // What is ready first goes ahead by express; the others wait at the counter.
  if (rest.length > 0 && until !== 'toSend') await sendAhead(way, first, until)
  for (const id of rest) await pass(id)
  if (['signed', 'served', 'finished'].includes(until)) await signAll(way)
}

const ROAD: Partial<Record<MadeState, readonly ('transit' | 'sign' | 'return')[]>> = {
  sent: [],
  inTransit: ['transit'],
  returned: ['transit', 'return'],
}

async function sendAhead({ counter: { values }, shot, on, n }: Way, product: number, until: MadeState): Promise<void> {
  const at = on(HANDED)
  const { id }: { id: number } = await at.call('delivery/record', {
    ...{ orderId: shot.order.id, workProductIds: [product], requestNo: `demo delivery ${product}` },
    ...{ deliveryType: values('delivery_type', 'express'), address: '幸福路 12 号 3 幢' },
  })
  await at.call('delivery/record', {
    ...{ id, event: 'send', expressNo: `SF20${20_000_000 + n}`, requestNo: `demo send ${id}` },
    expressCompany: values('express_company', 'SF'),
  })
  for (const event of ROAD[until] ?? (['transit', 'sign'] as const))
    await on(HANDED + 1).call('delivery/record', {
      ...{ id, event, requestNo: `demo ${event} ${id}` },
      ...(event === 'sign' ? { signName: '本人' } : {}),
      ...(event === 'return' ? { returnReason: '无人签收' } : {}),
    })
}

/** The customer takes the rest home. */
async function signAll({ counter: { values }, shot, on }: Way): Promise<void> {
  const at = on(HANDED + 1)
  const open: Row<'delivery'>[] = await at.call('delivery/query', {
    ...{ orderNo: shot.order.orderNo, deliveryStatus: values('delivery_status', 'toSend'), pageNO: 1, pageRows: 20 },
  })
  for (const { id } of open)
    await at.call('delivery/record', {
      id,
      event: 'sign',
      signName: '本人',
      requestNo: `demo sign ${id}`,
    })
}

/** The other sessions of an order are shot too; their customer wants none of those photos. */
async function closeOthers(
  { counter: { values }, shot, on, n }: Way,
  again: (shooting: Pick<Shooting, 'day' | 'order' | 'n'>) => Promise<Shot | undefined>,
): Promise<void> {
  for (let more = await again({ ...shot, day: shot.day + DAY, n: n + 100 }); more;) {
    const [task]: Row<'workTask'>[] = await on(2).call('workTask/query', {
      ...{ orderSessionId: more.sessionId, taskType: values('task_type', 'selection'), pageNO: 1, pageRows: 1 },
    })
    if (task) await on(2).call('photo/cancel', { workTaskId: task.id, reason: '客户只要第一场的照片' })
    more = await again({ ...shot, day: shot.day + DAY, n: n + 101 })
  }
}
