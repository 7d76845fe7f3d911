import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { CalendarView } from '../../../model/model.ts'
import { enginePath } from '../../core/calls.ts'
import { absolute, copyText } from '../../core/copy.ts'
import { useLang } from '../../core/i18n.ts'
import { call } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'

interface Feed {
  link: string
  name: string
  address: string
}

const NAME_MAX = 40
const quiet = { loading: false } as const

/** Own addresses of a calendar for calendar programs: each is copied or withdrawn; a new one has the filters as they stand. */
export function Feeds({ view, wire, onClose }: { view: CalendarView; wire: WireRow; onClose: () => void }) {
  const t = useT()
  const lang = useLang()
  const screen = useScope().screen.route
  const { feeds, load } = useFeeds(screen)
  const [name, setName] = useState(view.label[lang])
  const [busy, setBusy] = useState(false)
  const during = (path: Parameters<typeof enginePath>[0], input: WireRow): void => {
    setBusy(true)
    // A refusal has been shown.
    call(enginePath(path), input, quiet)
      .then(load, () => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Modal open title={t('feeds')} footer={null} onCancel={onClose} className="at-feeds">
      <p className="at-quiet">{t('feedsHelp')}</p>
      <ul aria-label={t('feeds')}>
        {feeds.map((feed) => (
          <li key={feed.link}>
            <b>{feed.name}</b>
            <Input
              readOnly
              value={absolute(feed.address)}
              aria-label={t('feedAddress', { name: feed.name })}
              onFocus={(event) => event.target.select()}
              suffix={
                <Button
                  type="text"
                  size="small"
                  icon={<CopyOutlined />}
                  aria-label={t('feedCopy', { name: feed.name })}
                  onClick={() => copyText(absolute(feed.address), t('feedCopied', { name: feed.name }))}
                />
              }
            />
            <Button
              danger
              type="link"
              size="small"
              disabled={busy}
              onClick={() => during('dropFeed', { link: feed.link })}
            >
              {t('feedDrop')}
            </Button>
          </li>
        ))}
        {feeds.length === 0 && <li className="at-quiet">{t('noFeeds')}</li>}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) during('makeFeed', { name: name.trim(), screen, filters: wire })
        }}
      >
        <Input
          value={name}
          maxLength={NAME_MAX}
          aria-label={t('feedName')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={busy || !name.trim()}>
          {t('feedMake')}
        </Button>
      </form>
    </Modal>
  )
}

/** The addresses of this person for a screen, and how to read them again. */
function useFeeds(screen: string): { feeds: readonly Feed[]; load: () => void } {
  const [feeds, setFeeds] = useState<readonly Feed[]>([])
  const load = useCallback(
    () =>
      void call<Feed[]>(enginePath('feeds'), { screen }, quiet).then(
        ({ data }) => setFeeds(data),
        () => undefined,
      ),
    [screen],
  )
  useEffect(load, [load])
  return { feeds, load }
}
