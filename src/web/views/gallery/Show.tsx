import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNewest } from '../../core/newest.ts'
import { useT } from '../../fields/sentences.ts'
import { useTurning } from '../player/turning.ts'
import type { Pane } from './tile.ts'
import { Whole } from './Whole.tsx'

/** Seconds that a picture stays. */
const STAYS = [3, 5, 8]

interface ShowProps {
  panes: readonly Pane[]
  /** The picture shown. */
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** Pictures one after the other on the whole screen: arrows turn, Space holds, plus and minus change how long one stays. */
export function Show({ panes, at, onMove, onClose }: ShowProps) {
  const t = useT()
  const [playing, setPlaying] = useState(true)
  const [stay, setStay] = useState(STAYS[1]!)
  const box = useRef<HTMLDivElement>(null)
  useWholeScreen(onClose)
  useTurning({ playing, at, count: panes.length, stay }, onMove, () => setPlaying(false))
  const go = (by: number): void => onMove(Math.min(Math.max(at + by, 0), panes.length - 1))
  const longer = (by: number): void =>
    setStay((old) => STAYS[Math.min(Math.max(STAYS.indexOf(old) + by, 0), STAYS.length - 1)]!)
  const press = (): void => {
    if (!playing && at === panes.length - 1) onMove(0)
    setPlaying(!playing)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      Home: () => onMove(0),
      End: () => onMove(panes.length - 1),
      ' ': press,
      '+': () => longer(1),
      '=': () => longer(1),
      '-': () => longer(-1),
    }
    const move = event.target === box.current ? moves[event.key] : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
  const pane = panes[at]
  return (
    <Whole title={t('showTitle')} className="at-bench-full-show" first={() => box.current} onClose={onClose}>
      <div
        ref={box}
        className="at-show"
        role="img"
        tabIndex={0}
        aria-label={`${pane?.title ?? ''} ${at + 1} / ${panes.length}`}
        {...{ onKeyDown }}
      >
        {/* The one before stays beneath while the next one comes; the one after is fetched already. */}
        {[at - 1, at, at + 1].flatMap((one) => {
          const { key, large, turn } = panes[one] ?? {}
          if (key === undefined) return []
          const look = one === at ? 'at-slide at-slide-now' : 'at-slide'
          return (
            <img key={key} src={large} alt="" className={look} style={turn ? { rotate: `${turn}deg` } : undefined} />
          )
        })}
      </div>
      <div className="at-show-bar">
        <Button
          type="text"
          icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={t(playing ? 'slidesPause' : 'slidesPlay')}
          onClick={press}
        />
        <Segmented
          size="small"
          aria-label={t('showStays')}
          options={STAYS.map((value) => ({ value, label: t('seconds', { count: value }) }))}
          value={stay}
          onChange={setStay}
        />
        <span>
          {at + 1} / {panes.length}
        </span>
      </div>
    </Whole>
  )
}

/** The whole screen while it is there; whoever leaves that leaves the show. */
function useWholeScreen(onLeave: () => void): void {
  const leave = useNewest(onLeave)
  useEffect(() => {
    let whole = false
    const changed = (): void => {
      if (document.fullscreenElement) whole = true
      else if (whole) leave.current()
    }
    document.addEventListener('fullscreenchange', changed)
    // Where a browser does not give the whole screen, its window is filled.
    if (!document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (whole && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [leave])
}
