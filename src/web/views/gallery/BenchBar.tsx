import {
  BlockOutlined,
  DesktopOutlined,
  PlayCircleOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  SwapOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { usePhone } from '../../core/media.ts'
import { useNewest } from '../../core/newest.ts'
import { useT } from '../../fields/sentences.ts'
import { useScope } from '../scope.tsx'
import { Keys } from './Keys.tsx'
import { usePickingHere } from './picking.ts'
import type { Bench } from './useBench.ts'

interface BenchBarProps {
  bench: Bench
  chosen: number
  second: boolean
  held: { held: boolean; hold: () => void }
  /** What the digits do, in order. */
  numbered: readonly string[]
  /** The most stars of a picture; none where it has none. */
  stars: number | undefined
}

/** What helps to choose, above the wall. */
export function BenchBar({ bench, chosen, second, held, numbered, stars }: BenchBarProps) {
  const t = useT()
  const picking = usePickingHere()
  const undo = picking?.model.from && picking.may ? { press: picking.undo } : undefined
  const [told, setTold] = useState(false)
  useBenchKeys({ undo: picking?.undo, redo: picking?.redo, help: () => setTold(true) })
  return (
    <div className="at-bench-bar" role="toolbar" aria-label={t('benchTitle')}>
      {undo && (
        <Tool
          label={t('undo')}
          keys="Ctrl+Z"
          icon={<UndoOutlined />}
          off={!undo.press}
          onPress={() => undo.press?.()}
        />
      )}
      {undo && (
        <Tool
          label={t('redo')}
          keys="Ctrl+Shift+Z"
          icon={<RedoOutlined />}
          off={!picking?.redo}
          onPress={() => picking?.redo?.()}
        />
      )}
      <Tool
        label={chosen > 0 ? t('compareChosen', { count: chosen }) : t('compare')}
        keys="C"
        icon={<BlockOutlined />}
        onPress={() => bench.compare()}
      />
      {bench.before && (
        <Tool label={t('beforeAfter')} keys="B" icon={<SwapOutlined />} onPress={() => bench.before?.()} />
      )}
      <Tool label={t('show')} keys="S" icon={<PlayCircleOutlined />} onPress={() => bench.show()} />
      {bench.toggleSecond && (
        <Tool
          label={t('second')}
          keys="O"
          icon={<DesktopOutlined />}
          pressed={second}
          onPress={() => bench.toggleSecond?.()}
        />
      )}
      {second && <Tool label={t('secondHold')} pressed={held.held} onPress={held.hold} />}
      <Tool label={t('benchKeys')} keys="?" icon={<QuestionCircleOutlined />} onPress={() => setTold(true)} />
      {told && (
        <Keys
          {...{ bench, numbered, stars, undo: undo !== undefined }}
          places={picking?.may === true && picking.places.length > 0}
          onClose={() => setTold(false)}
        />
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  keys?: string
  icon?: ReactNode
  off?: boolean
  pressed?: boolean
  onPress: () => void
}

/** A button with its key; on a phone its picture alone, where it has one. */
function Tool({ label, keys, icon, off, pressed, onPress }: ToolProps) {
  const phone = usePhone()
  return (
    <Tooltip title={keys ? `${label} (${keys})` : undefined}>
      <Button
        size="small"
        type={pressed ? 'primary' : 'default'}
        icon={icon}
        disabled={off}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
        onClick={onPress}
      >
        {phone && icon ? null : label}
      </Button>
    </Tooltip>
  )
}

/** Ctrl+Z takes back what was said last, Ctrl+Shift+Z says it again, `?` tells the keys: wherever the focus is, but not while something is typed. */
function useBenchKeys(does: {
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  help: () => void
}): void {
  const { active } = useScope()
  const newest = useNewest(does)
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const away = event.target instanceof Element && event.target.closest(AWAY)
      const meant = !away && meantBy(event)
      const press = meant && newest.current[meant]
      if (!press) return
      event.preventDefault()
      // The keys of the whole program are told by the same key elsewhere.
      event.stopPropagation()
      press()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active, newest])
}

const AWAY = 'input, textarea, [contenteditable]'

function meantBy({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | 'help' | undefined {
  if (!ctrlKey && !metaKey) return key === '?' && !altKey ? 'help' : undefined
  const letter = key.toLowerCase()
  if (letter === 'y') return 'redo'
  if (letter !== 'z') return undefined
  return shiftKey ? 'redo' : 'undo'
}
