import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ListView } from '../../model/model.ts'
import { enginePath } from '../core/calls.ts'
import { messageOf, useOpenMessage } from '../core/messages.ts'
import { useNewest } from '../core/newest.ts'
import { useOpen } from '../core/open.ts'
import { useMayOpen } from '../core/permission.ts'
import { setOut } from '../core/trails.ts'
import { boundValues } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import { firstTab } from '../lists/listState.ts'
import { ABOVE } from '../lists/pageSize.ts'
import { rowEnv, useList, type ListHandle } from '../lists/useList.ts'
import type { LeftChoice } from './LeftPane.tsx'
import { useScope, type Scope } from './scope.tsx'
import { placeIn, useRowsWork, type Opened, type RowsWork } from './useRowsWork.ts'

/** A view around a list that uses the rows chosen in it. */
export interface Choosing {
  /** Several rows can be chosen. */
  many: boolean
  onChosen: (rows: WireRow[], list: ListHandle) => void
}

/** The list of a view with its buttons. `onOpen`: the effect of pressing a row. */
export function useListWork(
  view: ListView,
  choice: LeftChoice | undefined,
  choosing: Choosing | undefined,
): RowsWork & { onOpen: ((row: WireRow) => void) | undefined } {
  const scope = useScope()
  const fixed = useMemo(() => ({ ...scope.fixed, ...choice?.fixed }), [scope.fixed, choice])
  const list = useList(view, {
    ...placeIn(scope, view),
    ...(choosing ? { above: ABOVE.desk } : {}),
    fixed,
    firstTab: firstTab(view, scope.part.dictionaries),
  })
  const opened = useOpened(view, scope)
  const work = useRowsWork(view, list, opened, { start: choice?.start, fixed })
  const opening = useRowOpen(view, list, (row) => opened[1](row.id as number))
  useChosen(list, choosing)
  const choose = (row: WireRow) => list.select(toggled(list, row, choosing?.many === true))
  return { ...work, onOpen: choosing ? choose : opening }
}

const toggled = (list: ListHandle, row: WireRow, many: boolean): WireRow[] => {
  const others = [...list.selected.values()].filter((one) => one.id !== row.id)
  if (list.selected.has(row.id)) return others
  return many ? [...others, row] : [row]
}

/** Reports the chosen rows, with their newest values, to the surrounding view. */
function useChosen(list: ListHandle, choosing: Choosing | undefined): void {
  const newest = useNewest({ choosing, list })
  const { selected, changed, reload } = list
  useEffect(() => {
    const { choosing, list } = newest.current
    choosing?.onChosen([...selected.values()], list)
  }, [selected, newest])
  // A view that works with the rows needs them fresh.
  const live = choosing !== undefined
  useEffect(() => {
    if (live && changed > 0) reload()
  }, [live, changed, reload])
}

/** The record in the drawer; a screen's own list takes it from the address, so that a message can link to it. */
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

/** What a row opens: its drawer, a screen granted to the person, which leads on along the list, or where a message leads. */
function useRowOpen(
  view: ListView,
  list: ListHandle,
  openDrawer: (row: WireRow) => void,
): ((row: WireRow) => void) | undefined {
  const go = useOpen()
  const mayOpen = useMayOpen()
  const openMessage = useOpenMessage()
  const { env, part, screen } = useScope()
  const to = view.open
  if (part.calls[view.call]?.path === enginePath('messages'))
    return (row) => {
      const leads = openMessage(messageOf(row), screen.route, list.reload)
      if (!leads && view.drawer) openDrawer(row)
    }
  if (to?.kind === 'drawer') return view.drawer ? openDrawer : undefined
  if (to?.kind !== 'route') return undefined
  if (!mayOpen(to.to)) return undefined
  const queryOf = (row: WireRow): Record<string, string> =>
    Object.fromEntries(Object.entries(boundValues(to.with, rowEnv(env, row))).map(([name, one]) => [name, String(one)]))
  const { rows, total, more, request: input, query } = list
  return (row) => {
    const at = rows.findIndex((one) => one.id === row.id)
    const path = part.calls[view.call]?.path
    if (at < 0 || path === undefined) return go(to.to, queryOf(row))
    const { page, rows: size } = query
    go(to.to, setOut(to.to, { trail: { path, input, page, size, total, more, rows, queryOf }, at }))
  }
}
