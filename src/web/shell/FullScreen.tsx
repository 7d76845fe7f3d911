import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { say } from '../core/feedback.tsx'
import { t as now, useT } from '../core/sentences.ts'

const subscribe = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

async function toggle(): Promise<void> {
  try {
    if (!document.fullscreenEnabled) throw new Error('no full screen here')
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  } catch {
    say.warn(now('noFullScreen'))
  }
}

/** Turns full screen on and off. Shows a message where the browser does not support it (rules 6.8). */
export function FullScreen() {
  const t = useT()
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const label = t(on ? 'leaveFullScreen' : 'fullScreen')
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={() => void toggle()}
    >
      {on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}
