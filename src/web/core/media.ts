import { useSyncExternalStore } from 'react'

/** Below this width the product is laid out for a phone. */
const PHONE = '(max-width: 767px)'

/** The machine asks for no movement on the screen. */
export const STILL = '(prefers-reduced-motion: reduce)'

/** Whether a media query holds, now and when it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (heard) => {
      const list = matchMedia(query)
      list.addEventListener('change', heard)
      return () => list.removeEventListener('change', heard)
    },
    () => matchMedia(query).matches,
  )
}

/** Whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useMedia(PHONE)
}
