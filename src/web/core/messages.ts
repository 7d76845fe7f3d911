import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Lang } from '../../model/model.ts'
import type { WebCore } from '../../model/web.ts'
import { enginePath } from './calls.ts'
import { useCore } from './model.ts'
import { useMayOpen } from './permission.ts'
import { addressOf } from './open.ts'
import { call } from './request.ts'
import { createStore } from './store.ts'

/** A notification in the list. */
export interface Message {
  id: number
  title: string
  content: string
  /** A text of the product itself has both languages. */
  titleEn?: string | null
  contentEn?: string | null
  messageSourceType: string
  messageSourceDO?: Record<string, unknown> | null
  isRead?: 0 | 1
  createTime?: number
}

/** Title and text of a notification, in the reader's language where it exists. */
export const wordsOf = (message: Message, lang: Lang): { title: string; text: string } =>
  lang === 'en'
    ? { title: message.titleEn || message.title, text: message.contentEn || message.content }
    : { title: message.title, text: message.content }

/** Unread notifications of the person, uncapped; the badge shows at most 99. */
export const unreadCount = createStore(0)

const QUIET = { silent: true, loading: false } as const

/** Asks the server for the unread count. A failure changes nothing: the next message asks again. */
export async function refreshUnread(): Promise<void> {
  try {
    const answer = await call<{ count?: number } | undefined>(enginePath('unread'), {}, QUIET)
    unreadCount.set(typeof answer.count === 'number' ? answer.count : (answer.data?.count ?? 0))
  } catch {
    // Nobody waits for this number.
  }
}

/** The newest notifications. */
export async function newestMessages(rows: number): Promise<Message[]> {
  const { data } = await call<Message[]>(enginePath('messages'), { pageNO: 1, pageRows: rows }, QUIET)
  return data
}

/** Marks one as read and updates the count. */
async function markRead(id: number): Promise<void> {
  try {
    await call(enginePath('markRead'), { id, isRead: 1 }, QUIET)
  } finally {
    await refreshUnread()
  }
}

/**
 * The address a notification leads to: its source type selects the route (`app.json`), its source object
 * gives the query; whoever may not open that is led to the first of the others. `undefined`: it has no target.
 */
export function addressOfMessage(
  core: Pick<WebCore, 'app' | 'routes'>,
  message: Pick<Message, 'messageSourceType' | 'messageSourceDO'>,
  mayOpen: (route: string) => boolean,
): string | undefined {
  const target = core.app.messageRoutes[message.messageSourceType]
  if (!target || !core.routes.some((route) => route.route === target.route)) return undefined
  const opened = [target, ...target.else].find(({ route }) => mayOpen(route))
  const source = message.messageSourceDO ?? {}
  return opened && addressOf(opened.route, Object.fromEntries(opened.params.map((name) => [name, plain(source[name])])))
}

const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)

/** What opening a notification needs of it. */
type Opened = Pick<Message, 'id' | 'isRead' | 'messageSourceType' | 'messageSourceDO'>

/** The notification that a row of their list is. */
export const messageOf = (row: Readonly<Record<string, unknown>>): Opened => ({
  id: Number(row.id),
  isRead: row.isRead === 1 ? 1 : 0,
  messageSourceType: String(row.messageSourceType),
  messageSourceDO: (row.messageSourceDO ?? null) as Record<string, unknown> | null,
})

/**
 * Opens a message: it is read, and leads to its target. `here`: where the person is already. False where it leads
 * nowhere else.
 */
export function useOpenMessage(): (message: Opened, here?: string, onRead?: () => void) => boolean {
  const core = useCore()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  return useCallback(
    (message, here, onRead) => {
      if (message.isRead !== 1) void markRead(message.id).then(onRead, () => undefined)
      const address = addressOfMessage(core, message, mayOpen)
      if (address === undefined || address.split('?')[0] === here) return false
      void navigate(address)
      return true
    },
    [core, mayOpen, navigate],
  )
}
