import { oneOf, severalOf } from '../../../model/fields.ts'
import { useMemo } from 'react'
import { isEmpty } from '../../../model/validate/index.ts'
import { useT } from '../sentences.ts'
import { RefInput, RefsInput } from '../inputs/ref.tsx'
import type { FilterProps } from '../types.ts'

/** Another record, or several. */
export function RefFilter({ filter, onChange, ...props }: FilterProps) {
  const field = useMemo(() => ({ ...(filter.many ? severalOf : oneOf)(filter.control), required: false }), [filter])
  const t = useT()
  const Input = filter.many ? RefsInput : RefInput
  return (
    <Input
      {...props}
      field={field}
      placeholder={t('any')}
      onChange={(next, picked) => onChange(isEmpty(next) ? undefined : next, picked)}
    />
  )
}
