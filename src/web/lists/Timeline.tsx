import { usePartModel, useCells } from '../fields/context.tsx'
import { formatRelative, formatDatetime } from '../../model/format.ts'
import { isDated } from '../../model/fields.ts'
import type { ColumnModel } from '../../model/model.ts'
import type { WireRow } from '../fields/types.ts'
import { useNow } from '../fields/useNow.ts'
import { RowButtons } from './buttons.tsx'
import { cellText, drawCell } from './columns.tsx'
import type { CardsProps } from './Cards.tsx'

const isMoment = (column: ColumnModel): boolean => isDated(column.field.type)

/** Rows as events, one below the other: time, person, event. */
export function Timeline({ list, env, buttonsOf, onOpen, empty }: CardsProps) {
  if (list.rows.length === 0) return <div className="at-cards-empty">{empty}</div>
  return (
    <Events
      rows={list.rows}
      columns={list.columns}
      resource={list.view.resource}
      busy={list.state === 'busy'}
      env={env}
      buttonsOf={buttonsOf}
      onOpen={onOpen}
    />
  )
}

interface EventsProps extends Pick<CardsProps, 'env' | 'buttonsOf' | 'onOpen'> {
  rows: readonly WireRow[]
  columns: readonly ColumnModel[]
  resource: string
  busy: boolean
}

/** Events without a list around them. */
export function Events({ rows, columns, resource, busy, env, buttonsOf, onOpen }: EventsProps) {
  const cells = useCells()
  const now = useNow()
  const { resources } = usePartModel()
  const when = columns.find(isMoment)
  const title = resources[resource]?.title
  // The person is in the head of each entry.
  const shown = columns.filter((column) => column !== when && column.path !== 'createBy')
  const head = shown.filter((column) => column.path !== title && column.field.type !== 'text')
  const body = shown.filter((column) => !head.includes(column))
  return (
    <ol className={`at-timeline${busy ? ' at-busy' : ''}`}>
      {rows.map((row) => {
        const at = (when ? row[when.path] : row.createTime) as number | undefined
        return (
          <li key={String(row.id)}>
            <div className="at-timeline-head">
              {typeof at === 'number' && (
                <time title={formatDatetime(at, cells.zone)}>{formatRelative(at, now, cells.lang, cells.zone)}</time>
              )}
              {typeof row.createName === 'string' && <span>{row.createName}</span>}
              {buttonsOf && <RowButtons buttons={buttonsOf(row)} most={2} />}
            </div>
            {body.map(
              (column) =>
                cellText(column, row, cells) && (
                  <p key={column.path} className="at-timeline-text">
                    {drawCell(column, row, cells, env)}
                  </p>
                ),
            )}
            <p
              className={onOpen ? 'at-timeline-facts at-opens' : 'at-timeline-facts'}
              onClick={onOpen && (() => onOpen(row))}
            >
              {head
                .filter((column) => cellText(column, row, cells))
                .map((column) => (
                  <span key={column.path}>
                    <i>{column.label[cells.lang]}</i>
                    {drawCell(column, row, cells, env)}
                  </span>
                ))}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
