/**
 * Bills to be paid, each of an order and a customer of its own, with an account and a membership: what remains after
 * the deposit, so that the payment settles the order and earns points. The ids say which bill they belong to.
 */
import type { Model } from '../../src/model/model.ts'
import type { Database } from '../../src/server/types.ts'
import { NAME } from './customers.ts'
import { fill, oneOf, type Filling } from './filling.ts'

/** Where the ids of each kind begin; the row `n` of a kind is so much further. */
export const FIRST = {
  customer: 1_000_000_000,
  order: 2_000_000_000,
  bill: 3_000_000_000,
  account: 4_000_000_000,
  members: 5_000_000_000,
  orderItem: 6_000_000_000,
}
type Kind = keyof typeof FIRST

const id = (kind: Kind): string => `${FIRST[kind]} + n`
/** Cents: the price, the deposit that was paid, what is there on the account. */
export const PRICE = 300_000
export const DEPOSIT = 30_000
const BALANCE = 1_000_000
const WHO = { customerId: id('customer'), companyId: 'w.company' }
const OWED = { payableAmount: `${PRICE}`, paidAmount: `${DEPOSIT}`, dueAmount: `${PRICE - DEPOSIT}` }
const OF = { salesId: oneOf('w.people', 31), orgId: oneOf('w.orgs', 31) }

const FILLINGS: Record<Kind, Record<string, string>> = {
  customer: {
    companyId: 'w.company',
    ...OF,
    realName: NAME,
    mobile: `'19' || lpad(n::text, 9, '0')`,
    status: '4',
    accountId: id('account'),
    memberId: id('members'),
    memberGradeId: 'w.grade',
    accountBalance: `${BALANCE}`,
  },
  account: {
    ...WHO,
    principalBalance: `${BALANCE}`,
    balance: `${BALANCE}`,
    available: `${BALANCE}`,
    totalRecharge: `${BALANCE}`,
  },
  members: { ...WHO, gradeId: 'w.grade', accountBalance: `${BALANCE}`, memberNo: `'M' || n`, cardNo: `'C' || n` },
  order: {
    ...WHO,
    ...OWED,
    ...OF,
    orderNo: `'DB' || n`,
    cityCode: oneOf('w.cities', 32),
    originAmount: `${PRICE}`,
    depositAmount: `${DEPOSIT}`,
    payStatus: '1',
  },
  orderItem: {
    companyId: 'w.company',
    orderId: id('order'),
    itemType: '1',
    price: `${PRICE}`,
    amount: `${PRICE}`,
  },
  bill: {
    ...WHO,
    ...OWED,
    ...OF,
    orderId: id('order'),
    billNo: `'ZB' || n`,
    customerName: NAME,
    title: `'-'`,
    billType: '1',
    billStatus: '1',
  },
}

export async function addBills(db: Database, model: Model, count: number): Promise<void> {
  for (const [table, values] of Object.entries(FILLINGS) as [Kind, Record<string, string>][]) {
    const filling: Filling = { table, values: { id: id(table), ...values } }
    await fill(db, model, filling, 1, count)
  }
}
