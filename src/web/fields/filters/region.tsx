import { Select } from 'antd'
import { useLang } from '../../core/i18n.ts'
import { provinces, citiesOf, type Region } from '../regions.ts'
import { useT } from '../sentences.ts'
import type { FilterProps } from '../types.ts'

/** A province or one of its cities. */
export function RegionFilter({ id, filter, value, onChange, describedBy }: FilterProps) {
  const t = useT()
  const lang = useLang()
  const optionOf = (one: Region) => ({ value: one.code, label: one.name[lang] })
  const options: { label: string; value?: string; options?: { label: string; value: string }[] }[] =
    filter.control.level === 'province'
      ? provinces().map(optionOf)
      : provinces().map((province) => ({
          label: province.name[lang],
          options: [province, ...citiesOf(province.code)].map(optionOf),
        }))
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(next: unknown) => onChange(next)}
      allowClear
      showSearch
      optionFilterProp="label"
      options={options}
      placeholder={t('any')}
      className="at-full"
      aria-describedby={describedBy}
    />
  )
}
