/** Customers (rules 1.4, 2.4). */
import { parsePage } from '../../query/paging.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { optionsOf } from '../../platform/company/dict.ts'
import { joinFamily, type FamilyInput } from './family.ts'
import { copyIdentity, customerInSight } from './identity.ts'

/** A customer comes with a family and an account. */
const add: Handler<'customer/add'> = async (c) => {
  const { after: customer } = await c.standard()
  await settleIn(c, customer, c.input)
  return { id: customer.id }
}

/** Family and account of a customer just made; other areas that make customers call it too. */
export async function settleIn(
  c: CallContext,
  customer: Row<'customer'>,
  given: FamilyInput,
): Promise<Row<'customer'>> {
  const family = await joinFamily(c, customer, given)
  const account = await c.insert('account', { customerId: customer.id })
  return c.update('customer', customer, { familyId: family.id, accountId: account.id })
}

const edit: Handler<'customer/edit'> = async (c) => {
  const done = await c.standard()
  const { before, after } = done
  const identity = ['realName', 'mobile', 'birthday'] as const
  if (identity.some((name) => before[name] !== after[name])) await copyIdentity(c, after)
  return done
}

/** Account and place in the family go along; orders and money keep a customer. */
const del: Handler<'customer/del'> = async (c) => {
  for (const customer of c.rows) await unsettle(c, customer)
  return c.standard()
}

async function unsettle(c: CallContext, customer: Row<'customer'>): Promise<void> {
  for (const account of await c.select('account', { customerId: customer.id })) {
    if (account.balance !== 0)
      c.refuse(undefined, { zh: '账户还有余额，不能删除', en: 'There is money on the account; it cannot be deleted' })
    await c.update('customer', customer, { accountId: null, familyId: null })
    await c.remove('account', account)
  }
  for (const member of await c.select('familyMember', { customerId: customer.id })) {
    await c.remove('familyMember', member)
    await leaveFamily(c, member)
  }
}

/** A family with nobody left goes too; one with others gets another contact. */
async function leaveFamily(c: CallContext, member: Row<'familyMember'>): Promise<void> {
  const family = await c.ref(member, 'family')
  if (!family) return
  const familyId = family.id
  const [next] = await c.select('familyMember', { familyId }, { limit: 1 })
  if (!next) return c.remove('family', family)
  if (family.primaryCustomerId === member.customerId)
    await c.update('family', family, { primaryCustomerId: next.customerId })
  if (!(await c.exists('familyMember', { familyId, isPrimary: true })))
    await c.update('familyMember', next, { isPrimary: true })
}

/** Orders of a customer, newest first. Whoever may see the customer sees what was bought. */
const queryConsume: Handler<'customer/queryConsume'> = async (c) => {
  const { id: customerId } = await customerInSight(c, c.input.customerId)
  const { offset, limit } = parsePage(c.input, 10, c.model.app.limits.pageMax)
  const orders = await c.select('order', { customerId }, { sort: ['-createTime'], limit: offset + limit })
  c.answer({ total: await c.count('order', { customerId }) })
  return orders.slice(offset)
}

const getBalance: Handler<'customer/getBalance'> = async (c) => {
  const { id: customerId } = await customerInSight(c, c.input.customerId)
  const [account] = await c.select('account', { customerId }, { limit: 1 })
  const [member] = await c.select('members', { customerId }, { limit: 1 })
  return {
    balance: account?.balance ?? 0,
    principalBalance: account?.principalBalance ?? 0,
    giftBalance: account?.giftBalance ?? 0,
    frozenAmount: account?.frozenAmount ?? 0,
    integral: member?.integral ?? 0,
  }
}

export const handlers: Handlers = {
  'customer/add': add,
  'customer/edit': edit,
  'customer/del': del,
  'customer/queryConsume': queryConsume,
  'customer/getBalance': getBalance,
  'customer/dictSelect': (c) => optionsOf(c, c.input.code, false),
}
