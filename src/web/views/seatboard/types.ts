import type { SeatboardView } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import type { Hand } from './useHand.ts'
import type { GroupOrder } from './useGroupOrder.ts'
import type { BoardWork } from './useBoard.ts'

/** What the parts of a board share. */
export interface BoardProps {
  view: SeatboardView
  work: BoardWork
  hand: Hand
  /** Buttons of a seat and of a group. */
  ofSeat: (seat: WireRow) => Press[]
  ofGroup: (group: WireRow) => Press[]
  /** Groups may be put in another order. */
  order: GroupOrder | undefined
  /** A press on a seat: puts down, or takes for who is chosen. False where neither fits: its menu opens then. */
  onPress: (seat: WireRow) => boolean
  onDrop: (seat: WireRow) => void
}
