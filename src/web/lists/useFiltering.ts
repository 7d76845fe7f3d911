import { useState } from 'react'
import type { WireRow } from '../fields/types.ts'
import type { Filtering } from './useFilters.ts'

/** Filters of a view with the titles of the records chosen in them. */
export function useFiltering(filters: Omit<Filtering, 'titles' | 'onTitles'>): Filtering {
  const [titles, onTitles] = useState<WireRow>({})
  return { ...filters, titles, onTitles }
}
