/** The message board (rules 1.1): replies are kept with their topic. */
import type { Handler, Handlers } from '../call.ts'

const reply: Handler<'message/reply'> = async (c) => {
  const { employeeId = null, realName: name = null } = c.actor
  const answer = { employeeId, name, content: c.input.content, time: c.now }
  await c.update('messageBoard', c.row, { replies: [...c.row.replies, answer] })
  return null
}

export const handlers: Handlers = { 'message/reply': reply }
