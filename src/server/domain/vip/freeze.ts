/** Money of an account that may not be spent for now (rules 1.5): set aside and released by movements of their own, which leave the balance as it is. */
import type { Call, Handler, Handlers } from '../../platform/call.ts'
import { mustBePositive } from '../../platform/refusals.ts'
import { availableOf } from './account.ts'

async function change(
  c: Call<'account/freeze'> | Call<'account/unfreeze'>,
  type: 'freeze' | 'unfreeze',
): Promise<{ id: number }> {
  const { amount, remark } = c.input
  mustBePositive(c, 'amount', amount)
  const account = c.row
  const frozen = account.frozenAmount
  const most = type === 'freeze' ? availableOf(account) : frozen
  if (amount > most) c.refuse('amount', type === 'freeze' ? MORE_THAN_AVAILABLE : MORE_THAN_FROZEN)
  await c.update('account', account, { frozenAmount: type === 'freeze' ? frozen + amount : frozen - amount })
  await c.insert('accountMovement', {
    accountId: account.id,
    movementType: type,
    direction: 'none',
    amount,
    balanceAfter: account.balance,
    remark,
  })
  return { id: account.id }
}

const MORE_THAN_AVAILABLE = { zh: '冻结金额不能大于可用余额', en: 'No more can be frozen than is available' }
const MORE_THAN_FROZEN = { zh: '解冻金额不能大于冻结金额', en: 'No more can be released than is frozen' }

const freeze: Handler<'account/freeze'> = (c) => change(c, 'freeze')
const unfreeze: Handler<'account/unfreeze'> = (c) => change(c, 'unfreeze')

export const handlers: Handlers = { 'account/freeze': freeze, 'account/unfreeze': unfreeze }
