/** A person's notifications (domain E015, I-52). */
import type { Handler, Handlers } from '../../types.ts'

/** Wire value of `is_read`. */
const UNREAD = 0

/** How many are unread; the badge caps what it shows, the count is exact. */
const unread: Handler = async (c) => {
  const [row] = await c.tx.query<{ count: number }>(
    'select count(*) as "count" from "pushMessage" where "receiverId" = $1 and "isRead" = $2 and not "isDel"', [c.actor.employeeId ?? 0, UNREAD],
  )
  const count = row?.count ?? 0
  c.answer({ count })
  return { count }
}

export const handlers: Handlers = { 'pushMessage/queryIsReadSum': unread }
