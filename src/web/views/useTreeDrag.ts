import { useRef, type DragEvent } from 'react'
import type { TreeView } from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { useCan } from '../core/permission.ts'
import { call, CallRefused } from '../core/request.ts'
import { t } from '../fields/sentences.ts'
import { useScope } from './scope.tsx'
import { rowsOf, type TreeRow } from './treeRows.ts'

const rowKey = (target: EventTarget | null): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null
  return row ? Number(row.dataset.rowKey) : undefined
}

/** Drags rows of a tree below another row, by the call of the view, with the grant of the button that makes the call. */
export function useTreeDrag(view: TreeView, tree: TreeRow[], onDone: () => void) {
  const { part, screen } = useScope()
  const can = useCan()
  const from = useRef<number>(undefined)
  const mover = view.drag ? part.calls[view.drag] : undefined
  const code = view.actions.find((action) => action.call === view.drag)?.code ?? mover?.name
  const parent = part.resources[view.resource]?.tree?.parent
  if (!mover || !parent || !code || (screen.code && !can(screen.code, code))) return {}
  const move = async (id: number, to: number) => {
    const row = rowsOf(tree).find((one) => one.id === id)
    if (!row || id === to || rowsOf([row]).some((one) => one.id === to)) return
    try {
      await call(mover.path, { id, version: row.version, [parent]: to })
      say.done(t('moved'))
      onDone()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
    }
  }
  return {
    onPointerDown: (event: React.PointerEvent) => {
      // The row is draggable only then: otherwise its text stays selectable.
      const row =
        event.target instanceof Element && !event.target.closest('button, input, a')
          ? event.target.closest<HTMLElement>('[data-row-key]')
          : null
      if (row) row.draggable = true
    },
    onDragStart: (event: DragEvent) => {
      from.current = rowKey(event.target)
    },
    onDragOver: (event: DragEvent) => {
      if (from.current !== undefined && rowKey(event.target) !== undefined) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const to = rowKey(event.target)
      if (from.current !== undefined && to !== undefined) void move(from.current, to)
      from.current = undefined
    },
  }
}
