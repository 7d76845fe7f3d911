import { useEffect, useState } from 'react'
import { targetOf } from '../../model/fields.ts'
import type { FilterModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { withRoots } from '../fields/bounds.ts'
import { usePartModel } from '../fields/context.tsx'
import { picked } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { isTyped } from './FilterItem.tsx'
import { titlesOf, type NamedRecords } from './named.ts'

/** The values of the filters, and the functions that change them. */
export interface Filtering {
  applied: WireRow
  /** The records named so far, and the titles of those that are applied. */
  named: NamedRecords
  titles: WireRow
  env: Env
  /** Where the page keeps what is typed and not applied yet. */
  kept: Map<string, unknown> | undefined
  onApply: (filters: WireRow) => void
  onClear: () => void
  onNamed: (filter: string, value: unknown, titles: WireRow) => void
}

/** The name under which a page keeps what is typed into its filters. */
const KEPT = 'filters'

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

/** What was typed over the same applied values before the page made room for others. */
function keptDraft({ applied, kept }: Filtering): WireRow {
  const known = kept?.get(KEPT) as { over: string; draft: WireRow } | undefined
  return known?.over === JSON.stringify(applied) ? known.draft : applied
}

export function useFilters(filtering: Filtering): Filters {
  const { applied, named, env, kept, onApply, onClear, onNamed } = filtering
  const { resources } = usePartModel()
  const [typed, setTyped] = useState(() => ({ of: applied, draft: keptDraft(filtering) }))
  // Other filters were applied from outside (a saved one, cleared): the typed draft is dropped.
  if (typed.of !== applied) setTyped({ of: applied, draft: applied })
  const { draft } = typed
  useEffect(() => {
    kept?.set(KEPT, { over: JSON.stringify(applied), draft })
  }, [kept, applied, draft])
  const row = { ...titlesOf(named, draft), ...draft }
  const change: Filters['change'] = (filter, value, record) => {
    const { control } = filter
    if (record)
      onNamed(filter.name, value, picked({ ...control, fill: {} }, {}, record, targetOf(resources, control)?.title))
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
