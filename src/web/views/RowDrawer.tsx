import { useMemo, type ReactNode } from 'react'
import type { DetailView } from '../../model/model.ts'
import { SideSheet } from '../core/SideSheet.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { Press } from '../lists/buttons.tsx'
import { DetailBody } from './DetailBody.tsx'
import { InnerScope } from './scope.tsx'

interface RowDrawerProps {
  view: DetailView
  id: number
  rows: readonly WireRow[]
  version: unknown
  buttonsOf?: (row: WireRow) => Press[]
  /** Leads to the records beside it. */
  steps: ReactNode
  onClose: () => void
}

/** A record in a side sheet, over its list. */
export function RowDrawer({ view, id, rows, version, buttonsOf, steps, onClose }: RowDrawerProps) {
  const t = useT()
  const row = rows.find((one) => one.id === id)
  const record = useMemo(() => ({ resource: view.resource, row: row ?? { id } }), [view.resource, row, id])
  return (
    <SideSheet onClose={onClose} title={<span className="unseen">{t('record')}</span>} extra={steps}>
      <InnerScope record={record}>
        <DetailBody key={id} view={view} id={id} stamp={version} buttonsOf={buttonsOf} />
      </InnerScope>
    </SideSheet>
  )
}
