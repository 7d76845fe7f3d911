import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { CallModel, FieldModel, SettingsView } from '../../model/model.ts'
import { isEmpty } from '../../model/validate.ts'
import { say } from '../core/feedback.tsx'
import { usePage } from '../core/page.tsx'
import { useCan } from '../core/permission.ts'
import { call, CallRefused } from '../core/request.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { useRows } from '../lists/useRows.ts'
import { titleOfRow } from './actions/said.ts'
import { useScope } from './scope.tsx'

type Of = NonNullable<SettingsView['matrix']>

const MOST = 200

/** Which inputs of the saving call name the row and the column, and which list of a row holds its cells. */
function linksOf(of: Of, save: CallModel | undefined) {
  const inputs = save?.input ?? []
  const ref = (resource: string) => inputs.find((input) => input.type === 'ref' && input.of === resource)
  return {
    row: ref(of.rows)?.name ?? 'id',
    column: ref(of.columns),
    list: inputs.find((input) => input.type === 'rows' || input.type === 'json')?.name,
  }
}

/** A grid of two kinds of record, such as grade by city; a cell is saved when it is left. */
export function Matrix({ view, of }: { view: SettingsView; of: Of }) {
  const t = useT()
  const cells = useCells()
  const { part, active, screen } = useScope()
  const can = useCan()
  const page = usePage()
  const save = part.calls[of.save]
  const links = linksOf(of, save)
  const columnCall = Object.values(part.calls).find(
    (one) => one.kind === 'select' && one.resource === of.columns && !one.preset,
  )
  const input = useMemo(() => ({ pageNO: 1, pageRows: MOST }), [])
  const rows = useRows(part.calls[of.query]?.path, input, active)
  const columns = useRows(columnCall?.path, input, active)
  const [typed, setTyped] = useState<Record<string, WireRow>>({})
  const code = view.actions.find((action) => action.call === of.save)?.code ?? save?.name ?? ''
  const may = save !== undefined && (!screen.code || can(screen.code, code))
  const { setDirty } = page
  const count = Object.keys(typed).length
  useEffect(() => setDirty(count > 0), [count, setDirty])
  if (rows.state === 'first' || columns.state === 'first') return <Coming />

  const columnKey = links.column?.name ?? part.resources[of.columns]?.key ?? 'id'
  const keyOf = (column: WireRow) => column[part.resources[of.columns]?.key ?? 'id'] ?? column.value ?? column.id
  const nameOf = (column: WireRow) => String(column.label ?? titleOfRow(column, part.resources[of.columns], cells))
  const valueOf = (row: WireRow, column: WireRow, field: FieldModel): unknown => {
    const own = typed[`${String(row.id)}/${String(keyOf(column))}`]
    if (own && field.name in own) return own[field.name]
    return cellOf(row, columnKey, keyOf(column))?.[field.name]
  }
  const saveAll = async () => {
    for (const [place, values] of Object.entries(typed)) {
      const row = rows.rows.find((one) => String(one.id) === place.split('/')[0])
      const column = columns.rows.find((one) => String(keyOf(one)) === place.slice(place.indexOf('/') + 1))
      if (!row || !column) continue
      try {
        const before = cellOf(row, columnKey, keyOf(column)) ?? {}
        const cell = Object.fromEntries(
          of.cell.map((field) => [field.name, values[field.name] ?? before[field.name] ?? null]),
        )
        await call(save?.path ?? '', { [links.row]: row.id, [columnKey]: keyOf(column), ...cell })
      } catch (error) {
        if (error instanceof CallRefused) return
        throw error
      }
    }
    setTyped({})
    say.done(t('savedCells', { count }))
    rows.reload()
  }
  return (
    <section className="at-sheet">
      <div className="at-matrix" tabIndex={0} role="group" aria-label={view.label[cells.lang]}>
        <table>
          <thead>
            <tr>
              <td />
              {columns.rows.map((column) => (
                <th key={String(keyOf(column))} scope="col">
                  {nameOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.rows.map((row) => (
              <tr key={String(row.id)}>
                <th scope="row">{titleOfRow(row, part.resources[of.rows], cells)}</th>
                {columns.rows.map((column) => (
                  <td key={String(keyOf(column))}>
                    {of.cell.map((field) => (
                      <MatrixCell
                        key={field.name}
                        field={field}
                        value={valueOf(row, column, field)}
                        disabled={!may}
                        name={`${titleOfRow(row, part.resources[of.rows], cells)} ${nameOf(column)} ${field.label[cells.lang]}`}
                        labelled={of.cell.length > 1}
                        id={`cell-${String(row.id)}-${String(keyOf(column))}-${field.name}`}
                        onChange={(value) =>
                          setTyped((old) => {
                            const place = `${String(row.id)}/${String(keyOf(column))}`
                            return { ...old, [place]: { ...old[place], [field.name]: value } }
                          })
                        }
                      />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {may && (
        <footer className="at-sheet-foot">
          {count > 0 && <span className="at-quiet at-grow">{t('changedFields', { count })}</span>}
          <Button disabled={count === 0} onClick={() => setTyped({})}>
            {t('undoChanges')}
          </Button>
          <Button type="primary" disabled={count === 0} onClick={() => void saveAll()}>
            {t('save')}
          </Button>
        </footer>
      )}
    </section>
  )
}

/** The entry of a row for a column, in whichever of its lists entries carry the column's key. */
function cellOf(row: WireRow, columnKey: string, key: unknown): WireRow | undefined {
  for (const value of Object.values(row)) {
    if (!Array.isArray(value) || isEmpty(value)) continue
    const found = (value as WireRow[]).find(
      (entry) => typeof entry === 'object' && entry !== null && entry[columnKey] === key,
    )
    if (found) return found
  }
  return undefined
}

function MatrixCell({
  field,
  value,
  disabled,
  name,
  labelled,
  id,
  onChange,
}: {
  field: FieldModel
  value: unknown
  disabled: boolean
  name: string
  labelled: boolean
  id: string
  onChange: (value: unknown) => void
}) {
  const cells = useCells()
  const { env } = useScope()
  const { Input } = fieldView(field.type)
  return (
    <span className="at-matrix-cell">
      <label htmlFor={id} id={`${id}-label`} className={labelled ? 'at-label' : 'unseen'} title={name}>
        {labelled ? field.label[cells.lang] : name}
      </label>
      <Input
        id={id}
        field={field}
        value={value}
        row={{}}
        env={() => env}
        disabled={disabled}
        onChange={onChange}
        labelledBy={`${id}-label`}
      />
    </span>
  )
}
