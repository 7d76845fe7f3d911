/**
 * Kind `export`: the rows of a list as an Excel file, with the list's filters, scope and masks, headed in the
 * language of whoever asks; only the rows of `ids` where they are given. A short list is made at once (`{ url }`),
 * a long one by a job (`{ jobId }`).
 */
import { formatDatetime } from '../../model/format.ts'
import { dictionaryOf, titleKey } from '../../model/fields.ts'
import { standsFor } from '../../model/instead.ts'
import type { CallModel, ColumnModel, FieldModel, Lang } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { textIn } from '../../model/words.ts'
import { zoneOffset } from '../../model/zone.ts'
import { passingKey, pathOfKey } from '../files/names.ts'
import { refuse } from '../errors.ts'
import { enqueueJob } from '../jobs/index.ts'
import type { Core } from '../engine/core.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { WireRow } from '../query/cells.ts'
import { idsOf } from '../engine/writing.ts'
import type { ListRequest } from '../query/list.ts'
import { parseCursor } from '../query/sort.ts'
import { furtherColumns } from '../../model/listViews.ts'
import { shownOf } from '../query/views.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { ListCall } from './query.ts'
import { mustHaveInputs, reader } from './read.ts'
import { SheetWriter, type Cell } from './sheet-writer.ts'

/** So many rows are written while the person waits. */
const AT_ONCE = 1000
/** Most rows of a file. */
export const EXPORT_MAX = 100_000
const BATCH = 500
/** The kind of job that makes long exports. */
export const EXPORT_JOB = 'export'

export const exportCall: MakePlan = (making, call) => new ExportCall(making, call)

/** Hears how many rows are written. */
type Progress = (done: number) => Promise<void>

export class ExportCall implements CallPlan {
  readonly call: CallModel
  private readonly core: Core
  private readonly rows: ListCall
  private readonly shown: readonly ColumnModel[]

  constructor(making: Making, call: CallModel) {
    this.core = making.core
    this.call = call
    this.rows = new ListCall(making, call)
    const { table } = this.rows.list
    this.shown = [...shownOf(making.core.model, table).columns, ...furtherColumns(table.resource)]
  }

  async run(run: Run): Promise<Answered> {
    this.request(run)
    mustHaveInputs(this.call, run.payload)
    this.columns(run.payload.columns)
    const made = await this.make(run, AT_ONCE)
    if (made) return { data: { url: made.url } }
    const payload = this.rows.list.saysWhich(run.payload)
    const job = { kind: EXPORT_JOB, input: { path: this.call.path, payload }, actor: run.actor }
    const jobId = await enqueueJob(reader(run), job, run.asker.now)
    return { data: { jobId } }
  }

  /** The list as it is asked for, or of it the rows that were chosen (`ids`). */
  private request(run: Run): ListRequest {
    const request = this.rows.parse(run, true, ['columns', 'ids'])
    if (isEmpty(run.payload.ids)) return request
    return { ...request, chosen: idsOf({ ids: run.payload.ids }, []) }
  }

  /** Makes the file; nothing when there are more rows than `most`. */
  async make(run: Run, most: number, progress?: Progress): Promise<{ url: string; rows: number } | undefined> {
    const columns = this.columns(run.payload.columns)
    const { lang } = run.actor
    const { resource } = this.rows.list.table
    const sheet = new SheetWriter(
      resource.label[lang],
      columns.map((column) => column.label[lang]),
    )
    const request = this.request(run)
    let written = 0
    for (let after = request.after; ;) {
      const part = { ...request, after }
      const found = await this.rows.rows(run, part, BATCH, 0, false)
      const { data, after: next } = this.rows.list.write(part, found, run.sight(this.rows.list.table))
      written += data.length
      if (written > most) return undefined
      await this.rows.withOwns(run, data)
      await sheet.add(data.map((row) => columns.map((column) => this.cell(column, row, lang))))
      await progress?.(written)
      if (found.length < BATCH) break
      after = parseCursor(this.rows.list.table, request.sort, next)
    }
    return { url: await this.store(run, await sheet.end()), rows: written }
  }

