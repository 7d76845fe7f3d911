import { useRef, type KeyboardEvent as ReactKey } from 'react'
import type { GalleryView } from '../../../model/model.ts'
import { call as makeCall } from '../../core/request.ts'
import type { WireRow } from '../../fields/types.ts'
import type { ListHandle } from '../../lists/useList.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'

/** The stars of the pictures of a wall. */
export interface Stars {
  of(row: WireRow): number
  /** The most that a picture may have. */
  most: number
  /** Gives so many to a picture. Nothing for who may not. */
  give?: (row: WireRow, count: number) => void
  /** Gives stars to a picture by a key; whether the key meant that. Nothing for who may not. */
  press?: (event: Pick<ReactKey, 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>, row: WireRow) => boolean
}

/** Stars by Shift and a digit, shown at once; undefined where the wall has none. */
export function useStars(view: GalleryView, list: ListHandle): Stars | undefined {
  const { stars } = view
  const { part, params, env } = useScope()
  const actions = useActions({ actions: view.pictures.actions, resource: view.pictures.resource, onDone: nothing })
  const action = actions.at('row').find(({ key }) => key === stars?.button)
  const call = part.calls[action?.call ?? '']
  // One after the other, so that the last one said counts.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  if (!stars) return undefined
  const { by, most } = stars
  const show = (id: unknown, count: unknown): void =>
    list.amend((rows) => rows.map((row) => (row.id === id ? { ...row, [by]: count } : row)))
  const give = (row: WireRow, count: number): void => {
    if (!action || !call) return
    const input = { ...filled(action.fills, { rows: [row], params, env }), [by]: count }
    show(row.id, count)
    line.current = line.current
      .then(() => makeCall(call.path, input, { loading: false }))
      // The call itself shows its refusal; what it would have said is taken back.
      .catch(() => show(row.id, row[by]))
  }
  return {
    of: (row) => Number(row[by]) || 0,
    most,
    ...(action
      ? {
          give,
          press: (event, row) => {
            const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
            const plain = !event.ctrlKey && !event.metaKey && !event.altKey
            if (digit === undefined || !event.shiftKey || !plain || Number(digit) > most) return false
            give(row, Number(digit))
            return true
          },
        }
      : {}),
  }
}

const nothing = (): void => undefined
