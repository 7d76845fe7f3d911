/** The database schema of a model: a table for each resource, a column for each stored field, and their indexes. */
import { targetOf, isRef, keyOf } from '../../../model/fields.ts'
import type { DictionaryModel, FieldModel, Model, ResourceModel } from '../../../model/model.ts'
import type { Dictionaries, KeyType } from '../../fields/codec.ts'
import { codecOf } from '../../fields/index.ts'
import { definitionName } from '../names.ts'
import { literal } from '../options.ts'
import { encodeParameter } from '../parameters.ts'
import { indexesOf } from './indexes.ts'
import { statisticsOf } from './statistics.ts'
import type { ColumnDef, DesiredSchema, DictionaryDef, KeyDef, ReferenceDef, TableDef } from './types.ts'
import { STATE_TABLE } from './state.ts'
import { talliesOf } from './tallies.ts'
import { valuesOf } from './worked-out.ts'

const MOMENT = 'timestamp(3) with time zone'

const column = (name: string, type: string, over: Partial<ColumnDef> = {}): ColumnDef => ({
  name,
  type,
  notNull: true,
  was: [],
  ...over,
})

function baseColumns(resource: ResourceModel): ColumnDef[] {
  return [
    column('id', 'bigint', { identity: true }),
    ...(resource.company ? [column('companyId', 'bigint')] : []),
    column('version', 'integer', { default: '1' }),
    column('createTime', MOMENT, { default: 'now()' }),
    column('createBy', 'bigint', { notNull: false }),
    column('updateTime', MOMENT, { default: 'now()' }),
    column('updateBy', 'bigint', { notNull: false }),
    column('isDel', 'boolean', { default: 'false' }),
  ]
}

/** The resource of a ref, if the field is a ref to a stored resource. */
function storedTarget(field: FieldModel, model: Model): ResourceModel | undefined {
  const target = targetOf(model.resources, field)
  return target?.virtual ? undefined : target
}

function keyTypeOf(field: FieldModel, model: Model): KeyType {
  if (keyOf(field) === 'id') return 'bigint'
  const key = targetOf(model.resources, field)?.fields[keyOf(field)]
  return key && codecOf(key).column(key, model.dictionaries) === 'bigint' ? 'bigint' : 'text'
}

/** The fixed default of a field as SQL. The engine sets computed ones, days and moments. */
function defaultOf(field: FieldModel, type: string, dictionaries: Dictionaries): string | undefined {
  const codec = codecOf(field)
  const wire = field.default && 'value' in field.default ? field.default.value : undefined
  const inside = codec.fromWire(wire, field, dictionaries)
  if (inside === null || type === 'date' || type === MOMENT) return undefined
  const text = encodeParameter(codec.toDb(inside, field, dictionaries), 'UTC')
  if (text === null) return undefined
  return /^(bigint|integer|numeric|boolean)$/.test(type) ? text : literal(text)
}

/** Whether the column is not null. Lists have a default. A field that may be hidden is not always sent, and a computed field may be empty. */
function isNotNull(field: FieldModel, sqlDefault: string | undefined): boolean {
  if (sqlDefault !== undefined) return true
  return field.required && field.show === undefined && field.value === undefined
}

function columnOf(field: FieldModel, model: Model): ColumnDef | undefined {
  const type = field.column ? codecOf(field).column(field, model.dictionaries, keyTypeOf(field, model)) : undefined
  if (type === undefined) return undefined
  const fixed = defaultOf(field, type, model.dictionaries)
  return column(field.name, type, { notNull: isNotNull(field, fixed), default: fixed, was: field.was, field })
}

function referenceOf(table: string, field: FieldModel, model: Model): ReferenceDef | undefined {
  const target = isRef(field) && field.column ? storedTarget(field, model) : undefined
  if (!target) return undefined
  const key = keyOf(field)
  return {
    name: definitionName('fk', [table, field.name], `${target.name}.${key}`),
    column: field.name,
    table: target.name,
    key,
  }
}

/** A key other than the id is unique over all rows, because references use it. */
export function keysOf(resource: ResourceModel): KeyDef[] {
  if (resource.key === 'id') return []
  return [{ name: definitionName('key', [resource.name, resource.key], resource.key), columns: [resource.key] }]
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** Two declarations may ask for the same constraint. */
const byName = <T extends { name: string }>(list: T[]): T[] => [...new Map(list.map((one) => [one.name, one])).values()]

/** The table of one resource. */
export function tableOf(resource: ResourceModel, model: Model): TableDef {
  const fields = Object.values(resource.fields)
  const base = baseColumns(resource)
  const baseNames = new Set(base.map((one) => one.name))
  const columns = [
    ...base,
    ...fields
      .map((field) => columnOf(field, model))
      .filter(isDefined)
      .filter((one) => !baseNames.has(one.name)),
  ]
  const byColumn = new Map(columns.map((one) => [one.name, one]))
  return {
    name: resource.name,
    was: resource.was,
    columns,
    primaryKey: ['id'],
    keys: keysOf(resource),
    references: fields.map((field) => referenceOf(resource.name, field, model)).filter(isDefined),
    indexes: byName(resource.indexes.flatMap((index) => indexesOf(resource, index, byColumn))),
    statistics: statisticsOf(resource, byColumn, model),
    tallies: talliesOf(resource, model),
    values: valuesOf(resource, byColumn, model),
  }
}

function dictionaryOf({ was, values }: DictionaryModel): DictionaryDef {
  return { was, values: values.map((one) => ({ name: one.name, value: one.value, was: one.was })) }
}

/** The schema of a model. Throws when the model itself cannot be stored (a fault of the compiler). */
export function desiredSchema(model: Model): DesiredSchema {
  const stored = Object.values(model.resources).filter((resource) => !resource.virtual)
  if (stored.some((resource) => resource.name === STATE_TABLE))
    throw new Error(`No resource can be called "${STATE_TABLE}": it is a table of the engine`)
  return {
    tables: stored.map((resource) => tableOf(resource, model)),
    dictionaries: Object.fromEntries(
      Object.entries(model.dictionaries).map(([name, one]) => [name, dictionaryOf(one)]),
    ),
  }
}
