import { useEffect, useRef, type RefObject } from 'react'

/**
 * Where notices stand: below the page, which makes room for them. They stay until they are closed, so they lie over
 * nothing that is pressed; dialogs lie over them.
 */
export function Notices({ place }: { place: RefObject<HTMLDivElement | null> }) {
  const { style } = document.documentElement
  useEffect(() => {
    const dock = place.current
    if (!dock) return
    const room = new ResizeObserver(() => style.setProperty('--notices', `${dock.offsetHeight}px`))
    room.observe(dock)
    return () => {
      room.disconnect()
      style.removeProperty('--notices')
    }
  }, [place, style])
  return <div ref={place} className="notices" />
}

/** The place of notices, and how the kit finds it. */
export function useNoticePlace(): { place: RefObject<HTMLDivElement | null>; getContainer: () => HTMLElement } {
  const place = useRef<HTMLDivElement>(null)
  return { place, getContainer: () => place.current ?? document.body }
}
