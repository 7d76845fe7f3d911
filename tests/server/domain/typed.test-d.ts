/**
 * Mistakes that must not compile. Each line marked below is one; where the compiler no longer finds it, the mark itself
 * is an error of the types. Nothing here is run.
 */
import type { Seeder, Values } from '../../../mock/seeder.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Call, CallContext, Handler, Handlers } from '../../../src/server/platform/call.ts'
import { words as sentence } from '../../../src/server/platform/values.ts'
import type { Product } from '../support/product.ts'
import type { Scenario } from '../support/scenarios.ts'
import type { Running } from '../process/running.ts'
import type { Studio } from './studio.ts'

/** Reading and writing rows. */
export async function rows(c: CallContext): Promise<void> {
  const order = await c.must('order', 1, 'orderId')
  // @ts-expect-error a resource that is not there
  await c.find('ordr', 1)
  // @ts-expect-error a field that orders do not have
  void order.orderNumber
  // @ts-expect-error no value of the dictionary
  void (order.businessType === 'babies')
  // @ts-expect-error a list compared with a number
  void (order.couponIds === 1)
  // @ts-expect-error a reference that may be empty, taken for a number
  order.customerId = order.leadId
  // @ts-expect-error a field to search by that is misspelt
  await c.select('order', { customer: 1 })
  // @ts-expect-error a value to search by that the dictionary does not have
  await c.count('order', { businessType: ['baby', 'grown'] })
  // @ts-expect-error an order by a field that is not there
  await c.select('order', {}, { sort: ['-created'] })
  // @ts-expect-error a sum of a field that is not there
  await c.sum('order', 'payable', {})
  // @ts-expect-error a number written as a text
  await c.update('order', order, { originAmount: '12.00' })
  // @ts-expect-error a boolean written as on the wire
  await c.update('cashAddress', { id: 1 }, { isDefault: 1 })
  // @ts-expect-error a field written that is not there
  await c.insert('bill', { ordrId: 1 })
  // @ts-expect-error a child row with a field that is not there
  await c.insert('order', { items: [{ amountOf: 1 }] })
}

/** References, moves, calls and settings. */
export async function names(c: CallContext): Promise<void> {
  const order = await c.must('order', 1, 'orderId')
  // @ts-expect-error a reference by the name of its field
  await c.ref(order, 'customerId')
  const customer = await c.mustRef(order, 'customer')
  // @ts-expect-error a field of the order looked for at its customer
  void customer.orderNo
  // @ts-expect-error a move of another resource
  await c.move('order', order, 'allocate')
  // @ts-expect-error a call that is not there
  await c.call('order/cancelAll', {})
  // @ts-expect-error a setting that is not there
  void c.settings.pointsForNothing
}

/** What a hand-written call is given and answers. */
export function inputs(c: Call<'cashRefund/confirm'>): void {
  // @ts-expect-error an input that the call does not take
  void c.input.reason
  // @ts-expect-error a word that the input does not have
  void (c.input.action === 'refuse')
  // @ts-expect-error a call without a function of its own
  type _Standard = Call<'bill/detail'>
}

