import { valuesOf } from '../../../model/fields.ts'
import { Select } from 'antd'
import { useLang } from '../../core/i18n.ts'
import { shownOf } from '../choices.ts'
import { usePartModel } from '../context.tsx'
import { timeOptions } from '../inputs/time.tsx'
import { useT } from '../sentences.ts'
import type { FilterProps } from '../types.ts'
import { ends, rangeOf } from './number.tsx'

type Options = { value: string | number; label: string }[]

function Choice({ options, value, onChange, filter, ...props }: FilterProps & { options: Options }) {
  const t = useT()
  return (
    <Select
      id={props.id}
      mode={filter.many ? 'multiple' : undefined}
      value={value ?? undefined}
      onChange={(next: unknown) => onChange(Array.isArray(next) && next.length === 0 ? undefined : next)}
      allowClear
      showSearch={filter.many || options.length > 8}
      optionFilterProp="label"
      maxTagCount={shownOf(value)}
      placeholder={t('any')}
      options={options}
      className="at-full"
      aria-describedby={props.describedBy}
    />
  )
}

/** Values of a dictionary, withdrawn ones too, because old records carry them. A range where the dictionary has an order. */
export function ChoiceFilter(props: FilterProps) {
  const lang = useLang()
  const values = valuesOf(usePartModel().dictionaries, props.filter.control)
  const options = values.map((one) => ({ value: one.value, label: one.label[lang] }))
  return props.filter.range ? <ChoiceRange {...props} options={options} /> : <Choice {...props} options={options} />
}

function ChoiceRange({ options, value, onChange, id, labelledBy, describedBy }: FilterProps & { options: Options }) {
  const t = useT()
  const [from, to] = ends(value)
  return (
    <span className="at-range" role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <Select
        id={id}
        value={from ?? undefined}
        onChange={(next: unknown) => onChange(rangeOf(next, to))}
        allowClear
        options={options}
        placeholder={t('from')}
      />
      <label htmlFor={`${id}-to`}>
        –<span className="unseen">{t('to')}</span>
      </label>
      <Select
        id={`${id}-to`}
        value={to ?? undefined}
        onChange={(next: unknown) => onChange(rangeOf(from, next))}
        allowClear
        options={options}
        placeholder={t('to')}
      />
    </span>
  )
}

/** Yes, no, or both. */
export function BoolFilter(props: FilterProps) {
  const t = useT()
  return (
    <Choice
      {...props}
      options={[
        { value: 1, label: t('yes') },
        { value: 0, label: t('no') },
      ]}
    />
  )
}

/** A time of day. */
export function TimeFilter(props: FilterProps) {
  return <Choice {...props} options={timeOptions(props.filter.control, props.value)} />
}
