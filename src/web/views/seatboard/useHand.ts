/** What a person has in hand on a board: who waits for a seat, or a taken seat that is moved. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { holds } from '../../../model/expr/evaluate.ts'
import type { ActionModel, SeatboardView } from '../../../model/model.ts'
import { withRoots } from '../../fields/bounds.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Onto } from '../actions/wording.ts'
import type { Pressed } from '../PressOnce.tsx'
import { useScope } from '../scope.tsx'

/** A taken seat that was picked up, the board it stands on, and its place in words. */
interface Carried {
  seat: WireRow
  board: unknown
  place: string
}

export interface Hand {
  chosen: WireRow | undefined
  choose: (row: WireRow | undefined) => void
  carried: WireRow | undefined
  carry: (seat: WireRow) => void
  letGo: () => void
  /** Whether the seat may be picked up. */
  mayCarry: (seat: WireRow) => boolean
  /** Puts down what is carried; undefined where it cannot be put there. */
  putOn: (seat: WireRow) => Pressed | undefined
  /** Inputs that what is chosen gives to the buttons. */
  params: WireRow
}

/** The board in sight: its id, the buttons of its seats, and the words for one of them: its place, and who has it. */
interface Board {
  id: unknown
  granted: readonly ActionModel[]
  wordsOf: (seat: WireRow) => { place: string; whose: string }
}

/** The hand of a person on a board. */
export function useHand(view: SeatboardView, { id: board, granted, wordsOf }: Board): Hand {
  const { env } = useScope()
  const [chosen, setChosen] = useState<WireRow>()
  const [carried, setCarried] = useState<Carried>()
  const { carry, waiting } = view
  const letGo = useCallback(() => {
    setCarried(undefined)
    setChosen(undefined)
  }, [])
  useEscape(carried !== undefined || chosen !== undefined, letGo)
  const mayCarry = (seat: WireRow): boolean => carry !== undefined && holds(carry.when, withRoots(env, { row: seat }))
  const putOn = (seat: WireRow): Pressed | undefined => {
    if (!carry || !carried || seat.id === carried.seat.id || (view.over && seat[view.over.name] === 1)) return undefined
    if (carry.onto && !holds(carry.onto, withRoots(env, { row: seat }))) return undefined
    const here = carried.board === board
    const taken = mayCarry(seat)
    if (taken && !(here || carry.swap?.across)) return undefined
    const { button, sets } = taken ? (carry.swap ?? {}) : { button: here ? carry.here : carry.away, sets: carry.sets }
    const action = granted.find((one) => one.key === button)
    if (!action || !sets) return undefined
    const given = Object.entries(sets).map(([name, field]) => [name, seat[field]])
    const { place, whose } = wordsOf(seat)
    const onto: Onto = { place, ...(taken ? { other: { whose, goes: carried.place } } : {}) }
    return { action, row: carried.seat, params: Object.fromEntries(given) as WireRow, onto }
  }
  const params = useMemo(() => (waiting && chosen ? { [waiting.sets]: chosen.id } : {}), [waiting, chosen])
  return {
    chosen,
    choose: (row) => {
      setCarried(undefined)
      setChosen(row)
    },
    carried: carried?.seat,
    carry: (seat) => {
      setChosen(undefined)
      setCarried({ seat, board, place: wordsOf(seat).place })
    },
    letGo,
    mayCarry,
    putOn,
    params,
  }
}

function useEscape(on: boolean, letGo: () => void): void {
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !document.querySelector('.ant-modal-wrap, .ant-drawer-open')) letGo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on, letGo])
}
