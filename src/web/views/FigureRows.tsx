import { useMemo } from 'react'
import type { StatBlock } from '../../model/model.ts'
import { SideSheet } from '../core/SideSheet.tsx'
import type { WireRow } from '../fields/types.ts'
import { InnerView } from './InnerView.tsx'

/** A figure whose rows are wanted: what people call it, and what a list is asked. */
export interface Pressed {
  rows: string
  title: string
  behind: WireRow
}

interface FigureRowsProps extends Pressed {
  table: Extract<StatBlock, { kind: 'table' }>
  onClose: () => void
}

/** The rows behind a figure in a side sheet, over the report. */
export function FigureRows({ title, behind, table, onClose }: FigureRowsProps) {
  const fixed = useMemo(() => ({ behind }), [behind])
  return (
    <SideSheet onClose={onClose} width="min(1080px, 90vw)" className="at-figure-rows" title={title}>
      <InnerView view={table.view} fixed={fixed} code={table.from} fills />
    </SideSheet>
  )
}
