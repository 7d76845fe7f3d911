import type { Dayjs } from 'dayjs'
import { evaluate } from '../../../model/expr/evaluate.ts'
import { midnightOf } from '../../../model/zone.ts'
import { useCore } from '../../core/model.ts'
import { ariaOf } from '../aria.ts'
import { DayPicker } from '../DayPicker.ts'
import { OwnEscape } from '../OwnEscape.tsx'
import { dayFromPicker, fromPicker, toPicker } from '../pickers.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** A day, a day with its time, or a month. */
export function DateInput(props: InputProps) {
  const t = useT()
  const zone = useCore().app.timezone
  const timed = props.field.type === 'datetime'
  const { ahead, months } = props.field
  const [first, last] = daysOf(props, zone)
  const picker = (
    <OwnEscape>
      {(onOpenChange) => (
        <DayPicker
          onOpenChange={onOpenChange}
          id={props.id}
          value={toPicker(props.value, zone)}
          onChange={(at) =>
            props.onChange(at ? (timed ? fromPicker : dayFromPicker)(months ? at.startOf('month') : at, zone) : null)
          }
          onBlur={props.onBlur}
          disabled={props.disabled}
          disabledDate={
            first || last
              ? (day: Dayjs) =>
                  Boolean(first && day.isBefore(first, 'day')) || Boolean(last && day.isAfter(last, 'day'))
              : undefined
          }
          allowClear={props.field.nullable}
          autoFocus={props.autoFocus}
          showTime={timed ? { format: 'HH:mm', minuteStep: 5 } : undefined}
          picker={months ? 'month' : 'date'}
          format={timed ? 'YYYY-MM-DD HH:mm' : months ? 'YYYY-MM' : 'YYYY-MM-DD'}
          placeholder={t(timed ? 'chooseMoment' : months ? 'chooseMonth' : 'chooseDay')}
          status={props.invalid ? 'error' : undefined}
          className="at-full"
          {...ariaOf(props)}
        />
      )}
    </OwnEscape>
  )
  if (!ahead || (props.disabled && !props.busy)) return picker
  return (
    <>
      {picker}
      <span className="at-chips-ahead">
        {ahead.map((days) => (
          <button
            key={days}
            type="button"
            className="at-chip-ahead"
            disabled={props.disabled}
            onClick={() => props.onChange(midnightOf(Date.now(), zone, days))}
          >
            {days === 1 ? t('tomorrow') : t('inDays', { count: days })}
          </button>
        ))}
      </span>
    </>
  )
}

/** The first and the last day that may be given now, as the picker knows them. */
function daysOf({ field: { earliest, latest }, env }: InputProps, zone: string): (Dayjs | null | undefined)[] {
  return [earliest, latest].map((expr) => expr && toPicker(evaluate(expr.ast, env()), zone))
}
