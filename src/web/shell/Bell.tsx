import { BellOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { useEffect, useState } from 'react'
import { useLang } from '../core/i18n.ts'
import { refreshUnread, unreadCount, useOpenMessage, wordsOf, type Message } from '../core/messages.ts'
import { limit } from '../core/model.ts'
import { usePush } from '../core/push.ts'
import { useT } from '../core/sentences.ts'
import { useStore } from '../core/store.ts'
import { MessageList } from './MessageList.tsx'
import { notify } from './notify.ts'

/** Notifications: the unread count (at most 99), the newest messages, and a notice for each new one. */
export function Bell() {
  const t = useT()
  const count = useStore(unreadCount)
  const [open, setOpen] = useState(false)
  const lead = useOpenMessage()
  const openMessage = (message: Message): void => {
    lead(message)
    setOpen(false)
  }
  const lang = useLang()
  useEffect(() => void refreshUnread(), [])
  usePush('/api/push/message', (message) => {
    notify({ key: `message-${message.id}`, ...wordsOf(message, lang) }, () => openMessage(message))
    void refreshUnread()
  })
  const shown = badgeText(count, limit('badge', 99))
  const label = count ? `${t('notifications')}, ${t('unread', { count: shown })}` : t('notifications')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<MessageList onOpen={openMessage} onLeave={() => setOpen(false)} />}
      styles={{ body: { padding: 0 } }}
    >
      <button type="button" className="icon-button bell" aria-label={label} title={label} aria-expanded={open}>
        <BellOutlined />
        {count > 0 && <sup className="bell-count">{shown}</sup>}
      </button>
    </Popover>
  )
}

/** The count, or the highest number shown followed by a plus. */
function badgeText(count: number, most: number): string {
  return count > most ? `${most}+` : String(count)
}
