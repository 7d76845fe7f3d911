import type { KeyboardEvent } from 'react'

/** In a choice of several the kit takes Tab as one more pick, which unpicks what was just chosen. Tab only leaves. */
export function keepChoices(event: KeyboardEvent): void {
  if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('.ant-select-multiple'))
    event.stopPropagation()
}
