import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/** The pointer rests this long on a link before its card is shown, ms; and may be away this long. */
const REST = 400
const AWAY = 150

/** The link to a record at a place of the page, if there is one. */
const linkAt = (target: EventTarget | null): HTMLAnchorElement | undefined =>
  (target instanceof Element && target.closest<HTMLAnchorElement>('a.at-ref')) || undefined

/** Where the pointer or the cursor rests on a link to a record; Escape, a press and scrolling end it. */
export function useRecordCard() {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback((next: HTMLAnchorElement | undefined, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLink(next), after)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!link) return
    const end = () => setLink(undefined)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', end)
    document.addEventListener('scroll', end, true)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', end)
      document.removeEventListener('scroll', end, true)
    }
  }, [link])
  const rests = useMemo(
    () => ({
      onPointerOver: ({ target, pointerType }: PointerEvent) => {
        const over = linkAt(target)
        if (over && pointerType === 'mouse') show(over, REST)
      },
      onPointerOut: ({ target }: PointerEvent) => linkAt(target) && show(undefined, AWAY),
      onFocus: ({ target }: FocusEvent) => {
        const over = linkAt(target)
        if (over?.matches(':focus-visible')) show(over, REST)
      },
      onBlur: ({ target }: FocusEvent) => linkAt(target) && show(undefined, 0),
    }),
    [show],
  )
  return { link, rests }
}
