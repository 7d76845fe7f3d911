/** What the database of a model looks like: a table a resource, a column a stored field, and what serves them. */
import type { DictionaryModel, FieldModel, IndexModel, Model, ResourceModel, UniqueModel } from '../../model/model.ts'
import type { KeyType } from '../fields/codec.ts'
import { codecOf } from '../fields/index.ts'
import { definitionName } from './names.ts'
import { literal, quoted } from './options.ts'
import { encodeParameter } from './parameters.ts'
import { predicateSql } from './predicate.ts'
import type { ColumnDef, DesiredSchema, DictionaryDef, IndexDef, KeyDef, ReferenceDef, TableDef } from './schema-types.ts'
import { gramsOf, hasGrams } from './search.ts'
import { STATE_TABLE } from './state.ts'

const MOMENT = 'timestamp(3) with time zone'

/** Rows that count. Queries say it in these words, so that the indexes serve them. */
const LIVE = 'not "isDel"'

const column = (name: string, type: string, over: Partial<ColumnDef> = {}): ColumnDef => ({ name, type, notNull: true, was: [], ...over })

function baseColumns(resource: ResourceModel): ColumnDef[] {
  return [
    column('id', 'bigint', { identity: true }),
    ...(resource.company ? [column('companyId', 'bigint')] : []),
    column('version', 'integer', { default: '1' }),
    column('createTime', MOMENT, { default: 'now()' }), column('createBy', 'bigint', { notNull: false }),
    column('updateTime', MOMENT, { default: 'now()' }), column('updateBy', 'bigint', { notNull: false }),
    column('isDel', 'boolean', { default: 'false' }),
  ]
}

/** The resource a ref points at, if it is one and stored. */
function targetOf(field: FieldModel, model: Model): ResourceModel | undefined {
  const target = field.of === undefined || field.by !== undefined ? undefined : model.resources[field.of]
  return target?.virtual ? undefined : target
}

function keyTypeOf(field: FieldModel, model: Model): KeyType {
  if (field.key === undefined || field.key === 'id' || field.by !== undefined) return 'bigint'
  const key = model.resources[field.of ?? '']?.fields[field.key]
  return key && codecOf(key).column(key, model.dictionaries) === 'bigint' ? 'bigint' : 'text'
}

/** The fixed default of a field as SQL. Computed ones, days and moments are the engine's. */
function defaultOf(field: FieldModel, type: string): string | undefined {
  if (type.endsWith('[]')) return `'{}'`
  const codec = codecOf(field)
  const wire = field.default && 'value' in field.default ? field.default.value : undefined
  const inside = codec.fromWire(wire, field)
  if (inside === null || type === 'date' || type === MOMENT) return undefined
  const text = encodeParameter(codec.toDb(inside, field), 'UTC')
  if (text === null) return undefined
  return /^(bigint|integer|numeric|boolean)$/.test(type) ? text : literal(text)
}

/** Lists are never nothing. A field that may be hidden is not submitted then; a computed one may read what is empty. */
function isNotNull(field: FieldModel, sqlDefault: string | undefined): boolean {
  if (sqlDefault !== undefined) return true
  return field.required && field.show === undefined && field.value === undefined
}

function columnOf(field: FieldModel, model: Model): ColumnDef | undefined {
  const type = field.column ? codecOf(field).column(field, model.dictionaries, keyTypeOf(field, model)) : undefined
  if (type === undefined) return undefined
  const fixed = defaultOf(field, type)
  return column(field.name, type, { notNull: isNotNull(field, fixed), default: fixed, was: field.was, field })
}

function referenceOf(table: string, field: FieldModel, model: Model): ReferenceDef | undefined {
  const target = field.type === 'ref' && field.column ? targetOf(field, model) : undefined
  if (!target) return undefined
  const key = field.key ?? 'id'
  return { name: definitionName('fk', [table, field.name], `${target.name}.${key}`), column: field.name, table: target.name, key }
}

function keysOf(resource: ResourceModel): KeyDef[] {
  if (resource.key === 'id') return []
  return [{ name: definitionName('key', [resource.name, resource.key], resource.key), columns: [resource.key] }]
}

/** The columns of an index as the author counts them: the company stands by itself. */
const ownColumns = (index: IndexModel): string[] => index.columns.filter((name) => name !== 'companyId' && name !== 'company')

function indexed(resource: ResourceModel, kind: string, columns: string[], sql: string): IndexDef {
  const unique = kind === 'ux'
  return { name: definitionName(kind, [resource.name, ...columns], `${resource.name} ${sql}`), unique, sql }
}

const liveWhere = (index: IndexModel, more: string[] = []): string =>
  [LIVE, ...more, ...(index.where ? [predicateSql(index.where.ast)] : [])].join(' and ')

/** Asked for by a reference, from whichever side: then the company is known by the record, and often not said. */
const isReference = (index: IndexModel): boolean => index.reasons.some((reason) => /^(ref|parent)\b/.test(reason))

/**
 * The company comes first, or last where a reference is followed. An index that sorts a list also settles the
 * order of equals, so that pages do not overlap.
 */
function btree(resource: ResourceModel, index: IndexModel): IndexDef[] {
  const own = ownColumns(index)
  const company = resource.company ? ['companyId'] : []
  const sorts = index.reasons.some((reason) => reason.startsWith('sort'))
  const columns = isReference(index) ? [...own, ...company] : [...company, ...own, ...(sorts && !own.includes('id') ? ['id'] : [])]
  return [indexed(resource, 'ix', own, ` (${columns.map(quoted).join(', ')}) where ${liveWhere(index)}`)]
}

