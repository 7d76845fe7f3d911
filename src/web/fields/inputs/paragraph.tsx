import { Input } from 'antd'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'

/** Several lines; the input grows with its text. */
export function ParagraphInput(props: InputProps) {
  const { id, field, value, onChange, onBlur, disabled, invalid, autoFocus } = props
  return (
    <Input.TextArea
      id={id}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
      disabled={disabled}
      maxLength={field.max}
      showCount={field.max !== undefined && typeof value === 'string' && value.length > field.max * 0.8}
      autoSize={{ minRows: 3, maxRows: 12 }}
      autoFocus={autoFocus}
      status={invalid ? 'error' : undefined}
      {...ariaOf(props)}
    />
  )
}
