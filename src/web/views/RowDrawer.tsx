import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useMemo } from 'react'
import type { DetailView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
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
  onMove: (id: number) => void
  onClose: () => void
}

/** A record in a side sheet, over its list; the arrows go to the rows before and after it. */
export function RowDrawer({ view, id, rows, version, buttonsOf, onMove, onClose }: RowDrawerProps) {
  const t = useT()
  const phone = usePhone()
  const row = rows.find((one) => one.id === id)
  const record = useMemo(() => ({ resource: view.resource, row: row ?? { id } }), [view.resource, row, id])
  return (
    <Drawer
      open
      onClose={onClose}
      width={phone ? '100%' : 720}
      placement={phone ? 'bottom' : 'right'}
      height="94%"
      className="at-drawer"
      title={<span className="unseen">{t('record')}</span>}
      extra={<Arrows id={id} rows={rows} onMove={onMove} />}
    >
      <InnerScope record={record}>
        <DetailBody key={id} view={view} id={id} stamp={version} buttonsOf={buttonsOf} />
      </InnerScope>
    </Drawer>
  )
}

/** The buttons for the row before and the row after. */
function Arrows({ id, rows, onMove }: Pick<RowDrawerProps, 'id' | 'rows' | 'onMove'>) {
  const t = useT()
  const at = rows.findIndex((row) => row.id === id)
  const step = (by: number) => {
    const next = rows[at + by]
    if (next) onMove(next.id as number)
  }
  if (at < 0) return null
  return (
    <span>
      <Button
        type="text"
        icon={<UpOutlined />}
        disabled={at === 0}
        onClick={() => step(-1)}
        aria-label={t('previousRecord')}
      />
      <Button
        type="text"
        icon={<DownOutlined />}
        disabled={at === rows.length - 1}
        onClick={() => step(1)}
        aria-label={t('nextRecord')}
      />
    </span>
  )
}
