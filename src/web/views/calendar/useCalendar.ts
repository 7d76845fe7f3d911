import { useCallback, useMemo, useState } from 'react'
import type { CalendarSpan, CalendarView } from '../../../model/model.ts'
import { ADDRESS } from '../../../model/reserved.ts'
import { dayOf, dayText, midnightOf } from '../../../model/zone.ts'
import { useCore } from '../../core/model.ts'
import { boundValues } from '../../fields/bounds.ts'
import type { WireRow } from '../../fields/types.ts'
import { wireFilters } from '../../lists/query.ts'
import { useReload, useRows } from '../../lists/useRows.ts'
import { useScope } from '../scope.tsx'
import { useFirstChoice } from '../useFirstChoice.ts'
import { useLive } from '../useLive.ts'
import { usePageFilters } from '../usePageFilters.ts'
import { beginOf, daysOf, walked } from './days.ts'

/** So many entries are asked for at a time; those of a full week come one page after another. */
const AT_ONCE = 200

/** A calendar at work: its filters, the days it shows, and what stands in them. */
export type CalendarWork = ReturnType<typeof useCalendar>

export function useCalendar(view: CalendarView) {
  const scope = useScope()
  const { part, env, active } = scope
  const zone = useCore().app.timezone
  const page = usePageFilters(view.filters, scope)
  useFirstChoice(view.filters, view.call, scope, page)
  const shown = useShown(view, zone)
  const { span, begin } = shown
  const days = useMemo(() => daysOf(span, begin, zone), [span, begin, zone])
  const call = part.calls[view.call]
  const wire = useMemo(() => wireFilters(view.filters, page.values), [view.filters, page.values])
  const input = useMemo(() => {
    const last = days.at(-1) ?? begin
    const { from, to, pair } = view.asks
    // Who stood in the days before is a row of these days too.
    const first = view.lines ? walked(span, begin, -1, zone) : begin
    const asked = pair ? { [from]: [first, last] } : { [from]: first, ...(to ? { [to]: last } : {}) }
    const paging =
      call?.kind === 'query' ? { pageNO: 1, pageRows: AT_ONCE, sortField: view.date, sortOrder: 'asc' } : {}
    const all = { ...boundValues(view.with, env), ...wire, ...asked, ...paging }
    const wants = call?.input.some(({ name, required }) => required && !(name in all)) ?? true
    return wants ? undefined : all
  }, [view, call, env, wire, days, begin, span, zone])
  const list = useRows(call?.path, input, active, call?.kind === 'query')
  useReload(list.reload, page.round)
  useLive(view.live, list.reload)
  const byDay = useMemo(() => grouped(list.rows, view.date, zone), [list.rows, view.date, zone])
  return { ...shown, zone, page, days, list, byDay, wire, today: midnightOf(env.now, zone) }
}

/** Which days are shown, kept in the address. */
function useShown(view: CalendarView, zone: string) {
  const { params, setQuery, env } = useScope()
  const [usual = 'month'] = view.spans
  const asked = view.spans.find((one) => one === params[ADDRESS.span]) ?? usual
  const on = params[ADDRESS.on]
  const [state, setState] = useState({ span: asked, day: on ? dayOf(on, zone) : midnightOf(env.now, zone) })
  const { span, day } = state
  const show = useCallback(
    (next: { span: CalendarSpan; day: number }) => {
      setState(next)
      setQuery?.({
        [ADDRESS.span]: next.span === usual ? undefined : next.span,
        [ADDRESS.on]: dayText(next.day, zone),
      })
    },
    [setQuery, usual, zone],
  )
  return {
    span,
    day,
    begin: beginOf(span, day, zone),
    show,
    walk: useCallback((by: number) => show({ span, day: walked(span, day, by, zone) }), [show, span, day, zone]),
  }
}

/** Rows by their day. */
function grouped(rows: readonly WireRow[], date: string, zone: string): Map<number, WireRow[]> {
  const byDay = new Map<number, WireRow[]>()
  for (const row of rows) {
    const at = row[date]
    if (typeof at !== 'number') continue
    const day = midnightOf(at, zone)
    byDay.set(day, [...(byDay.get(day) ?? []), row])
  }
  return byDay
}
