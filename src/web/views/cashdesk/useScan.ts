import { useEffect, type RefObject } from 'react'
import { useNewest } from '../../core/newest.ts'
import { scanned, withKey, type Burst } from './scan.ts'

/** A field with what it held before it was scanned into. */
interface Kept {
  field: HTMLInputElement | HTMLTextAreaElement
  value: string
}

const LINES = /^(text|search|tel|number|)$/

const keptOf = (target: EventTarget | null): Kept | undefined =>
  (target instanceof HTMLInputElement && LINES.test(target.getAttribute('type') ?? '')) ||
  target instanceof HTMLTextAreaElement
    ? { field: target, value: target.value }
    : undefined

/** Puts back what a field held; React hears of it as of typing. */
function giveBack({ field, value }: Kept): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether what is typed is typed here: in this element, or nowhere. A dialog above it keeps its own keys. */
const isHere = (target: EventTarget | null, root: HTMLElement | null): boolean =>
  target === document.body || (target instanceof Node && root?.contains(target) === true)

/** Whether a number that is scanned belongs there: the reference of a slip, the number of a coupon. */
const wantsScan = ({ field, value }: Kept): boolean => value === '' && field.closest('[data-scanned]') !== null

/**
 * Hears a scanner wherever the cursor stands in `root`. Its Enter presses nothing and submits nothing, and the field
 * it typed into holds again what it held. In an empty field below `data-scanned` what is scanned stays.
 */
export function useScan(root: RefObject<HTMLElement | null>, active: boolean, onScan: (text: string) => void): void {
  const newest = useNewest(onScan)
  useEffect(() => {
    if (!active) return
    let burst: Burst | undefined
    let kept: Kept | undefined
    const onEnter = (event: KeyboardEvent): void => {
      const text = scanned(burst, event.timeStamp)
      burst = undefined
      if (text === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (kept && wantsScan(kept)) return
      if (kept) giveBack(kept)
      newest.current(text)
    }
    const onKey = (event: KeyboardEvent): void => {
      const strange =
        event.ctrlKey || event.altKey || event.metaKey || event.repeat || !isHere(event.target, root.current)
      if (event.key === 'Shift') return
      if (event.key === 'Enter' && !strange) return onEnter(event)
      burst = strange ? undefined : withKey(burst, event.key, event.timeStamp)
      if (burst?.began === event.timeStamp) kept = keptOf(event.target)
    }
    // Before anything on the page hears the key.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [root, active, newest])
}
