import { Button } from 'antd'
import { useT } from '../../core/sentences.ts'
import { CodeField, MobileField, PasswordField, Submit } from './fields.tsx'
import { codeRule, mobileRule, newPasswordRule, repeatRule } from './rules.ts'
import { useLoginForm } from './useLoginForm.ts'
import { changePasswordByCode, signInByCode, type SignedIn } from './ways.ts'

const RULES = { mobile: mobileRule, password: newPasswordRule, repeat: repeatRule, code: codeRule }

/** Why a new password is chosen: the account is new (rules 6.4), or its password was forgotten. */
const WAYS = {
  activate: { title: 'activate', text: 'activateText', submit: 'activateSubmit', send: signInByCode },
  forgotten: {
    title: 'passwordByCode',
    text: 'passwordByCodeText',
    submit: 'passwordByCodeSubmit',
    send: changePasswordByCode,
  },
} as const

/** A password of one's own, confirmed by a code. */
export function NewPasswordForm({
  why,
  mobile = '',
  onResult,
  onBack,
}: {
  why: keyof typeof WAYS
  mobile?: string
  onResult(result: SignedIn): void
  onBack(): void
}) {
  const t = useT()
  const { title, text, submit, send } = WAYS[why]
  const form = useLoginForm(
    { mobile, password: '', repeat: '', code: '' },
    RULES,
    ({ mobile: number, password, code }) => send({ mobile: number, password, code }),
    onResult,
  )
  return (
    <>
      <h1>{t(title)}</h1>
      <p className="login-note">{t(text)}</p>
      <form onSubmit={form.onSubmit} noValidate>
        <MobileField form={form} disabled={mobile !== ''} autoFocus={mobile === ''} />
        <PasswordField form={form} name="password" label={t('newPassword')} fresh autoFocus={mobile !== ''} />
        <PasswordField form={form} name="repeat" label={t('repeatPassword')} fresh />
        <CodeField form={form} way="sms" label={t('code')} />
        <Submit busy={form.busy} label={t(submit)} />
        <Button type="link" block className="login-back" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </form>
    </>
  )
}
