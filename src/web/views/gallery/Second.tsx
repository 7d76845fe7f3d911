import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../../fields/sentences.ts'
import type { Pane } from './tile.ts'

/** That window has no styles of this one. */
const LOOK = `
  body { margin: 0; background: #000; color: #fff; font: 16px/1.5 system-ui, sans-serif; }
  main { display: flex; gap: 8px; height: 100vh; }
  figure { flex: 1; min-width: 0; margin: 0; overflow: hidden; }
  img { width: 100%; height: 100%; object-fit: contain; }
  button { position: fixed; right: 12px; bottom: 12px; padding: 8px 16px; border: 0; border-radius: 6px; background: #333;
    color: #fff; font: inherit; cursor: pointer; opacity: 0; transition: opacity 0.2s; }
  body:hover button, button:focus-visible { opacity: 1; }
  :fullscreen button { display: none; }
`

interface SecondProps {
  window: Window
  title: string
  panes: readonly Pane[]
}

/** What the customer sees on a screen of their own: the pictures that are in hand here, large, and nothing else. */
export function Second({ window: second, title, panes }: SecondProps) {
  const t = useT()
  const { body, documentElement: root } = second.document
  useEffect(() => named(root, title), [root, title])
  return createPortal(
    <>
      <style>{LOOK}</style>
      <main>
        {panes.map(({ key, large, turn, title: name }) => (
          <figure key={key}>
            <img src={large} alt={name} style={turn ? { rotate: `${turn}deg` } : undefined} />
          </figure>
        ))}
      </main>
      <button type="button" onClick={() => void root.requestFullscreen().catch(() => undefined)}>
        {t('wholeScreen')}
      </button>
    </>,
    body,
  )
}

/** Its name, and the language of its words. */
function named(root: HTMLElement, title: string): void {
  root.ownerDocument.title = title
  root.lang = document.documentElement.lang
}

/** The pictures as they were when they were held; those of now while they are not. */
export function useHeld(panes: readonly Pane[]): { panes: readonly Pane[]; held: boolean; hold: () => void } {
  const [held, setHeld] = useState<readonly Pane[]>()
  return { panes: held ?? panes, held: held !== undefined, hold: () => setHeld(held ? undefined : panes) }
}
