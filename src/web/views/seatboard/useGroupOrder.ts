import type { SeatboardView } from '../../../model/model.ts'
import { call as makeCall } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'

/** The way of a group to another place of the board. */
export interface GroupOrder {
  /** Moves a group up (-1) or down (1), where there is one to change places with. */
  move(group: WireRow, by: 1 | -1): void
  /** Puts a group where another one stands. */
  put(group: WireRow, on: WireRow): void
  pressesOf(group: WireRow): Press[]
}

/** Groups in an order by hand; undefined where the board has none, or the person may not. */
export function useGroupOrder(
  { groups: { view, arrange } }: SeatboardView,
  groups: readonly WireRow[],
  onDone: () => void,
): GroupOrder | undefined {
  const t = useT()
  const { part } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.resource, onDone })
  const action = actions.at('row').find(({ key }) => key === arrange?.button)
  const path = part.calls[action?.call ?? '']?.path
  if (!arrange || path === undefined) return undefined
  const ids = groups.map(({ id }) => id)
  const place = (group: WireRow, to: number): void => {
    const at = ids.indexOf(group.id)
    if (to === at || ids[to] === undefined) return
    const next = ids.filter((id) => id !== group.id)
    next.splice(to, 0, group.id)
    // The call itself shows its refusal; the board is read again.
    void makeCall(path, { [arrange.takes]: next }, { loading: false }).then(onDone, onDone)
  }
  const move = (group: WireRow, by: 1 | -1): void => place(group, ids.indexOf(group.id) + by)
  return {
    move,
    put: (group, on) => place(group, ids.indexOf(on.id)),
    pressesOf: (group) => [
      ...(group.id === ids[0] ? [] : [{ key: 'groupUp', label: t('groupUp'), press: () => move(group, -1) }]),
      ...(group.id === ids.at(-1) ? [] : [{ key: 'groupDown', label: t('groupDown'), press: () => move(group, 1) }]),
    ],
  }
}
