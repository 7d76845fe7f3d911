/** Keyboard navigation of rows: arrows move, Enter opens, Space chooses. One stop for the Tab key. */
import type { FocusEvent, KeyboardEvent } from 'react'

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
      if (event.target === container)
        focusRow(
          container.querySelector<HTMLElement>(`${ROWS}[data-walked]`) ?? container.querySelector<HTMLElement>(ROWS),
        )
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
