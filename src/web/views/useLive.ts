import { useEffect, useRef } from 'react'
import { usePush } from '../core/push.ts'

/** Changes that come together are loaded together (ms). */
const TOGETHER = 200

/** Loads again what anybody changed: a board shows what is now, without a press. */
export function useLive(resources: readonly string[], reload: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  usePush('/api/push/change', (data) => {
    if (!resources.includes(data.resource)) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(reload, TOGETHER)
  })
  useEffect(() => () => clearTimeout(waiting.current), [])
}
