import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'
import { formatNumber } from '../../model/format.ts'
import { useNewest } from '../core/newest.ts'
import { REACH } from '../core/trails.ts'
import { useT } from '../fields/sentences.ts'

interface StepsProps {
  /** The number of the record in its list, from 1, and how many there are. */
  place: number
  total: number
  onStep: (by: 1 | -1) => void
}

/** Leads to the record before and after, as the list has them: by buttons, and by K and J. */
export function Steps({ place, total, onStep }: StepsProps) {
  const t = useT()
  const box = useRef<HTMLSpanElement>(null)
  const first = place <= 1
  const last = place >= Math.min(total, REACH)
  useStepKeys(box, (by) => {
    if (by < 0 ? !first : !last) onStep(by)
  })
  return (
    <span ref={box} className="at-record-steps">
      <Button
        type="text"
        icon={<UpOutlined />}
        disabled={first}
        onClick={() => onStep(-1)}
        aria-label={t('previousRecord')}
        title={`${t('previousRecord')} (K)`}
      />
      <span className="at-quiet">{`${formatNumber(place)} / ${formatNumber(total)}`}</span>
      <Button
        type="text"
        icon={<DownOutlined />}
        disabled={last}
        onClick={() => onStep(1)}
        aria-label={t('nextRecord')}
        title={`${t('nextRecord')} (J)`}
      />
    </span>
  )
}

const KEYS: Record<string, 1 | -1 | undefined> = { j: 1, J: 1, k: -1, K: -1 }
const TYPING = 'input, textarea, [contenteditable="true"], .ant-select, .ant-picker'

const seen = (all: NodeListOf<Element>): Element[] => [...all].filter((one) => one.checkVisibility())

/** Whether a key means these buttons: nobody types, and nothing lies over them. */
function isMeant({ target }: KeyboardEvent, box: HTMLElement): boolean {
  if (!box.checkVisibility() || (target instanceof Element && target.closest(TYPING))) return false
  const over = seen(document.querySelectorAll('.ant-modal-wrap, .ant-drawer-content')).at(-1)
  return over === undefined || over.contains(box)
}

function useStepKeys(box: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void): void {
  const newest = useNewest(onStep)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const by = KEYS[event.key]
      if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!box.current || !isMeant(event, box.current)) return
      event.preventDefault()
      newest.current(by)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [box, newest])
}
