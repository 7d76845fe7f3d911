import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { call, CallRefused, upload } from '../../core/request.ts'
import { say } from '../../core/feedback.tsx'
import { CALLS } from '../../fields/calls.ts'
import { useCells, usePartModel } from '../../fields/context.tsx'
import { entryEnv, picked } from '../../fields/entry.ts'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { useEnv } from '../../core/env.ts'
import { fieldsOf } from '../../forms/task.ts'
import { download } from './exportRows.ts'

interface PreviewRow {
  row: number
  values: WireRow
  problems: { field?: string; msg: string }[]
}
interface Preview {
  rows: PreviewRow[]
  total: number
  valid: number
  repeat: number
  fail: number
}
interface Report {
  totalCount: number
  doneCount: number
  successCount: number
  repeatCount: number
  failCount: number
  errors?: { row: number; msg: string }[]
  status: string | number
  error?: string | null
}

const NOTHING_YET: Report = {
  totalCount: 0,
  doneCount: 0,
  successCount: 0,
  repeatCount: 0,
  failCount: 0,
  status: 'waiting',
}

/** How an import ends. */
const ENDED: readonly unknown[] = ['done', 'failed', 'cancelled']
const ASK_MS = 800

type Step =
  | { at: 'file' }
  | { at: 'reading'; name: string }
  | { at: 'preview'; fileId: number; name: string; preview: Preview }
  | { at: 'running'; report: Report | undefined }
  | { at: 'report'; report: Report }

/** Rows from a file: template, upload, a look at what would happen, the work itself, and what became of every row. */
export function ImportDialog({
  call: importing,
  given,
  title,
  onClose,
  onDone,
}: {
  call: CallModel
  given: WireRow
  title: string
  onClose: () => void
  onDone: () => void
}) {
  const t = useT()
  const [step, setStep] = useState<Step>({ at: 'file' })
  const [asked, setAsked] = useState<WireRow>({})
  const stopped = useRef(false)
  const fields = askedFields(importing, given)
  const inputs = () => ({ ...given, ...sentOf(fields, asked) })

  const read = async (file: File) => {
    setStep({ at: 'reading', name: file.name })
    try {
      const sent = await upload<{ id: number }>(CALLS.uploadFile.path, CALLS.uploadFile.part, file)
      const { data } = await call<Preview>(
        importing.path,
        { ...inputs(), fileId: sent.data.id, preview: 1 },
        { loading: false },
      )
      setStep({ at: 'preview', fileId: sent.data.id, name: file.name, preview: data })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setStep({ at: 'file' })
    }
  }
  const run = async (fileId: number, before: Step) => {
    setStep({ at: 'running', report: undefined })
    try {
      const { data } = await call<{ jobId: number }>(importing.path, { ...inputs(), fileId }, { loading: false })
      const report = await follow(
        importing,
        data.jobId,
        (now) => setStep({ at: 'running', report: now }),
        () => stopped.current,
      )
      if (!report) return
      setStep({ at: 'report', report })
      if (report.status !== 'done') return say.error(report.error ?? t('importFailed'))
      say.done(t('imported', { count: report.successCount }))
      onDone()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setStep(before)
    }
  }
  const close = () => {
    stopped.current = true
    onClose()
  }
  return (
    <Modal
      open
      title={title}
      width={860}
      onCancel={close}
      maskClosable={false}
      footer={
        <Footer
          step={step}
          onClose={close}
          onBack={() => setStep({ at: 'file' })}
          onRun={(fileId) => void run(fileId, step)}
        />
      }
    >
      {step.at === 'file' && (
        <ChooseFile
          importing={importing}
          fields={fields}
          asked={asked}
          onAsk={setAsked}
          onFile={(file) => void read(file)}
        />
      )}
      {step.at === 'reading' && <p role="status">{t('readingFile', { name: step.name })}</p>}
      {step.at === 'preview' && <PreviewTable preview={step.preview} importing={importing} />}
      {step.at === 'running' && <Running report={step.report} />}
      {step.at === 'report' && <ReportTable report={step.report} />}
    </Modal>
  )
}

/** What an answer says; an empty count says nothing. */
const filledIn = (data: Partial<Report>): Partial<Report> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))

