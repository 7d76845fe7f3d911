import { useSyncExternalStore } from 'react'

const STEP = 1000
const SOON = 5 * 60_000

/** The second it is now (ms), while something is counted; still otherwise. */
function useSecond(on: boolean): number {
  return useSyncExternalStore(
    (listener) => {
      if (!on) return () => undefined
      const timer = setInterval(listener, STEP)
      return () => clearInterval(timer)
    },
    () => (on ? Math.floor(Date.now() / STEP) * STEP : 0),
  )
}

/** The time until a moment, as `28:14`, and whether it is nearly over, or over; undefined for none. */
export function useCountdown(until: unknown): { text: string; soon: boolean; over: boolean } | undefined {
  const end = typeof until === 'number' ? until : undefined
  const now = useSecond(end !== undefined)
  if (end === undefined) return undefined
  // The second it is now began a moment ago: a part of one does not count as another.
  const left = Math.max(0, Math.floor((end - now) / STEP))
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return { text, soon: end - now <= SOON, over: left === 0 }
}
