import { Button } from 'antd'
import { useT } from '../../core/sentences.ts'
import { CodeField, MobileField, PasswordField, Submit } from './fields.tsx'
import { codeRule, mobileRule, newPasswordRule, repeatRule } from './rules.ts'
import { useLoginForm } from './useLoginForm.ts'
import { signInByCode, type SignedIn } from './ways.ts'

const RULES = { mobile: mobileRule, password: newPasswordRule, repeat: repeatRule, code: codeRule }

/** First sign-in: a password of one's own, confirmed by a code (rules 6.4). */
export function ActivateForm({
  mobile,
  onResult,
  onBack,
}: {
  mobile: string
  onResult(result: SignedIn): void
  onBack(): void
}) {
  const t = useT()
  const form = useLoginForm(
    { mobile, password: '', repeat: '', code: '' },
    RULES,
    ({ mobile: number, password, code }) => signInByCode({ mobile: number, password, code }),
    onResult,
  )
  return (
    <>
      <h1>{t('activate')}</h1>
      <p className="login-note">{t('activateText')}</p>
      <form onSubmit={form.onSubmit} noValidate>
        <MobileField form={form} disabled />
        <PasswordField form={form} name="password" label={t('newPassword')} fresh autoFocus />
        <PasswordField form={form} name="repeat" label={t('repeatPassword')} fresh />
        <CodeField form={form} way="sms" label={t('code')} />
        <Submit busy={form.busy} label={t('activateSubmit')} />
        <Button type="link" block className="login-back" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </form>
    </>
  )
}
