import dayjs, { type Dayjs } from 'dayjs'
import type { FocusEvent } from 'react'
import { evaluate } from '../../../model/expr/evaluate.ts'
import { midnightOf } from '../../../model/zone.ts'
import { say } from '../../core/feedback.tsx'
import { useCore } from '../../core/model.ts'
import { ariaOf } from '../aria.ts'
import { DayPicker } from '../DayPicker.ts'
import { OwnEscape } from '../OwnEscape.tsx'
import { dayFromPicker, fromPicker, toPicker } from '../pickers.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** How a day may be typed; the first of them is how it is shown. */
const FORMATS = {
  day: ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY-M-D', 'YYYYMMDD'],
  moment: ['YYYY-MM-DD HH:mm', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm'],
  month: ['YYYY-MM', 'YYYY/M', 'YYYYMM'],
}

/** A day, a day with its time, or a month. */
export function DateInput(props: InputProps) {
  const t = useT()
  const zone = useCore().app.timezone
  const timed = props.field.type === 'datetime'
  const { ahead, months } = props.field
  const [first, last] = daysOf(props, zone)
  const formats = FORMATS[timed ? 'moment' : months ? 'month' : 'day']
  const isOut = (day: Dayjs): boolean =>
    Boolean(first && day.isBefore(first, 'day')) || Boolean(last && day.isAfter(last, 'day'))
  // The kit takes back what it cannot use, without a word.
  const tell = (text: string): void => {
    const typed = dayjs(text, formats, true)
    if (text === '' || (typed.isValid() && !isOut(typed))) return
    const day = dayjs(text, FORMATS.day, true)
    const lacksTime = timed && day.isValid() && !isOut(day)
    say.warn(
      lacksTime ? t('timeLacking', { text, like: `${day.format('YYYY-MM-DD')} 09:00` }) : t('dayNotTaken', { text }),
    )
  }
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
          onBlur={({ target }: FocusEvent<HTMLElement>) => {
            if (target instanceof HTMLInputElement) tell(target.value.trim())
            props.onBlur?.()
          }}
          disabled={props.disabled}
          disabledDate={first || last ? isOut : undefined}
          allowClear={props.field.nullable}
          autoFocus={props.autoFocus}
          defaultOpen={props.opened}
          showTime={timed ? { format: 'HH:mm', minuteStep: 5 } : undefined}
          picker={months ? 'month' : 'date'}
          format={formats}
          placeholder={t(timed ? 'chooseMoment' : months ? 'chooseMonth' : 'chooseDay')}
          status={props.invalid ? 'error' : undefined}
          className="at-full"
          {...ariaOf(props)}
        />
      )}
    </OwnEscape>
  )
  if (!ahead || props.inCell || (props.disabled && !props.busy)) return picker
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
