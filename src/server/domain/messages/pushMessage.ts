/** A person's notifications (rules 1.1, I-52). */
import { refuse } from '../../errors.ts'
import type { Handler, Handlers } from '../legacy.ts'
import { target } from '../rows.ts'

/** Wire value of `is_read`. */
const UNREAD = 0

/** How many are unread; the badge caps what it shows, the count is exact. */
const unread: Handler = async (c) => {
  const [row] = await c.tx.query<{ count: number }>(
    'select count(*) as "count" from "pushMessage" where "receiverId" = $1 and "isRead" = $2 and not "isDel"',
    [c.actor.employeeId ?? 0, UNREAD],
  )
  const count = row?.count ?? 0
  c.answer({ count })
  return { count }
}

/** Marks an own message; another's is none of one's business. */
const mark: Handler = async (c) => {
  const message = target(c)
  if (message.receiverId !== c.actor.employeeId) return refuse('forbidden')
  const { isRead } = c.input
  if (message.isRead !== isRead)
    await c.update('pushMessage', message, { isRead, readTime: isRead === 'unread' ? null : c.now })
  return null
}

export const handlers: Handlers = { 'pushMessage/queryIsReadSum': unread, 'pushMessage/updateIsRead': mark }
