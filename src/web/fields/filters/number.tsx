import { InputNumber, Select } from 'antd'
import { t } from '../sentences.ts'
import { boxed, digitsOf, keysOf, unboxed } from '../inputs/number.tsx'
import type { FilterProps } from '../types.ts'

/** The two ends of a range. */
export function ends(value: unknown): [unknown, unknown] {
  return Array.isArray(value) ? [value[0], value[1]] : [undefined, undefined]
}

/** A range with one open end stays a range; with two open ends it is no filter. */
export function rangeOf(from: unknown, to: unknown): [unknown, unknown] | undefined {
  const none = (end: unknown) => end === undefined || end === null
  return none(from) && none(to) ? undefined : [from ?? null, to ?? null]
}

/** A number, one of a few numbers, or a range. */
export function NumberFilter(props: FilterProps) {
  if (props.filter.control.in) return <FewNumbers {...props} />
  return props.filter.range ? <NumberRange {...props} /> : <OneNumber {...props} />
}

function OneNumber({ id, value, onChange, filter, describedBy }: FilterProps) {
  return (
    <InputNumber<number>
      id={id}
      value={boxed(filter.control, value)}
      onChange={(next) => onChange(unboxed(filter.control, next) ?? undefined)}
      precision={digitsOf(filter.control)}
      inputMode={keysOf(filter.control)}
      suffix={filter.control.percent && '%'}
      className="at-full"
      aria-describedby={describedBy}
    />
  )
}

function NumberRange({ id, value, onChange, filter, labelledBy, describedBy }: FilterProps) {
  const [from, to] = ends(value)
  const { control } = filter
  const precision = digitsOf(control)
  return (
    <span className="at-range" role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <InputNumber<number>
        id={id}
        value={boxed(control, from)}
        onChange={(next) => onChange(rangeOf(unboxed(control, next), to))}
        precision={precision}
        inputMode={keysOf(control)}
        suffix={control.percent && '%'}
        controls={false}
        placeholder={t('from')}
        aria-label={t('from')}
      />
      <span aria-hidden>–</span>
      <InputNumber<number>
        value={boxed(control, to)}
        onChange={(next) => onChange(rangeOf(from, unboxed(control, next)))}
        precision={precision}
        inputMode={keysOf(control)}
        suffix={control.percent && '%'}
        controls={false}
        placeholder={t('to')}
        aria-label={t('to')}
      />
    </span>
  )
}

function FewNumbers({ id, value, onChange, filter, describedBy }: FilterProps) {
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(next: unknown) => onChange(next)}
      allowClear
      mode={filter.many ? 'multiple' : undefined}
      maxTagCount="responsive"
      placeholder={t('any')}
      className="at-full"
      options={(filter.control.in ?? []).map((one) => ({ value: one, label: String(one) }))}
      aria-describedby={describedBy}
    />
  )
}
