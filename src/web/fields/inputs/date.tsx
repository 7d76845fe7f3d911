import { DatePicker } from 'antd'
import { useCore } from '../../core/model.ts'
import { ariaOf } from '../aria.ts'
import { dayFromPicker, fromPicker, toPicker } from '../pickers.ts'
import { t } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** A day, or a day with its time. */
export function DateInput(props: InputProps) {
  const zone = useCore().app.timezone
  const timed = props.field.type === 'datetime'
  return (
    <DatePicker
      id={props.id}
      value={toPicker(props.value, zone)}
      onChange={(at) => props.onChange(at ? (timed ? fromPicker(at, zone) : dayFromPicker(at, zone)) : null)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      allowClear={props.field.nullable}
      autoFocus={props.autoFocus}
      showTime={timed ? { format: 'HH:mm', minuteStep: 5 } : undefined}
      format={timed ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      placeholder={t(timed ? 'chooseMoment' : 'chooseDay')}
      status={props.invalid ? 'error' : undefined}
      className="at-full"
      {...ariaOf(props)}
    />
  )
}
