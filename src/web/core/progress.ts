import { limit } from './model.ts'
import { createStore } from './store.ts'

/** The bar at the top of the window: `undefined` when nothing is loading, else 0.08…1. */
export const progress = createStore<number | undefined>(undefined)

/** Rules 6.9: minimum 0.08, speed 500 ms, no spinner. The product sets the minimum in hundredths. */
const minimum = () => limit('progressMin', 8) / 100
const speed = () => limit('progressSpeed', 500)
const NEARLY = 0.994

let waiting = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The next length of the bar while it waits: fast at first, then slower, never to the end. */
export function nextProgress(now: number): number {
  const step = now < 0.2 ? 0.1 : now < 0.5 ? 0.04 : now < 0.8 ? 0.02 : 0.005
  return Math.min(now + step, NEARLY)
}

/** Starts the bar, or keeps it running; it ends when all started work has ended. Call the result once. */
export function beginProgress(): () => void {
  let ended = false
  waiting += 1
  if (waiting === 1) start()
  return () => {
    if (ended) return
    ended = true
    waiting -= 1
    if (waiting === 0) finish()
  }
}

function start(): void {
  clearTimeout(timer)
  progress.set(minimum())
  timer = setTimeout(trickle, speed())
}

function trickle(): void {
  progress.set((now) => nextProgress(now ?? minimum()))
  timer = setTimeout(trickle, speed())
}

function finish(): void {
  clearTimeout(timer)
  progress.set(1)
  timer = setTimeout(() => progress.set(undefined), speed())
}
