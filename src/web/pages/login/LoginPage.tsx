import { TranslationOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { setLang, useLang, useText } from '../../core/i18n.ts'
import { useCore } from '../../core/model.ts'
import { useT } from '../../core/sentences.ts'
import type { SentenceKey } from '../../i18n/zh.ts'
import { Brand } from '../../theme/Brand.tsx'
import { targetOf } from '../../access/guard.ts'
import { prefetchInside } from '../../access/prefetch.ts'
import { ActivateForm } from './ActivateForm.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { useArrive } from './useArrive.ts'
import type { SignedIn } from './ways.ts'
import './login.css'

type Way = 'password' | 'sms' | 'wechat'

/** Signing in: by password, by a code, by WeChat; and the first activation of an account. */
export default function LoginPage() {
  usePrefetch()
  const arrive = useArrive()
  const [mobile, setMobile] = useState('')
  const [activating, setActivating] = useState(false)
  const onResult = (result: SignedIn, usedMobile: string) => {
    setMobile(usedMobile)
    if ('activate' in result) setActivating(true)
    else arrive(result)
  }
  return (
    <div className="login">
      <LoginArt />
      <div className="login-side">
        <LoginTop />
        <div className="login-form">
          {activating ? (
            <ActivateForm mobile={mobile} onResult={arrive} onBack={() => setActivating(false)} />
          ) : (
            <Ways mobile={mobile} onResult={onResult} />
          )}
        </div>
      </div>
    </div>
  )
}

/** What comes after signing in is fetched while the person types; a moment later, so as not to delay this page. */
function usePrefetch(): void {
  const core = useCore()
  const { search } = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => prefetchInside(core, targetOf(search)), 300)
    return () => clearTimeout(timer)
  }, [core, search])
}

const WAYS: { way: Way; label: SentenceKey }[] = [
  { way: 'password', label: 'byPassword' },
  { way: 'sms', label: 'byCode' },
  { way: 'wechat', label: 'byWechat' },
]

function Ways({ mobile, onResult }: { mobile: string; onResult(result: SignedIn, mobile: string): void }) {
  const t = useT()
  const name = useText()(useCore().app.name)
  const [way, setWay] = useState<Way>('password')
  return (
    <>
      <h1>{t('signInTo', { name })}</h1>
      <fieldset className="login-ways">
        <legend className="unseen">{t('signInWay')}</legend>
        {WAYS.map((one) => (
          <label key={one.way}>
            <input
              type="radio"
              name="way"
              className="unseen"
              checked={one.way === way}
              onChange={() => setWay(one.way)}
            />
            {t(one.label)}
          </label>
        ))}
      </fieldset>
      {way === 'password' ? (
        <PasswordForm mobile={mobile} onResult={onResult} />
      ) : (
        <CodeForm key={way} way={way} mobile={mobile} onResult={onResult} />
      )}
    </>
  )
}

function LoginTop() {
  const lang = useLang()
  const other = lang === 'zh' ? 'en' : 'zh'
  return (
    <header className="login-top">
      <Brand />
      <button
        type="button"
        className="icon-button"
        lang={other === 'zh' ? 'zh-CN' : 'en'}
        onClick={() => setLang(other)}
      >
        <TranslationOutlined />
        {other === 'zh' ? '中文' : 'English'}
      </button>
    </header>
  )
}

/** The blades of an aperture, drawn in the accent; only for the eye. */
function LoginArt() {
  const blades = Array.from({ length: 9 }, (_blade, at) => at * 40)
  return (
    <div className="login-art" aria-hidden>
      <svg viewBox="-100 -100 200 200">
        {blades.map((angle) => (
          <path key={angle} transform={`rotate(${angle})`} d="M0-34 L64-92 A112 112 0 0 1 108-30 L22-26Z" />
        ))}
        <circle r="96" />
        <circle r="34" />
      </svg>
    </div>
  )
}
