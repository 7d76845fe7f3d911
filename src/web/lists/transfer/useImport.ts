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
  problems: { field?: string; msg: string }[]
}
/** What an import would do, row by row. */
export interface Preview {
  rows: PreviewRow[]
  total: number
  valid: number
  repeat: number
  fail: number
}
/** How far an import has come. */
export interface Report {
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

/** Where an import stands. */
type Step =
  | { at: 'file' }
  | { at: 'reading'; name: string }
  | { at: 'preview'; fileId: number; name: string; preview: Preview }
  | { at: 'running'; report: Report | undefined }
  | { at: 'report'; report: Report }

/** An import at work. */
export interface Importing {
  step: Step
  /** Fields that are asked once for the whole file. */
  fields: readonly FieldModel[]
  asked: WireRow
  setAsked(asked: WireRow): void
  /** Uploads a file and asks what would happen to its rows. */
  read(file: File): Promise<void>
  /** Imports the rows of an uploaded file. */
  run(fileId: number): Promise<void>
  /** Back to the choice of a file. */
  restart(): void
  /** Stops asking how far it has come; the import itself goes on. */
  leave(): void
}

/** The steps of an import. `given`: inputs that are filled without asking. `onDone`: rows were written. */
export function useImport(importing: CallModel, given: WireRow, onDone: () => void): Importing {
  const t = useT()
  const [step, setStep] = useState<Step>({ at: 'file' })
  const [asked, setAsked] = useState<WireRow>({})
  const stopped = useRef(false)
  const fields = askedFields(importing, given)
  const inputs = () => ({ ...given, ...sentOf(fields, asked) })
  const restart = () => setStep({ at: 'file' })
  const finish = (report: Report) => {
    setStep({ at: 'report', report })
    if (report.status !== 'done') return say.error(report.error ?? t('importFailed'))
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
  return { step, fields, asked, setAsked, read, run, restart, leave }
}

/** Does some work; after the refusal of a call, `back`. */
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

/** The values of an answer that are there. */
const filledIn = (data: Partial<Report>): Partial<Report> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))

/** Asks how far a job has come until it ends; undefined when `stopped` becomes true first. */
async function follow(
  importing: CallModel,
  jobId: number,
  onProgress: (report: Report) => void,
  stopped: () => boolean,
): Promise<Report | undefined> {
  while (!stopped()) {
    const { data } = await call<Partial<Report> & { total?: number; done?: number }>(
      importing.import?.progress ?? '',
      { jobId },
      { loading: false },
    )
    // Hand-written progress calls answer a report; the engine's own answers `done` and `total`.
    const report = { ...NOTHING_YET, totalCount: data.total ?? 0, doneCount: data.done ?? 0, ...filledIn(data) }
    onProgress(report)
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

/** Fields that are asked once for the whole file, without those that the place of the button fills. */
const askedFields = (importing: CallModel, given: WireRow): FieldModel[] =>
  fieldsOf(importing.form)
    .map((one) => one.field)
    .filter((field) => importing.import?.ask.includes(field.name) && given[field.name] === undefined)
