import { Popover } from 'antd'
import { useMemo, useState } from 'react'
import type { FieldModel } from '../../model/model.ts'
import { enginePath } from '../core/calls.ts'
import { appModel } from '../core/model.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { useScope } from './scope.tsx'
import { useRecord } from './useRecord.ts'

interface WhyProps {
  resource: string
  field: FieldModel
  row: WireRow
}

interface Term {
  label: string
  value: string
  rows?: { id: number; title: string; value?: string }[]
  more?: number
}

interface Told extends WireRow {
  formula: string
  put: string
  terms: Term[]
}

/** Beside a number that is computed or counted: a button that says why it is what it is. */
export function WhyNumber({ resource, field, row }: WhyProps) {
  const { part } = useScope()
  const [open, setOpen] = useState(false)
  const isTold = appModel()?.engineCalls.why !== undefined && part.resources[resource]?.worked.includes(field.name)
  return isTold && <WhyButton {...{ resource, field, row, open }} onOpen={setOpen} />
}

interface WhyButtonProps extends WhyProps {
  open: boolean
  onOpen: (open: boolean) => void
}

/** The button alone, and what it tells while it is open. */
export function WhyButton({ resource, field, row, open, onOpen }: WhyButtonProps) {
  const t = useT()
  const { lang } = useCells()
  const name = t('whyNumber', { name: field.label[lang] })
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottom"
      content={<Told resource={resource} field={field} row={row} />}
      destroyOnHidden
    >
      <button
        type="button"
        className="at-why"
        aria-label={name}
        title={name}
        aria-expanded={open}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          // The drawer around it stays open.
          event.stopPropagation()
          onOpen(false)
        }}
      >
        =
      </button>
    </Popover>
  )
}

function Told({ resource, field, row }: WhyProps) {
  const t = useT()
  const cells = useCells()
  const input = useMemo(
    () => ({ entity: resource, entityId: row.id, field: field.name }),
    [resource, row.id, field.name],
  )
  const record = useRecord(enginePath('why'), input, [row.version], true)
  const told = record.row as Told | undefined
  if (!told) return record.state === 'failed' ? <p className="at-empty">{record.why || t('notLoaded')}</p> : <Coming />
  return (
    <div className="at-why-told">
      <p>{told.formula}</p>
      <p className="at-why-put">
        = {told.put}
        {told.terms.length > 1 && <> = {fieldView(field.type).cell(told.value, row, field, cells)}</>}
      </p>
      <dl>
        {told.terms.map((term) => (
          <div key={term.label}>
            <dt>{term.label}</dt>
            <dd>{term.value}</dd>
            {term.rows && term.rows.length > 0 && <Rows {...term} />}
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The rows that a part is made of. */
function Rows({ rows = [], more = 0 }: Term) {
  const t = useT()
  return (
    <ul>
      {rows.map((one) => (
        <li key={one.id}>
          <span>{one.title || one.id}</span>
          {one.value !== undefined && <span>{one.value}</span>}
        </li>
      ))}
      {more > 0 && <li className="at-quiet">{t('whyMore', { count: more })}</li>}
    </ul>
  )
}
