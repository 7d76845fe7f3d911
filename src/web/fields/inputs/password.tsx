import { Input } from 'antd'
import { ariaOf } from '../aria.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

type Strength = 'weak' | 'fair' | 'strong'

const LONG = 12

/** The strength of a password, roughly: its length and kinds of characters. */
function strengthOf(password: string): Strength {
  const kinds = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z]/].filter((kind) => kind.test(password)).length
  if (password.length < 8 || kinds < 2) return 'weak'
  return password.length >= LONG && kinds >= 3 ? 'strong' : 'fair'
}

const SENTENCES = { weak: 'passwordWeak', fair: 'passwordFair', strong: 'passwordStrong' } as const

/** A new password, with a hint about its strength. */
export function PasswordInput(props: InputProps) {
  const t = useT()
  const { id, value, onChange, onBlur, disabled, invalid, autoFocus } = props
  const typed = typeof value === 'string' ? value : ''
  return (
    <>
      <Input.Password
        id={id}
        value={typed}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        onBlur={onBlur}
        disabled={disabled}
        maxLength={30}
        autoComplete="new-password"
        autoFocus={autoFocus}
        status={invalid ? 'error' : undefined}
        {...ariaOf(props)}
      />
      {typed && (
        <p className={`at-strength at-strength-${strengthOf(typed)}`} role="status">
          {t(SENTENCES[strengthOf(typed)])}
        </p>
      )}
    </>
  )
}
