/** Whether a finger or button is down, anywhere in the window. */
let down = false
addEventListener(
  'pointerdown',
  () => {
    down = true
  },
  true,
)
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(
    end,
    () => {
      down = false
    },
    true,
  )

/**
 * Runs work once no pointer is pressed. A field that loses the focus because a button is being pressed must not
 * show its error yet: the button would move away from the pointer, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (down) addEventListener('pointerup', () => setTimeout(work), { once: true, capture: true })
  else work()
}
