import { Modal } from 'antd'
import { useEffect } from 'react'
import { useT } from '../../fields/sentences.ts'
import type { Bench } from './useBench.ts'

interface KeysProps {
  bench: Bench
  numbered: readonly string[]
  stars: number | undefined
  undo: boolean
  /** Pictures go into places. */
  places: boolean
  onClose: () => void
}

/** The most buttons that have a digit. */
const DIGITS = 9

/** The keys of a wall of pictures, those that do something here. */
export function Keys({ bench, numbered, stars, undo, places, onClose }: KeysProps) {
  const t = useT()
  // Whoever presses Escape before the focus has come into the dialog closes it, too.
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onClose])
  const all: (readonly [keys: string, says: string] | false | undefined)[] = [
    ['← → ↑ ↓', t('keyWalk')],
    ['Home End', t('keyEnds')],
    ...numbered.slice(0, DIGITS).map((label, i) => [String(i + 1), label] as const),
    stars !== undefined && [`Shift 1 – ${stars}`, t('keyStars')],
    ['Enter', t('zoomIn')],
    ['Space', t('keyTick')],
    ['C', t('compare')],
    bench.before && ['B', t('beforeAfter')],
    ['S', t('show')],
    bench.toggleSecond && ['O', t('second')],
    places && ['Alt ← →', t('keyWithin')],
    undo && ['Ctrl Z', t('undo')],
    undo && ['Ctrl Shift Z', t('redo')],
  ]
  return (
    <Modal open title={t('benchKeys')} footer={null} width={420} onCancel={onClose}>
      <dl className="at-keys">
        {all.map(
          (one) =>
            one && (
              <div key={one[0]}>
                <dt>
                  <kbd>{one[0]}</kbd>
                </dt>
                <dd>{one[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </Modal>
  )
}
