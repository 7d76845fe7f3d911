import { useEffect } from 'react'
import { beginProgress } from '../core/progress.ts'
import './pending.css'

/** Shown where a page is still coming: the bar at the top runs, and after a moment grey lines hold the place. */
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
