import { useCallback, useMemo, useState } from 'react'
import type { StatView } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { WireRow } from '../fields/types.ts'
import { defaultFilters, fromAddress, toAddress } from '../lists/query.ts'
import type { Scope } from './scope.tsx'

/** The filters of a report, kept in the address; `round` grows when everything must be loaded again. */
export function useStatFilters(view: StatView, { env, params, setQuery, refreshKey }: Scope) {
  const defaults = useMemo(() => defaultFilters(view.filters, env), [view.filters, env])
  const [values, setValues] = useState((): WireRow => {
    const start = { ...defaults }
    for (const filter of view.filters) {
      const addressed = fromAddress(filter, params[filter.name])
      if (!isEmpty(addressed)) start[filter.name] = addressed
    }
    return start
  })
  const [round, setRound] = useState(0)
  const set = useCallback(
    (next: WireRow) => {
      setValues(next)
      setQuery?.(
        Object.fromEntries(
          view.filters.map(({ name }) => [
            name,
            JSON.stringify(next[name]) === JSON.stringify(defaults[name]) ? undefined : toAddress(next[name]),
          ]),
        ),
      )
    },
    [setQuery, view.filters, defaults],
  )
  return {
    values,
    set,
    round: round + refreshKey,
    clear: useCallback(() => set(defaults), [set, defaults]),
    reload: useCallback(() => setRound((old) => old + 1), []),
    filtered: JSON.stringify(values) !== JSON.stringify(defaults),
  }
}
