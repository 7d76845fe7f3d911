import { evaluate } from '../../../model/expr/evaluate.ts'
import type { ColumnModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { wireValue } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { FormHandle } from '../../forms/useForm.ts'
import type { Preview } from '../../forms/usePreview.ts'
import { useScope } from '../scope.tsx'
import { titleOfRow } from '../actions/wording.ts'

/** The result so far, always visible: from the server's answer, else from the typed values. The last line is emphasised. */
export function Summary({
  columns,
  handle,
  preview,
}: {
  columns: readonly ColumnModel[]
  handle: FormHandle
  preview: Preview
}) {
  // What is typed changes in place.
  'use no memo'
  const t = useT()
  const cells = useCells()
  const lines = columns
    .filter((column) => !isNote(column))
    .map((column) => ({ column, value: valueOf(column, handle, preview.row) }))
  const last = columns.at(-1)?.path
  const row: WireRow = { ...handle.live.titles, ...(handle.form.values as WireRow), ...preview.row }
  return (
    <aside
      className={preview.busy ? 'at-summary at-busy' : 'at-summary'}
      aria-label={t('summary')}
      aria-live="polite"
      aria-busy={preview.busy}
    >
      <h2>{t('summary')}</h2>
      <dl>
        {lines.map(({ column: { path, field, label }, value }) =>
          field.type === 'own' ? (
            <Lines
              key={path}
              label={label[cells.lang]}
              of={field.of}
              rows={Array.isArray(value) ? (value as WireRow[]) : []}
            />
          ) : (
            !isEmpty(value) && (
              <div key={path} className={path === last ? 'at-summary-sum' : undefined}>
                <dt>{label[cells.lang]}</dt>
                <dd>{fieldView(field.type).cell(value, { ...row, [path]: value }, field, cells)}</dd>
              </div>
            )
          ),
        )}
      </dl>
    </aside>
  )
}

/** Words among the results are for whoever fills in: they stand above the buttons, so that nobody goes on unaware. */
const isNote = ({ field }: ColumnModel): boolean => field.type === 'text'

/** What the server says in words of what is typed so far. */
export function Notes({
  columns,
  handle,
  preview,
}: {
  columns: readonly ColumnModel[]
  handle: FormHandle
  preview: Preview
}) {
  const cells = useCells()
  const notes = columns.flatMap((column) => {
    const { path, field } = column
    const value = isNote(column) ? valueOf(column, handle, preview.row) : undefined
    return isEmpty(value) ? [] : [{ path, text: fieldView(field.type).text(value, preview.row, field, cells) }]
  })
  return (
    <div className="at-sheet-notes" aria-live="polite">
      {notes.map(({ path, text }) => (
        <p key={path}>{text}</p>
      ))}
    </div>
  )
}

/** The last line alone, where the summary is not visible. */
export function Sum({
  column: { path, field, label },
  handle,
  preview,
}: {
  column: ColumnModel
  handle: FormHandle
  preview: Preview
}) {
  const cells = useCells()
  const value = valueOf({ field, path }, handle, preview.row)
  if (isEmpty(value)) return null
  return (
    <span className="at-foot-sum" aria-hidden>
      {label[cells.lang]}{' '}
      <strong>{fieldView(field.type).cell(value, { ...preview.row, [path]: value }, field, cells)}</strong>
    </span>
  )
}

function valueOf(
  { field, path }: Pick<ColumnModel, 'field' | 'path'>,
  { form, live }: FormHandle,
  answered: WireRow,
): unknown {
  if (path in answered) return answered[path]
  const typed = (form.values as WireRow)[path]
  return isEmpty(typed) && field.value ? wireValue(evaluate(field.value.ast, live.env)) : typed
}

/** Child rows as lines: the title of each, and its facts. */
function Lines({ label, of, rows }: { label: string; of: string; rows: readonly WireRow[] }) {
  const cells = useCells()
  const { part } = useScope()
  const resource = part.resources[of]
  if (!resource || rows.length === 0) return null
  return (
    <div className="at-summary-rows">
      <dt>{label}</dt>
      <dd>
        <ul>
          {rows.map((row, i) => (
            <li key={i}>
              <span>{titleOfRow(row, resource, cells)}</span>
              {resource.facts.map((name) => {
                const field = resource.fields[name]
                return (
                  field &&
                  !isEmpty(row[name]) && (
                    <span key={name} className="at-summary-fact">
                      {fieldView(field.type).cell(row[name], row, field, cells)}
                    </span>
                  )
                )
              })}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
