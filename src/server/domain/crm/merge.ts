/** Two customers who are one person (rules 1.4, I-45): everything of the first is the second's, sums as they were. */
import { forgetSessions } from '../../auth/cache.ts'
import { stored } from '../values.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { drop, fold } from './mergeRows.ts'
import type { FoldRule, Moved } from './mergeRows.ts'
import { copyIdentity } from './identity.ts'

/** Money and counts add up; a stored value the server computes from them follows by itself. */
const RULES: Record<string, FoldRule> = {
  customer: { add: ['consumeCount', 'consumeAmount', 'openOrders'], most: ['lastConsumeTime'], least: ['recordTime'] },
  account: { add: ['principalBalance', 'giftBalance', 'frozenAmount', 'totalRecharge', 'totalConsume'] },
  members: { add: ['integral', 'totalIntegral'], most: ['expireTime'], least: ['joinTime'] },
  family: { add: ['orderCount'] },
}

/** Values of `customer_status` in the order a customer grows; an invalid one is out of it. */
const GROWTH = ['potential', 'intended', 'won', 'member']
const INVALID = 'invalid'

const merge: Handler = async (c) => {
  const [from, to] = await pair(c)
  const moved: Moved = {}
  await joinFamilies(c, from, to, moved)
  const kept = await fold(c, 'customer', from, to, RULES, moved)
  await hide(c, from, to)
  await settle(c, kept, from)
  c.afterCommit(() => forgetSessions())
  await c.insert('customerMerge', { fromCustomerId: from.id, toCustomerId: to.id, moved })
  c.log(`合并客户：${String(from.realName)}(${from.id}) → ${String(to.realName)}(${to.id})`)
  return { moved }
}

/** The first customer is out of every list, and what it had is counted once. */
async function hide(c: CallContext, from: Row, to: Row): Promise<void> {
  const now = (await c.find('customer', from.id)) as Row
  await c.update('customer', now, {
    mergedInto: to.id,
    consumeCount: 0,
    consumeAmount: 0,
    accountBalance: 0,
    openOrders: 0,
    accountId: null,
    memberId: null,
    memberGradeId: null,
    familyId: null,
  })
}

/** Both, locked in one order so that two merges cannot wait for each other. */
async function pair(c: CallContext): Promise<[Row, Row]> {
  const [fromId, toId] = [Number(c.input.fromId), Number(c.input.toId)]
  if (fromId === toId) return c.refuse('toId', { zh: '不能合并到自己', en: 'A customer cannot be merged into itself' })
  const rows = new Map<number, Row | undefined>()
  for (const id of [fromId, toId].sort((a, b) => a - b)) rows.set(id, await c.seen('customer', id, { lock: true }))
  const [from, to] = [rows.get(fromId), rows.get(toId)]
  if (!from) return c.refuse('fromId', { zh: '客户不存在', en: 'The customer does not exist' })
  if (!to) return c.refuse('toId', { zh: '客户不存在', en: 'The customer does not exist' })
  return [from, to]
}

/** The family of the first joins that of the second, when it is the first one's own. */
async function joinFamilies(c: CallContext, from: Row, to: Row, moved: Moved): Promise<void> {
  const [theirs, ours] = [await familyOf(c, from), await familyOf(c, to)]
  if (theirs && ours && theirs.id !== ours.id && theirs.primaryCustomerId === from.id) {
    await c.tx.query('update "familyMember" set "isPrimary" = false where "familyId" = $1', [theirs.id])
    await fold(c, 'family', theirs, ours, RULES, moved)
    await drop(c, 'family', theirs.id)
  }
  await dropDouble(c, from, to)
  if (ours) await c.update('family', (await familyOf(c, to)) as Row, {})
}

const familyOf = (c: CallContext, customer: Row): Promise<Row | undefined> =>
  customer.familyId ? c.find('family', Number(customer.familyId), { lock: true }) : Promise.resolve(undefined)

/** One person stands in a family once. */
async function dropDouble(c: CallContext, from: Row, to: Row): Promise<void> {
  const [theirs, ours] = [
    await c.select('familyMember', { customerId: from.id }),
    await c.select('familyMember', { customerId: to.id }),
  ]
  for (const member of theirs)
    if (ours.some((one) => one.familyId === member.familyId)) await drop(c, 'familyMember', member.id)
}

/** What the customer shows of account and membership. */
async function settle(c: CallContext, customer: Row, from: Row): Promise<void> {
  const [account] = await c.select('account', { customerId: customer.id })
  const [member] = await c.select('members', { customerId: customer.id })
  const values = {
    ...(account ? { accountId: account.id, accountBalance: account.balance } : {}),
    ...(member ? { memberId: member.id, memberGradeId: member.gradeId } : {}),
    familyId: customer.familyId ?? from.familyId,
  }
  const status = grown(String(customer.status), String(from.status))
  // Not a move of one customer: the two were one person all along.
  if (status !== customer.status)
    await c.tx.query('update "customer" set "status" = $2 where "id" = $1', [
      customer.id,
      stored(c, 'customer_status', status as never),
    ])
  await copyIdentity(c, await c.update('customer', customer, values))
}

const grown = (a: string, b: string): string => GROWTH[Math.max(GROWTH.indexOf(a), GROWTH.indexOf(b))] ?? INVALID

export const handlers: Handlers = { 'customer_data/merge': merge }
