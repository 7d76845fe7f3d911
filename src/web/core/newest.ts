import { useLayoutEffect, useRef } from 'react'

/** The newest value, for handlers that stay the same while the value changes. Not to be read while drawing. */
export function useNewest<T>(value: T): { readonly current: T } {
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  return newest
}
