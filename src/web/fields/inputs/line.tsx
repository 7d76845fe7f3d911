import { Input } from 'antd'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'
import { NamedInput } from './named.tsx'

type InputMode = 'tel' | 'email' | 'text'

const PHONE_DIGITS = 11

function Line({ mode, max, ...props }: InputProps & { mode: InputMode; max: number | undefined }) {
  const { value, onChange, onBlur } = props
  return (
    <Input
      id={props.id}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={(event) => {
        // Spaces around the text are never intended.
        const trimmed = event.target.value.trim()
        if (trimmed !== event.target.value) onChange(trimmed === '' ? null : trimmed)
        onBlur?.()
      }}
      disabled={props.disabled}
      maxLength={max}
      inputMode={mode}
      autoComplete="off"
      autoFocus={props.autoFocus}
      status={props.invalid ? 'error' : undefined}
      allowClear={!props.disabled && props.field.nullable}
      {...ariaOf(props)}
    />
  )
}

/** One line of text; a select where the field lists its values. */
export function LineInput(props: InputProps) {
  if (props.field.in) return <NamedInput {...props} />
  return <Line {...props} mode="text" max={props.field.max} />
}

/** A mobile number: eleven digits. */
export function PhoneInput(props: InputProps) {
  return <Line {...props} mode="tel" max={PHONE_DIGITS} />
}

/** An e-mail address. */
export function EmailInput(props: InputProps) {
  return <Line {...props} mode="email" max={props.field.max} />
}