  private async store(run: Run, bytes: Buffer): Promise<string> {
    const key = passingKey('xlsx', run.asker.now)
    await this.core.deps.files.put(
      pathOfKey(key),
      bytes,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const day = formatDatetime(run.asker.now, this.core.model.app.timezone).replace(/[^\d]/g, '')
    const name = `${this.rows.list.table.resource.label[run.actor.lang]}-${day}.xlsx`
    return `/files/${key}?name=${encodeURIComponent(name)}`
  }

  /** The columns asked for by path, else the usual ones. */
  private columns(asked: unknown): readonly ColumnModel[] {
    const usual = this.rows.list.table.resource.columns
    if (isEmpty(asked)) return usual
    if (!Array.isArray(asked) || asked.length > 200) return refuse('malformed', { field: 'columns' })
    return asked.map(
      (path) =>
        this.shown.find((column) => column.path === path) ??
        refuse('unknownField', { field: 'columns', holes: { name: String(path) } }),
    )
  }

  private cell(column: ColumnModel, row: WireRow, lang: Lang): Cell {
    const names = column.path.split('.')
    const last = names.pop() as string
    const holder = names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), row)
    return isRecord(holder) ? this.value(column.field, holder[last], holder, last, lang) : null
  }

  private value(field: FieldModel, value: unknown, holder: WireRow, name: string, lang: Lang): Cell {
    if (value === undefined || isEmpty(value)) return null
    const zone = this.core.model.app.timezone
    switch (field.type) {
      case 'money':
        return { money: value as number }
      case 'int':
        return value as number
      case 'decimal':
        return field.percent ? { share: value as number } : (value as number)
      case 'bool':
        return value === 1 ? { zh: '是', en: 'Yes' }[lang] : { zh: '否', en: 'No' }[lang]
      case 'date':
        return { day: (value as number) + zoneOffset(value as number, zone) }
      case 'datetime':
        return { moment: (value as number) + zoneOffset(value as number, zone) }
      case 'enum':
        return this.state(field, value, holder, lang)
      case 'enums':
        return (value as unknown[]).map((one) => this.label(field, one, lang)).join('、')
      case 'ref':
        return String(holder[titleKey(name)] ?? value)
      case 'refs':
        return ((holder[titleKey(name)] ?? value) as unknown[]).join('、')
      case 'own':
        return (value as WireRow[]).map((one) => this.titleOf(field.of, one, lang)).join('、')
      default:
        if (typeof value === 'object') return textOf(value)
        return textIn(lang, String(value), holder, field, this.core.model.dictionaries)
    }
  }

  /** What a child row is called. */
  private titleOf(resource: string, row: WireRow, lang: Lang): string {
    const { title, fields } = this.core.catalogue.table(resource).resource
    const field = fields[title]
    const cell = field && this.value(field, row[title], row, title, lang)
    return typeof cell === 'string' ? cell : String(row[title] ?? '')
  }

  /** A value of a dictionary, or that of the field that stands in its place. */
  private state(field: FieldModel, value: unknown, holder: WireRow, lang: Lang): string {
    const other = standsFor(field, holder, this.core.model.app.timezone)
    return other && 'of' in other
      ? this.label({ ...field, type: 'enum', of: other.of } as FieldModel, holder[other.field], lang)
      : this.label(field, value, lang)
  }

  private label(field: FieldModel, value: unknown, lang: Lang): string {
    const found = dictionaryOf(this.core.model.dictionaries, field)?.values.find((one) => one.value === value)
    return found?.label[lang] ?? String(value)
  }
}

const isRecord = (value: unknown): value is WireRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Uploads by their names; anything else as JSON. */
function textOf(value: unknown): string {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  const names = list.map((one) => (isRecord(one) && typeof one.origName === 'string' ? one.origName : undefined))
  return names.every((name) => name !== undefined) ? names.join('、') : JSON.stringify(value)
}
