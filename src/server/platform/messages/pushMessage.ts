/** A person's notifications (rules 1.1, I-52). */
import { refuse } from '../../errors.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'
import { stored } from '../values.ts'

/** How many of the person's are unread, in whatever company; the badge caps what it shows, the count is exact. */
export async function unreadOf(c: CallContext): Promise<number> {
  const [row] = await c.tx.query<{ count: number }>(
    'select count(*) as "count" from "pushMessage" where "receiverId" = $1 and "isRead" = $2 and not "isDel"',
    [c.actor.employeeId ?? 0, stored(c, 'is_read', 'unread')],
  )
  return row?.count ?? 0
}

const unread: Handler<'pushMessage/queryIsReadSum'> = async (c) => {
  const count = await unreadOf(c)
  c.answer({ count })
  return { count }
}

/** Marks an own message; another's is none of one's business. */
const mark: Handler<'pushMessage/updateIsRead'> = async (c) => {
  if (c.row.receiverId !== c.actor.employeeId) return refuse('forbidden')
  const { isRead } = c.input
  if (c.row.isRead !== isRead)
    await c.update('pushMessage', c.row, { isRead, readTime: isRead === 'unread' ? null : c.now })
  return null
}

export const handlers: Handlers = { 'pushMessage/queryIsReadSum': unread, 'pushMessage/updateIsRead': mark }
