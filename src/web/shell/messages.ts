import type { WebCore } from '../../model/web.ts'
import { CALLS } from '../core/calls.ts'
import { addressOf } from '../core/open.ts'
import { call } from '../core/request.ts'
import { createStore } from '../core/store.ts'

/** A notification as it is listed. */
export interface Message {
  id: number
  title: string
  content: string
  messageSourceType: string
  messageSourceDO?: Record<string, unknown> | null
  isRead?: 0 | 1
  createTime?: number
}

/** Unread notifications of the person; all of them, the badge cuts at 99. */
export const unreadCount = createStore(0)

const QUIET = { silent: true, loading: false } as const

/** Asks the server how many are unread. A failure changes nothing: the next message asks again. */
export async function refreshUnread(): Promise<void> {
  try {
    const answer = await call<{ count?: number } | undefined>(CALLS.unread, {}, QUIET)
    unreadCount.set(typeof answer.count === 'number' ? answer.count : (answer.data?.count ?? 0))
  } catch {
    // Nobody waits for this number.
  }
}

/** The newest notifications. */
export async function newestMessages(rows: number): Promise<Message[]> {
  const { data } = await call<Message[]>(CALLS.messages, { pageNO: 1, pageRows: rows }, QUIET)
  return data
}

/** Marks one as read and counts again. */
export async function markRead(id: number): Promise<void> {
  try {
    await call(CALLS.markRead, { id, isRead: 1 }, QUIET)
  } finally {
    await refreshUnread()
  }
}

/**
 * The address a notification leads to: its source type names the route (`app.json`), its source object
 * gives the query. `undefined`: it leads nowhere.
 */
export function addressOfMessage(core: Pick<WebCore, 'app' | 'routes'>, message: Message): string | undefined {
  const target = core.app.messageRoutes[message.messageSourceType]
  if (!target || !core.routes.some((route) => route.route === target.route)) return undefined
  const source = message.messageSourceDO ?? {}
  return addressOf(target.route, Object.fromEntries(target.params.map((name) => [name, plain(source[name])])))
}

const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)
