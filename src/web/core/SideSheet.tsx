import { Drawer, type DrawerProps } from 'antd'
import { usePhone } from './media.ts'

interface SideSheetProps extends Pick<DrawerProps, 'title' | 'extra' | 'footer' | 'children'> {
  /** A class beside that of every side sheet. */
  className?: string
  width?: number | string
  onClose: () => void
}

/** Something over the page it came from: from the right, on a phone from below. */
export function SideSheet({ className, width = 720, ...rest }: SideSheetProps) {
  const phone = usePhone()
  return (
    <Drawer
      open
      width={phone ? '100%' : width}
      placement={phone ? 'bottom' : 'right'}
      height="94%"
      className={className ? `at-drawer ${className}` : 'at-drawer'}
      {...rest}
    />
  )
}