async function follow(
  importing: CallModel,
  jobId: number,
  heard: (report: Report) => void,
  stopped: () => boolean,
): Promise<Report | undefined> {
  while (!stopped()) {
    const { data } = await call<Partial<Report> & { total?: number; done?: number }>(
      importing.import?.progress ?? '',
      { jobId },
      { loading: false },
    )
    // A progress call of the product counts in its own words, the engine's in `done` and `total`.
    const report = { ...NOTHING_YET, totalCount: data.total ?? 0, doneCount: data.done ?? 0, ...filledIn(data) }
    heard(report)
    if (ENDED.includes(report.status)) return report
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  return undefined
}

/** What the import asks beside the file, the titles of references left out. */
function sentOf(fields: readonly FieldModel[], asked: WireRow): WireRow {
  return Object.fromEntries(
    fields.flatMap((field) => (asked[field.name] === undefined ? [] : [[field.name, asked[field.name]]])),
  )
}

/** What is asked once for the whole file, but for what the place of the button says already. */
const askedFields = (importing: CallModel, given: WireRow): FieldModel[] =>
  fieldsOf(importing.form)
    .map((one) => one.field)
    .filter((field) => importing.import?.ask.includes(field.name) && given[field.name] === undefined)

function ChooseFile({
  importing,
  fields,
  asked,
  onAsk,
  onFile,
}: {
  importing: CallModel
  fields: readonly FieldModel[]
  asked: WireRow
  onAsk: (next: WireRow) => void
  onFile: (file: File) => void
}) {
  const t = useT()
  const lang = useLang()
  const env = useEnv()
  const { resources } = usePartModel()
  const [over, setOver] = useState(false)
  const missing = fields.some(
    (field) => field.required && (asked[field.name] === undefined || asked[field.name] === null),
  )
  return (
    <div className="at-import">
      {fields.map((field) => {
        const { Input } = fieldView(field.type)
        return (
          <div key={field.name} className="at-item">
            <label
              htmlFor={`import-${field.name}`}
              id={`import-${field.name}-label`}
              className={field.required ? 'at-label at-required' : 'at-label'}
            >
              {field.label[lang]}
            </label>
            <Input
              id={`import-${field.name}`}
              field={field}
              value={asked[field.name]}
              row={asked}
              env={() => entryEnv(env, asked)}
              labelledBy={`import-${field.name}-label`}
              onChange={(value, chosen) =>
                onAsk({
                  ...(field.type === 'ref' ? picked(field, asked, chosen, resources[field.of ?? '']?.title) : asked),
                  [field.name]: value,
                })
              }
            />
          </div>
        )
      })}
      <label
        className={`at-import-file${over ? ' at-drop-over' : ''}${missing ? ' at-off' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file && !missing) onFile(file)
        }}
      >
        <input
          type="file"
          className="unseen"
          accept=".xlsx,.csv"
          disabled={missing}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
          }}
        />
        <InboxOutlined aria-hidden />
        <span>{t('chooseImport')}</span>
      </label>
      <Template importing={importing} />
    </div>
  )
}

function Template({ importing }: { importing: CallModel }) {
  const t = useT()
  const lang = useLang()
  const code = importing.import?.template
  const fetchTemplate = async () => {
    try {
      const { data } = await call<{ url: string }>(CALLS.template, { code })
      download(data.url)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
    }
  }
  const names = (importing.import?.fields ?? []).map((field) => `${field.label[lang]}${field.required ? '*' : ''}`)
  return (
    <p className="at-quiet">
      {code && (
        <Button type="link" size="small" icon={<DownloadOutlined />} onClick={() => void fetchTemplate()}>
          {t('fetchTemplate')}
        </Button>
      )}
      {t('importColumns', { names: names.join(lang === 'zh' ? '、' : ', ') })}
    </p>
  )
}

function PreviewTable({ preview, importing }: { preview: Preview; importing: CallModel }) {
  const t = useT()
  const cells = useCells()
  const columns = importing.import?.fields ?? []
  return (
    <>
      <Alert
        type={preview.fail > 0 ? 'warning' : 'info'}
        showIcon
        message={t('previewSum', {
          total: preview.total,
          valid: preview.valid,
          repeat: preview.repeat,
          fail: preview.fail,
        })}
      />
      <div className="at-import-scroll" tabIndex={0} role="group" aria-label={t('preview')}>
        <table className="at-compare">
          <thead>
            <tr>
              <th scope="col">{t('rowNumber')}</th>
              {columns.map((field) => (
                <th key={field.name} scope="col">
                  {field.label[cells.lang]}
                </th>
              ))}
              <th scope="col">{t('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((line) => (
              <tr key={line.row} className={line.problems.length > 0 ? 'at-import-wrong' : undefined}>
                <td>{line.row}</td>
                {columns.map((field) => {
                  const wrong = line.problems.some((problem) => problem.field === field.name)
                  const shown = fieldView(field.type).text(line.values[field.name], line.values, field, cells)
                  return (
                    <td key={field.name} className={wrong ? 'at-error' : undefined}>
                      {shown}
                    </td>
                  )
                })}
                <td className="at-error">
                  {line.problems.map((problem) => problem.msg).join(cells.lang === 'zh' ? '；' : '; ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Running({ report }: { report: Report | undefined }) {
  const t = useT()
  const percent = report && report.totalCount > 0 ? Math.round((report.doneCount / report.totalCount) * 100) : 0
  return (
    <div role="status">
      <Progress percent={percent} />
      <p>{t('importing', { done: report?.doneCount ?? 0, total: report?.totalCount ?? 0 })}</p>
    </div>
  )
}

function ReportTable({ report }: { report: Report }) {
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
        <div className="at-import-scroll" tabIndex={0} role="group" aria-label={t('problem')}>
          <table className="at-compare">
            <thead>
              <tr>
                <th scope="col">{t('rowNumber')}</th>
                <th scope="col">{t('problem')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map((error, i) => (
                <tr key={i}>
                  <td>{error.row}</td>
                  <td>{error.msg}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Footer({
  step,
  onClose,
  onBack,
  onRun,
}: {
  step: Step
  onClose: () => void
  onBack: () => void
  onRun: (fileId: number) => void
}) {
  const t = useT()
  if (step.at === 'preview') {
    return (
      <div className="at-dialog-foot">
        <Button onClick={onBack}>{t('otherFile')}</Button>
        <Button type="primary" disabled={step.preview.valid === 0} onClick={() => onRun(step.fileId)}>
          {t('importRows', { count: step.preview.valid })}
        </Button>
      </div>
    )
  }
  return (
    <div className="at-dialog-foot">
      <Button onClick={onClose} type={step.at === 'report' ? 'primary' : 'default'}>
        {t(step.at === 'report' ? 'close' : step.at === 'running' ? 'goOn' : 'cancel')}
      </Button>
    </div>
  )
}
