import { useRef, useState } from 'react'
import type { GalleryView } from '../../../model/model.ts'
import { call as makeCall } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import type { ListHandle } from '../../lists/useList.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { moved, placeAt, placeBy } from './order.ts'

/** The pictures of a wall, put in order by hand. */
export interface Arranging {
  /** The pictures that go with one: all that are chosen with it, else itself. */
  with(id: unknown): ReadonlySet<unknown>
  /** Puts pictures before or after the one at a place. */
  put(ids: ReadonlySet<unknown>, at: number, after: boolean): void
  /** Moves a picture so many places; where it stands then. */
  by(id: unknown, places: number): number
  pressesOf(row: WireRow): Press[]
  /** What happened last, to be said aloud. */
  told: string
}

/** Order by hand, shown at once; undefined where the wall has none, or the person may not. */
export function useArranging(view: GalleryView, list: ListHandle): Arranging | undefined {
  const t = useT()
  const { arrange } = view
  const { part, params, env } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.pictures.resource, onDone: nothing })
  const action = actions.at('row').find(({ key }) => key === arrange?.button)
  const path = part.calls[action?.call ?? '']?.path
  const [told, setTold] = useState('')
  const line = useRef<Promise<unknown>>(Promise.resolve())
  if (!arrange || !action || !path) return undefined
  const { rows } = list
  const go = (ids: ReadonlySet<unknown>, to: number): number => {
    const next = moved(rows, ids, to)
    const first = next.findIndex(({ id }) => ids.has(id))
    if (next.every((row, i) => row === rows[i])) return first
    list.amend((now) => moved(now, ids, to))
    setTold(t('movedTo', { at: first + 1, all: list.total }))
    const input = {
      ...filled(action.fills, { rows: [], params, env }),
      [arrange.takes]: next.filter(({ id }) => ids.has(id)).map(({ id }) => id),
      ...(first > 0 ? { [arrange.behind]: next[first - 1]?.id } : {}),
    }
    line.current = line.current
      .then(() => makeCall(path, input, { loading: false }))
      // The call itself shows its refusal; the order is shown as it is.
      .catch(list.reload)
    return first
  }
  const chosen = (id: unknown): ReadonlySet<unknown> =>
    list.selected.has(id) ? new Set(list.selected.keys()) : new Set([id])
  const by = (id: unknown, places: number): number => {
    const ids = chosen(id)
    return go(ids, placeBy(rows, ids, places))
  }
  return {
    with: chosen,
    put: (ids, at, after) => void go(ids, placeAt(rows, ids, at, after)),
    by,
    pressesOf: (row) => [
      { key: 'moveFirst', label: t('moveFirst'), press: () => void by(row.id, -rows.length) },
      { key: 'moveEarlier', label: t('moveEarlier'), press: () => void by(row.id, -1) },
      { key: 'moveLater', label: t('moveLater'), press: () => void by(row.id, 1) },
    ],
    told,
  }
}

const nothing = (): void => undefined
