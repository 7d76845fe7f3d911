import { Alert, Progress } from 'antd'
import type { ReactNode } from 'react'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { useCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import type { Preview, Report } from './useImport.ts'

/** The preview of an import: totals, and the rows with their problems. */
export function PreviewTable({ preview, importing }: { preview: Preview; importing: CallModel }) {
  const t = useT()
  const cells = useCells()
  const columns = importing.import?.fields ?? []
  const { total, valid, repeat, fail } = preview
  return (
    <>
      <Alert type={fail > 0 ? 'warning' : 'info'} showIcon message={t('previewSum', { total, valid, repeat, fail })} />
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
      {columns.map((field) => (
        <td key={field.name} className={isWrong(field) ? 'at-error' : undefined}>
          {fieldView(field.type).text(line.values[field.name], line.values, field, cells)}
        </td>
      ))}
      <td className="at-error">
        {line.problems.map((problem) => problem.msg).join(cells.lang === 'zh' ? '；' : '; ')}
      </td>
    </tr>
  )
}

/** Rows of a file: their number first, their problem last. */
function ImportTable({ name, headings, children }: { name: string; headings: string[]; children: ReactNode }) {
  const t = useT()
  return (
    <div className="at-import-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="at-compare">
        <thead>
          <tr>
            {[t('rowNumber'), ...headings, t('problem')].map((heading, at) => (
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

/** The result of an import, with the rows that failed. */
export function ReportTable({ report }: { report: Report }) {
  const t = useT()
  const errors = report.errors ?? []
  return (
    <>
      <Alert
        type={report.failCount > 0 ? 'warning' : 'success'}
        showIcon
        message={t('importSum', {
          total: report.totalCount,
          success: report.successCount,
          repeat: report.repeatCount,
          fail: report.failCount,
        })}
      />
      {errors.length > 0 && (
        <ImportTable name={t('problem')} headings={[]}>
          {errors.map((error, i) => (
            <tr key={i}>
              <td>{error.row}</td>
              <td>{error.msg}</td>
            </tr>
          ))}
        </ImportTable>
      )}
    </>
  )
}
