import { useEffect, useRef, useState } from 'react'
import { useScope } from './scope.tsx'

/** Name in the address of the tab in sight. */
const PART = 'part'

/**
 * The tab in sight. A screen's own view (`addressed`) keeps it in the address, except the first tab; a link to another tab
 * of an open page is followed.
 */
export function useTab(keys: readonly string[], addressed = true): [string | undefined, (key: string) => void] {
  const { params, setQuery } = useScope()
  const asked = addressed && setQuery ? params[PART] : undefined
  const [at, setAt] = useState(asked)
  // What the address says by this view's own doing.
  const own = useRef(asked)
  useEffect(() => {
    if (asked === own.current) return
    own.current = asked
    setAt(asked)
  }, [asked])
  const [first] = keys
  const show = (key: string): void => {
    const part = key === first ? undefined : key
    own.current = part
    setAt(key)
    if (addressed) setQuery?.({ [PART]: part })
  }
  return [at !== undefined && keys.includes(at) ? at : first, show]
}
