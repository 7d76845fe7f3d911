import { useSyncExternalStore } from 'react'

/** The interval at which the relative times of feeds are updated, ms. */
const STEP = 30_000

const now = (): number => Math.floor(Date.now() / STEP) * STEP + STEP - 1

/** The current time for feeds ("3 minutes ago"), updated every half minute. Never before the moment itself. */
export function useNow(): number {
  return useSyncExternalStore((listener) => {
    const timer = setInterval(listener, STEP)
    return () => clearInterval(timer)
  }, now)
}
