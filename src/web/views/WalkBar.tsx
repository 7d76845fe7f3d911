import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from '../core/media.ts'
import { useT } from '../fields/sentences.ts'
import './days.css'

interface WalkProps {
  /** The days in sight. */
  heading: string
  /** Whether today is in sight. */
  isToday: boolean
  /** One step back (-1) or on (1). */
  onWalk: (by: 1 | -1) => void
  onToday: () => void
  children?: ReactNode
}

/** From day to day, or month to month, back to today, and onto paper. */
export function WalkBar({ heading, isToday, onWalk, onToday, children }: WalkProps) {
  const t = useT()
  const phone = usePhone()
  const step = (by: 1 | -1, icon: ReactNode, name: string) => (
    <Button type="text" icon={icon} onClick={() => onWalk(by)} aria-label={name} title={name} />
  )
  return (
    <div className="at-walkbar">
      {step(-1, <LeftOutlined aria-hidden />, t('stepBack'))}
      <h2 aria-live="polite">{heading}</h2>
      {step(1, <RightOutlined aria-hidden />, t('stepOn'))}
      <Button disabled={isToday} onClick={onToday}>
        {t('today')}
      </Button>
      {children}
      {!phone && (
        <Button
          type="text"
          icon={<PrinterOutlined />}
          onClick={() => window.print()}
          aria-label={t('print')}
          title={t('print')}
        />
      )}
    </div>
  )
}
