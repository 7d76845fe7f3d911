import { useCallback, useMemo, useState } from 'react'
import type { WireRow } from '../fields/types.ts'
import { titlesOf, type NamedRecords } from './named.ts'
import type { Filtering } from './useFilters.ts'

/** Filters of a view with the titles of the records chosen in them. */
export function useFiltering(filters: Omit<Filtering, 'named' | 'titles' | 'onNamed'>): Filtering {
  const [named, setNamed] = useState<NamedRecords>({})
  const onNamed = useCallback(
    (filter: string, value: unknown, titles: WireRow) =>
      setNamed((old) => ({ ...old, [filter]: { value: String(value), titles } })),
    [],
  )
  const titles = useMemo(() => titlesOf(named, filters.applied), [named, filters.applied])
  return { ...filters, named, titles, onNamed }
}
