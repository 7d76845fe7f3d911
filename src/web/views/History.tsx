import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { formatDatetime, formatRelative } from '../../model/format.ts'
import type { FieldModel, FormItemModel } from '../../model/model.ts'
import { enginePath } from '../core/calls.ts'
import { appModel } from '../core/model.ts'
import { plainText } from '../fields/cells.tsx'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import { useNow } from '../fields/useNow.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { useRows } from '../lists/useRows.ts'
import { AsOf } from './AsOf.tsx'
import { useScope } from './scope.tsx'

const MANY = 20

interface HistoryProps {
  resource: string
  record: WireRow
  items: readonly FormItemModel[]
  fields: FieldModel[]
}

/** The history of a record: time, person, values before and after. */
export function History({ resource, record, items, fields }: HistoryProps) {
  const t = useT()
  const cells = useCells()
  const now = useNow()
  const { active } = useScope()
  const [rows, setRows] = useState(MANY)
  const [at, setAt] = useState<number>()
  const input = useMemo(
    () => ({ entity: resource, entityId: record.id, pageNO: 1, pageRows: rows }),
    [resource, record.id, rows],
  )
  const logged = useRows(enginePath('history'), input, active)
  if (logged.state === 'first') return <Coming />
  if (logged.rows.length === 0)
    return <p className="at-empty">{t(logged.state === 'failed' ? 'notLoaded' : 'noHistory')}</p>
  return (
    <>
      <ol className="at-timeline">
        {logged.rows.map((row, at) => (
          <li key={String(row.id ?? at)}>
            <div className="at-timeline-head">
              {typeof row.createTime === 'number' && (
                <time title={formatDatetime(row.createTime, cells.zone)}>
                  {formatRelative(row.createTime, now, cells.lang, cells.zone)}
                </time>
              )}
              <span>{plainText(row.realname)}</span>
            </div>
            <p>{plainText((cells.lang === 'en' && row.messageEn) || row.message)}</p>
            <Changes before={row.before} after={row.after} record={record} fields={fields} />
            {typeof row.createTime === 'number' && hasFormer(row.before) && (
              <Button size="small" type="link" onClick={() => setAt((row.createTime as number) - 1)}>
                {t('asOfBefore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {at !== undefined && (
        <AsOf {...{ resource, id: record.id, at, items, fields }} onClose={() => setAt(undefined)} />
      )}
      {logged.total > logged.rows.length && (
        <Button size="small" onClick={() => setRows(rows + MANY)}>
          {t('showMore')}
        </Button>
      )}
    </>
  )
}

const stateOf = (value: unknown): WireRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireRow) : {}

/** Before a record was made there was nothing to show. */
const hasFormer = (before: unknown): boolean =>
  appModel()?.engineCalls.asOf !== undefined && Object.keys(stateOf(before)).length > 0

/** Fields without interest for readers: they change with every write. */
const KEPT = new Set(['version', 'updateTime', 'updateBy', 'createTime', 'createBy', 'id'])

/** The changes of a write, in the order of the record's fields. A new record shows none: the details show all of it. */
function Changes({
  before,
  after,
  record,
  fields,
}: {
  before: unknown
  after: unknown
  record: WireRow
  fields: FieldModel[]
}) {
  const cells = useCells()
  const [old, next] = [stateOf(before), stateOf(after)]
  const byName = new Map(fields.map((field) => [field.name, field]))
  const changed = [...byName.values()].filter(({ name }) => (name in old || name in next) && !KEPT.has(name))
  if (changed.length === 0 || Object.keys(old).length === 0) return null
  // The log keeps ids. The record has the titles of the ids it still holds.
  const named = (row: WireRow, field: FieldModel) =>
    JSON.stringify(row[field.name]) === JSON.stringify(record[field.name]) ? record : row
  const shown = (row: WireRow, field: FieldModel) =>
    fieldView(field.type).cell(row[field.name], named(row, field), field, cells)
  return (
    <dl className="at-changes">
      {changed.map((field) => (
        <div key={field.name}>
          <dt>{field.label[cells.lang]}</dt>
          <dd>
            <del>{shown(old, field)}</del> → <ins>{shown(next, field)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
