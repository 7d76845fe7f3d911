import { useEffect, useState, type RefObject } from 'react'

/** Marks the cells of a column of figures. */
export const FIGURE = 'at-figure'
/** Names a column of figures, for this table alone. */
export const figureName = (table: string, at: number): string => `${FIGURE}-${table.replace(/\W/g, '')}-${at}`

/** What a fixed column may cover of a cell before its text is reached: less than the padding (px). */
const SPARE = 10

/**
 * The columns of figures that a fixed column covers in part, by the names of their cells: the part in sight would
 * read as another number, so nothing of them is drawn.
 */
export function useCovered(box: RefObject<HTMLElement | null>, columns: unknown): readonly string[] {
  const [covered, setCovered] = useState('')
  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      // The headings follow the rows within this frame.
      frame = requestAnimationFrame(() => setCovered(coveredIn(element).join(' ')))
    }
    look()
    // A scroll inside does not rise, it only sinks.
    element.addEventListener('scroll', look, true)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    // The headings take the widths of the rows a moment after the rows have them, without a scroll.
    for (const head of headings(element)) observer.observe(head)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', look, true)
      observer.disconnect()
    }
  }, [box, columns])
  return covered === '' ? [] : covered.split(' ')
}

const headings = (element: HTMLElement): HTMLElement[] => [
  ...(element.querySelector('thead')?.querySelectorAll<HTMLElement>('th') ?? []),
]

function coveredIn(element: HTMLElement): string[] {
  const boxes = headings(element).map((head) => ({ head, fixed: fixedAt(head), ...edges(head) }))
  const from = Math.max(...boxes.filter(({ fixed }) => fixed === 'left').map(({ right }) => right), -Infinity)
  const to = Math.min(...boxes.filter(({ fixed }) => fixed === 'right').map(({ left }) => left), edges(element).right)
  return boxes.flatMap(({ head, fixed, left, right }) => {
    const cut = (left + SPARE < from && right > from) || (right - SPARE > to && left < to)
    const name = [...head.classList].find((one) => one.startsWith(`${FIGURE}-`))
    return !fixed && cut && name ? [name] : []
  })
}

const fixedAt = (head: HTMLElement): 'left' | 'right' | undefined =>
  head.classList.contains('ant-table-cell-fix-left')
    ? 'left'
    : head.classList.contains('ant-table-cell-fix-right')
      ? 'right'
      : undefined

const edges = (element: HTMLElement): { left: number; right: number } => {
  const { left, right } = element.getBoundingClientRect()
  return { left, right }
}
