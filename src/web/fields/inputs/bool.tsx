import { Checkbox } from 'antd'
import { useLang } from '../../core/i18n.ts'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'

/** A checkbox: 1 or 0. */
export function BoolInput(props: InputProps) {
  const lang = useLang()
  const { id, field, value, onChange, disabled, inCell } = props
  const label = field.label[lang]
  return (
    <Checkbox
      id={id}
      checked={value === 1}
      onChange={(event) => onChange(event.target.checked ? 1 : 0)}
      disabled={disabled}
      aria-label={inCell ? label : undefined}
      {...ariaOf(props)}
    >
      {inCell ? null : label}
    </Checkbox>
  )
}