/** What a call is told, and tells. */
export async function words(c: CallContext, many: Call<'lead/allocation'>, del: Call<'customer/del'>): Promise<void> {
  const lead = await c.must('lead', 1, 'id')
  // @ts-expect-error a way to change hands that the dictionary does not have
  c.assignment({ mode: 'given' })
  // @ts-expect-error a misspelt word of a change of hands
  c.assignment({ reson: '' })
  // @ts-expect-error a call that is not there
  const _handlers: Handlers = { 'lead/asign': () => Promise.resolve(undefined) }
  // @ts-expect-error what is left of a deleted row
  void (await del.standard()).after
  // @ts-expect-error a misspelt field beside a move
  await c.move('lead', lead, 'allocate', { salesID: 1 })
  // @ts-expect-error a value that the dictionary does not have
  await c.update('lead', lead, { isTransfer: 'moved' })
  // @ts-expect-error a list of texts for a list of references
  await c.insert('allocationRule', { channelTypeIds: ['a'] })
  // @ts-expect-error a sum of texts
  await c.sum('order', 'orderNo', {})
  // @ts-expect-error nothing for a required text
  await c.update('lead', lead, { motherName: null })
  // @ts-expect-error a misspelt input of a call
  await c.call('order/add', { customerID: 1 })
  // @ts-expect-error a source of notifications that is not there
  await c.notify(1, { title: '', content: '', sourceType: 'clu' })
  // @ts-expect-error a sentence in one language
  c.refuse('id', { zh: '不行' })
  // @ts-expect-error a misspelt sentence that is stored
  sentence(c, 'written', 'orderChangd')
  // @ts-expect-error a dictionary whose values are no sentences
  sentence(c, 'order_status', 'paid')
  // @ts-expect-error an id as text
  await c.find('order', '1')
  // @ts-expect-error a misspelt option
  await c.ref(lead, 'sales', { lok: true })
  // @ts-expect-error a setting taken for text
  void c.settings.lead_own_limit.length
  // @ts-expect-error a child row looked for where there is none
  void lead.items
  // @ts-expect-error a row of one resource for another
  await c.ref(lead, 'chance')
  // @ts-expect-error a number of an input taken for a list
  void many.input.employeeId.length
}

/** What a refusal, a right and a call made along name. */
export async function places(
  c: CallContext,
  pay: Call<'cashRegister/pay'>,
  out: Call<'clubClassSch/finish'>,
): Promise<void> {
  const why = { zh: '不行', en: 'No' }
  // @ts-expect-error an input that the call does not take
  pay.refuse('billIDs', why)
  // @ts-expect-error an input of another call
  pay.refuse('leadId', why)
  // @ts-expect-error an input of an entry that is misspelt
  pay.refuse(`methods[${0}].payMethodID`, why)
  // @ts-expect-error an input that is no list
  pay.refuse('placeId[0]', why)
  // @ts-expect-error a record refused at an input that is not there
  await pay.must('bill', 1, 'billID')
  // @ts-expect-error an input of a call that takes none
  out.refuse('id', why)
  // @ts-expect-error an input that no call takes, in what several share
  c.refuse('customerID', why)
  // @ts-expect-error a record looked for at an input that no call takes
  await c.must('order', 1, 'orderID')
  // @ts-expect-error a place put together of any text
  c.refuse(`items[0].${String(why)}`, why)
  // @ts-expect-error a code that no screen has
  c.can('customer-999')
  // @ts-expect-error a button that is misspelt
  c.can('forceChnage')
  // @ts-expect-error a button of another screen
  c.can('customer-001.forceChange')
  // @ts-expect-error a field that customers do not have
  await c.whole('customer', 1, 'mobil')
  // @ts-expect-error a text taken for a number
  void ((await c.whole('customer', 1, 'mobile')) === 1)
  // @ts-expect-error a value of an input that is none
  await c.call('cashRegister/pay', { billIds: '1' })
  // @ts-expect-error a name that the dictionary does not have
  await c.call('lead/byState', { businessType: 'grown' })
  // @ts-expect-error a field of the answer that is not there
  void (await c.call('cashRegister/pay', { billIds: [1] })).payID
}

// @ts-expect-error a field of the answer that has another type
export const answered: Handler<'cashRegister/otherAdd'> = async () => ({ id: 1, billNo: 2 })
// @ts-expect-error one record where the call answers a list
export const oneOfMany: Handler<'photoPackage/offers'> = async () => ({ id: 1 })
// @ts-expect-error a list where the call answers one record
export const manyOfOne: Handler<'account/getAccountInfo'> = async () => [{ id: 1 }]
// @ts-expect-error an answer of a call that answers nothing
export const unsaid: Handler<'scheduling/cancel'> = async () => ({ id: 1 })

