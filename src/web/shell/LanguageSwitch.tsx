import { TranslationOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { Lang } from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { setLang, useLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { t as now, useT } from '../core/sentences.ts'

/** Each language has its own name here, so that a person in the wrong language can switch back. */
const NAMES: Record<Lang, string> = { zh: '中文', en: 'English' }

function choose(lang: Lang): void {
  setLang(lang)
  say.done(now('languageChanged'))
}

/** Switches the language, at once and everywhere. */
export function LanguageSwitch() {
  const { app } = useCore()
  const lang = useLang()
  const t = useT()
  const items = app.languages.available.map((one) => ({
    key: one,
    label: NAMES[one],
    onClick: () => {
      if (one !== lang) choose(one)
    },
  }))
  if (items.length < 2) return null
  return (
    <Dropdown menu={{ items, selectedKeys: [lang] }} trigger={['click']}>
      <button type="button" className="icon-button" aria-label={t('language')} title={t('language')}>
        <TranslationOutlined />
      </button>
    </Dropdown>
  )
}
