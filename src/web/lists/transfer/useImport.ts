import { useRef, useState } from 'react'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { uploadTarget } from '../../core/calls.ts'
import { say } from '../../core/feedback.tsx'
import { call, CallRefused, upload } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { fieldsOf } from '../../forms/task.ts'

interface PreviewRow {
  row: number
  values: WireRow
  /** By field, the words that could not be read. */
  wrong?: Record<string, string>
  problems: { field?: string; msg: string }[]
}
/** The preview of an import, row by row. */
export interface Preview {
  rows: PreviewRow[]
  total: number
  valid: number
  repeat: number
  fail: number
}
/** The progress of an import. */
export interface Report {
  totalCount: number
  doneCount: number
  successCount: number
  repeatCount: number
  failCount: number
  errors?: { row: number; msg: string; cells?: string[] }[]
  /** The headings of the file. */
  head?: string[]
  /** How the job of it stands. */
  state: string
  error?: string | null
}

const NOTHING_YET: Report = {
  totalCount: 0,
  doneCount: 0,
  successCount: 0,
  repeatCount: 0,
  failCount: 0,
  state: 'waiting',
}

/** The result of an import. */
const ENDED: readonly unknown[] = ['done', 'failed', 'cancelled']
const ASK_MS = 800

/** The step of an import. */
type Step =
  | { at: 'file' }
  | { at: 'reading'; name: string }
  | { at: 'preview'; fileId: number; name: string; preview: Preview }
  | { at: 'running'; report: Report | undefined }
  | { at: 'report'; report: Report }

/** The state and functions of an import. */
export interface Importing {
  step: Step
  /** Fields that are asked once for the whole file. */
  fields: readonly FieldModel[]
  values: WireRow
  /** Inputs that the place of the button says for the whole file. */
  fixed: WireRow
  setValues(values: WireRow): void
  /** Uploads a file and requests the preview of its rows. */
  read(file: File): Promise<void>
  /** Imports the rows of an uploaded file. */
  run(fileId: number): Promise<void>
  /** Goes back to the choice of a file. */
  restart(): void
  /** Stops watching the progress; the import itself goes on. */
  leave(): void
}

/** The steps of an import. `fixed`: inputs that are not asked. `onDone`: rows were written. */
export function useImport(importing: CallModel, fixed: WireRow, onDone: () => void): Importing {
  const t = useT()
  const [step, setStep] = useState<Step>({ at: 'file' })
  const [values, setValues] = useState<WireRow>({})
  const stopped = useRef(false)
  const fields = inputFields(importing, fixed)
  const inputs = () => ({ ...fixed, ...sentOf(fields, values) })
  const restart = () => setStep({ at: 'file' })
  const finish = (report: Report) => {
    setStep({ at: 'report', report })
    if (report.state !== 'done') return say.error(report.error ?? t('importFailed'))
    say.done(t('imported', { count: report.successCount }))
    onDone()
  }
  const read = async (file: File) => {
    setStep({ at: 'reading', name: file.name })
    await orElse(restart, async () => {
      const { fileId, preview } = await previewOf(importing, inputs(), file)
      setStep({ at: 'preview', fileId, name: file.name, preview })
    })
  }
  const run = async (fileId: number) => {
    setStep({ at: 'running', report: undefined })
    await orElse(
      () => setStep(step),
      async () => {
        const jobId = await start(importing, { ...inputs(), fileId })
        const onProgress = (report: Report) => setStep({ at: 'running', report })
        const report = await follow(importing, jobId, onProgress, () => stopped.current)
        if (report) finish(report)
      },
    )
  }
  const leave = () => {
    stopped.current = true
  }
  return { step, fields, values, fixed, setValues, read, run, restart, leave }
}

/** Does some work; when a call is refused, goes to the step `back`. */
async function orElse(back: () => void, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    back()
  }
}

async function previewOf(
  importing: CallModel,
  inputs: WireRow,
  file: File,
): Promise<{ fileId: number; preview: Preview }> {
  const { path, part } = uploadTarget('upload')
  const sent = await upload<{ id: number }>(path, part, file)
  const fileId = sent.data.id
  const { data } = await call<Preview>(importing.path, { ...inputs, fileId, preview: 1 }, { loading: false })
  return { fileId, preview: data }
}

async function start(importing: CallModel, input: WireRow): Promise<number> {
  const { data } = await call<{ jobId: number }>(importing.path, input, { loading: false })
  return data.jobId
}

/** The values of an answer that are not empty. */
const filledIn = (data: Partial<Report>): Partial<Report> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))

/** Polls a job until it ends; undefined when `stopped` becomes true first. */
async function follow(
  importing: CallModel,
  jobId: number,
  onProgress: (report: Report) => void,
  stopped: () => boolean,
): Promise<Report | undefined> {
  while (!stopped()) {
    const { data } = await call<Partial<Report> & { total?: number; done?: number; status?: string }>(
      importing.import?.progress ?? '',
      { jobId },
      { loading: false },
    )
    // Hand-written progress calls answer a report; those of the engine answer `done`, `total` and the word as `status`.
    const { total = 0, done = 0, status: state = 'waiting' } = data
    const report = { ...NOTHING_YET, totalCount: total, doneCount: done, state, ...filledIn(data) }
    onProgress(report)
    if (ENDED.includes(report.state)) return report
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  return undefined
}

/** The inputs of an import beside the file, without the titles of references. */
function sentOf(fields: readonly FieldModel[], values: WireRow): WireRow {
  return Object.fromEntries(
    fields.flatMap((field) => (values[field.name] === undefined ? [] : [[field.name, values[field.name]]])),
  )
}

/** Fields that are asked once for the whole file, without the fixed ones. */
const inputFields = (importing: CallModel, fixed: WireRow): FieldModel[] =>
  fieldsOf(importing.form)
    .map((one) => one.field)
    .filter((field) => importing.import?.ask.includes(field.name) && fixed[field.name] === undefined)
