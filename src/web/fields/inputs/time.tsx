import { Select } from 'antd'
import { ariaOf } from '../aria.ts'
import { t } from '../sentences.ts'
import type { InputProps } from '../types.ts'

const FIRST = 30
const LAST = 18 * 60 + 30
const STEP = 15

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The times to choose: 00:30 to 18:30 in steps of 15 minutes (rules 6.5). */
const TIMES: readonly string[] = Array.from({ length: (LAST - FIRST) / STEP + 1 }, (_, i) => clock(FIRST + i * STEP))

/** The times to choose, and the current value of the record. */
export function timeOptions(current: unknown): { value: string; label: string }[] {
  const times =
    typeof current === 'string' && current !== '' && !TIMES.includes(current) ? [current, ...TIMES].sort() : TIMES
  return times.map((one) => ({ value: one, label: one }))
}

/** A time of day; typing `093` finds 09:30. */
export function TimeInput(props: InputProps) {
  return (
    <Select
      id={props.id}
      value={props.value ?? undefined}
      onChange={(chosen: unknown) => props.onChange(chosen ?? null)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      allowClear={props.field.nullable}
      autoFocus={props.autoFocus}
      showSearch
      filterOption={(typed, option) => String(option?.value).replace(':', '').startsWith(typed.replace(':', ''))}
      placeholder={t('choose')}
      options={timeOptions(props.value)}
      status={props.invalid ? 'error' : undefined}
      className="at-full"
      {...ariaOf(props)}
    />
  )
}
