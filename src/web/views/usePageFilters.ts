import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { WireRow } from '../fields/types.ts'
import { defaultFilters, fromAddress, toAddress } from '../lists/query.ts'
import { useFiltering } from '../lists/useFiltering.ts'
import type { Scope } from './scope.tsx'

type Address = Record<string, string | undefined>

/** What the address says of the filters. */
const saidBy = (filters: readonly FilterModel[], params: Address): Address =>
  Object.fromEntries(filters.flatMap(({ name }) => (params[name] ? [[name, params[name]]] : [])))

export type PageFilters = ReturnType<typeof usePageFilters>

/** The filters of a view that is no list, kept in the address; `round` grows when everything must be loaded again. */
export function usePageFilters(filters: readonly FilterModel[], { env, kept, params, setQuery, refreshKey }: Scope) {
  const defaults = useMemo(() => defaultFilters(filters, env), [filters, env])
  const read = useCallback(
    (address: Address): WireRow => {
      const said = filters.flatMap((filter) => {
        const value = fromAddress(filter, address[filter.name], env.zone)
        return isEmpty(value) ? [] : [[filter.name, value] as const]
      })
      return { ...defaults, ...Object.fromEntries(said) }
    },
    [filters, defaults, env.zone],
  )
  const [values, setValues] = useState(() => read(params))
  const [round, setRound] = useState(0)
  // The address as this view itself wrote it: a link to other values, on an open page, is followed.
  const said = JSON.stringify(saidBy(filters, params))
  const own = useRef(said)
  useEffect(() => {
    if (said === own.current) return
    own.current = said
    setValues(read(JSON.parse(said) as Address))
  }, [said, read])
  const set = useCallback(
    (next: WireRow) => {
      const patch = Object.fromEntries(
        filters.map(({ name }) => [
          name,
          JSON.stringify(next[name]) === JSON.stringify(defaults[name]) ? undefined : toAddress(next[name]),
        ]),
      )
      setValues(next)
      if (setQuery) own.current = JSON.stringify(saidBy(filters, patch))
      setQuery?.(patch)
    },
    [setQuery, filters, defaults],
  )
  const clear = useCallback(() => set(defaults), [set, defaults])
  return {
    values,
    set,
    filtering: useFiltering({ applied: values, env, kept, onApply: set, onClear: clear }),
    round: round + refreshKey,
    reload: useCallback(() => setRound((old) => old + 1), []),
    filtered: JSON.stringify(values) !== JSON.stringify(defaults),
  }
}
