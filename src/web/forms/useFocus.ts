import { useCallback, useMemo, useRef } from 'react'

/** The focus of a form. The functions stay the same. */
export interface FormFocus {
  /** Sets the element that contains the form. */
  attach(element: HTMLElement | null): void
  /** Focuses the first visible error, else the first input; who is at an input already stays there. */
  begin(): void
  /** Focuses the first field with an error, once it is drawn. */
  toWrong(): void
}

/** Moves the focus inside the attached element. */
export function useFocus(): FormFocus {
  const root = useRef<HTMLElement>(null)
  const attach = useCallback((element: HTMLElement | null) => {
    root.current = element
  }, [])
  return useMemo(
    () => ({ attach, begin: () => focusStart(root.current), toWrong: () => focusWrong(root.current) }),
    [attach],
  )
}

function focusStart(root: HTMLElement | null): void {
  // A hand may be quicker than the dialog's opening.
  if (root?.contains(document.activeElement)) return
  const inputs = root?.querySelectorAll<HTMLElement>(
    'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled)',
  )
  const visible = [...(inputs ?? [])].filter((input) => input.checkVisibility())
  const start = visible.find((input) => input.closest('[data-wrong]')) ?? visible[0]
  start?.focus()
}

function focusWrong(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = root?.querySelector<HTMLElement>('[data-wrong]')
    const input = wrong?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')
    wrong?.scrollIntoView({ block: 'nearest' })
    input?.focus({ preventScroll: true })
  })
}
