import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { formatNumber } from '../../model/format.ts'
import { useNewest } from '../core/newest.ts'
import { isOnTop } from '../core/onTop.ts'
import { REACH } from '../core/trails.ts'
import { useT } from '../fields/sentences.ts'

interface StepsProps {
  /** The number of the record in its list, from 1, and how many there are. */
  place: number
  total: number
  /** The count stopped at a limit: there are more. */
  more: boolean
  onStep: (by: 1 | -1) => void
}

/** Leads to the record before and after, as the list has them: by buttons, and by K and J. */
export function Steps({ place, total, more, onStep }: StepsProps) {
  const t = useT()
  const box = useRef<HTMLSpanElement>(null)
  const first = place <= 1
  const last = place >= Math.min(total, REACH)
  const step = (by: 1 | -1) => {
    if (by < 0 ? !first : !last) onStep(by)
  }
  useStepKeys(box, step)
  return (
    <span ref={box} className="at-record-steps">
      <StepButton icon={<UpOutlined />} end={first} name={t('previousRecord')} letter="K" onPress={() => step(-1)} />
      <span className="at-quiet">{`${formatNumber(place)} / ${formatNumber(total)}${more ? '+' : ''}`}</span>
      <StepButton icon={<DownOutlined />} end={last} name={t('nextRecord')} letter="J" onPress={() => step(1)} />
    </span>
  )
}

interface StepButtonProps {
  icon: ReactNode
  /** There is no further record. */
  end: boolean
  name: string
  letter: string
  onPress: () => void
}

/** Never disabled: the keys would leave the button that was pressed last. */
function StepButton({ icon, end, name, letter, onPress }: StepButtonProps) {
  return (
    <Button
      type="text"
      icon={icon}
      aria-disabled={end || undefined}
      className={end ? 'at-off' : undefined}
      onClick={onPress}
      aria-label={name}
      title={`${name} (${letter})`}
    />
  )
}

const KEYS: Record<string, 1 | -1 | undefined> = { j: 1, J: 1, k: -1, K: -1 }
const TYPING = 'input, textarea, [contenteditable="true"], .ant-select, .ant-picker'

/** Whether a key means these buttons: nobody types, and nothing lies over them. */
function isMeant({ target }: KeyboardEvent, box: HTMLElement): boolean {
  if (!box.checkVisibility() || (target instanceof Element && target.closest(TYPING))) return false
  return isOnTop(box)
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
