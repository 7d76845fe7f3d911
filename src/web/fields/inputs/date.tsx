import { DatePicker } from 'antd'
import { midnightOf } from '../../../model/zone.ts'
import { useCore } from '../../core/model.ts'
import { ariaOf } from '../aria.ts'
import { dayFromPicker, fromPicker, toPicker } from '../pickers.ts'
import { t } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** A day, or a day with its time. */
export function DateInput(props: InputProps) {
  const zone = useCore().app.timezone
  const timed = props.field.type === 'datetime'
  const picker = (
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
  const { ahead } = props.field
  if (!ahead || props.disabled) return picker
  return (
    <>
      {picker}
      <span className="at-chips-ahead">
        {ahead.map((days) => (
          <button
            key={days}
            type="button"
            className="at-chip-ahead"
            onClick={() => props.onChange(midnightOf(Date.now(), zone, days))}
          >
            {days === 1 ? t('tomorrow') : t('inDays', { count: days })}
          </button>
        ))}
      </span>
    </>
  )
}
