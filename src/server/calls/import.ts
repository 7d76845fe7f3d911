/**
 * Kind `import`: rows from an uploaded file. With `preview` it says what would happen; else a job adds the rows,
 * each by the resource's own `add` in a transaction of its own, so that a good row is not lost for a bad one.
 */
import type { CallModel, Lang, Text } from '../../model/model.ts'
import { refuse, Refusal } from '../errors.ts'
import { pathOfKey } from '../files/names.ts'
import { enqueueJob, type RunningJob } from '../jobs/index.ts'
import { InputPlan } from '../engine/input.ts'
import type { Answered, Run } from '../engine/run.ts'
import { Unit } from '../engine/unit.ts'
import { addTitles } from './called.ts'
import { Importing, said, type ImportReport, type ImportRow } from './importing.ts'
import { hintsFor } from './known.ts'
import { offeredBy } from './offered.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { query, reader } from './read.ts'
import { readTable } from './sheet-reader.ts'
import { compile, sql } from '../query/sql.ts'

/** The kind of job that adds the rows. */
export const IMPORT_JOB = 'import'
const PREVIEW_ROWS = 100
const ERRORS_KEPT = 500

type Values = Record<string, unknown>

export const importCall: MakePlan = (making, call) => new ImportCall(making, call)

export class ImportCall implements CallPlan {
  readonly call: CallModel
  private readonly making: Making
  private readonly input: InputPlan

  constructor(making: Making, call: CallModel) {
    this.making = making
    this.call = call
    this.input = new InputPlan(making.core.catalogue, call.input, undefined)
  }

  async run(run: Run): Promise<Answered> {
    const unit = run.options.unit ?? new Unit(run.asker, reader(run))
    await this.input.read(run.payload, { unit, sight: run.sight(undefined), partial: false })
    const { rows } = await this.rows(run)
    if (run.payload.preview === 1) return { data: await preview(rows, run, this.call) }
    const job = { kind: IMPORT_JOB, input: { path: this.call.path, payload: run.payload }, actor: run.actor }
    return { data: { jobId: await enqueueJob(reader(run), job, run.asker.now) } }
  }

  /** The rows of the uploaded file, read and checked. */
  private async rows(run: Run): Promise<{ rows: ImportRow[]; head: string[] }> {
    const { making, call } = this
    const add = this.adding()
    const match = call.import?.match ?? ''
    const importing = new Importing(making, call, run, {
      offered: offeredBy(making.core, making.planOf)(run),
      objections: async (unit, values) => await add.objections?.(run.another(add.call, this.wire(values)), unit, match),
    })
    const rows = await importing.read(await readTable(await this.file(run)), this.given(run))
    return { rows, head: importing.head }
  }

  private given(run: Run): Values {
    return Object.fromEntries(
      (this.call.import?.ask ?? [])
        .filter((name) => run.payload[name] !== undefined)
        .map((name) => [name, run.payload[name]]),
    )
  }

  /** The bytes of a file of the own company. */
  private async file(run: Run): Promise<Buffer> {
    const table = this.making.core.catalogue.part('file')
    if (!table) return refuse('badFile', { field: 'fileId' })
    const found =
      compile(sql`select "url" from ${sql.table(table.name)} where "id" = ${run.payload.fileId} and not "isDel"
      ${table.resource.company ? sql`and "companyId" = ${run.actor.companyId ?? null}` : sql``}`)
    const [row] = await query<{ url: string }>(run, found)
    if (!row) return refuse('notFound', { field: 'fileId' })
    return await this.making.core.deps.files.get(pathOfKey(row.url.split('/').at(-1) as string))
  }

  /** Adds the rows from where the last run stopped. `job`: is told how far it is; where it is cancelled, the rows that are left go back. */
  async work(
    run: Run,
    before: ImportReport | undefined,
    job: Pick<RunningJob, 'progress' | 'leave' | 'signal'>,
  ): Promise<ImportReport> {
    const { rows, head } = await this.rows(run)
    const report: ImportReport = before ?? {
      next: 0,
      successCount: 0,
      repeatCount: 0,
      failCount: 0,
      errors: [],
      head,
    }
    while (report.next < rows.length) {
      const row = rows[report.next] as ImportRow
      await this.add(run, row, report)
      report.next += 1
      await job.progress(report.next, rows.length, report).catch((error: unknown) => {
        if (job.signal.aborted) job.leave({ ...report, rest: restOf(rows, report) })
        throw error
      })
    }
    return report
  }

