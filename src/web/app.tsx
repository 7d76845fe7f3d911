import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo } from 'react'
import { BrowserRouter, HashRouter } from 'react-router-dom'
import { MessageHolder } from './core/feedback.tsx'
import { useLang } from './core/i18n.ts'
import { STILL, useMedia, usePhone } from './core/media.ts'
import { useCore } from './core/model.ts'
import { isAlone } from './core/standalone.ts'
import { Guard } from './shell/Guard.tsx'
import { LoadingOverlay } from './shell/LoadingOverlay.tsx'
import { Progress } from './shell/Progress.tsx'
import { SessionEvents } from './shell/SessionEvents.tsx'
import { useTheme } from './theme/theme.ts'
import { antdThemeOf } from './theme/tokens.ts'

const LOCALES = {
  // The kit calls the number of rows a page by the word for the number of the page.
  zh: { ...zhCN, Pagination: { ...zhCN.Pagination, page_size: '每页条数' } },
  en: enUS,
}

/** The cross of a dialog has a name that the kit does not take from its locale. */
const DIALOGS = {
  zh: { closable: { 'aria-label': zhCN.global?.close } },
  en: { closable: { 'aria-label': enUS.global?.close } },
}

/** The product in the browser: theme and language around, the guard inside. */
export function App() {
  const { app } = useCore()
  const lang = useLang()
  const { shown, accent } = useTheme()
  const still = useMedia(STILL)
  const phone = usePhone()
  const Router = isAlone() ? HashRouter : BrowserRouter
  const theme = useMemo(() => antdThemeOf(shown, accent, still), [shown, accent, still])
  return (
    <ConfigProvider
      locale={LOCALES[lang]}
      theme={theme}
      componentSize={phone ? 'large' : app.theme.density}
      button={{ autoInsertSpace: false }}
      modal={DIALOGS[lang]}
    >
      <MessageHolder />
      <Progress />
      <Router>
        <SessionEvents />
        <Guard />
      </Router>
      <LoadingOverlay />
    </ConfigProvider>
  )
}
