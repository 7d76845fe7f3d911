import { useSyncExternalStore } from 'react'

/** How often the time of feeds moves on, ms. */
const STEP = 30_000

const now = (): number => Math.floor(Date.now() / STEP) * STEP + STEP - 1

/** The time of feeds ("3 minutes ago"): moves on every half minute. Never before the moment itself. */
export function useNow(): number {
  return useSyncExternalStore((heard) => {
    const timer = setInterval(heard, STEP)
    return () => clearInterval(timer)
  }, now)
}
