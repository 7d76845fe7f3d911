/**
 * What a row is answered with: its columns, titles of its references, computed values and the paths that
 * screens follow; each with its SQL over the page and the function that writes it in wire form. Secret fields
 * have no cell; masked and hidden ones are written by what the person may see.
 */
import { asType, simpleTypeOf, isLink, titleKey } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import type { Dictionaries } from '../fields/codec.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import type { DbRow } from '../types.ts'
import type { Environment } from './expression.ts'
import { pathOf, valueAlong, type Path } from './paths.ts'
import { sql, type Sql } from './sql.ts'
import type { Catalogue, Table } from './table.ts'
import { fieldSql, linksFor, titleField, titleOfRef, titlesInEntries } from './titles.ts'

/** What a person may see: masked fields of the rows in hand in full, those of other records, and fields behind a button code. */
export interface Sight {
  full: boolean
  shows(resource: string): boolean
  can(code: string): boolean
  /** Whether a field of a resource is read at all; absent: all are. Customers read what the resource says. */
  reads?(resource: string, field: string): boolean
  /** Counts a whole value that a masked one is compared with. Refuses one too many: they would find out what the mask hides. */
  compares(value: string): void
}

/** Whether masked values are shown whole: of the rows in hand, or of the other record that owns them. */
export const isWhole = (sight: Sight, owner: string | undefined): boolean =>
  owner === undefined ? sight.full : sight.shows(owner)

/** A field, and the resource it is of. */
type Of = readonly [resource: string, field: string]

/** Whether all these fields are read: a value behind references is seen by whoever reads each of them. */
export const isRead = (sight: Sight, fields: readonly Of[]): boolean =>
  sight.reads === undefined || fields.every(([resource, field]) => sight.reads?.(resource, field))

/** What the server itself sees. */
export const EVERYTHING: Sight = { full: true, shows: () => true, can: () => true, compares: () => undefined }

export type WireRow = Record<string, unknown>

/** One value of an answered row. `key`: its name in the statement's answer. */
export interface Cell {
  key: string
  sql: Sql
  write(out: WireRow, row: DbRow, sight: Sight): void
}

/** An expression speaks of money in yuan and of yes/no as true/false; a column holds cents. */
function wireOf(field: FieldModel, dictionaries: Dictionaries): (value: unknown) => unknown {
  const codec = codecOf(field)
  if (field.value && !field.stored) {
    if (field.type === 'bool') return (value) => (value === null || value === undefined ? null : value ? 1 : 0)
    return (value) => value ?? codec.toWire(null, field, dictionaries)
  }
  return (value) => codec.toWire(value, field, dictionaries)
}

/** Writes a value under the name given, as the field and the person's sight allow. `owner`: the other record it is of. */
function writer(
  field: FieldModel,
  dictionaries: Dictionaries,
  { key, owner, of }: { key: string; owner?: string | undefined; of: readonly Of[] },
  put: (out: WireRow, value: unknown) => void,
): Cell['write'] {
  const wire = wireOf(field, dictionaries)
  const plain: Cell['write'] = (out, row) => put(out, wire(row[key]))
  const masked: Cell['write'] = field.masked
    ? (out, row, sight) => put(out, isWhole(sight, owner) ? wire(row[key]) : wire(maskValue(field, row[key])))
    : plain
  const { see } = field
  return (out, row, sight) => {
    if ((see === undefined || sight.can(see)) && isRead(sight, of)) masked(out, row, sight)
  }
}

/** Makes the cells of a table's rows over the alias of the page. */
export class Cells {
  private readonly catalogue: Catalogue
  private readonly alias: string
  private readonly environment: Environment
  private count = 0
  readonly list: Cell[] = []
  private readonly named = new Set<string>()

  constructor(catalogue: Catalogue, alias: string, environment: Environment) {
    this.catalogue = catalogue
    this.alias = alias
    this.environment = environment
  }

  /** Everything a list or detail answers of a row: fields but those left out, titles, and the paths that screens follow. */
  whole(table: Table, without: ReadonlySet<FieldModel> = new Set()): this {
    for (const field of table.fields.values()) if (!without.has(field)) this.field(table, field)
    for (const path of table.resource.follow) this.path(table, path)
    return this
  }

  /** A field under its own name, with the title of a reference beside it. */
  field(table: Table, field: FieldModel): this {
    const computed = field.value && !field.stored
    if (field.secret || field.type === 'own' || !(field.column || computed) || this.named.has(field.name)) return this
    this.named.add(field.name)
    const key = computed ? this.fresh() : field.name
    this.list.push({
      key,
      sql: fieldSql(field, this.alias, this.environment),
      write: writer(field, this.catalogue.model.dictionaries, { key, of: [[table.name, field.name]] }, (out, value) => {
        out[field.name] = value
      }),
    })
    this.title(table, field)
    if (field.type === 'rows') for (const member of field.fields) this.titlesIn(table, field, member)
    return this
  }

