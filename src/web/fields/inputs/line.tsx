import { Input } from 'antd'
import { plainNumber } from '../../../model/local.ts'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'
import { NamedInput } from './named.tsx'

type InputMode = 'tel' | 'email' | 'text'

const PHONE_DIGITS = 11

/** The longest number with what stands between its digits. */
const PHONE_TYPED = 20

interface LineProps extends InputProps {
  mode: InputMode
  max: number | undefined
  /** What is kept of the text that was typed. */
  kept?(text: string): string
}

function Line({ mode, max, kept = (text) => text, ...props }: LineProps) {
  const { value, onChange, onBlur } = props
  return (
    <Input
      id={props.id}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(kept(event.target.value) || null)}
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

/** A mobile number: eleven digits; spaces and dashes between them are taken out. */
export function PhoneInput(props: InputProps) {
  return <Line {...props} mode="tel" max={PHONE_TYPED} kept={numberTyped} />
}

function numberTyped(text: string): string {
  const number = plainNumber(text)
  return /^\d+$/.test(number) ? number.slice(0, PHONE_DIGITS) : number
}

/** An e-mail address. */
export function EmailInput(props: InputProps) {
  return <Line {...props} mode="email" max={props.field.max} />
}