function trigram(resource: ResourceModel, index: IndexModel): IndexDef[] {
  return ownColumns(index).flatMap((name) => {
    const field = resource.fields[name]
    const made = [indexed(resource, 'ix', [name, 'trigram'], ` using gin (${quoted(name)} gin_trgm_ops) where ${liveWhere(index)}`)]
    if (field && hasGrams(field.type)) made.push(indexed(resource, 'ix', [name, 'grams'], ` using gin (${gramsOf(quoted(name))}) where ${liveWhere(index)}`))
    return made
  })
}

function gin(resource: ResourceModel, index: IndexModel): IndexDef[] {
  const own = ownColumns(index)
  return own.map((name) => indexed(resource, 'ix', [name], ` using gin (${quoted(name)}) where ${liveWhere(index)}`))
}

/** What stands for "nothing" where nothing must equal nothing: two top-level rows are together in having no parent. */
function together(name: string, columns: Map<string, ColumnDef>): string {
  const def = columns.get(name)
  if (!def || def.notNull) return quoted(name)
  if (def.type === 'text') return `coalesce(${quoted(name)}, '')`
  if (/^(bigint|integer|numeric)$/.test(def.type)) return `coalesce(${quoted(name)}, 0)`
  return def.type === 'boolean' ? `coalesce(${quoted(name)}, false)` : quoted(name)
}

/** Empty values do not count (spec § 5): the last column is the one that must differ, the others what it differs within. */
function unique(resource: ResourceModel, index: IndexModel, columns: Map<string, ColumnDef>): IndexDef[] {
  const own = ownColumns(index)
  const last = own.at(-1) ?? ''
  const scoped = resource.company && !index.everywhere ? ['"companyId"'] : []
  const within = own.slice(0, -1).map((name) => together(name, columns))
  const filled = [`${quoted(last)} is not null`, ...(columns.get(last)?.type === 'text' ? [`${quoted(last)} <> ''`] : [])]
  const parts = [...scoped, ...within, quoted(last)]
  const where = liveWhere(index, filled)
  return [{ ...indexed(resource, 'ux', own, ` (${parts.join(', ')}) where ${where}`), columns: parts, where }]
}

function indexesOf(resource: ResourceModel, index: IndexModel, columns: Map<string, ColumnDef>): IndexDef[] {
  const missing = ownColumns(index).find((name) => !columns.has(name))
  if (missing !== undefined) throw new Error(`${resource.name}: an index on "${missing}", which is no column`)
  if (index.kind === 'unique') return unique(resource, index, columns)
  return { btree, trigram, gin }[index.kind](resource, index)
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

const byName = <T extends { name: string }>(list: T[]): T[] => [...new Map(list.map((one) => [one.name, one])).values()]

function tableOf(resource: ResourceModel, model: Model): TableDef {
  const fields = Object.values(resource.fields)
  const base = baseColumns(resource)
  const baseNames = new Set(base.map((one) => one.name))
  const columns = [...base, ...fields.map((field) => columnOf(field, model)).filter(isDefined).filter((one) => !baseNames.has(one.name))]
  const known = new Map(columns.map((one) => [one.name, one]))
  return {
    name: resource.name, was: resource.was, columns, primaryKey: ['id'], keys: keysOf(resource),
    references: fields.map((field) => referenceOf(resource.name, field, model)).filter(isDefined),
    indexes: byName(resource.indexes.flatMap((index) => indexesOf(resource, index, known))),
  }
}

function dictionaryOf({ was, values }: DictionaryModel): DictionaryDef {
  return { was, values: values.map((one) => ({ name: one.name, value: one.value, was: one.was })) }
}

/** The schema of a model. Throws when the model itself cannot be stored (a fault of the compiler). */
export function desiredSchema(model: Model): DesiredSchema {
  const stored = Object.values(model.resources).filter((resource) => !resource.virtual)
  if (stored.some((resource) => resource.name === STATE_TABLE)) throw new Error(`No resource can be called "${STATE_TABLE}": it is a table of the engine`)
  return {
    tables: stored.map((resource) => tableOf(resource, model)),
    dictionaries: Object.fromEntries(Object.entries(model.dictionaries).map(([name, one]) => [name, dictionaryOf(one)])),
  }
}

const sameColumns = (unique: UniqueModel, index: IndexModel): boolean => {
  const own = ownColumns(index)
  return own.at(-1) === unique.field && [...unique.within].sort().join() === own.slice(0, -1).sort().join()
    && (unique.where?.src ?? '') === (index.where?.src ?? '') && unique.everywhere === index.everywhere
}

const uniques = new WeakMap<Model, Map<string, { resource: string; unique: UniqueModel }>>()

/** Which uniqueness a violated constraint stands for (`DbError.constraint`), so that the refusal can say its sentence. */
export function uniqueBehind(model: Model, constraint: string): { resource: string; unique: UniqueModel } | undefined {
  let known = uniques.get(model)
  if (!known) uniques.set(model, (known = constraintsOf(model)))
  return known.get(constraint)
}

function constraintsOf(model: Model): Map<string, { resource: string; unique: UniqueModel }> {
  const found = new Map<string, { resource: string; unique: UniqueModel }>()
  for (const resource of Object.values(model.resources).filter((one) => !one.virtual)) {
    const columns = new Map(tableOf(resource, model).columns.map((one) => [one.name, one]))
    for (const index of resource.indexes.filter((one) => one.kind === 'unique')) {
      const behind = resource.unique.find((one) => sameColumns(one, index))
      const name = unique(resource, index, columns)[0]?.name
      if (behind && name) found.set(name, { resource: resource.name, unique: behind })
    }
    const keyed = resource.unique.find((one) => one.field === resource.key)
    for (const key of keysOf(resource)) if (keyed) found.set(key.name, { resource: resource.name, unique: keyed })
  }
  return found
}
