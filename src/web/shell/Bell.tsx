import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { limit, useCore } from '../core/model.ts'
import { usePush } from '../core/push.ts'
import { useT } from '../core/sentences.ts'
import { useStore } from '../core/store.ts'
import { MessageList } from './MessageList.tsx'
import { addressOfMessage, markRead, refreshUnread, unreadCount, type Message } from './messages.ts'
import { notify } from './notify.ts'

/** Notifications: how many are unread (99 at most), the newest of them, and a notice for each that arrives. */
export function Bell() {
  const t = useT()
  const count = useStore(unreadCount)
  const [open, setOpen] = useState(false)
  const openMessage = useOpenMessage(() => setOpen(false))
  useEffect(() => void refreshUnread(), [])
  usePush('/api/push/message', (message) => {
    notify({ key: `message-${message.id}`, title: message.title, text: message.content }, () => openMessage(message))
    void refreshUnread()
  })
  const label = count ? `${t('notifications')}, ${t('unread', { count })}` : t('notifications')
  return (
    <Popover
      trigger="click" placement="bottomRight" arrow={false} open={open} onOpenChange={setOpen} destroyOnHidden
      content={<MessageList onOpen={openMessage} onLeave={() => setOpen(false)} />} styles={{ body: { padding: 0 } }}
    >
      <button type="button" className="icon-button bell" aria-label={label} title={label} aria-expanded={open}>
        <Badge count={count} size="small" overflowCount={limit('badge', 99)} offset={[2, 0]}><BellOutlined /></Badge>
      </button>
    </Popover>
  )
}

/** Opening a message reads it and goes where it points. */
function useOpenMessage(done: () => void): (message: Message) => void {
  const core = useCore()
  const navigate = useNavigate()
  return useCallback((message) => {
    const address = addressOfMessage(core, message)
    if (message.isRead !== 1) void markRead(message.id).catch(() => undefined)
    if (address) void navigate(address)
    done()
  }, [core, navigate, done])
}
