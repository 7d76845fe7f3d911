import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

/** Escape closes the days of a picker, or the tree of a select, alone: the kit hands the key on to the dialog around it. */
export function OwnEscape({ children }: { children: (onOpenChange: (open: boolean) => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const keep = () => void (wasOpen.current = isOpen)
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && wasOpen.current) event.stopPropagation()
  }
  return (
    <span className="at-own-escape" onKeyDownCapture={keep} onKeyDown={stop}>
      {children(setOpen)}
    </span>
  )
}
