import { Input } from 'antd'
import { useText } from '../../core/i18n.ts'
import type { FilterProps } from '../types.ts'

/** Part of a text. */
export function TextFilter({ id, value, onChange, describedBy, filter }: FilterProps) {
  const text = useText()
  return (
    <Input
      id={id}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      allowClear
      placeholder={filter.hint && text(filter.hint)}
      autoComplete="off"
      maxLength={filter.control.max ?? 100}
      aria-describedby={describedBy}
    />
  )
}
