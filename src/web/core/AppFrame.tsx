import { CloseOutlined } from '@ant-design/icons'
import { App } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { setDialogs } from './feedback.tsx'
import { useLang } from './i18n.ts'
import { Notices, useNoticePlace } from './Notices.tsx'
import { t } from './sentences.ts'
import './frame.css'

/** The frame of pages made from the model: dialogs, notices, and dates in the language of the person. */
export default function AppFrame({ children }: { children: ReactNode }) {
  const lang = useLang()
  // Must run before the children are drawn: date pickers read the global locale while drawing.
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  const { place, getContainer } = useNoticePlace()
  return (
    <App className="app-frame" notification={{ placement: 'bottomRight', stack: false, getContainer }}>
      <Bridge />
      {children}
      <Notices place={place} />
    </App>
  )
}

/** The close button of a notice. The kit's own is a link that says "Close" in every language. */
const BUTTON = { role: 'button', closeIcon: <CloseOutlined className="ant-notification-close-icon" /> }

function Bridge(): null {
  const { modal, notification } = App.useApp()
  const lang = useLang()
  // What was said in the other language goes with it.
  useEffect(() => notification.destroy(), [lang, notification])
  useLayoutEffect(() => {
    setDialogs({
      confirm: (options) => void modal.confirm(options),
      notice: (options) =>
        notification.open({ type: 'info', closable: { ...BUTTON, 'aria-label': t('close') }, ...options }),
      closeNotice: (key) => notification.destroy(key),
    })
    return () => setDialogs(undefined)
  }, [modal, notification])
  return null
}
