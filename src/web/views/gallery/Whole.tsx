import { Modal } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'

/** Under the dialogs and messages that its buttons open. */
const LAYER = 900

interface WholeProps {
  title: string
  className?: string
  /** What has the focus once it is there. */
  first: () => HTMLElement | null | undefined
  onClose: () => void
  children: ReactNode
}

/** A dialog that fills the window; what had the focus has it again when it is gone. */
export function Whole({ title, className = '', first, onClose, children }: WholeProps) {
  useFocusBack()
  return (
    <Modal
      open
      footer={null}
      title={title}
      onCancel={onClose}
      zIndex={LAYER}
      width="100%"
      className={`at-bench-full ${className}`.trim()}
      afterOpenChange={(open) => open && first()?.focus()}
    >
      {children}
    </Modal>
  )
}

/** Gives the focus back: a dialog that is taken away whole does not do so itself. */
function useFocusBack(): void {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const { current } = before
    return () => {
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true })
    }
  }, [])
}
