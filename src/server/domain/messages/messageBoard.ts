/** The message board (rules 1.1): replies are kept with their topic. */
import type { Handler, Handlers } from '../legacy.ts'
import { target } from '../rows.ts'

interface Reply {
  employeeId: number | undefined
  name: string | undefined
  content: string
  time: number
}

const reply: Handler = async (c) => {
  const topic = target(c)
  const answer: Reply = {
    employeeId: c.actor.employeeId,
    name: c.actor.realName,
    content: String(c.input.content),
    time: c.now,
  }
  await c.update('messageBoard', topic, { replies: [...((topic.replies ?? []) as Reply[]), answer] })
  return null
}

export const handlers: Handlers = { 'message/reply': reply }
