import { useCallback, useEffect, useRef } from 'react'
import { useNewest } from '../core/newest.ts'
import { usePush } from '../core/push.ts'

/** Changes that come together are loaded together (ms). */
const TOGETHER = 200

/** Does this a moment later, once for all that ask for it until then. */
export function useSoon(work: () => void): () => void {
  const newest = useNewest(work)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
  return useCallback(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      newest.current()
    }, TOGETHER)
  }, [newest])
}

/** Loads again what anybody changed: a board shows what is now, without a press. */
export function useLive(resources: readonly string[], reload: () => void): void {
  const soon = useSoon(reload)
  usePush('/api/push/change', (data) => {
    if (resources.includes(data.resource)) soon()
  })
}
