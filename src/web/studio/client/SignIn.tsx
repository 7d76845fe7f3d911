import { Button, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../core/sentences.ts'
import { keepToken } from '../../core/token.ts'
import { CodeField, MobileField, Submit } from '../../pages/login/fields.tsx'
import { codeRule, mobileRule } from '../../pages/login/rules.ts'
import { useLoginForm } from '../../pages/login/useLoginForm.ts'
import { signInAsCustomer } from './ways.ts'
import '../../pages/login/login.css'

/** A customer signs in by the mobile that the studio knows, and a code sent to it. */
export function SignIn({ onDone }: { onDone?: () => void }) {
  const t = useT()
  const form = useLoginForm(
    { mobile: '', code: '' },
    { mobile: mobileRule, code: codeRule },
    signInAsCustomer,
    (result) => {
      if ('token' in result) keepToken(result.token)
      onDone?.()
    },
  )
  return (
    <form className="login-form client-form" onSubmit={form.onSubmit} noValidate>
      <h1>{t('clientSignIn')}</h1>
      <p className="login-note">{t('clientSignInText')}</p>
      <MobileField form={form} />
      <CodeField form={form} way="wechat" label={t('code')} />
      <Submit busy={form.busy} label={t('signIn')} />
    </form>
  )
}

/** The six digits that a link asks for. */
export function AccessCode({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const t = useT()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    await onCode(code)
    setBusy(false)
  }
  return (
    <form
      className="login-form client-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h1>{t('accessCode')}</h1>
      <p className="login-note">{t('accessCodeText')}</p>
      <Input
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        aria-label={t('accessCode')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="primary" size="large" block htmlType="submit" loading={busy} disabled={code.length < 6}>
        {t('openLink')}
      </Button>
    </form>
  )
}
