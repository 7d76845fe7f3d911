import { useEffect, useState } from 'react'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { uploadTarget } from '../../core/calls.ts'
import { useNewest } from '../../core/newest.ts'
import { call, CallRefused, upload } from '../../core/request.ts'
import type { WireRow } from '../../fields/types.ts'
import { fieldsOf } from '../../forms/task.ts'
import { begin, forget, look, runKey, useRun, type ImportRun, type Report } from './runs.ts'

interface PreviewRow {
  row: number
  values: WireRow
  /** By field, the words that could not be read. */
  wrong?: Record<string, string>
  problems: { field?: string; msg: string }[]
  /** Whom it is about; it is taken all the same. */
  hints?: string[]
}
/** The preview of an import, row by row. */
export interface Preview {
  rows: PreviewRow[]
  total: number
  valid: number
  repeat: number
  fail: number
  /** Rows about somebody who is known. */
  known?: number
}
/** The step of an import. */
type Step =
  | { at: 'file' }
  | { at: 'reading'; name: string }
  | { at: 'preview'; fileId: number; name: string; preview: Preview }
  | { at: 'running'; report: Report | undefined; jobId?: number }
  | { at: 'report'; report: Report; jobId: number }

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
}

/** An import, what its place says for the whole file, and how it and its records are called. */
interface Begun {
  call: CallModel
  fixed: WireRow
  title: string
  of: string
}

/** The steps of an import; one that runs already, or has ended unseen, is gone on with. `onDone`: rows were written. */
export function useImport({ call: importing, fixed, title, of }: Begun, onDone: () => void): Importing {
  const [step, setStep] = useState<Step>({ at: 'file' })
  const [values, setValues] = useState<WireRow>({})
  const key = runKey(importing, fixed)
  const run = useRun(key)
  const jobId = run?.jobId
  const newest = useNewest(onDone)
  useEffect(() => (jobId === undefined ? undefined : look(jobId, () => newest.current())), [jobId, newest])
  const fields = inputFields(importing, fixed)
  const inputs = () => ({ ...fixed, ...sentOf(fields, values) })
  const restart = () => {
    if (jobId !== undefined) forget(jobId)
    setStep({ at: 'file' })
  }
  const read = async (file: File) => {
    setStep({ at: 'reading', name: file.name })
    await orElse(restart, async () => {
      const { fileId, preview } = await previewOf(importing, inputs(), file)
      setStep({ at: 'preview', fileId, name: file.name, preview })
    })
  }
  const start = async (fileId: number) => {
    setStep({ at: 'running', report: undefined })
    await orElse(
      () => setStep(step),
      async () => {
        const { data } = await call<{ jobId: number }>(importing.path, { ...inputs(), fileId }, { loading: false })
        const { progress = '' } = importing.import ?? {}
        begin({ jobId: data.jobId, key, progress, title, of }, () => newest.current())
        setStep({ at: 'file' })
      },
    )
  }
  return { step: run ? stepOf(run) : step, fields, values, fixed, setValues, read, run: start, restart }
}

const stepOf = ({ over, report, jobId }: ImportRun): Step =>
  over && report ? { at: 'report', report, jobId } : { at: 'running', report, jobId }

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
