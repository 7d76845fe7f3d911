import { notice } from '../core/feedback.tsx'

/** Whether this browser supports notices and the person has not decided yet. */
export function mayAskForNotices(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'default'
}

/** Asks the person for permission; browsers only allow this on a click. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission()
}

/** Shows a notice: by the browser where that is allowed, else in the page until it is closed (rules 6.8). */
export function notify(message: { key: string; title: string; text: string }, onOpen: () => void): void {
  if (shownByBrowser(message, onOpen)) return
  notice({ ...message, seconds: 0, onOpen })
}

function shownByBrowser(message: { key: string; title: string; text: string }, onOpen: () => void): boolean {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return false
  try {
    const shown = new Notification(message.title, { body: message.text, tag: message.key })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onOpen()
    }
    return true
  } catch {
    // Some phones have the constructor but only allow it in a service worker.
    return false
  }
}