/** The demo data. */
export async function demo(s: Seeder, values: Values): Promise<void> {
  // @ts-expect-error a call that is not there
  await s.call('order/ad', {})
  // @ts-expect-error an input that is misspelt
  await s.call('order/add', { customerID: 1 })
  // @ts-expect-error an input of an entry that is misspelt
  await s.call('cashRegister/pay', { billIds: [1], methods: [{ payMethodID: 1, amount: 2 }] })
  // @ts-expect-error a number in place of a name of the dictionary
  await s.call('bulletin/publish', { id: 1, status: 1 })
  // @ts-expect-error a name of another dictionary
  await s.add('tags', { color: values('gender', 'male') })
  // @ts-expect-error a name that the dictionary does not have
  values('gender', 'woman')
  const rows = [1].map((n) => ({ name: `${n}`, colour: 'red' }))
  // @ts-expect-error a field that is misspelt, in rows made elsewhere
  await s.addAll('tags', rows)
}

/** The calls of a test. */
export async function tests(studio: Studio): Promise<void> {
  // @ts-expect-error a call that is not there
  await studio.must('admin', 'order/ad', {})
  // @ts-expect-error an input that is misspelt
  await studio.must('admin', 'order/add', { customerID: 1 })
  // @ts-expect-error a number in place of a name of the dictionary
  await studio.call('admin', 'order/add', { businessType: 3 })
  // @ts-expect-error a name that the dictionary does not have
  void DICT.business_type.grown
  // @ts-expect-error a name of another dictionary
  await studio.call('admin', 'order/add', { businessType: DICT.gender.male })
  // @ts-expect-error a value that this input does not take
  await studio.call('admin', 'recommend/review', { result: DICT.review_status.waiting })
  const wanted = { customerId: 1, packageID: 1 }
  // @ts-expect-error an input that is misspelt, in an object made elsewhere
  await studio.must('admin', 'order/price', wanted)
  // @ts-expect-error an input of a child row that is misspelt
  await studio.must('admin', 'order/price', { items: [{ itemType: DICT.item_type.goods, itemID: 1 }] })
  // @ts-expect-error a filter that is misspelt
  await studio.must('admin', 'order/query', { orderStates: [] })
  // @ts-expect-error yes said as inside
  await studio.call('admin', 'order/edit', { finish: true })
  // @ts-expect-error a field of the answer that is not there
  void (await studio.must('admin', 'order/add', {})).billID
  // @ts-expect-error a field of a row that is not there
  void (await studio.must('admin', 'order/query', {}))[0]?.orderNumber
}

/** The calls of a test over the wire. */
export async function wired(product: Product, running: Running): Promise<void> {
  // @ts-expect-error a call that is not there
  await product.post('admin', 'order/ad', {})
  // @ts-expect-error an input that is misspelt
  await product.must('admin', 'order/add', { customerID: 1 })
  // @ts-expect-error a number in place of a name of the dictionary
  await product.post('admin', 'customer/query', { status: 3 })
  const wanted = { nameOrTel: '', state: 1 }
  // @ts-expect-error a filter that is misspelt, in an object made elsewhere
  await product.post('admin', 'customer/query', wanted)
  // @ts-expect-error a field of the answer that is not there
  void (await product.must('admin', 'order/add', {})).billID
  // @ts-expect-error an input that is misspelt, of a program that runs
  await running.post('tags/add', { nam: '' })
  // @ts-expect-error a field of the answer that is not there
  void (await running.must('tags/add', { name: '' })).ids
}

const BASE = { it: '', as: 'manager' } as const
export const SCENARIOS: Scenario[] = [
  // @ts-expect-error an account that is not there
  { it: '', as: 'maneger', call: 'org/query' },
  // @ts-expect-error a call that is not there
  { ...BASE, call: 'org/ad' },
  // @ts-expect-error an input that is misspelt
  { ...BASE, call: 'org/add', send: { nam: '$name' } },
  // @ts-expect-error a number in place of a name of the dictionary
  { ...BASE, call: 'org/add', send: { orgType: 2 } },
  // @ts-expect-error a field of the answer that is not there
  { ...BASE, call: 'org/detail', send: { id: '$org' }, data: { nam: '' } },
  // @ts-expect-error a table that is not there
  { ...BASE, call: 'org/detail', rows: [['orgs', {}, 1]] },
  // @ts-expect-error a column that is not there
  { ...BASE, call: 'org/detail', rows: [['org', { cod: '' }, 1]] },
]
