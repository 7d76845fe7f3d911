import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useCore } from '../../core/model.ts'
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
  const navigate = useNavigate()
  const forgotten = useForgotten()
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
      {forgotten && (
        <Button type="link" block className="login-back" onClick={() => void navigate(forgotten)}>
          {t('forgotPassword')}
        </Button>
      )}
    </form>
  )
}

/** Where a forgotten password is replaced: the address of the own password, if it has a page for guests. */
function useForgotten(): string | undefined {
  const { app, routes } = useCore()
  return routes.find(({ route, guest }) => guest && route === app.links.password)?.route
}
