/** Money of an account that may not be spent for now (rules 1.5): set aside and released by movements of their own, which leave the balance as it is. */
import type { CallContext, Handler, Handlers } from '../legacy.ts'
import { mustBePositive } from '../refusals.ts'
import { target } from '../rows.ts'
import { value } from '../values.ts'
import { availableOf } from './account.ts'

const change = async (c: CallContext, type: 'freeze' | 'unfreeze'): Promise<{ id: number }> => {
  const account = target(c)
  const amount = Number(c.input.amount)
  mustBePositive(c, 'amount', amount)
  const frozen = Number(account.frozenAmount ?? 0)
  const most = type === 'freeze' ? availableOf(account) : frozen
  if (amount > most) c.refuse('amount', type === 'freeze' ? MORE_THAN_AVAILABLE : MORE_THAN_FROZEN)
  await c.update('account', account, { frozenAmount: type === 'freeze' ? frozen + amount : frozen - amount })
  await c.insert('accountMovement', {
    accountId: account.id,
    movementType: value(c, 'account_movement', type),
    direction: value(c, 'direction', 'none'),
    amount,
    balanceAfter: account.balance,
    remark: c.input.remark,
  })
  return { id: account.id }
}

const MORE_THAN_AVAILABLE = { zh: '冻结金额不能大于可用余额', en: 'No more can be frozen than is available' }
const MORE_THAN_FROZEN = { zh: '解冻金额不能大于冻结金额', en: 'No more can be released than is frozen' }

const freeze: Handler = (c) => change(c, 'freeze')
const unfreeze: Handler = (c) => change(c, 'unfreeze')

export const handlers: Handlers = { 'account/freeze': freeze, 'account/unfreeze': unfreeze }
