import { progress } from '../core/progress.ts'
import { useStore } from '../core/store.ts'
import './progress.css'

/** The thin bar at the top of the window (rules 6.9: minimum 0.08, speed 500 ms, no spinner). */
export function Progress() {
  const value = useStore(progress)
  if (value === undefined) return null
  return <div className="progress" data-full={value === 1} style={{ transform: `scaleX(${value})` }} aria-hidden />
}
