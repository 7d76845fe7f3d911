/** Customer accounts (rules 1.5): principal and bonus, changed only by movements that add up (I-07). */
import { formatMoney } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Place, Row } from '../../platform/call.ts'

/** An amount in principal and bonus. */
interface AccountParts {
  principal: Cents
  gift: Cents
}

/** A change of an account in one direction; neither part is negative. */
interface Movement extends AccountParts {
  type: Row<'accountMovement'>['movementType']
  direction: 'in' | 'out'
  billId?: number
  orderId?: number | null
  cashRecordId?: number
  oppositeId?: number
  remark?: string
}

/** Refuses more than there is, naming what there is. */
function refuseMoney(c: CallContext, field: Place | undefined, available: Cents): never {
  const left = formatMoney(Math.max(0, available) / 100)
  return c.refuse(field, {
    zh: `余额不足，可用 ${left}`,
    en: `There is not enough money on the account: ${left} is available`,
  })
}

/** Refuses more than there is of the principal, or of the bonus. */
function refusePart(c: CallContext, part: 'principal' | 'bonus', there: Cents): never {
  const left = formatMoney(there / 100)
  return c.refuse(
    undefined,
    part === 'principal'
      ? { zh: `账户本金不足，只有 ${left}`, en: `The principal of the account is ${left} only` }
      : { zh: `账户赠送金不足，只有 ${left}`, en: `The bonus of the account is ${left} only` },
  )
}

const PARTLY_FROZEN = { zh: '账户部分余额已冻结', en: 'Part of the balance is frozen' }
const FROZEN = { zh: '账户已冻结', en: 'The account is frozen' }

/** The account of a customer, locked for the rest of the call; refuses a customer without one. */
export async function accountOf(c: CallContext, customerId: number): Promise<Row<'account'>> {
  const [account] = await c.select('account', { customerId }, { limit: 1, lock: true })
  return account ?? c.refuse('customerId', { zh: '客户账户不存在', en: 'The customer has no account' })
}

/** Money that may be spent: what is there, not frozen, and wanted by no refund under way. */
export const availableOf = (account: Row<'account'>): Cents =>
  account.balance - account.frozenAmount - account.reservedAmount

/** What refunds of an account that are under way will take of its principal and of its bonus. */
export async function reservedOf(c: CallContext, account: Row<'account'>): Promise<AccountParts> {
  if (account.reservedAmount === 0) return { principal: 0, gift: 0 }
  const principal = await c.sum('refund', 'refundAmount', {
    accountId: account.id,
    status: ['applied', 'approved'],
  })
  return { principal, gift: account.reservedAmount - principal }
}

/** Sets money aside for a refund that was asked for, or (`free`) lets it go as the refund ends. */
export async function reserve(
  c: CallContext,
  { accountId, refundAmount, giftTakeBack }: Row<'refund'>,
  free = false,
): Promise<void> {
  const account = accountId ? await c.find('account', accountId, { lock: true }) : undefined
  if (!account) return
  const amount = refundAmount + (giftTakeBack ?? 0)
  const reservedAmount = Math.max(account.reservedAmount + (free ? -amount : amount), 0)
  await c.update('account', account, { reservedAmount })
}

/** The principal and the bonus that no refund under way wants; refuses a frozen account, and more than is available. */
async function spendable(
  c: CallContext,
  account: Row<'account'>,
  amount: Cents,
  field: Place | undefined,
): Promise<AccountParts> {
  if (account.status !== 'normal') c.refuse(undefined, FROZEN)
  const available = availableOf(account)
  if (amount > available) refuseMoney(c, field, available)
  const held = await reservedOf(c, account)
  return { principal: account.principalBalance - held.principal, gift: account.giftBalance - held.gift }
}

/** How an amount is taken from principal and bonus: the parameter says which first; refuses more than is available, at the field it was typed into. */
export async function partsOf(
  c: CallContext,
  account: Row<'account'>,
  amount: Cents,
  field?: Place,
): Promise<AccountParts> {
  const there = await spendable(c, account, amount, field)
  if (c.settings.account_consume_order === 'gift') {
    const gift = Math.min(there.gift, amount)
    return { gift, principal: amount - gift }
  }
  const principal = Math.min(there.principal, amount)
  return { principal, gift: amount - principal }
}

/** How an amount is passed on: principal and bonus in proportion, so that neither stays behind; refuses more than is available. */
export async function partsInProportion(
  c: CallContext,
  account: Row<'account'>,
  amount: Cents,
  field?: Place,
): Promise<AccountParts> {
  const there = await spendable(c, account, amount, field)
  const gift = Math.ceil((amount * there.gift) / (there.principal + there.gift))
  return { gift, principal: amount - gift }
}

/** Writes a movement and what it leaves; the customer shows the balance too. Answers the account as it is then. */
export async function moveAccount(
  c: CallContext,
  account: Row<'account'>,
  { type, direction, principal, gift, ...more }: Movement,
): Promise<Row<'account'>> {
  const sign = direction === 'in' ? 1 : -1
  const principalBalance = account.principalBalance + sign * principal
  const giftBalance = account.giftBalance + sign * gift
  const left = principalBalance + giftBalance
  if (principalBalance < 0) refusePart(c, 'principal', account.principalBalance)
  if (giftBalance < 0) refusePart(c, 'bonus', account.giftBalance)
  if (direction === 'out' && left < account.frozenAmount + account.reservedAmount) c.refuse(undefined, PARTLY_FROZEN)
  const moved = await c.update('account', account, {
    principalBalance,
    giftBalance,
    ...(type === 'recharge' ? { totalRecharge: account.totalRecharge + sign * principal } : {}),
    ...(type === 'consume' ? { totalConsume: account.totalConsume + principal + gift } : {}),
  })
  await c.insert('accountMovement', {
    accountId: account.id,
    movementType: type,
    direction,
    amount: principal,
    giftAmount: gift,
    balanceAfter: moved.balance,
    ...more,
  })
  await showBalance(c, moved)
  return moved
}

/** Lists of customers and members show the balance without a join. */
async function showBalance(c: CallContext, account: Row<'account'>): Promise<void> {
  const customer = await c.ref(account, 'customer', { lock: true })
  if (customer) await c.update('customer', customer, { accountBalance: account.balance })
  const [member] = await c.select('members', { customerId: account.customerId }, { limit: 1, lock: true })
  if (member) await c.update('members', member, { accountBalance: account.balance })
}
