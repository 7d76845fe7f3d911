import type { FilterModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useText } from '../core/i18n.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'

/** Types whose filter applies at once; typed ones wait for Enter. */
export const isTyped = (filter: FilterModel): boolean =>
  ['contains'].includes(filter.match.kind) ||
  (['string', 'text', 'phone', 'email', 'serial', 'int', 'decimal', 'money'].includes(filter.control.type) &&
    !filter.control.in)

/** One filter with its label. */
export function FilterItem({
  prefix,
  filter,
  value,
  row,
  env,
  onChange,
}: {
  prefix: string
  filter: FilterModel
  value: unknown
  row: WireRow
  env: () => Env
  onChange: (filter: FilterModel, value: unknown, picked?: WireRow | WireRow[]) => void
}) {
  const text = useText()
  const { Filter } = fieldView(filter.control.type)
  if (!Filter) return null
  const id = `${prefix}${filter.name}`
  return (
    <div className={filter.range ? 'at-filter at-filter-range' : 'at-filter'}>
      <label htmlFor={id} id={`${id}-label`} title={text(filter.label)}>
        {text(filter.label)}
      </label>
      <Filter
        id={id}
        filter={filter}
        value={value}
        row={row}
        env={env}
        labelledBy={`${id}-label`}
        onChange={(next, picked) => onChange(filter, next, picked)}
      />
    </div>
  )
}
