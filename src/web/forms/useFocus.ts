import { useCallback, useMemo, useRef } from 'react'
import { giveKeys } from '../core/typeAhead.ts'

/** The focus of a form. The functions stay the same. */
export interface FormFocus {
  /** Sets the element that contains the form. */
  attach(element: HTMLElement | null): void
  /** Focuses the first visible error, else the first input; who is at an input already stays there. What was typed before goes into it. */
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

/** Inputs, and what stands where the code of one is still on its way (`fields/lazy.tsx`). */
const COMING = '.at-input-coming'
const INPUTS = `input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), ${COMING}`

function focusStart(root: HTMLElement | null): void {
  // A hand may be quicker than the dialog's opening.
  if (!root) return
  if (root.contains(document.activeElement)) return giveKeys()
  const start = startOf(root)
  if (!start?.matches(COMING)) return focusAndGive(start)
  const watch = new MutationObserver(() => {
    const there = startOf(root)
    if (there?.matches(COMING)) return
    watch.disconnect()
    if (root.contains(document.activeElement)) giveKeys()
    else focusAndGive(there)
  })
  watch.observe(root, { childList: true, subtree: true })
}

function focusAndGive(input: HTMLElement | undefined): void {
  input?.focus()
  giveKeys()
}

function startOf(root: HTMLElement): HTMLElement | undefined {
  const visible = [...root.querySelectorAll<HTMLElement>(INPUTS)].filter((input) => input.checkVisibility())
  return visible.find((input) => input.closest('[data-wrong]')) ?? visible[0]
}

function focusWrong(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = root?.querySelector<HTMLElement>('[data-wrong]')
    const input = wrong?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')
    wrong?.scrollIntoView({ block: 'nearest' })
    input?.focus({ preventScroll: true })
  })
}
