/** Rows between the database, the inside of the server and the wire. */
import { roundTo } from '../../model/expr/number.ts'
import type { FieldModel } from '../../model/model.ts'
import type { Dictionaries } from '../fields/codec.ts'
import { codecOf } from '../fields/index.ts'
import type { Table } from '../query/table.ts'
import type { DbRow, Row } from '../types.ts'

const converted = new WeakMap<Table, FieldModel[]>()

/** A row in inside form; the parsers of the database have done nearly all conversions. */
export function fromDb(table: Table, row: DbRow): Row {
  let fields = converted.get(table)
  if (!fields) converted.set(table, (fields = table.columns.filter((field) => codecOf(field).fromDb)))
  for (const field of fields) row[field.name] = codecOf(field).fromDb?.(row[field.name], field, table.dictionaries)
  return row as Row
}

/** The result of an expression in inside form: money from yuan to cents, yes/no as true or false, the name of a dictionary value. */
export function fromExpression(field: FieldModel, value: unknown, dictionaries: Dictionaries): unknown {
  if (value === null || value === undefined) return codecOf(field).fromWire(null, field, dictionaries)
  if (field.type === 'enum' || field.type === 'enums') return codecOf(field).fromWire(value, field, dictionaries)
  if (field.type === 'money') return roundTo((value as number) * 100, 0)
  if (field.type === 'bool') return value === true || value === 1
  return value
}

/** A literal of the model (wire form; yes/no also as true or false), in inside form. */
export function fromLiteral(field: FieldModel, value: unknown, dictionaries: Dictionaries): unknown {
  return codecOf(field).fromWire(typeof value === 'boolean' ? Number(value) : value, field, dictionaries)
}

/** A field of a row in wire form. */
export function wireValue(table: Table, row: Record<string, unknown>, name: string): unknown {
  const field = table.fields.get(name)
  return field ? codecOf(field).toWire(row[name], field, table.dictionaries) : row[name]
}

/** Whether two inside values are equal in the database. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const [left, right] = [a ?? null, b ?? null]
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Well-formed wire values in inside form; a malformed one becomes null, and its own check refuses it. */
export function safeInside(
  fields: readonly FieldModel[],
  wire: Record<string, unknown>,
  dictionaries: Dictionaries,
): Record<string, unknown> {
  const inside: Record<string, unknown> = {}
  for (const field of fields) {
    const value = wire[field.name]
    if (value === undefined) continue
    try {
      inside[field.name] = codecOf(field).fromWire(value, field, dictionaries)
    } catch {
      inside[field.name] = null
    }
  }
  return inside
}
