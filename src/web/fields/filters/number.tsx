import { DownOutlined } from '@ant-design/icons'
import { Dropdown, InputNumber, Select } from 'antd'
import type { FilterModel } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { useT } from '../sentences.ts'
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
  const t = useT()
  const [from, to] = ends(value)
  const { control } = filter
  const precision = digitsOf(control)
  return (
    <span
      className={filter.steps ? 'at-range at-range-steps' : 'at-range'}
      role="group"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
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
      {filter.steps && <Steps {...filter.steps} value={value} onChange={onChange} />}
    </span>
  )
}

/** Ranges to choose from, beside typing. */
function Steps({
  of,
  count,
  value,
  onChange,
}: NonNullable<FilterModel['steps']> & Pick<FilterProps, 'value' | 'onChange'>) {
  const t = useT()
  const lang = useLang()
  const numbers = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en')
  const [from, to] = ends(value)
  const items = Array.from({ length: count }, (_step, at) => ({
    key: String(at),
    label: `${numbers.format(at * of)} – ${numbers.format((at + 1) * of)}`,
  }))
  const chosen = items.filter(({ key }) => from === Number(key) * of && to === (Number(key) + 1) * of)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        selectable: true,
        selectedKeys: chosen.map(({ key }) => key),
        onClick: ({ key }) => onChange([Number(key) * of, (Number(key) + 1) * of]),
      }}
    >
      <button type="button" className="at-range-choose" aria-label={t('chooseRange')} title={t('chooseRange')}>
        <DownOutlined />
      </button>
    </Dropdown>
  )
}

function FewNumbers({ id, value, onChange, filter, describedBy }: FilterProps) {
  const t = useT()
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
