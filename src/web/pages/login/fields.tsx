import { Button, Input, type InputRef } from 'antd'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { say } from '../../core/feedback.tsx'
import { t as now, useT } from '../../core/sentences.ts'
import { useCountdown } from './useCountdown.ts'
import type { LoginForm } from './useLoginForm.ts'
import { sendCode } from './ways.ts'

/** Whole seconds between two codes (the server keeps to it as well). */
const CODE_PAUSE = 60

/** How long the sentence about the code stays: in development it carries the code. */
const CODE_SECONDS = 6

interface FieldProps<V> {
  form: LoginForm<V>
  name: keyof V & string
  label: string
  note?: string
  children: ReactNode
}

/** Label above, fault below. */
function Field<V>({ form, name, label, note, children }: FieldProps<V>) {
  const t = useT()
  const fault = form.faults[name]
  return (
    <div className="login-field">
      <label htmlFor={name}>{label}</label>
      {children}
      <p id={`${name}-fault`} className="login-fault" role={fault && 'alert'}>
        {fault && ('key' in fault ? t(fault.key) : fault.text)}
      </p>
      {note && <p className="login-hint">{note}</p>}
    </div>
  )
}

/** What every input of these forms has. */
function bound<V extends Record<string, string>>(form: LoginForm<V>, name: keyof V & string) {
  return {
    id: name,
    name,
    size: 'large' as const,
    value: form.values[name],
    status: form.faults[name] && ('error' as const),
    'aria-invalid': Boolean(form.faults[name]),
    'aria-describedby': `${name}-fault`,
    ref: (input: InputRef | null) => form.at(name)(input),
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => {
      if (form.values[name]) form.look(name)
    },
  }
}

/** The mobile number one signs in with. */
export function MobileField<V extends { mobile: string }>({
  form,
  autoFocus,
  disabled,
}: {
  form: LoginForm<V & Record<string, string>>
  autoFocus?: boolean
  disabled?: boolean
}) {
  const t = useT()
  return (
    <Field form={form} name="mobile" label={t('mobile')}>
      <Input
        {...bound(form, 'mobile')}
        inputMode="tel"
        autoComplete="username"
        maxLength={20}
        autoFocus={autoFocus}
        disabled={disabled}
      />
    </Field>
  )
}

interface PasswordProps<V> {
  form: LoginForm<V>
  name: keyof V & string
  label: string
  fresh?: boolean
  autoFocus?: boolean
}

/** A password; `fresh`: one that is being chosen. Caps Lock is pointed out. */
export function PasswordField<V extends Record<string, string>>({
  form,
  name,
  label,
  fresh = false,
  autoFocus,
}: PasswordProps<V>) {
  const t = useT()
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <Field form={form} name={name} label={label} note={caps ? t('capsLock') : undefined}>
      <Input.Password
        {...bound(form, name)}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        maxLength={30}
        autoFocus={autoFocus}
        onKeyDown={watch}
        onKeyUp={watch}
      />
    </Field>
  )
}

/** A code, with the button that sends it. */
export function CodeField<V extends { mobile: string; code: string } & Record<string, string>>({
  form,
  way,
  label,
}: {
  form: LoginForm<V>
  way: 'sms' | 'wechat'
  label: string
}) {
  return (
    <Field form={form} name="code" label={label}>
      <div className="login-code">
        <Input {...bound(form, 'code')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        <SendButton form={form} way={way} />
      </div>
    </Field>
  )
}

function SendButton<V extends { mobile: string; code: string }>({
  form,
  way,
}: {
  form: LoginForm<V>
  way: 'sms' | 'wechat'
}) {
  const t = useT()
  const [seconds, start] = useCountdown()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!form.look('mobile')) return form.focus('mobile')
    setBusy(true)
    const said = await form.run(() => sendCode(way, form.values.mobile))
    setBusy(false)
    if (said === undefined) return
    say.done(said || now('codeSent'), CODE_SECONDS)
    start(CODE_PAUSE)
    form.focus('code')
  }
  return (
    <Button size="large" loading={busy} disabled={seconds > 0} onClick={() => void send()}>
      {seconds > 0 ? t('sendAgain', { seconds }) : t('sendCode')}
    </Button>
  )
}

/** The button that sends the form. */
export function Submit({ busy, label }: { busy: boolean; label: string }) {
  return (
    <Button type="primary" size="large" block htmlType="submit" loading={busy}>
      {label}
    </Button>
  )
}
