/** Keys that are typed before the dialog stands that was asked for: they go into its first input. */

/** How long typed keys wait for their dialog (ms). */
const PATIENCE = 15_000

interface Held {
  text: string
  /** Enter or Tab was pressed: what follows is meant for something else than the first input. */
  full: boolean
  end(): void
}

let held: Held | undefined

const PRESSED = 'button, a, input, textarea, [role="button"], [role="tab"], [role="combobox"]'

/**
 * Keeps what is typed from now on, until `giveKeys` or `dropKeys`; nobody else hears of these keys. `onLeft`: the dialog is
 * not wanted any more, since Escape or something else was pressed.
 */
export function holdKeys(onLeft: () => void): void {
  dropKeys()
  const leave = (): void => {
    dropKeys()
    onLeft()
  }
  const onPress = ({ target }: PointerEvent): void => {
    if (target instanceof Element && target.closest(PRESSED)) leave()
  }
  const onKey = (press: KeyboardEvent): void => {
    if (!held || press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
    const { key } = press
    if (key === 'Enter' || key === 'Tab') held.full = true
    else if (key === 'Escape') leave()
    else if (key === 'Backspace') held.text = held.full ? held.text : held.text.slice(0, -1)
    else if ([...key].length === 1) held.text += held.full ? '' : key
    else return
    press.preventDefault()
    press.stopPropagation()
  }
  addEventListener('keydown', onKey, true)
  addEventListener('pointerdown', onPress, true)
  const timer = setTimeout(dropKeys, PATIENCE)
  held = {
    text: '',
    full: false,
    end: () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, true)
      removeEventListener('pointerdown', onPress, true)
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
