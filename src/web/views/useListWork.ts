import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ListView } from '../../model/model.ts'
import { useNewest } from '../core/newest.ts'
import { useOpen } from '../core/open.ts'
import { useMayOpen } from '../core/permission.ts'
import { boundValues } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import { firstTab, rowEnv, useList, type ListHandle } from '../lists/useList.ts'
import type { LeftChoice } from './LeftPane.tsx'
import { useScope, type Scope } from './scope.tsx'
import { placeIn, useRowsWork, type Opened, type RowsWork } from './useRowsWork.ts'

/** A view around a list that works with the rows chosen in it. */
export interface Choosing {
  /** Several at a time. */
  many: boolean
  onChosen: (rows: WireRow[]) => void
}

/** A list of a view at work. `onOpen`: what pressing a row does. */
export function useListWork(
  view: ListView,
  choice: LeftChoice | undefined,
  choosing: Choosing | undefined,
): RowsWork & { onOpen: ((row: WireRow) => void) | undefined } {
  const scope = useScope()
  const given = useMemo(() => ({ ...scope.given, ...choice?.given }), [scope.given, choice])
  const list = useList(view, {
    ...placeIn(scope, view.call),
    given,
    firstTab: firstTab(view, scope.part.dictionaries),
  })
  const opened = useOpened(view, scope)
  const work = useRowsWork(view, list, opened, { start: choice?.start, given })
  const opening = useRowOpen(view, (row) => opened[1](row.id as number))
  useChosen(list, choosing)
  const choose = (row: WireRow) => list.select(toggled(list, row, choosing?.many === true))
  return { ...work, onOpen: choosing ? choose : opening }
}

const toggled = (list: ListHandle, row: WireRow, many: boolean): WireRow[] => {
  const others = [...list.selected.values()].filter((one) => one.id !== row.id)
  if (list.selected.has(row.id)) return others
  return many ? [...others, row] : [row]
}

/** Tells the view around which rows are chosen, with their newest values. */
function useChosen(list: ListHandle, choosing: Choosing | undefined): void {
  const newest = useNewest(choosing)
  const { selected, changed, reload } = list
  useEffect(() => newest.current?.onChosen([...selected.values()]), [selected, newest])
  // A view that works with the rows needs them fresh.
  const live = choosing !== undefined
  useEffect(() => {
    if (live && changed > 0) reload()
  }, [live, changed, reload])
}

/** The record in the drawer; a screen's own list takes it from the address, so that a message can lead to it. */
function useOpened(view: ListView, { params: { id }, setQuery }: Scope): Opened {
  const addressed = setQuery !== undefined && view.open?.kind === 'drawer'
  const [opened, setOpened] = useState(() => (addressed && id && Number(id)) || undefined)
  const set = useCallback(
    (next: number | undefined) => {
      setOpened(next)
      if (addressed && next === undefined) setQuery({ id: undefined })
    },
    [addressed, setQuery],
  )
  return [opened, set]
}

/** What a row opens: its drawer, or a screen that the person may see. */
function useRowOpen(view: ListView, openDrawer: (row: WireRow) => void): ((row: WireRow) => void) | undefined {
  const go = useOpen()
  const mayOpen = useMayOpen()
  const { env } = useScope()
  const to = view.open
  if (to?.kind === 'drawer') return view.drawer ? openDrawer : undefined
  if (to?.kind !== 'route') return undefined
  if (!mayOpen(to.to)) return undefined
  return (row) => go(to.to, boundValues(to.with, rowEnv(env, row)) as Record<string, string>)
}
