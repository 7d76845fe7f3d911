import { useSyncExternalStore } from 'react'

/** Below this width the layout is that of a phone. */
const PHONE = '(max-width: 767px)'

/** The media query for reduced motion. */
export const STILL = '(prefers-reduced-motion: reduce)'

/** Whether a media query holds, now and when it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Whether the window is as narrow as a phone just now. */
export const isPhone = (): boolean => matchMedia(PHONE).matches

/** Whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useMedia(PHONE)
}
