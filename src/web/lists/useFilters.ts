import { useState } from 'react'
import { targetOf } from '../../model/fields.ts'
import type { FilterModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { withRoots } from '../fields/bounds.ts'
import { usePartModel } from '../fields/context.tsx'
import { picked } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { isTyped } from './FilterItem.tsx'

/** The values of the filters, and the functions that change them. */
export interface Filtering {
  applied: WireRow
  /** Titles of the records chosen in filters. */
  titles: WireRow
  env: Env
  onApply: (filters: WireRow) => void
  onClear: () => void
  onTitles: (titles: WireRow) => void
}

/** Filters while they are being set: typed values wait for Enter, chosen ones apply at once. */
export interface Filters {
  draft: WireRow
  /** The draft with the titles of chosen records. */
  row: WireRow
  env: () => Env
  change(filter: FilterModel, value: unknown, record?: WireRow | WireRow[]): void
  apply(): void
  clear(): void
  remove(filter: FilterModel): void
}

export function useFilters({ applied, titles, env, onApply, onClear, onTitles }: Filtering): Filters {
  const { resources } = usePartModel()
  const [typed, setTyped] = useState({ of: applied, draft: applied })
  // Other filters were applied from outside (a saved one, cleared): the typed draft is dropped.
  if (typed.of !== applied) setTyped({ of: applied, draft: applied })
  const { draft } = typed
  const row = { ...titles, ...draft }
  const change: Filters['change'] = (filter, value, record) => {
    const { control } = filter
    if (record)
      onTitles({ ...titles, ...picked({ ...control, fill: {} }, {}, record, targetOf(resources, control)?.title) })
    const next = { ...draft, [filter.name]: value }
    if (isEmpty(value)) delete next[filter.name]
    setTyped({ of: applied, draft: next })
    if (!isTyped(filter) || isEmpty(value)) onApply(next)
  }
  return {
    draft,
    row,
    change,
    env: () => withRoots(env, { row, input: row }),
    apply: () => onApply(draft),
    clear: onClear,
    remove: (filter) => change(filter, undefined),
  }
}
