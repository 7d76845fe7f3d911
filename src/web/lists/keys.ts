/** Keyboard navigation of rows: arrows move, Enter opens, Space chooses. One stop for the Tab key. */
import { useEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

const ROWS = '[data-row-key]'

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(ROWS) : null

/** The next or previous row, skipping other elements between rows. */
function neighbourRow(row: HTMLElement, down: boolean): HTMLElement | undefined {
  const rows = [...(row.closest('.at-walk')?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
  return rows[rows.indexOf(row) + (down ? 1 : -1)]
}

function focusRow(row: HTMLElement | null | undefined): void {
  if (!row) return
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The row that was walked to last, else the first. */
const rowNow = (container: HTMLElement): HTMLElement | null =>
  container.querySelector<HTMLElement>(`${ROWS}[data-walked]`) ?? container.querySelector<HTMLElement>(ROWS)

/** Whether an arrow has no meaning of its own where it was pressed: on the page itself, or in a line of text that filters. */
function leadsToRows({ target }: globalThis.KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || document.querySelector('.ant-modal-wrap:not([style*="none"]), dialog[open]'))
    return false
  if (target === document.body || target.id === 'main') return true
  return target.matches('.at-filters input') && !target.closest('.ant-select, .ant-picker, .ant-input-number')
}

/** Down leads from anywhere on the page, and from its search, to the rows; whoever comes back is where they were. */
export function useWayToRows(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = box.current
    if (!container) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!leadsToRows(event) || !container.checkVisibility()) return
      const row = rowNow(container)
      if (!row) return
      event.preventDefault()
      focusRow(row)
    }
    let shown = container.clientHeight > 0
    const observer = new ResizeObserver(() => {
      const now = container.clientHeight > 0
      if (now && !shown && document.activeElement === document.body)
        container.querySelector<HTMLElement>(`${ROWS}[data-walked]`)?.focus({ preventScroll: true })
      shown = now
    })
    observer.observe(container)
    document.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      document.removeEventListener('keydown', onKey)
    }
  }, [box])
}

interface Walk {
  onOpen?: (key: string) => void
  onChoose?: (key: string) => void
}

/** Handlers of the element around the rows; its class must be `at-walk`, and its rows have `tabIndex` -1. */
export function walkProps({ onOpen, onChoose }: Walk) {
  return {
    tabIndex: 0,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const container = event.currentTarget
      // A click on empty ground walks to no row.
      if (event.target === container && container.matches(':focus-visible')) focusRow(rowNow(container))
      const row = rowAt(event.target)
      if (!row) return
      // While a row has the focus, Shift+Tab must leave, not come back to it.
      container.tabIndex = -1
      for (const old of container.querySelectorAll(`${ROWS}[data-walked]`)) old.removeAttribute('data-walked')
      row.setAttribute('data-walked', '')
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.tabIndex = 0
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target === event.currentTarget && event.key === 'ArrowDown') {
        event.preventDefault()
        focusRow(rowNow(event.currentTarget))
        return
      }
      const row = rowAt(event.target)
      if (!row || event.target !== row || event.altKey || event.ctrlKey || event.metaKey) return
      const key = row.dataset.rowKey ?? ''
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focusRow(neighbourRow(row, event.key === 'ArrowDown'))
      else if (event.key === 'Enter' && onOpen) onOpen(key)
      else if (event.key === ' ' && onChoose) onChoose(key)
      else return
      event.preventDefault()
    },
  }
}

/** Whether a key asks for the search of a page: `/` alone, where nobody types and no dialog is open. */
export function slashPressed(event: globalThis.KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  const busy = 'input, textarea, [contenteditable="true"], .ant-modal, .ant-drawer, [role=dialog]'
  return !(event.target instanceof Element && event.target.closest(busy))
}
