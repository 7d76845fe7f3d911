/**
 * Rows of a file on their way into a resource: the head is matched with the columns the call takes, every cell
 * becomes a wire value as a person would read it (labels of dictionaries, titles of records), every row is
 * checked as the form would check it, and one that exists already is told apart (I-44).
 */
import { dictionaryOf, isTo } from '../../model/fields.ts'
import type { CallModel, FieldModel, Lang, Text, UniqueModel, RefField, RefsField } from '../../model/model.ts'
import { plainNumber } from '../../model/local.ts'
import { checkRecord, isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import type { Dictionaries } from '../fields/codec.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import { mustDiffer } from '../engine/compared.ts'
import type { Run } from '../engine/run.ts'
import { Unit } from '../engine/unit.ts'
import { refusalsOf, type Question } from '../engine/write/questions.ts'
import { fromLiteral } from '../engine/rows.ts'
import type { Offered } from '../engine/write/references.ts'
import { conditionSql } from '../query/expression.ts'
import { allOf, column, prepare, sql, type Sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { titleSql } from '../query/titles.ts'
import type { Making, Objections } from './plan.ts'
import { reader } from './read.ts'
import { IMPORT_MAX, type RawCell, type RawRow } from './sheet-reader.ts'
import {
  flagOf,
  momentIn,
  normal,
  notOneOf,
  numberOf,
  refusedCell,
  repeats,
  several,
  split,
  Titles,
  wrongCell,
  type Read,
} from './cell-values.ts'

type Values = Record<string, unknown>

/** One row of the file: its values in wire form, what is wrong with it, and whether it exists already. */
export interface ImportRow {
  row: number
  /** The cells as they stand in the file. */
  cells: string[]
  /** By field, the words that could not be read. */
  wrong: Values
  values: Values
  problems: { field?: string; text: Text }[]
  /** What it repeats. */
  repeat?: Text
}

/** How an import went so far; kept with its job, and answered by its progress call. */
export interface ImportReport {
  /** Rows dealt with. */
  next: number
  successCount: number
  repeatCount: number
  failCount: number
  errors: { row: number; field?: string; msg: string; cells: string[] }[]
  /** The headings of the file. */
  head: string[]
  /** The rows that were not come to, of an import that was stopped. */
  rest?: { row: number; cells: string[] }[]
}

type Objection = ImportRow['problems'][number]
type Against = Map<ImportRow, Objection[]>

const fieldOf = ({ field }: { field?: string | undefined }): { field?: string } => (field ? { field } : {})

/** What a row is held against: which records may be named, and what the call that adds it would say. */
interface Held {
  offered: Offered
  objections(unit: Unit, values: Values): Promise<Objections | undefined>
}

/** So many words of a column that name nothing are told what they may mean. */
const GUESSES = 20

export class Importing {
  private readonly making: Making
  private readonly call: CallModel
  private readonly table: Table
  private readonly fields: readonly FieldModel[]
  private readonly run: Run
  private readonly offered: Offered
  private readonly objections: Held['objections']
  /** The headings of the file that was read. */
  head: string[] = []
  private columns: readonly RawCell[] = []

  constructor(making: Making, call: CallModel, run: Run, { offered, objections }: Held) {
    this.making = making
    this.call = call
    this.run = run
    this.offered = offered
    this.objections = objections
    this.table = making.core.catalogue.table(call.resource)
    this.fields = call.import?.fields ?? []
  }

  /** Reads all rows. `given`: what was asked once for the whole file, in wire form. */
  async read(raw: readonly RawRow[], given: Values): Promise<ImportRow[]> {
    const [head, ...rows] = raw
    const body = rows.filter((one) => !isRemark(one))
    if (!head || body.length === 0) return refuse('emptyFile', { field: 'fileId' })
    if (body.length > IMPORT_MAX) return refuse('manyRows', { field: 'fileId', holes: { max: IMPORT_MAX } })
    this.columns = head.cells
    const places = this.places(head.cells)
    const titles = await this.titles(body, places)
    const read = body.map((one) => this.row(one, places, titles, given))
    const against = await this.against(read)
    await this.markRepeats(read, against)
    await this.markNumbered(read, head.cells)
    // What is there already is told so, whatever a new one would be refused for by now.
    for (const [row, found] of against) if (!row.repeat) for (const one of found) this.object(row, one)
    this.head = head.cells.map(wordOf)
    return read
  }

  /** Where each column of the file goes, by its heading in either language or its name. */
  private places(head: readonly RawCell[]): { field: FieldModel; at: number }[] {
    const places = this.fields.flatMap((field) => {
      const at = columnOf(field, head)
      return at < 0 ? [] : [{ field, at }]
    })
    const missing = this.fields.find(
      (field) =>
        field.required && !places.some((place) => place.field === field) && !this.call.import?.ask.includes(field.name),
    )
    if (missing)
      return refuse('missing', {
        field: 'fileId',
        holes: { label: { zh: `列「${missing.label.zh}」`, en: `the column "${missing.label.en}"` } },
      })
    return places
  }

  private row(
    { row, cells }: RawRow,
    places: { field: FieldModel; at: number }[],
    titles: Titles,
    given: Values,
  ): ImportRow {
    const values: Values = {}
    const problems: ImportRow['problems'] = []
    const wrong: Values = {}
    for (const { field, at } of places) {
      const cell = cells[at] ?? null
      if (cell === null || cell === '') continue
      const found = this.value(field, cell, titles)
      if ('text' in found) {
        problems.push({ field: field.name, text: wrongCell(field.label, cell, found.text) })
        wrong[field.name] = String(cell).trim()
      } else values[field.name] = found.value
    }
    const whole = { ...values, ...given }
    const { model } = this.making.core
    const checked = checkRecord(this.fields.map(plain), whole, model.dictionaries, { zone: model.app.timezone })
    for (const one of checked) {
      if (problems.some((problem) => problem.field === one.field)) continue
      const place = places.find(({ field }) => field.name === one.field)
      const cell = place && cells[place.at]
      problems.push(isEmpty(cell) ? one : { ...one, text: refusedCell(place!.field.label, cell as RawCell, one.text) })
    }
    return { row, cells: cells.map(wordOf), wrong, values: whole, problems }
  }

  /** Rows that the call which adds them would refuse, and why: by conditions and rules, and by what the database says. */
  private async against(rows: readonly ImportRow[]): Promise<Against> {
    const against: Against = new Map()
    const note = (row: ImportRow, one: Objection) => against.set(row, [...(against.get(row) ?? []), one])
    const unit = new Unit(this.run.asker, reader(this.run))
    const asked: { row: ImportRow; question: Question }[] = []
    const seen = new Map<string, number>()
    for (const row of rows) {
      const found = await this.objections(unit, row.values)
      if (!found) break
      for (const problem of found.problems) note(row, problem)
      if (row.problems.length > 0 || against.has(row)) continue
      asked.push(...found.questions.map((question) => ({ row, question })))
      for (const { field, key } of found.marks) {
        const label = this.table.fields.get(field)?.label
        const before = seen.get(key)
        if (label && before !== undefined) note(row, { field, text: repeats(label, row.values[field], before) })
        else seen.set(key, row.row)
      }
    }
    const refusals = await refusalsOf(
      unit,
      asked.map(({ question }) => question),
    )
    for (const [i, refusal] of refusals.entries())
      if (refusal) note((asked[i] as (typeof asked)[number]).row, { ...fieldOf(refusal), text: refusal.text })
    return against
  }

  /** Notes what is wrong with a row, with its cell where the file has one; of a field once. */
  private object(row: ImportRow, { field: name, text }: Objection): void {
    if (name && row.problems.some((problem) => problem.field === name)) return
    const field = this.fields.find((one) => one.name === name)
    const cell = field && row.cells[columnOf(field, this.columns)]
    row.problems.push({
      ...(name ? { field: name } : {}),
      text: field && !isEmpty(cell) ? refusedCell(field.label, cell as RawCell, text) : text,
    })
  }

  /** A cell as a wire value, or what is wrong with it. */
  private value(field: FieldModel, cell: RawCell, titles: Titles): Read {
    const { model } = this.making.core
    switch (field.type) {
      case 'int':
      case 'decimal':
      case 'money':
        return numberOf(cell, field.percent)
      case 'bool':
        return flagOf(cell)
      case 'date':
      case 'datetime':
        return momentIn(cell, field.type === 'date', model.app.timezone)
      case 'enum':
        return this.choice(field, cell)
      case 'enums':
        return several(String(cell), (one) => this.choice(field, one))
      case 'ref':
        return titles.find(field, String(cell))
      case 'refs':
        return several(String(cell), (one) => titles.find(field, one))
      case 'phone':
        return { value: plainNumber(String(cell).trim()) }
      default:
        return { value: cell instanceof Date ? cell.toISOString() : String(cell).trim() }
    }
  }

  private choice(field: FieldModel, cell: RawCell): Read {
    const text = String(cell).trim()
    const offered = dictionaryOf(this.making.core.model.dictionaries, field)?.values.filter((one) => !one.retired) ?? []
    const found = offered.find((one) =>
      [one.label.zh, one.label.en, one.name, String(one.value)].some((word) => normal(word) === normal(text)),
    )
    return found ? { value: found.value } : { text: notOneOf(offered.map(({ label }) => label)) }
  }

  /** Records named in the file, found by their titles among those on offer; one statement a column. */
  private async titles(body: readonly RawRow[], places: { field: FieldModel; at: number }[]): Promise<Titles> {
    const titles = new Titles()
    for (const { field, at } of places) {
      if (!isTo(field)) continue
      const words = body.flatMap(({ cells }) => split(String(cells[at] ?? ''), field.type === 'refs'))
      await this.findTitles(field, [...new Set(words.filter((word) => word !== ''))], titles)
    }
    return titles
  }

  private async findTitles(field: RefField | RefsField, words: readonly string[], titles: Titles): Promise<void> {
    const { catalogue } = this.making.core
    const target = catalogue.table(field.of)
    if (words.length === 0 || target.resource.virtual) return
    const title = titleSql(catalogue, target, 't', this.run.asker.environment)
    const prepared =
      prepare(sql`select ${column('t', field.key)} as "key", ${title} as "title" from ${sql.table(target.name)} as "t"
      where ${allOf([sql`${title} = any(${words})`, this.offered(field, target, 't', {})])} limit 20000`)
    const statement = prepared.bind({ ...this.run.binding(), values: {} })
    for (const row of await reader(this.run).query<{ key: string | number; title: string }>(
      statement.sql,
      statement.parameters,
    ))
      titles.add(field, row.title, row.key)
    const unknown = words.filter((word) => word.length > 1 && !titles.has(field, word)).slice(0, GUESSES)
    if (unknown.length > 0) await this.guessTitles(field, { target, title, words: unknown }, titles)
  }

  /** For words that name nothing, the record whose title is part of the word, or has it as a part. */
  private async guessTitles(
    field: RefField | RefsField,
    { target, title, words }: { target: Table; title: Sql; words: readonly string[] },
    titles: Titles,
  ): Promise<void> {
    const alike = sql`(strpos("w"."word", ${title}) > 0 or strpos(${title}, "w"."word") > 0)`
    const prepared =
      prepare(sql`select "w"."word" as "word", "near"."title" as "title" from unnest(${words}::text[]) as "w"("word") cross join lateral (
      select ${title} as "title" from ${sql.table(target.name)} as "t" where ${allOf([sql`length(${title}) > 1`, alike, this.offered(field, target, 't', {})])}
      order by abs(length(${title}) - length("w"."word")) limit 1) as "near"`)
    const statement = prepared.bind({ ...this.run.binding(), values: {} })
    for (const { word, title: near } of await reader(this.run).query<{ word: string; title: string }>(
      statement.sql,
      statement.parameters,
    ))
      titles.guess(field, word, near)
  }

  /**
   * Marks rows that would occur twice: by the uniqueness of the matching field, with the fields it holds within and
   * among the records it speaks of; a field that is not unique counts alone. Earlier rows of the file count too.
   */
  private async markRepeats(rows: readonly ImportRow[], against: Against): Promise<void> {
    const match = this.table.fields.get(this.call.import?.match ?? '')
    if (!match) return
    const unique = this.table.resource.unique.find((one) => one.field === match.name)
    const parts = [match, ...(unique?.within ?? []).flatMap((name) => this.table.fields.get(name) ?? [])]
    const candidates = rows.filter((one) => !isEmpty(one.values[match.name]))
    const keys = candidates.map((one) =>
      parts.map((part) => stored(part, one.values[part.name], this.table.dictionaries)),
    )
    if (match.masked && !this.run.sight(this.table).full)
      await mustDiffer(this.run.asker, reader(this.run), distinct(match, candidates))
    const found = await this.existing(parts, [...new Set(keys.map((key) => key[0] ?? null))], unique)
    candidates.forEach((one, at) => {
      const key = JSON.stringify(keys[at])
      if (found.has(key)) one.repeat = repeats(match.label, one.values[match.name], found.get(key))
      else if (one.problems.length === 0 && !against.has(one)) found.set(key, one.row)
    })
  }

  /**
   * A row that says the number of a record, as an export does, is that record, also where a new one like it would be
   * taken by now: what was given out and comes back adds nothing (docs/PROOFS.md § 7).
   */
  private async markNumbered(rows: readonly ImportRow[], head: readonly RawCell[]): Promise<void> {
    for (const field of this.table.columns.filter(({ type }) => type === 'serial')) {
      const at = columnOf(field, head)
      if (at < 0) continue
      const numbers = new Set(rows.flatMap(({ cells }) => cells[at] || []))
      const found = await this.existing([field], [...numbers], undefined)
      for (const row of rows)
        if (found.has(JSON.stringify([row.cells[at]]))) row.repeat ??= repeats(field.label, row.cells[at], undefined)
    }
  }

  /** Live records with one of these values in the first part: all parts of each, as {@link stored} writes them; they are in no row. */
  private async existing(
    parts: readonly FieldModel[],
    values: readonly (string | null)[],
    unique: UniqueModel | undefined,
  ): Promise<Map<string, number | undefined>> {
    const texts = parts.map((part) => sql`${column('t', part.name)}::text`)
    const conditions = [sql`${texts[0]} = any(${values})`, sql`not "t"."isDel"`]
    if (this.table.resource.company && !unique?.everywhere)
      conditions.push(sql`"t"."companyId" = ${this.run.actor.companyId ?? null}`)
    if (unique?.where) conditions.push(conditionSql(unique.where, 't', this.run.asker.environment))
    const statement = prepare(
      sql`select distinct json_build_array(${sql.join(texts)})::text as "key" from ${sql.table(this.table.name)} as "t" where ${allOf(conditions)}`,
    ).bind({ ...this.run.binding(), values: {} })
    const rows = await reader(this.run).query<{ key: string }>(statement.sql, statement.parameters)
    return new Map(rows.map((row) => [JSON.stringify(JSON.parse(row.key)), undefined]))
  }
}

/** The column of a field, by its heading in either language or its name; -1 where the file has none. */
function columnOf({ name, label }: FieldModel, head: readonly RawCell[]): number {
  const names = [name, label.zh, label.en].map(normal)
  return head.findIndex((cell) => names.includes(normal(String(cell ?? ''))))
}

/** The values of a field in the rows of a file, each with what the mask leaves of it. */
const distinct = (field: FieldModel, rows: readonly ImportRow[]): { value: string; masked: string }[] =>
  [...new Set(rows.map(({ values }) => String(values[field.name])))].map((value) => ({
    value,
    masked: String(maskValue(field, value)),
  }))

/** A cell as it stands in the file. */
const wordOf = (cell: RawCell): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '') : String(cell ?? '')

/** A row that begins with this sign is a remark: templates explain themselves by such rows. */
export const REMARK = '#'
const isRemark = ({ cells }: RawRow): boolean =>
  String(cells.find((cell) => cell !== null && cell !== '') ?? '')
    .trim()
    .startsWith(REMARK)

/** A wire value as the text of its column. */
function stored(field: FieldModel, value: unknown, dictionaries: Dictionaries): string | null {
  const held = isEmpty(value) ? null : codecOf(field).toDb(fromLiteral(field, value, dictionaries), field, dictionaries)
  return held === null || held === undefined ? null : String(held)
}

/** What a row's problems are called in one language. */
export function said(row: ImportRow, lang: Lang): { field?: string; msg: string }[] {
  const problems = row.problems.map((one) => ({ ...(one.field ? { field: one.field } : {}), msg: one.text[lang] }))
  return row.repeat && problems.length === 0 ? [{ msg: row.repeat[lang] }] : problems
}

/** Conditions need a record at hand: what the call that adds it says of a row comes after. */
const plain = (field: FieldModel): FieldModel => ({
  ...field,
  required: field.required && !field.default,
  show: undefined,
  requiredIf: undefined,
})
