/** Pictures that turn by themselves. */
import { useEffect } from 'react'
import { useNewest } from '../../core/newest.ts'

const SECOND = 1000

interface Turning {
  playing: boolean
  at: number
  count: number
  /** Seconds a picture stays. */
  stay: number
}

/** Turns to the next picture while it plays; after the last one it ends. */
export function useTurning(
  { playing, at, count, stay }: Turning,
  setAt: (at: number) => void,
  onEnd: () => void,
): void {
  const end = useNewest(onEnd)
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => (at + 1 < count ? setAt(at + 1) : end.current()), stay * SECOND)
    return () => clearTimeout(timer)
  }, [playing, at, count, stay, setAt, end])
}
