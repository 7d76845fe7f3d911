import { useMemo, useState } from 'react'
import type { ListView } from '../../../model/model.ts'
import { boundValues } from '../../fields/bounds.ts'
import { wireFilters } from '../../lists/query.ts'
import { useReload, useRows } from '../../lists/useRows.ts'
import { useScope } from '../scope.tsx'
import { useLive } from '../useLive.ts'

/** So many rows are in sight beside a board; the box finds the others. */
const MOST = 50

/** A list beside a board, found by its first filter. `round` grows with each write on the board. */
export function useSought(list: ListView, round: number) {
  const { part, env, active } = useScope()
  const [typed, setTyped] = useState('')
  const [filter] = list.filters
  const input = useMemo(() => {
    const [sort] = list.sort
    return {
      ...boundValues(list.with, env),
      ...(filter && typed ? wireFilters([filter], { [filter.name]: typed }) : {}),
      ...(sort ? { sortField: sort.replace(/^-/, ''), sortOrder: sort.startsWith('-') ? 'desc' : 'asc' } : {}),
      pageNO: 1,
      pageRows: MOST,
    }
  }, [list, env, filter, typed])
  const rows = useRows(part.calls[list.call]?.path, input, active)
  useReload(rows.reload, round)
  useLive([list.resource], rows.reload)
  return { rows, filter, typed, narrow: setTyped }
}