  /** The titles of a reference in the entries of a list, each beside it. */
  private titlesIn(table: Table, list: FieldModel, member: FieldModel): void {
    const query = titlesInEntries(this.catalogue, table, { list, member }, this.alias, this.environment)
    if (!query) return
    const titles: FieldModel = { ...asType(list, 'json'), value: undefined, masked: false }
    this.add(query, titles, [[table.name, list.name]], (out, value) => {
      const entries = out[list.name]
      if (!Array.isArray(entries) || !Array.isArray(value)) return
      for (const [at, entry] of (entries as WireRow[]).entries()) entry[titleKey(member.name)] = value[at] as unknown
    })
  }

  /** The title of a reference; an own field of that name wins, and is read with it. */
  private title(table: Table, field: FieldModel): void {
    const name = titleKey(field.name)
    if (!isLink(field)) return
    const own = table.fields.get(name)
    if (own) return void this.field(table, own)
    const query = titleOfRef(this.catalogue, linksFor(this.catalogue, table, field), this.alias, this.environment)
    const of = [[table.name, field.name]] as const
    if (query) this.add(query, this.titleModel(field), of, (out, value) => void (out[name] = value), field.of)
  }

  /** A title is text, masked where the title field of the other resource is. */
  private titleModel(field: FieldModel): FieldModel {
    const target =
      field.of && this.catalogue.tables.has(field.of)
        ? titleField(this.catalogue, this.catalogue.table(field.of))
        : undefined
    const masked = target?.masked ?? false
    const see = field.see ?? target?.see
    if (field.type === 'refs') return { ...field, masked: false, value: undefined, see }
    return { ...asType(field, (masked && target && simpleTypeOf(target)) || 'string'), masked, value: undefined, see }
  }

  /** A value along refs, nested under the names of the steps; nothing where the first ref is empty. */
  path(table: Table, dotted: string): this {
    const path = pathOf(this.catalogue, table, dotted)
    const { field, steps } = path
    const first = steps[0]?.field
    const computed = field.value && !field.stored
    if (
      this.named.has(dotted) ||
      field.secret ||
      !first ||
      !(field.column || computed) ||
      steps.some((step) => step.kind !== 'ref')
    )
      return this
    this.named.add(dotted)
    const names = dotted.split('.')
    this.along(path, { field, owner: path.table.name }, (at) => fieldSql(field, at, this.environment), names)
    if (!isLink(field)) return this
    const title = (at: string): Sql =>
      titleOfRef(this.catalogue, linksFor(this.catalogue, path.table, field), at, this.environment) ?? sql`null`
    this.along(path, { field: this.titleModel(field), owner: field.of }, title, [
      ...names.slice(0, -1),
      titleKey(field.name),
    ])
    return this
  }

  private along(
    path: Path,
    { field, owner }: { field: FieldModel; owner: string | undefined },
    value: (at: string) => Sql,
    names: readonly string[],
  ): void {
    const first = path.steps[0]?.field.name as string
    const present = path.steps[0]?.from.fields.get(first)?.column
    const put = (out: WireRow, found: unknown): void => {
      if (!present || (out[first] !== null && out[first] !== undefined)) putAt(out, names, found)
    }
    const of = [...path.steps.map(({ from, field: step }) => [from.name, step.name] as const)]
    this.add(valueAlong(path.steps, this.alias, value), field, [...of, [path.table.name, path.field.name]], put, owner)
  }

  /** Any further value. `of`: the fields it comes out of; `owner`: the other record it is of. */
  add(
    query: Sql,
    field: FieldModel,
    of: readonly Of[],
    put: (out: WireRow, value: unknown) => void,
    owner?: string,
  ): this {
    const key = this.fresh()
    const write = writer(field, this.catalogue.model.dictionaries, { key, owner, of }, put)
    this.list.push({ key, sql: query, write })
    return this
  }

  private fresh(): string {
    this.count += 1
    return `c${this.count}`
  }
}

function putAt(out: WireRow, names: readonly string[], value: unknown): void {
  let at = out
  for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as WireRow
  at[names.at(-1) as string] = value
}

/** The select list of cells. */
export const selectList = (cells: readonly Cell[]): Sql =>
  sql.join(
    cells.map((cell) => sql`${cell.sql} as ${sql.id(cell.key)}`),
    sql`, `,
  )

/** A row of the database in wire form. */
export function writeRow(cells: readonly Cell[], row: DbRow, sight: Sight): WireRow {
  const out: WireRow = {}
  for (const cell of cells) cell.write(out, row, sight)
  return out
}
