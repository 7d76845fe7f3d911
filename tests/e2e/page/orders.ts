/** Orders that a test begins with, made by the call that the wizard makes: another journey clicks that. */
import { ACCOUNT, call, person, tokenOf } from './api.ts'
import { valueOf } from './model.ts'
import { asAdministrator } from './people.ts'
import { freshRecord } from './records.ts'
import { nextName } from './samples.ts'

/** The demo's package of 3980 with two sessions. */
export const PACKAGE = '百天B'

/** An order of a new customer of the consultant, unpaid. */
export async function freshOrder(
  values: object = {},
): Promise<{ id: number; orderNo: string; billId: number; customer: string }> {
  const customer = await freshRecord('customer', { realName: nextName('Chen'), cityCode: '500100' })
  const consultant = await tokenOf(ACCOUNT.consultant)
  const [chosen] = await call('photoPackage/select', { keyword: PACKAGE }, consultant)
  const user = await person(consultant)
  const made = await asAdministrator('order/add', {
    customerId: customer.id,
    packageId: chosen?.value,
    businessType: valueOf('business_type', 'baby'),
    cityCode: '500100',
    orgId: user.orgId,
    salesId: user.employeeId,
    ...values,
  })
  return { ...made, customer: customer.name }
}

type Row = Record<string, unknown> & { id: number }

/** An order of two sessions, paid in cash: by calls, a journey clicks that. */
export async function paidOrder(): Promise<{ id: number; orderNo: string; customer: string; sessions: Row[] }> {
  const made = await freshOrder()
  await pay(made.billId, 3980)
  const sessions = await asAdministrator('orderSession/query', { orderId: made.id, pageNO: 1, pageRows: 200 })
  return { ...made, sessions }
}

/** Pays a bill in cash at the demo's desk. */
export async function pay(billId: number, amount: number): Promise<void> {
  const cashier = await tokenOf(ACCOUNT.cashier)
  const ways = await call('payMethod/select', { keyword: '现金' }, cashier)
  await call(
    'cashRegister/pay',
    { billIds: [billId], methods: [{ payMethodId: ways[0]?.value, amount }], requestNo: crypto.randomUUID() },
    cashier,
  )
}
