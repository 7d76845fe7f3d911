import { CloseOutlined } from '@ant-design/icons'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useRecordCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay, RowButtons, type Press } from '../../lists/buttons.tsx'
import { judgedOf, usePickingHere } from './picking.ts'
import type { Pane } from './tile.ts'
import { Whole } from './Whole.tsx'

const LARGEST = 8
const STEP = 1.25

interface CompareProps {
  panes: readonly Pane[]
  buttonsOf: (row: WireRow) => Press[]
  /** Takes a picture out of the comparison; nothing where all belong together. */
  onOut: ((pane: Pane) => void) | undefined
  onClose: () => void
}

/** How near the pictures are: all alike, so that the same place of each is seen. x and y: shares of a picture. */
interface Look {
  scale: number
  x: number
  y: number
}

const WHOLE: Look = { scale: 1, x: 0, y: 0 }

/** Pictures side by side. Arrows walk, digits say what is thought of one, plus and minus go nearer with all of them. */
export function Compare({ panes, buttonsOf, onOut, onClose }: CompareProps) {
  const t = useT()
  const [look, setLook] = useState(WHOLE)
  const box = useRef<HTMLDivElement>(null)
  const nearer = (by: number): void =>
    setLook((old) => {
      const scale = Math.min(Math.max(old.scale * by, 1), LARGEST)
      return scale === 1 ? WHOLE : { ...old, scale }
    })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = [...(box.current?.querySelectorAll<HTMLElement>('.at-pane-picture') ?? [])]
    const at = all.findIndex((one) => one.closest('.at-pane')?.contains(event.target as Node))
    const row = panes[at]?.row
    const button = /^[1-9]$/.test(event.key) && row ? buttonsOf(row)[Number(event.key) - 1] : undefined
    const moves: Record<string, () => void> = {
      ArrowLeft: () => all[at - 1]?.focus(),
      ArrowRight: () => all[at + 1]?.focus(),
      '+': () => nearer(STEP),
      '=': () => nearer(STEP),
      '-': () => nearer(1 / STEP),
      '0': () => setLook(WHOLE),
    }
    const move = button ? () => pressOrSay(button) : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <Whole
      title={t('compareTitle')}
      first={() => box.current?.querySelector<HTMLElement>('.at-pane-picture')}
      onClose={onClose}
    >
      <div ref={box} className={`at-panes at-panes-${panes.length}`} onKeyDown={onKeyDown}>
        {panes.map((pane) => (
          <Beside
            key={pane.key}
            {...{ pane, look, setLook, nearer }}
            buttons={pane.row ? buttonsOf(pane.row) : []}
            onOut={onOut && pane.row ? () => onOut(pane) : undefined}
          />
        ))}
      </div>
    </Whole>
  )
}

interface BesideProps {
  pane: Pane
  look: Look
  setLook: (change: (old: Look) => Look) => void
  nearer: (by: number) => void
  buttons: Press[]
  onOut: (() => void) | undefined
}

function Beside({ pane, look, setLook, nearer, buttons, onOut }: BesideProps) {
  const t = useT()
  const cells = useRecordCells()
  const picking = usePickingHere()
  const judged = picking && pane.row && judgedOf(picking, pane.row, cells)
  const from = useRef<{ x: number; y: number }>(undefined)
  const moved = (event: PointerEvent): void => {
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const old = from.current
    if (!old || look.scale === 1) return
    from.current = { x: event.clientX, y: event.clientY }
    const by = { x: (event.clientX - old.x) / width, y: (event.clientY - old.y) / height }
    setLook((now) => ({ ...now, x: now.x + by.x, y: now.y + by.y }))
  }
  const { scale, x, y } = look
  return (
    <section className={judged ? `at-pane at-judged-${judged.at}` : 'at-pane'} aria-label={pane.title}>
      <button
        type="button"
        className="at-pane-picture"
        aria-label={[pane.title, judged?.label].filter(Boolean).join(', ')}
        onDoubleClick={() => nearer(scale === 1 ? 2 : 1 / LARGEST)}
        onWheel={(event) => nearer(event.deltaY < 0 ? STEP : 1 / STEP)}
        onPointerDown={(event) => {
          from.current = { x: event.clientX, y: event.clientY }
          if (scale > 1) event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={moved}
        onPointerUp={() => (from.current = undefined)}
      >
        <img
          src={pane.large}
          alt=""
          draggable={false}
          style={{ transform: `translate(${x * 100}%, ${y * 100}%) scale(${scale}) rotate(${pane.turn}deg)` }}
        />
        {judged && <b className="at-judged">{judged.label}</b>}
      </button>
      <footer>
        <b>{pane.title}</b>
        {buttons.length > 0 && <RowButtons buttons={buttons} />}
        {onOut && (
          <button
            type="button"
            className="at-link"
            aria-label={t('compareWithout', { name: pane.title })}
            onClick={onOut}
          >
            <CloseOutlined />
          </button>
        )}
      </footer>
    </section>
  )
}
