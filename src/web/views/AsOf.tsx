import { useMemo } from 'react'
import { formatDatetime } from '../../model/format.ts'
import type { FieldModel, FormItemModel } from '../../model/model.ts'
import { enginePath } from '../core/calls.ts'
import { SideSheet } from '../core/SideSheet.tsx'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { withRoots } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { Facts } from './Facts.tsx'
import { useScope } from './scope.tsx'
import { useRecord } from './useRecord.ts'

interface AsOfProps {
  resource: string
  id: unknown
  /** The moment (ms). */
  at: number
  items: readonly FormItemModel[]
  fields: FieldModel[]
  onClose: () => void
}

interface Stood extends WireRow {
  row: WireRow
  now: WireRow
  changed: string[]
  unknown: string[]
}

/** A record as it stood at a moment, and what is otherwise now. */
export function AsOf({ resource, id, at, items, fields, onClose }: AsOfProps) {
  const t = useT()
  const cells = useCells()
  const { active } = useScope()
  const input = useMemo(() => ({ entity: resource, entityId: id, at }), [resource, id, at])
  const record = useRecord(enginePath('asOf'), input, [], active)
  const stood = record.row as Stood | undefined
  return (
    <SideSheet title={t('asOfTitle', { time: formatDatetime(at, cells.zone) })} onClose={onClose}>
      {stood ? <Then stood={stood} items={items} fields={fields} /> : <Coming />}
      {record.state === 'failed' && <p className="at-empty">{t('notLoaded')}</p>}
    </SideSheet>
  )
}

function Then({ stood, items, fields }: { stood: Stood } & Pick<AsOfProps, 'items' | 'fields'>) {
  const t = useT()
  const cells = useCells()
  const { env } = useScope()
  const { row, now, changed, unknown } = stood
  const otherwise = fields.filter(({ name, type }) => changed.includes(name) && type !== 'own')
  const notKept = fields.filter(({ name }) => unknown.includes(name))
  return (
    <div className="at-as-of">
      <h3>{t('asOfChanged')}</h3>
      {otherwise.length === 0 && <p className="at-empty">{t('asOfSame')}</p>}
      <dl className="at-changes">
        {otherwise.map((field) => (
          <div key={field.name}>
            <dt>{field.label[cells.lang]}</dt>
            <dd>
              <del>{fieldView(field.type).cell(row[field.name], row, field, cells)}</del> →{' '}
              <ins>{fieldView(field.type).cell(now[field.name], now, field, cells)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('asOfWhole')}</h3>
      <Facts items={items} row={row} env={withRoots(env, { row })} />
      {notKept.length > 0 && (
        <p className="at-quiet">
          {t('asOfUnknown', {
            names: notKept.map(({ label }) => label[cells.lang]).join(cells.lang === 'zh' ? '、' : ', '),
          })}
        </p>
      )}
    </div>
  )
}
