/** The message board (domain E016): topics, replies kept with them, and their end. */
import type { CallContext, Handler, Handlers, Row } from '../../types.ts'
import { target } from '../rows.ts'

/** Wire values of `board_status`. */
const STATUS = { open: 1, closed: 2 } as const

interface Reply { employeeId: number | undefined; name: string | undefined; content: string; time: number }

function openTopic(c: CallContext): Row {
  const topic = target(c)
  return topic.status === STATUS.open ? topic : c.refuse(undefined, { zh: '该话题已关闭', en: 'This topic is closed' })
}

const reply: Handler = async (c) => {
  const topic = openTopic(c)
  const content = String(c.input.content ?? '').trim()
  if (!content) return c.refuse('content', { zh: '请填写回复内容', en: 'Write a reply' })
  const replies = [...((topic.replies ?? []) as Reply[]), { employeeId: c.actor.employeeId, name: c.actor.realName, content, time: c.now }]
  await c.update('messageBoard', topic, { replies, replyCount: replies.length })
  return { id: topic.id }
}

const close: Handler = async (c) => {
  await c.update('messageBoard', openTopic(c), { status: STATUS.closed, closeTime: c.now })
  return null
}

export const handlers: Handlers = { 'message/reply': reply, 'message/close': close }
