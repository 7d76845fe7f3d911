import { useMemo } from 'react'
import type { Bounds, CallModel } from '../../model/model.ts'
import { boundValues } from '../fields/bounds.ts'
import { isPeriod, periodOf } from '../fields/periods.ts'
import type { WireRow } from '../fields/types.ts'
import { useReload, useRows, type Rows } from '../lists/useRows.ts'
import { useScope } from './scope.tsx'

/** The request of a block of figures. `takes`: the filters of the report that its call knows. */
interface Figures {
  call: CallModel | undefined
  with: Bounds
  takes: readonly string[]
  wire: WireRow
  round: number
  more: WireRow
}

/** Rows and totals of a block, and the inputs that say which rows they are of. */
export function useFigures({ call, with: bounds, takes, wire, round, more }: Figures): Rows & { asked: WireRow } {
  const { env, active } = useScope()
  const rest = JSON.stringify(more)
  const asked = useMemo(() => {
    const fixed = Object.fromEntries(
      Object.entries(boundValues(bounds, env)).map(([name, value]) => [
        name,
        isPeriod(value) ? periodOf(value, env.now, env.zone) : value,
      ]),
    )
    const accepted = Object.fromEntries(Object.entries(wire).filter(([name]) => takes.includes(name)))
    return { ...accepted, ...fixed }
    // Loaded again on request (`round`), not whenever the time moves on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bounds, takes, wire, round])
  const input = useMemo(() => ({ ...asked, ...(JSON.parse(rest) as WireRow) }), [asked, rest])
  const rows = useRows(call?.path, input, active)
  useReload(rows.reload, round)
  return { ...rows, asked }
}
