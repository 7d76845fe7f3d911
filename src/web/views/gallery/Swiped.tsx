import { useState, type ReactNode, type TouchEvent } from 'react'

/** A finger that moved so far turns the page (px). */
const SWIPE = 60

interface SwipedProps {
  /** It is zoomed in: a finger moves the picture. */
  still: boolean
  turn: number
  onSwipe: (by: 1 | -1) => void
  children: ReactNode
}

/** A picture that a finger turns to the next one. */
export function Swiped({ still, turn, onSwipe, children }: SwipedProps) {
  const [from, setFrom] = useState<number>()
  const end = (event: TouchEvent): void => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (from ?? 0)
    if (from !== undefined && Math.abs(moved) > SWIPE) onSwipe(moved < 0 ? 1 : -1)
    setFrom(undefined)
  }
  return (
    <span
      className={turn % 180 === 0 ? 'at-loupe-picture' : 'at-loupe-picture at-loupe-across'}
      style={turn === 0 ? undefined : { rotate: `${turn}deg` }}
      onTouchStart={(event) => setFrom(still || event.touches.length > 1 ? undefined : event.touches[0]?.clientX)}
      onTouchEnd={end}
    >
      {children}
    </span>
  )
}