  private async add(run: Run, row: ImportRow, report: ImportReport): Promise<void> {
    const { lang } = run.actor
    if (row.problems.length > 0) return fail(report, row, whole(said(row, lang), lang))
    if (row.repeat) return repeated(report, row, row.repeat[lang])
    try {
      const add = this.adding()
      await add.run(run.another(add.call, this.wire(row.values)))
      report.successCount += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.field === this.call.import?.match) repeated(report, row, error.text[lang])
      else fail(report, row, { ...(error.field ? { field: error.field } : {}), msg: error.text[lang] })
    }
  }

  /** The call that adds one record of the resource. */
  private adding(): CallPlan {
    const { model } = this.making.core
    const add = Object.values(model.calls).find((call) => call.resource === this.call.resource && call.kind === 'add')
    const plan = add && this.making.planOf(add.path)
    if (!plan) throw new Error(`${this.call.id} imports into ${this.call.resource}, which has no add`)
    return plan
  }

  /** Only what the add takes. */
  private wire(values: Values): Values {
    const taken = new Set(this.adding().call.input.map((field) => field.name))
    return Object.fromEntries(Object.entries(values).filter(([name]) => taken.has(name)))
  }
}

const restOf = (rows: readonly ImportRow[], { next }: ImportReport): ImportReport['rest'] =>
  rows.slice(next).map(({ row, cells }) => ({ row, cells }))

type Problem = { field?: string; msg: string }

/** All that is wrong with a row, at its first field. */
const whole = (problems: readonly Problem[], lang: Lang): Problem => ({
  ...problems[0],
  msg: problems.map(({ msg }) => msg).join(lang === 'zh' ? '；' : '; '),
})

function fail(report: ImportReport, row: ImportRow, problem: Problem): void {
  report.failCount += 1
  note(report, row, problem)
}

function repeated(report: ImportReport, row: ImportRow, msg: string): void {
  report.repeatCount += 1
  note(report, row, { msg })
}

/** Keeps a row that was left out with its cells, so that it can be mended and sent again. */
function note(report: ImportReport, { row, cells }: ImportRow, problem: Problem): void {
  if (report.errors.length < ERRORS_KEPT) report.errors.push({ row, ...problem, cells })
}

/** What would happen: the first rows with their problems, and how many are good, repeated and bad. */
async function preview(rows: readonly ImportRow[], run: Run, call: CallModel): Promise<unknown> {
  const bad = rows.filter((row) => row.problems.length > 0)
  const repeated = rows.filter((row) => row.problems.length === 0 && row.repeat)
  const good = rows.filter((row) => row.problems.length === 0)
  const { match = '', known = [] } = call.import ?? {}
  const taken = good.filter((row) => !row.repeat)
  const hints = await hintsFor(
    run,
    known,
    good.map((row) => row.values[match]),
  )
  const hintsOf = (row: ImportRow): Text[] => hints.get(String(row.values[match])) ?? []
  const told = taken.filter((row) => hintsOf(row).length > 0)
  const first = [...bad, ...told, ...repeated, ...taken.filter((row) => !told.includes(row))]
    .slice(0, PREVIEW_ROWS)
    .sort((a, b) => a.row - b.row)
  const shown = first.map((row) => ({
    row: row.row,
    values: { ...row.values },
    wrong: row.wrong,
    problems: said(row, run.actor.lang),
    ...(row.problems.length === 0 && hintsOf(row).length > 0
      ? { hints: hintsOf(row).map((text) => text[run.actor.lang]) }
      : {}),
  }))
  const values = shown.map((one) => one.values)
  await addTitles(run, call.import?.fields ?? [], values)
  return {
    rows: shown,
    total: rows.length,
    valid: rows.length - bad.length - repeated.length,
    repeat: repeated.length,
    fail: bad.length,
    ...(known.length > 0 ? { known: told.length } : {}),
  }
}
