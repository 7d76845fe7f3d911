import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useText } from '../../core/i18n.ts'
import { useCore } from '../../core/model.ts'
import { useT } from '../../core/sentences.ts'
import type { SentenceKey } from '../../i18n/zh.ts'
import { targetOf } from '../../access/guard.ts'
import { prefetchInside } from '../../access/prefetch.ts'
import { CodeForm } from './CodeForm.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { useArrive } from './useArrive.ts'
import { CALLS, type SignedIn } from './ways.ts'

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
    <LoginFrame>
      {activating ? (
        <NewPasswordForm why="activate" mobile={mobile} onResult={arrive} onBack={() => setActivating(false)} />
      ) : (
        <Ways mobile={mobile} onResult={onResult} />
      )}
    </LoginFrame>
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

const WAYS: { way: Way; label: SentenceKey; call: string }[] = [
  { way: 'password', label: 'byPassword', call: CALLS.checkLogin },
  { way: 'sms', label: 'byCode', call: CALLS.login },
  { way: 'wechat', label: 'byWechat', call: CALLS.wxLogin },
]

function Ways({ mobile, onResult }: { mobile: string; onResult(result: SignedIn, mobile: string): void }) {
  const t = useT()
  const { app } = useCore()
  const name = useText()(app.name)
  const [way, setWay] = useState<Way>('password')
  const offered = WAYS.filter(({ call }) => app.pages.login?.calls.includes(call))
  return (
    <>
      <h1>{t('signInTo', { name })}</h1>
      <fieldset className="login-ways">
        <legend className="unseen">{t('signInWay')}</legend>
        {offered.map((one) => (
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
