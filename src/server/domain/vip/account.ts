/** Customer accounts (rules 1.5): principal and bonus, changed only by movements that add up (I-07). */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../legacy.ts'
import { value } from '../values.ts'

/** A change of an account: cents of principal and bonus, both not negative, in one direction. */
export interface Movement {
  type: DictionaryValues['account_movement']
  direction: 'in' | 'out'
  principal: number
  gift: number
  billId?: number
  orderId?: unknown
  cashRecordId?: number
  oppositeId?: number
  remark?: unknown
}

const NO_MONEY = { zh: '余额不足', en: 'There is not enough money on the account' }
const PARTLY_FROZEN = { zh: '账户部分余额已冻结', en: 'Part of the balance is frozen' }
const FROZEN = { zh: '账户已冻结', en: 'The account is frozen' }

/** The account of a customer, locked for the rest of the call; refuses a customer without one. */
export async function accountOf(c: CallContext, customerId: unknown): Promise<Row> {
  const [account] = await c.select('account', { customerId }, { limit: 1, lock: true })
  return account ?? c.refuse('customerId', { zh: '客户账户不存在', en: 'The customer has no account' })
}

/** Money that may be spent: what is there and not frozen. */
export const availableOf = (account: Row): number => Number(account.balance) - Number(account.frozenAmount ?? 0)

/** How an amount is taken from principal and bonus: the parameter says which first; refuses more than is available, at the field it was typed into. */
export function partsOf(
  c: CallContext,
  account: Row,
  amount: number,
  field?: string,
): { principal: number; gift: number } {
  if (account.status !== value(c, 'account_status', 'normal')) c.refuse(undefined, FROZEN)
  if (amount > availableOf(account)) c.refuse(field, NO_MONEY)
  const [principal, gift] = [Number(account.principalBalance), Number(account.giftBalance)]
  if (c.settings.account_consume_order === 'gift') {
    const fromGift = Math.min(gift, amount)
    return { gift: fromGift, principal: amount - fromGift }
  }
  const fromPrincipal = Math.min(principal, amount)
  return { principal: fromPrincipal, gift: amount - fromPrincipal }
}

/** Writes a movement and what it leaves; the customer shows the balance too. Answers the account as it is then. */
export async function moveAccount(
  c: CallContext,
  account: Row,
  { type, direction, principal, gift, ...more }: Movement,
): Promise<Row> {
  const sign = direction === 'in' ? 1 : -1
  const principalBalance = Number(account.principalBalance) + sign * principal
  const giftBalance = Number(account.giftBalance) + sign * gift
  const left = principalBalance + giftBalance
  if (principalBalance < 0 || giftBalance < 0) c.refuse(undefined, NO_MONEY)
  if (direction === 'out' && left < Number(account.frozenAmount ?? 0)) c.refuse(undefined, PARTLY_FROZEN)
  const moved = await c.update('account', account, {
    principalBalance,
    giftBalance,
    ...(type === 'recharge' ? { totalRecharge: Number(account.totalRecharge) + sign * principal } : {}),
    ...(type === 'consume' ? { totalConsume: Number(account.totalConsume) + principal + gift } : {}),
  })
  await c.insert('accountMovement', {
    accountId: account.id,
    movementType: value(c, 'account_movement', type),
    direction: value(c, 'direction', direction),
    amount: principal,
    giftAmount: gift,
    balanceAfter: moved.balance,
    ...more,
  })
  await showBalance(c, moved)
  return moved
}

/** Lists of customers and members show the balance without a join. */
async function showBalance(c: CallContext, account: Row): Promise<void> {
  const customer = await c.find('customer', Number(account.customerId), { lock: true })
  if (customer) await c.update('customer', customer, { accountBalance: account.balance })
  const [member] = await c.select('members', { customerId: account.customerId }, { limit: 1, lock: true })
  if (member) await c.update('members', member, { accountBalance: account.balance })
}
