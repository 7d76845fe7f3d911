/** Keys that are typed before the dialog stands that was asked for: they go into its first input. */

/** How long typed keys wait for their dialog (ms). */
const PATIENCE = 3000

interface Held {
  text: string
  /** Enter or Tab was pressed: what follows is meant for something else than the first input. */
  full: boolean
  end(): void
}

let held: Held | undefined

/** Keeps what is typed from now on, until `giveKeys` or `dropKeys`; nobody else hears of these keys. `onEscape`: the dialog is not wanted any more. */
export function holdKeys(onEscape: () => void): void {
  dropKeys()
  const onKey = (press: KeyboardEvent): void => {
    if (!held || press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
    const { key } = press
    if (key === 'Enter' || key === 'Tab') held.full = true
    else if (key === 'Escape') {
      dropKeys()
      onEscape()
    } else if (key === 'Backspace') held.text = held.full ? held.text : held.text.slice(0, -1)
    else if ([...key].length === 1) held.text += held.full ? '' : key
    else return
    press.preventDefault()
    press.stopPropagation()
  }
  addEventListener('keydown', onKey, true)
  // Whoever presses something else types there.
  addEventListener('pointerdown', dropKeys, true)
  const timer = setTimeout(dropKeys, PATIENCE)
  held = {
    text: '',
    full: false,
    end: () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, true)
      removeEventListener('pointerdown', dropKeys, true)
    },
  }
}

/** Types what was kept into the input that has the focus now, if it takes text. */
export function giveKeys(): void {
  const text = held?.text
  dropKeys()
  // The one way to type that inputs and their undo take as a person's.
  if (text) document.execCommand('insertText', false, text)
}

/** Forgets what was kept: no dialog came. */
export function dropKeys(): void {
  held?.end()
  held = undefined
}
