import { useCallback, useEffect, useRef, useState } from 'react'
import type { FilterModel } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate.ts'
import { withRoots } from '../fields/bounds.ts'
import { usePartModel } from '../fields/context.tsx'
import { picked } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { isTyped } from './FilterItem.tsx'

/** Filters while they are being set: what is typed waits for Enter, what is chosen counts at once. */
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

export function useFilters(applied: WireRow, env: Env, onApply: (filters: WireRow) => void, onClear: () => void): Filters {
  const { resources } = usePartModel()
  const [draft, setDraft] = useState(applied)
  const [titles, setTitles] = useState<WireRow>({})
  const newest = useRef(applied)
  const set = useCallback((next: WireRow) => { newest.current = next; setDraft(next) }, [])
  useEffect(() => set(applied), [applied, set])
  const row = { ...titles, ...draft }
  const change = useCallback((filter: FilterModel, value: unknown, record?: WireRow | WireRow[]) => {
    const { control } = filter
    if (record) setTitles((old) => ({ ...old, ...picked({ ...control, fill: {} }, {}, record, resources[control.of ?? '']?.title) }))
    const next = { ...newest.current, [filter.name]: value }
    if (isEmpty(value)) delete next[filter.name]
    set(next)
    if (!isTyped(filter) || isEmpty(value)) onApply(next)
  }, [onApply, resources, set])
  return {
    draft, row, change,
    env: () => withRoots(env, { row, input: row }),
    apply: () => onApply(draft),
    clear: () => { setTitles({}); onClear() },
    remove: (filter) => change(filter, undefined),
  }
}
