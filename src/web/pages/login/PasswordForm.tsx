import { useT } from '../../core/sentences.ts'
import { MobileField, PasswordField, Submit } from './fields.tsx'
import { mobileRule, passwordRule } from './rules.ts'
import { useLoginForm } from './useLoginForm.ts'
import { signInByPassword, type SignedIn } from './ways.ts'

/** Signing in with mobile number and password. */
export function PasswordForm({
  mobile,
  onResult,
}: {
  mobile: string
  onResult(result: SignedIn, mobile: string): void
}) {
  const t = useT()
  const form = useLoginForm(
    { mobile, password: '' },
    { mobile: mobileRule, password: passwordRule },
    signInByPassword,
    (result, values) => onResult(result, values.mobile),
  )
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <MobileField form={form} autoFocus={!mobile} />
      <PasswordField form={form} name="password" label={t('password')} autoFocus={Boolean(mobile)} />
      <Submit busy={form.busy} label={t('signIn')} />
    </form>
  )
}
