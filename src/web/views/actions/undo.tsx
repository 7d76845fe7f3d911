/** Taking back what was just done: a button in the message, and Ctrl+Z outside of inputs while it is possible. */
import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { enginePath } from '../../core/calls.ts'
import { say } from '../../core/feedback.tsx'
import { appModel } from '../../core/model.ts'
import { call as makeCall, CallRefused } from '../../core/request.ts'
import { t } from '../../fields/sentences.ts'

/** So long the message with the button stands (seconds), and the server takes an act back (ms). */
const SHOWN = 8
const UNDO_MS = 10 * 60_000

interface Offer {
  key: string
  until: number
  /** Loads again what was changed. */
  after: () => void
}

let last: Offer | undefined

/** Says what was done, with a button that takes it back. `undo`: the key of it; none: only said. */
export function sayDone(sentence: string, undo: string | undefined, after: () => void): void {
  if (undo === undefined || appModel()?.engineCalls.undo === undefined) return say.done(sentence)
  const offer = { key: undo, until: Date.now() + UNDO_MS, after }
  last = offer
  say.done(
    <>
      {sentence}{' '}
      <Button size="small" type="link" icon={<UndoOutlined />} onClick={() => void takeBack(offer)}>
        {t('undo')}
      </Button>
    </>,
    SHOWN,
    undo,
  )
}

/** Asks the server to take it back; a refusal is shown by the call itself. */
async function takeBack(offer: Offer): Promise<void> {
  if (last === offer) last = undefined
  // Its button is pressed once, by the pointer or by the key.
  say.drop(offer.key)
  try {
    await makeCall(enginePath('undo'), { key: offer.key })
    say.done(t('undone'))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
  offer.after()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)

addEventListener('keydown', (event) => {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (!isUndo || isTyping(event.target)) return
  // What stands on the screen may take the key for steps of its own.
  setTimeout(() => {
    if (!event.defaultPrevented && last && last.until > Date.now()) void takeBack(last)
  })
})
