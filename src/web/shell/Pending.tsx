import { useEffect } from 'react'
import { beginProgress } from '../core/progress.ts'
import './pending.css'

/** Shown while a page loads: the bar at the top runs, and after a moment grey lines appear. */
export function Pending() {
  useEffect(() => beginProgress(), [])
  return (
    <div className="pending" aria-busy="true">
      <i className="pending-line pending-short" />
      <i className="pending-line" />
      <i className="pending-line" />
      <i className="pending-line" />
    </div>
  )
}
