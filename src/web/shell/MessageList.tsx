import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { formatDatetime, formatRelative } from '../../model/format.ts'
import { useLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useOpen } from '../core/open.ts'
import { useT } from '../core/sentences.ts'
import { newestMessages, wordsOf, type Message } from '../core/messages.ts'
import { askForNotices, mayAskForNotices } from './notify.ts'
import './messages.css'

const SHOWN = 8

/** The newest notifications, below the bell. */
export function MessageList({ onOpen, onLeave }: { onOpen(message: Message): void; onLeave(): void }) {
  const t = useT()
  const { links } = useCore().app
  const open = useOpen()
  const messages = useNewest()
  const all = links.notices
  return (
    <div className="messages">
      <div className="messages-head">
        <h2>{t('notifications')}</h2>
        <AskForNotices />
      </div>
      <MessageRows messages={messages} onOpen={onOpen} />
      {all && (
        <div className="messages-foot">
          <Button
            type="link"
            block
            onClick={() => {
              open(all)
              onLeave()
            }}
          >
            {t('allMessages')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The state of the list: loading, failed, or the messages. */
function useNewest(): Message[] | 'loading' | 'failed' {
  const [messages, setMessages] = useState<Message[] | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let gone = false
    newestMessages(SHOWN)
      .then((found) => {
        if (!gone) setMessages(found)
      })
      .catch(() => {
        if (!gone) setMessages('failed')
      })
    return () => {
      gone = true
    }
  }, [])
  return messages
}

function MessageRows({
  messages,
  onOpen,
}: {
  messages: Message[] | 'loading' | 'failed'
  onOpen(message: Message): void
}) {
  const t = useT()
  if (messages === 'loading') return <div className="messages-note" aria-busy="true" />
  if (messages === 'failed') return <p className="messages-note">{t('messagesFailed')}</p>
  if (!messages.length) return <p className="messages-note">{t('noMessages')}</p>
  return (
    <ul>
      {messages.map((message) => (
        <li key={message.id}>
          <MessageRow message={message} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function MessageRow({ message, onOpen }: { message: Message; onOpen(message: Message): void }) {
  const lang = useLang()
  const { timezone } = useCore().app
  const [now] = useState(Date.now)
  const at = message.createTime
  const { title, text } = wordsOf(message, lang)
  return (
    <button type="button" className="message" data-read={message.isRead === 1} onClick={() => onOpen(message)}>
      <strong className="clip">{title}</strong>
      {at !== undefined && (
        <time dateTime={new Date(at).toISOString()} title={formatDatetime(at, timezone)}>
          {formatRelative(at, now, lang, timezone)}
        </time>
      )}
      <span>{text}</span>
    </button>
  )
}

/** Asks for permission to show notices, until the person decides. */
function AskForNotices() {
  const t = useT()
  const [shown, setShown] = useState(mayAskForNotices)
  if (!shown) return null
  return (
    <Button type="link" onClick={() => void askForNotices().then(() => setShown(false))}>
      {t('allowNotices')}
    </Button>
  )
}
