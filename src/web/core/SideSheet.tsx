import { Drawer, type DrawerProps } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'
import { usePhone } from './media.ts'
import { useNewest } from './newest.ts'
import { isOnTop } from './onTop.ts'

interface SideSheetProps extends Pick<DrawerProps, 'title' | 'extra' | 'footer' | 'children'> {
  /** A class beside that of every side sheet. */
  className?: string
  width?: number | string
  onClose: () => void
}

/** Something over the page it came from: from the right, on a phone from below. */
export function SideSheet({ className, width = 720, children, ...rest }: SideSheetProps) {
  const phone = usePhone()
  const box = useRef<HTMLSpanElement>(null)
  useEscape(box, rest.onClose)
  return (
    <Drawer
      open
      width={phone ? '100%' : width}
      placement={phone ? 'bottom' : 'right'}
      height="94%"
      className={className ? `at-drawer ${className}` : 'at-drawer'}
      {...rest}
    >
      <span ref={box} />
      {children}
    </Drawer>
  )
}

/** A drawer hears Escape only from inside. What had the keys may have gone with the record that was shown: then too it closes. */
function useEscape(box: RefObject<Element | null>, onClose: () => void): void {
  const newest = useNewest(onClose)
  useEffect(() => {
    const pressed = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || target !== document.body) return
      if (box.current && isOnTop(box.current)) newest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [box, newest])
}
