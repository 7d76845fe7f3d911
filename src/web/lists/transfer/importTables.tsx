import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { useCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import { leftOut, saveRows } from './failedRows.ts'
import { sumOf, type Report } from './runs.ts'
import type { Preview } from './useImport.ts'

/** The preview of an import: totals, and the rows with their problems. */
export function PreviewTable({ preview, importing }: { preview: Preview; importing: CallModel }) {
  const t = useT()
  const cells = useCells()
  const columns = importing.import?.fields ?? []
  const { total, valid, repeat, fail, known = 0 } = preview
  return (
    <>
      <Alert
        type={fail > 0 ? 'warning' : 'info'}
        showIcon
        message={t('previewSum', { total, valid, repeat, fail })}
        description={known > 0 && t('previewKnown', { known })}
      />
      <ImportTable name={t('preview')} headings={columns.map((field) => field.label[cells.lang])}>
        {preview.rows.map((line) => (
          <PreviewLine key={line.row} line={line} columns={columns} />
        ))}
      </ImportTable>
    </>
  )
}

function PreviewLine({ line, columns }: { line: Preview['rows'][number]; columns: readonly FieldModel[] }) {
  const cells = useCells()
  const isWrong = (field: FieldModel) => line.problems.some((problem) => problem.field === field.name)
  return (
    <tr className={line.problems.length > 0 ? 'at-import-wrong' : undefined}>
      <td>{line.row}</td>
      <td className="at-error at-import-problem">
        {line.problems.map((problem) => problem.msg).join(cells.lang === 'zh' ? '；' : '; ')}
        {line.hints?.map((hint) => (
          <div key={hint} className="at-import-hint">
            {hint}
          </div>
        ))}
      </td>
      {columns.map((field) => (
        <td key={field.name} className={isWrong(field) ? 'at-error' : undefined}>
          {line.wrong?.[field.name] ?? fieldView(field.type).text(line.values[field.name], line.values, field, cells)}
        </td>
      ))}
    </tr>
  )
}

/** Rows of a file: their number and their problem first, which are to be seen whatever follows. */
function ImportTable({ name, headings, children }: { name: string; headings: string[]; children: ReactNode }) {
  const t = useT()
  return (
    <div className="at-import-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="at-compare">
        <thead>
          <tr>
            {[t('rowNumber'), t('problem'), ...headings].map((heading, at) => (
              <th key={at} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The progress of an import. */
export function Running({ report }: { report: Report | undefined }) {
  const t = useT()
  const percent = report && report.totalCount > 0 ? Math.round((report.doneCount / report.totalCount) * 100) : 0
  return (
    <div role="status">
      <Progress percent={percent} />
      <p>{t('importing', { done: report?.doneCount ?? 0, total: report?.totalCount ?? 0 })}</p>
    </div>
  )
}

/** So many rows are drawn; the file has all of them. */
const DRAWN = 500

/** The result of an import, with the rows that failed. `of`: what its records are called. */
export function ReportTable({ report, of }: { report: Report; of: string }) {
  const t = useT()
  const out = leftOut(report, t('notComeTo'))
  const { head, rows } = out
  return (
    <>
      <Alert
        type={report.failCount > 0 || report.state !== 'done' ? 'warning' : 'success'}
        showIcon
        message={report.state === 'cancelled' ? t('importStopped', { of }) : sumOf(report)}
        description={report.state === 'cancelled' ? sumOf(report) : report.error}
      />
      {rows.length > 0 && (
        <>
          <ImportTable name={t('problem')} headings={head}>
            {rows.slice(0, DRAWN).map((error, i) => (
              <tr key={i}>
                <td>{error.row}</td>
                <td className="at-error at-import-problem">{error.msg}</td>
                {error.cells.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </ImportTable>
          <p>
            <Button
              size="small"
              icon={<DownloadOutlined />}
              onClick={() => saveRows(out, t('leftOutRows', { of }), t('problem'))}
            >
              {t('failedRows', { count: rows.length })}
            </Button>
          </p>
        </>
      )}
    </>
  )
}
