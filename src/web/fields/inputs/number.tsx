import { InputNumber } from 'antd'
import { useState } from 'react'
import { percentDigits, percentOf, shareOf } from '../../../model/format.ts'
import type { FieldModel } from '../../../model/model.ts'
import { currencySymbol } from '../../../model/local.ts'
import { useLang } from '../../core/i18n.ts'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'
import { NamedInput } from './named.tsx'

/** Greatest number anyone may type (rules 6.9). */
const MOST = 1e16

type NumberField = Pick<FieldModel, 'type' | 'digits' | 'percent'>

/** The number of decimals to type, by the field type. */
export function digitsOf(field: NumberField): number | undefined {
  if (field.type === 'int') return 0
  if (field.percent && field.digits !== undefined) return percentDigits(field.digits)
  return field.type === 'money' ? (field.digits ?? 2) : field.digits
}

/** The phone keyboard for a number. Number keys have no minus on some phones, so a field below zero uses another one. */
export function keysOf(field: NumberField & { negative: boolean }): 'numeric' | 'decimal' | undefined {
  if (field.negative) return undefined
  return digitsOf(field) === 0 ? 'numeric' : 'decimal'
}

/** A value as the input shows it: a share in percent. */
export function boxed(field: NumberField, value: unknown): number | null {
  if (typeof value !== 'number') return null
  return field.percent ? percentOf(value) : value
}

/** The value of the number in the input. */
export function unboxed(field: NumberField, typed: number | null): number | null {
  return typed !== null && field.percent ? shareOf(typed) : typed
}

/**
 * A number: from 0 (below 0 only where the field allows it) to 1e16 in steps of 1. What is beyond the bounds of the field
 * stays as it was typed, and is told: a number that changes by itself would be saved unseen.
 */
export function NumberInput(props: InputProps) {
  const lang = useLang()
  const { id, field, value, onChange, onBlur, disabled, invalid, autoFocus } = props
  // The keys step down to 0; what is typed with a minus is not turned into 0, it stays and is told.
  const [minus, setMinus] = useState(false)
  if (field.in) return <NamedInput {...props} />
  return (
    <InputNumber<number>
      id={id}
      value={boxed(field, value)}
      onChange={(next) => onChange(unboxed(field, next))}
      onBlur={onBlur}
      disabled={disabled}
      min={field.negative || minus ? -MOST : 0}
      onInput={(typed) => setMinus(typed.trim().startsWith('-'))}
      max={MOST}
      step={1}
      // Over the digits of an amount, which stand at the right; the keys still step.
      controls={field.type !== 'money'}
      // A whole number with decimals stays as it was typed, too.
      precision={field.type === 'int' ? undefined : digitsOf(field)}
      inputMode={keysOf(field)}
      prefix={field.type === 'money' ? currencySymbol() : undefined}
      suffix={field.percent ? '%' : field.unit?.[lang]}
      autoFocus={autoFocus}
      status={invalid ? 'error' : undefined}
      className="at-number"
      {...ariaOf(props)}
    />
  )
}
