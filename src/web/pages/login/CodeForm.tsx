import { useT } from '../../core/sentences.ts'
import { CodeField, MobileField, Submit } from './fields.tsx'
import { codeRule, mobileRule } from './rules.ts'
import { useLoginForm } from './useLoginForm.ts'
import { signInByCode, signInByWechat, type SignedIn } from './ways.ts'

interface Props {
  way: 'sms' | 'wechat'
  mobile: string
  onResult(result: SignedIn, mobile: string): void
}

/** Signing in with a code, by SMS or through WeChat. */
export function CodeForm({ way, mobile, onResult }: Props) {
  const t = useT()
  const form = useLoginForm(
    { mobile, code: '' },
    { mobile: mobileRule, code: codeRule },
    way === 'sms' ? signInByCode : signInByWechat,
    (result, values) => onResult(result, values.mobile),
  )
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {way === 'wechat' && <p className="login-note">{t('wechatText')}</p>}
      <MobileField form={form} autoFocus={!mobile} />
      <CodeField form={form} way={way} label={t(way === 'sms' ? 'code' : 'wechatCode')} />
      <Submit busy={form.busy} label={t('signIn')} />
    </form>
  )
}
