/** Somebody leaves: the account closes, sessions end, and nothing stays in the hands of a person who is gone (rules 1.1, 2.5, 2.6). */
import { signOut } from '../auth/sessions.ts'
import type { CallContext, Row } from '../call.ts'
import { product } from '../product.ts'
import { words } from '../values.ts'

/** Closes the account of somebody who leaves, and hands on the work. Answers how much of what. */
export async function leave(
  c: CallContext,
  employee: Row<'employee'>,
  successorId: number | undefined,
): Promise<Record<string, number>> {
  c.assignment({ reason: words(c, 'written', 'handover') })
  const handed = (await product().leaving?.(c, employee, successorId)) ?? {}
  await close(c, employee)
  const total = Object.values(handed).reduce((sum, count) => sum + count, 0)
  c.log({
    zh: `员工离职：${employee.realName}，交回 ${total} 项工作`,
    en: `Person left: ${employee.realName}, ${total} pieces of work handed back`,
  })
  return handed
}

/** No way in any more: the account and its sessions. */
async function close(c: CallContext, { id: employeeId }: Row<'employee'>): Promise<void> {
  for (const user of await c.select('user', { employeeId })) await c.update('user', user, { status: 'disabled' })
  await signOut(c, { employeeIds: [employeeId] })
}
