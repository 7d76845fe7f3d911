import { useEffect, useRef, useState } from 'react'
import { ADDRESS } from '../../model/reserved.ts'
import { useScope } from './scope.tsx'

/** Name of the visible tab in the address. */
const { part: PART } = ADDRESS

/**
 * The visible tab. A screen's own view (`addressed`) keeps it in the address, except the first tab; a link to another tab
 * of an open page is followed. `leaves`: names in the address that a tab leaves behind for the next one.
 */
export function useTab(
  keys: readonly string[],
  { addressed = true, leaves = [] }: { addressed?: boolean; leaves?: readonly string[] } = {},
): [string | undefined, (key: string) => void] {
  const { params, setQuery } = useScope()
  const requested = addressed && setQuery ? params[PART] : undefined
  const [at, setAt] = useState(requested)
  // The address as this view itself wrote it.
  const own = useRef(requested)
  useEffect(() => {
    if (requested === own.current) return
    own.current = requested
    setAt(requested)
  }, [requested])
  const [first] = keys
  const show = (key: string): void => {
    const part = key === first ? undefined : key
    own.current = part
    setAt(key)
    if (addressed) setQuery?.({ ...Object.fromEntries(leaves.map((name) => [name, undefined])), [PART]: part })
  }
  return [at !== undefined && keys.includes(at) ? at : first, show]
}
