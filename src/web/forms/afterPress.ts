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
 * Does something once nothing is pressed. A field that is left because a button is being pressed must not show
 * its error yet: the button would move away from under the finger, and the click be lost.
 */
export function afterPress(work: () => void): void {
  if (down) addEventListener('pointerup', () => setTimeout(work), { once: true, capture: true })
  else work()
}
