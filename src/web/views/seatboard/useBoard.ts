import { useEffect, useMemo } from 'react'
import type { SeatboardView } from '../../../model/model.ts'
import { boundValues } from '../../fields/bounds.ts'
import type { WireRow } from '../../fields/types.ts'
import { wireFilters } from '../../lists/query.ts'
import { useScope } from '../scope.tsx'
import { useFirstChoice } from '../useFirstChoice.ts'
import { useLive } from '../useLive.ts'
import { usePageFilters } from '../usePageFilters.ts'
import { useRecord } from '../useRecord.ts'

/** The rows of a board, as they are now. */
export type BoardWork = ReturnType<typeof useBoard>

/** A board at work: its filters, its record, its groups and seats. */
export function useBoard(view: SeatboardView) {
  const scope = useScope()
  const { part, env, active } = scope
  const page = usePageFilters(view.filters, scope)
  // A board is of one place: what names it is never left open.
  useFirstChoice(view.filters, undefined, scope, page)
  const call = part.calls[view.call]
  const wire = useMemo(() => wireFilters(view.filters, page.values), [view.filters, page.values])
  const input = useMemo(() => {
    const all = { ...boundValues(view.with, env), ...wire }
    const wants = call?.input.some(({ name, required }) => required && !(name in all)) ?? true
    return wants ? undefined : all
  }, [view, call, env, wire])
  const record = useRecord(call?.path, input, page.round, active)
  useLive(view.live, record.reload)
  const groups = useMemo(() => rowsIn(record.row, view.groups.field), [record.row, view.groups.field])
  const seats = useMemo(() => seatsIn(view, record.row, groups), [view, record.row, groups])
  useEnds(view.until, seats, record.reload)
  const row = useMemo(() => ({ ...wire, ...record.row }), [wire, record.row])
  return { page, record, row, groups, seats, wire, isThere: typeof record.row?.id === 'number' }
}

const rowsIn = (record: WireRow | undefined, field: string): WireRow[] =>
  Array.isArray(record?.[field]) ? (record[field] as WireRow[]) : []

/** Seats stand beside the groups, or inside each. */
function seatsIn({ seats }: SeatboardView, record: WireRow | undefined, groups: readonly WireRow[]): WireRow[] {
  if (!seats.within) return rowsIn(record, seats.field)
  return groups.flatMap((group) =>
    rowsIn(group, seats.field).map((seat): WireRow => ({ ...seat, [seats.group]: group.id })),
  )
}

/** Loads again when the time of a kept seat is over, though nobody says so (ms after it). */
const AFTER = 500

function useEnds(until: string | undefined, seats: readonly WireRow[], reload: () => void): void {
  const ends = seats.flatMap((seat) => {
    const end = until === undefined ? undefined : seat[until]
    return typeof end === 'number' ? end : []
  })
  const next = ends.length > 0 ? Math.min(...ends) : undefined
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(reload, Math.max(next - Date.now(), 0) + AFTER)
    return () => clearTimeout(timer)
  }, [next, reload])
}
