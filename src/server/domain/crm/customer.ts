/** Customers (rules 1.4, 2.4). */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { joinFamily } from './family.ts'
import { copyIdentity } from './identity.ts'
import { countTags } from './tags.ts'

/** A customer comes with a family and an account. */
const add: Handler = async (c) => {
  const added = (await c.standard()) as { id: number }
  const customer = (await c.find('customer', added.id)) as Row
  await settleIn(c, customer, c.input)
  await countTags(c, customer.tags)
  return { id: customer.id }
}

/** Family and account of a customer just made; other areas that make customers call it too. */
export async function settleIn(c: CallContext, customer: Row, given: Parameters<typeof joinFamily>[2]): Promise<Row> {
  const family = await joinFamily(c, customer, given)
  const account = await c.insert('account', { customerId: customer.id })
  return c.update('customer', customer, { familyId: family.id, accountId: account.id })
}

const edit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  const after = (await c.find('customer', before.id)) as Row
  if (['realName', 'mobile', 'birthday'].some((name) => before[name] !== after[name])) await copyIdentity(c, after)
  await countTags(c, before.tags, after.tags)
  return answer
}

/** Account and place in the family go along; orders and money keep a customer. */
const del: Handler = async (c) => {
  const customers = targets(c)
  for (const customer of customers) await unsettle(c, customer)
  const answer = await c.standard()
  for (const customer of customers) await countTags(c, customer.tags)
  return answer
}

async function unsettle(c: CallContext, customer: Row): Promise<void> {
  for (const account of await c.select('account', { customerId: customer.id })) {
    if (account.balance !== 0)
      c.refuse(undefined, { zh: '账户还有余额，不能删除', en: 'There is money on the account; it cannot be deleted' })
    await c.update('customer', customer, { accountId: null, familyId: null })
    await c.remove('account', account)
  }
  for (const member of await c.select('familyMember', { customerId: customer.id })) {
    await c.remove('familyMember', member)
    await leaveFamily(c, Number(member.familyId), customer.id)
  }
}

/** A family with nobody left goes too; one with others gets another contact. */
async function leaveFamily(c: CallContext, familyId: number, customerId: number): Promise<void> {
  const family = await c.find('family', familyId)
  if (!family) return
  const [next] = await c.select('familyMember', { familyId }, { limit: 1 })
  if (!next) return c.remove('family', family)
  if (family.primaryCustomerId === customerId) await c.update('family', family, { primaryCustomerId: next.customerId })
  const contact = await c.select('familyMember', { familyId, isPrimary: true }, { limit: 1 })
  if (contact.length === 0) await c.update('familyMember', next, { isPrimary: true })
}

async function customerIn(c: CallContext): Promise<Row> {
  const customer = await c.seen('customer', Number(c.input.customerId))
  return customer ?? c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
}

/** Orders of a customer, newest first. Whoever may see the customer sees what was bought. */
const queryConsume: Handler = async (c) => {
  const { id } = await customerIn(c)
  const rows = Math.min(Number(c.input.pageRows ?? 10), 200)
  const page = Math.max(Number(c.input.pageNO ?? 1), 1)
  const orders = await c.select('order', { customerId: id }, { sort: ['-createTime'], limit: page * rows })
  const [counted] = await c.tx.query<{ total: number }>(
    'select count(*) as "total" from "order" where "customerId" = $1 and not "isDel"',
    [id],
  )
  c.answer({ total: counted?.total ?? 0 })
  return orders.slice((page - 1) * rows)
}

const getBalance: Handler = async (c) => {
  const { id } = await customerIn(c)
  const [account] = await c.select('account', { customerId: id }, { limit: 1 })
  const [member] = await c.select('members', { customerId: id }, { limit: 1 })
  const { balance = 0, principalBalance = 0, giftBalance = 0, frozenAmount = 0 }: Partial<Row> = account ?? {}
  return { balance, principalBalance, giftBalance, frozenAmount, integral: member?.integral ?? 0 }
}

export const handlers: Handlers = {
  'customer/add': add,
  'customer/edit': edit,
  'customer/del': del,
  'customer/queryConsume': queryConsume,
  'customer/getBalance': getBalance,
}
