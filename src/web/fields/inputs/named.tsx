import { Select } from 'antd'
import { ariaOf } from '../aria.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** A select of the values that the field lists. */
export function NamedInput({ id, field, value, onChange, onBlur, disabled, invalid, ...rest }: InputProps) {
  const t = useT()
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(chosen: unknown) => onChange(chosen ?? null)}
      onBlur={onBlur}
      disabled={disabled}
      allowClear={field.nullable}
      placeholder={t('choose')}
      options={(field.in ?? []).map((one) => ({ value: one, label: String(one) }))}
      status={invalid ? 'error' : undefined}
      className="at-full"
      {...ariaOf({ invalid, ...rest })}
    />
  )
}
