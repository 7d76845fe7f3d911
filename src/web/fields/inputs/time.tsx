import { Select } from 'antd'
import type { FieldModel } from '../../../model/model.ts'
import { EVERY_QUARTER, timesOf } from '../../../model/times.ts'
import { ariaOf } from '../aria.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** The times to choose, and the current value of the record. */
export function timeOptions({ times }: FieldModel, current: unknown): { value: string; label: string }[] {
  const offered = timesOf(times ?? EVERY_QUARTER)
  const all =
    typeof current === 'string' && current !== '' && !offered.includes(current) ? [current, ...offered].sort() : offered
  return all.map((one) => ({ value: one, label: one }))
}

/** A time of day; typing `093` finds 09:30. */
export function TimeInput(props: InputProps) {
  const t = useT()
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
      options={timeOptions(props.field, props.value)}
      status={props.invalid ? 'error' : undefined}
      className="at-full"
      {...ariaOf(props)}
    />
  )
}
