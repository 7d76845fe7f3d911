import { Select } from 'antd'
import { useLang } from '../../core/i18n.ts'
import { ariaOf } from '../aria.ts'
import { citiesOf, provinceOf, provinces, type Region } from '../regions.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** A province, then a city of it, unless provinces alone are asked for; a province alone is valid too. */
export function RegionInput(props: InputProps) {
  const t = useT()
  const lang = useLang()
  const { id, value, onChange, onBlur, disabled, field, invalid } = props
  const province = typeof value === 'string' ? provinceOf(value) : undefined
  const cities = province ? citiesOf(province) : []
  const optionsOf = (list: readonly Region[]) => list.map((one) => ({ value: one.code, label: one.name[lang] }))
  const common = {
    disabled,
    onBlur,
    showSearch: true,
    optionFilterProp: 'label',
    status: invalid ? ('error' as const) : undefined,
  }
  return (
    <span className="at-pair">
      <Select
        {...common}
        id={id}
        value={province}
        onChange={(next: string | undefined) => onChange(next ?? null)}
        allowClear={field.nullable}
        options={optionsOf(provinces())}
        placeholder={t('province')}
        {...ariaOf(props)}
        className={field.level ? 'at-full' : undefined}
      />
      {!field.level && (
        <>
          <label htmlFor={`${id}-city`} className="unseen">
            {t('city')}
          </label>
          <Select
            {...common}
            id={`${id}-city`}
            value={value === province || typeof value !== 'string' ? undefined : value}
            onChange={(next: string | undefined) => onChange(next ?? province ?? null)}
            allowClear
            disabled={disabled || cities.length === 0}
            options={optionsOf(cities)}
            placeholder={t('city')}
          />
        </>
      )}
    </span>
  )
}
