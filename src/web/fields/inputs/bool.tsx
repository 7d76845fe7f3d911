import { Checkbox } from 'antd'
import { useLang } from '../../core/i18n.ts'
import { ariaOf } from '../aria.ts'
import type { InputProps } from '../types.ts'

/** A checkbox: 1 or 0. */
export function BoolInput(props: InputProps) {
  const lang = useLang()
  const { id, field, value, onChange, disabled } = props
  return (
    <Checkbox
      id={id}
      checked={value === 1}
      onChange={(event) => onChange(event.target.checked ? 1 : 0)}
      disabled={disabled}
      {...ariaOf(props)}
    >
      {field.label[lang]}
    </Checkbox>
  )
}
