import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

const CELL = '[data-cell]'

/** One stop for the Tab key: only the cell that was walked to last can be tabbed to. */
function stopAt(cell: HTMLElement, grid: HTMLElement): void {
  for (const other of grid.querySelectorAll<HTMLElement>(`${CELL}[tabindex="0"]`)) other.tabIndex = -1
  cell.tabIndex = 0
  cell.focus()
}

/** Where an arrow leads from a cell, as rows and columns; the ends of a row and of the grid by Home and End. */
function target(cells: HTMLElement[][], row: number, column: number, { key, ctrlKey }: KeyboardEvent) {
  const line = cells[row] ?? []
  switch (key) {
    case 'ArrowLeft':
      return line[column - 1] ?? cells[row - 1]?.at(-1)
    case 'ArrowRight':
      return line[column + 1] ?? cells[row + 1]?.[0]
    case 'ArrowUp':
      return cells[row - 1]?.[Math.min(column, (cells[row - 1]?.length ?? 1) - 1)]
    case 'ArrowDown':
      return cells[row + 1]?.[Math.min(column, (cells[row + 1]?.length ?? 1) - 1)]
    case 'Home':
      return ctrlKey ? cells[0]?.[0] : line[0]
    case 'End':
      return ctrlKey ? cells.at(-1)?.at(-1) : line.at(-1)
    default:
      return undefined
  }
}

/** Keys of a grid whose rows are `[data-line]` and whose cells are `[data-cell]`: arrows, Home and End. */
export function useGridKeys(more: (event: KeyboardEvent, cell: HTMLElement) => boolean) {
  const grid = useRef<HTMLDivElement>(null)
  // The cell that was walked to may be gone.
  useLayoutEffect(() => {
    const cells = grid.current?.querySelectorAll<HTMLElement>(CELL)
    if (cells?.[0] && ![...cells].some(({ tabIndex }) => tabIndex === 0)) cells[0].tabIndex = 0
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(CELL) : null
    if (!grid.current || !cell || event.target !== cell || event.altKey || event.metaKey) return
    if (more(event, cell)) return event.preventDefault()
    const cells = [...grid.current.querySelectorAll('[data-line]')].map((line) => [
      ...line.querySelectorAll<HTMLElement>(CELL),
    ])
    const row = cells.findIndex((line) => line.includes(cell))
    const to = target(cells, row, cells[row]?.indexOf(cell) ?? 0, event)
    if (!to) return
    event.preventDefault()
    stopAt(to, grid.current)
  }
  return { ref: grid, onKeyDown }
}
