import { useEffect, useState } from 'react'

const SECOND = 1000

/** Seconds left, and what starts them. Counts by the clock, so that a sleeping tab is not late. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) setEnd(0)
    }, SECOND / 4)
    return () => clearInterval(timer)
  }, [end])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * SECOND)
  }
  return [end ? Math.max(0, Math.ceil((end - now) / SECOND)) : 0, start]
}
