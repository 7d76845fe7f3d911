import { useMemo, useRef } from 'react'
import type { WireRow } from '../types.ts'

/** React keys of rows that stay the same while a row is edited, whether it has an id or not. */
export function useRowKeys() {
  const numbered = useRef(new WeakMap<WireRow, number>())
  const next = useRef(0)
  return useMemo(() => {
    const of = (entry: WireRow): number => {
      let key = numbered.current.get(entry)
      if (key === undefined) numbered.current.set(entry, (key = next.current++))
      return key
    }
    return {
      of,
      replace: (old: WireRow | undefined, entry: WireRow) => {
        if (old) numbered.current.set(entry, of(old))
      },
    }
  }, [])
}
