/** Two customers who are one person (rules 1.4, I-45): everything of the first is the second's, sums as they were. */
import { forgetSessions } from '../../auth/cache.ts'
import type { Call, CallContext, Handler, Handlers, ResourceName, Row } from '../../platform/call.ts'
import { stored } from '../../platform/values.ts'
import { copyIdentity } from './identity.ts'
import { fold, type FoldRule, type Merge } from './mergeRows.ts'

/** Money and counts add up; a stored value the server computes from them follows by itself. */
const RULES = {
  customer: { add: ['consumeCount', 'consumeAmount'], most: ['lastConsumeTime'], least: ['recordTime'] },
  account: {
    add: ['principalBalance', 'giftBalance', 'frozenAmount', 'reservedAmount', 'totalRecharge', 'totalConsume'],
  },
  members: { add: ['integral', 'totalIntegral'], most: ['expireTime'], least: ['joinTime'] },
} satisfies { [R in ResourceName]?: FoldRule<keyof Row<R> & string> }

type Status = Row<'customer'>['status']
/** How a customer grows; an invalid one is out of it. */
const GROWTH: readonly Status[] = ['potential', 'intended', 'won', 'member']

const merge: Handler<'customer_data/merge'> = async (c) => {
  const [from, to] = await pair(c)
  const moved = {}
  const merging = { c, rules: RULES, moved }
  await joinFamilies(c, merging, from, to)
  await fold(merging, 'customer', from, to)
  await hide(c, from, to)
  await settle(c, from, to)
  c.afterCommit(() => forgetSessions())
  await c.insert('customerMerge', { fromCustomerId: from.id, toCustomerId: to.id, moved })
  const both = `${from.realName}(${from.id}) → ${to.realName}(${to.id})`
  c.log({ zh: `合并客户：${both}`, en: `Customers merged: ${both}` })
  return { moved }
}

/** The first customer is out of every list, and what it had is counted once. */
async function hide(c: CallContext, from: Row<'customer'>, to: Row<'customer'>): Promise<void> {
  await c.update('customer', from, {
    mergedInto: to.id,
    consumeCount: 0,
    consumeAmount: 0,
    accountBalance: 0,
    accountId: null,
    memberId: null,
    memberGradeId: null,
    familyId: null,
  })
}

/** Both, locked in one order so that two merges cannot wait for each other. */
async function pair(c: Call<'customer_data/merge'>): Promise<[Row<'customer'>, Row<'customer'>]> {
  const { fromId, toId } = c.input
  const rows = new Map<number, Row<'customer'> | undefined>()
  for (const id of [fromId, toId].sort((a, b) => a - b)) rows.set(id, await c.seen('customer', id, { lock: true }))
  const [from, to] = [rows.get(fromId), rows.get(toId)]
  if (!from) return c.refuse('fromId', { zh: '客户不存在', en: 'The customer does not exist' })
  if (!to) return c.refuse('toId', { zh: '客户不存在', en: 'The customer does not exist' })
  return [from, to]
}

/** The family of the first joins that of the second, when it is the first one's own. */
async function joinFamilies(c: CallContext, merging: Merge, from: Row<'customer'>, to: Row<'customer'>): Promise<void> {
  const theirs = await c.ref(from, 'family', { lock: true })
  const ours = await c.ref(to, 'family', { lock: true })
  if (theirs && ours && theirs.id !== ours.id && theirs.primaryCustomerId === from.id) {
    await c.tx.query('update "familyMember" set "isPrimary" = false where "familyId" = $1', [theirs.id])
    await fold(merging, 'family', theirs, ours)
    await c.remove('family', theirs)
  }
  await dropDouble(c, merging, from, to)
  if (ours) await c.update('family', ours, {})
}

/** One person stands in a family once. */
async function dropDouble(c: CallContext, merging: Merge, from: Row<'customer'>, to: Row<'customer'>): Promise<void> {
  const theirs = await c.select('familyMember', { customerId: from.id })
  const ours = await c.select('familyMember', { customerId: to.id })
  for (const member of theirs) {
    const twin = ours.find((one) => one.familyId === member.familyId)
    if (!twin) continue
    await fold(merging, 'familyMember', member, twin)
    await c.remove('familyMember', member)
  }
}

/** What the second customer shows of account and membership, and how far it has grown. */
async function settle(c: CallContext, from: Row<'customer'>, to: Row<'customer'>): Promise<void> {
  const [account] = await c.select('account', { customerId: to.id })
  const [member] = await c.select('members', { customerId: to.id })
  const status = GROWTH[Math.max(GROWTH.indexOf(from.status), GROWTH.indexOf(to.status))] ?? 'invalid'
  // Not a move of one customer: the two were one person all along.
  if (status !== to.status)
    await c.tx.query('update "customer" set "status" = $2 where "id" = $1', [
      to.id,
      stored(c, 'customer_status', status),
    ])
  const settled = await c.update('customer', to, {
    ...(account ? { accountId: account.id, accountBalance: account.balance } : {}),
    ...(member ? { memberId: member.id, memberGradeId: member.gradeId } : {}),
    familyId: to.familyId ?? from.familyId,
  })
  await copyIdentity(c, settled)
}

export const handlers: Handlers = { 'customer_data/merge': merge }
