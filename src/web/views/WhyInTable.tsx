import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { appModel } from '../core/model.ts'
import type { ListHandle } from '../lists/useList.ts'
import { WORKED } from '../lists/gridColumns.tsx'
import { WhyButton } from './Why.tsx'

/** The pointer may be away this long, ms: it is on its way to the button. */
const AWAY = 150

/** Whoever presses sooner than this means the row below, ms. */
const REST = 250

/** Distance of the button from the edge of its cell (px). */
const INSET = 2

/** The cell of a worked-out number where the pointer is; none in a list that is unfolded below a row. */
function cellIn({ target, currentTarget }: PointerEvent): HTMLElement | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>(`[${WORKED}]`) : null
  return cell && cell.closest(`.${AROUND}`) === currentTarget ? cell : undefined
}

/** What stands around a table, and takes no room. */
const AROUND = 'at-as-is'

interface WhyInTableProps {
  list: ListHandle
  children: ReactNode
}

/**
 * A table whose worked-out numbers say why they are what they are: one button for all of them, where the pointer is. By
 * keyboard and on a phone the record says it.
 */
export function WhyInTable({ list, children }: WhyInTableProps) {
  return appModel()?.engineCalls.why === undefined ? children : <Pointed list={list}>{children}</Pointed>
}

function Pointed({ list, children }: WhyInTableProps) {
  const [cell, setCell] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const [rested, setRested] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: HTMLElement | undefined, after: number) => {
    clearTimeout(timer.current)
    if (!open) timer.current = setTimeout(() => setCell(next), after)
  }
  useEffect(() => {
    if (!cell) return
    const resting = setTimeout(() => setRested(cell), REST)
    return () => clearTimeout(resting)
  }, [cell])
  useEffect(() => {
    if (!cell) return
    const end = () => {
      setOpen(false)
      setCell(undefined)
    }
    const outside = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('.at-why-told'))) end()
    }
    document.addEventListener('scroll', outside, true)
    return () => document.removeEventListener('scroll', outside, true)
  }, [cell])
  return (
    <div
      className={AROUND}
      onPointerOver={(event) => {
        const over = cellIn(event)
        if (over && event.pointerType === 'mouse') show(over, 0)
      }}
      onPointerOut={(event) => cellIn(event) && show(undefined, AWAY)}
    >
      {children}
      {cell?.isConnected &&
        createPortal(
          <span
            className="at-why-here"
            style={{ ...placeIn(cell), pointerEvents: rested === cell ? 'auto' : 'none' }}
            onPointerEnter={() => show(cell, 0)}
            onPointerLeave={() => show(undefined, AWAY)}
          >
            <WhyOf
              {...{ cell, list, open }}
              onOpen={(next) => {
                setOpen(next)
                if (!next) setCell(undefined)
              }}
            />
          </span>,
          document.body,
        )}
    </div>
  )
}

function WhyOf({
  cell,
  list,
  open,
  onOpen,
}: {
  cell: HTMLElement
  list: ListHandle
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const path = cell.getAttribute(WORKED)
  const key = cell.closest('[data-row-key]')?.getAttribute('data-row-key')
  const row = list.rows.find(({ id }) => String(id) === key)
  const column = list.columns.find((one) => one.path === path)
  return row && column ? (
    <WhyButton resource={list.view.resource} field={column.field} {...{ row, open, onOpen }} />
  ) : null
}

/** At the free edge of a number that stands right. */
function placeIn(cell: HTMLElement): { left: number; top: number; height: number } {
  const { left, top, height } = cell.getBoundingClientRect()
  return { left: left + INSET, top, height }
}
