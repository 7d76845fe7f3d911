/** Table columns made from the model: plain `render` functions without form code. */
import type { ReactNode } from 'react'
import { dictionaryOf } from '../../model/fields.ts'
import type { ColumnModel, FieldModel } from '../../model/model.ts'
import { evaluate, type Env } from '../../model/expr/evaluate.ts'
import { fieldView } from '../fields/lookup.ts'
import { valueAt } from '../fields/entry.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { textWidth } from './textWidth.ts'
import { rowEnv } from './useList.ts'

/** The record of a column's field: the row, or the record at the end of the column's path. */
function standing(path: string, row: WireRow): { row: WireRow; value: unknown } {
  const cut = path.lastIndexOf('.')
  if (cut < 0) return { row, value: row[path] }
  const record = valueAt(row, path.slice(0, cut)) as WireRow | undefined
  return { row: record ?? {}, value: record?.[path.slice(cut + 1)] }
}

/** A cell of a column, coloured by meaning where the column asks for it. */
export function drawCell(column: ColumnModel, row: WireRow, c: CellContext, env: Env): ReactNode {
  const at = standing(column.path, row)
  const drawn = fieldView(column.field.type).cell(at.value, at.row, column.field, at.row === row ? c : quiet(c))
  if (!column.tone) return drawn
  return (
    <span className={`at-toned at-tone-${String(evaluate(column.tone.ast, rowEnv(env, row)) ?? 'plain')}`}>
      {drawn}
    </span>
  )
}

/** Of a record that the row only points at nothing is asked. */
const quiet = (c: CellContext): CellContext => (c.tells ? { ...c, tells: false } : c)

/** A cell as text. */
export function cellText(column: ColumnModel, row: WireRow, c: CellContext): string {
  const at = standing(column.path, row)
  return fieldView(column.field.type).text(at.value, at.row, column.field, c)
}

/** What a cell says where no heading stands over it: a number with its label, a bool its label where it holds. */
export function toldText(column: ColumnModel, row: WireRow, c: CellContext): string {
  const { type, of } = column.field
  if (type === 'bool') return standing(column.path, row).value ? column.label[c.lang] : ''
  const text = cellText(column, row, c)
  return text && NUMBERS.has(type) && !of ? `${column.label[c.lang]} ${text}` : text
}

/** Types whose figures say nothing by themselves. */
const NUMBERS: ReadonlySet<FieldModel['type']> = new Set<FieldModel['type']>(['int', 'decimal'])

/** The padding of a cell, left and right (px). */
export const CELL = 24
/** The extra width of a text: the padding of a label, and the sort arrow (px). */
const LABEL = 12
const SORTER = 24
const WIDEST_LABEL = 210
/** The most that names make a column wider (px). */
const WIDEST_NAME = 230

/**
 * The width of a column: set by the person, else by the type, but never less than its heading, its `figures` and, up to
 * a limit, its `names` need (px).
 */
export function widthOf(
  column: ColumnModel,
  widths: Record<string, number>,
  c: CellContext,
  { figures, names }: { figures: string[]; names: string[] },
): number {
  const own = widths[column.path]
  if (own !== undefined) return own
  const { width, widest = '' } = fieldView(column.field.type)
  const head = textWidth(column.label[c.lang], 500) + CELL + (column.sort ? SORTER : 0)
  const texts = Math.max(textWidth(widest), ...figures.map((one) => textWidth(one, 500))) + CELL
  const named = Math.min(Math.max(0, ...names.map((one) => textWidth(one))) + CELL, WIDEST_NAME)
  return Math.round(Math.min(Math.max(width, head, texts, named, labelsOf(column, c)), 260))
}

/** Types of which a cell says what something is called: half a name may be another one. */
const NAMES: ReadonlySet<FieldModel['type']> = new Set<FieldModel['type']>(['string', 'serial', 'ref', 'refs', 'own'])

/** The name in a cell; '' where the column shows no names. */
export const nameText = (column: ColumnModel, row: WireRow, c: CellContext): string =>
  NAMES.has(column.field.type) ? cellText(column, row, c) : ''

/** What a column shows as plain text may stand closer than usual, as far as the rows in sight leave it free. */
const PLAIN_TEXTS: ReadonlySet<FieldModel['type']> = new Set<FieldModel['type']>([
  'string',
  'serial',
  'ref',
  'money',
  'enum',
])

/**
 * The least width at which nothing in these rows, and nothing below them (`total`), is cut. `usual`: the width it has where
 * there is room (px).
 */
export function leastWidth(
  column: ColumnModel,
  { rows, total }: { rows: readonly WireRow[]; total: string },
  c: CellContext,
  usual: number,
): number {
  if (!PLAIN_TEXTS.has(column.field.type)) return usual
  const weight = fieldView(column.field.type).align === 'right' ? 500 : 400
  const texts = Math.max(textWidth(total, 500), ...rows.map((row) => textWidth(cellText(column, row, c), weight)))
  const label = column.field.type === 'enum' ? LABEL : 0
  const head = textWidth(column.label[c.lang], 500) + (column.sort ? SORTER : 0)
  return Math.min(Math.max(texts + label, head) + CELL, usual)
}

/** The values of a dictionary are known in advance: their column has room for the longest. */
function labelsOf({ field }: ColumnModel, c: CellContext): number {
  const { values = [] } = (field.type === 'enum' && dictionaryOf(c.dictionaries, field)) || {}
  return Math.min(Math.max(0, ...values.map((one) => textWidth(one.label[c.lang]) + LABEL + CELL)), WIDEST_LABEL)
}

/** The total of a column, formatted like its values; words that stand for some of them stand for no sum. */
export function totalText(column: ColumnModel, totals: Record<string, number>, c: CellContext): string {
  const value = totals[column.path]
  const field: FieldModel = { ...column.field, instead: undefined }
  return value === undefined || !column.total ? '' : fieldView(field.type).text(value, {}, field, c)
}
