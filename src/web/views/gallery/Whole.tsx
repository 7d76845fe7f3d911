import { Modal } from 'antd'
import type { ReactNode } from 'react'

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

/** A dialog that fills the window. */
export function Whole({ title, className = '', first, onClose, children }: WholeProps) {
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
