import type { KeyboardEvent } from 'react'

/** In a multiple select the kit treats Tab as one more choice and removes what was just chosen. Here Tab only leaves. */
export function keepChoices(event: KeyboardEvent): void {
  if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('.ant-select-multiple'))
    event.stopPropagation()
}
