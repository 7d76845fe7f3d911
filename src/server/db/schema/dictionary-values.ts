/** Converts stored values of dictionaries whose stored form changed. */
import { membersOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { overEntry, overList } from './json-entries.ts'
import { literal, quoted } from '../options.ts'
import type { ColumnDef, DictionaryDef } from './types.ts'
import type { Shape } from './state.ts'

type Value = string | number

/** Old stored value → new stored value. Never empty. */
type ValueMap = Map<Value, Value>

/** The changed values of a dictionary, by name or former name. Undefined when all stay as they are. */
export function valueMap(name: string, { was, values }: DictionaryDef, shape: Shape): ValueMap | undefined {
  const old = [name, ...was].map((known) => shape.dictionaries[known]).find((known) => known !== undefined)
  if (!old) return undefined
  const changed = values.flatMap((one): [Value, Value][] => {
    const former = [one.name, ...one.was].map((known) => old[known]).find((value) => value !== undefined)
    return former === undefined || former === one.value ? [] : [[former, one.value]]
  })
  return changed.length > 0 ? new Map(changed) : undefined
}

/** Removed values without a successor. */
export function goneValues(name: string, { was, values }: DictionaryDef, shape: Shape): [string, Value][] {
  const old = [name, ...was].map((known) => shape.dictionaries[known]).find((known) => known !== undefined) ?? {}
  const names = new Set(values.flatMap((one) => [one.name, ...one.was]))
  const stored = new Set(values.map((one) => one.value))
  return Object.entries(old).filter(([former, value]) => !names.has(former) && !stored.has(value))
}

const sqlValue = (value: Value): string => (typeof value === 'number' ? String(value) : literal(value))
const jsonValue = (value: Value): string => `${literal(JSON.stringify(value))}::jsonb`

/** `case` over one value. */
function mapped(expression: string, map: ValueMap, write: (value: Value) => string): string {
  const cases = [...map].map(([from, to]) => `when ${write(from)} then ${write(to)}`)
  return `case ${expression} ${cases.join(' ')} else ${expression} end`
}

/** The column's values in the new form; its SQL type stays. Undefined when the dictionary does not occur in it. */
export function mappedColumn(column: ColumnDef, dictionary: string, map: ValueMap): string | undefined {
  const { field } = column
  const c = quoted(column.name)
  if (!field) return undefined
  if (field.type === 'enum') return field.of === dictionary ? mapped(c, map, sqlValue) : undefined
  if (field.type !== 'enums') return mappedJson(c, field, dictionary, map, 0)
  return field.of === dictionary
    ? `array(select ${mapped('one', map, sqlValue)} from unnest(${c}) with ordinality as list (one, at) order by at)`
    : undefined
}

/** Inside nested entries: jsonb in, jsonb out. */
function mappedJson(
  json: string,
  field: FieldModel,
  dictionary: string,
  map: ValueMap,
  depth: number,
): string | undefined {
  if (field.type === 'enum') return field.of === dictionary ? mapped(json, map, jsonValue) : undefined
  if (field.type === 'enums')
    return field.of === dictionary ? overList(json, depth, (one) => mapped(one, map, jsonValue)) : undefined
  if (field.type === 'group') return mappedEntry(json, field, dictionary, map, depth)
  if (field.type !== 'rows' || !mappedEntry('x', field, dictionary, map, depth)) return undefined
  return overList(json, depth, (one) => mappedEntry(one, field, dictionary, map, depth + 1) ?? one)
}

function mappedEntry(
  json: string,
  field: FieldModel,
  dictionary: string,
  map: ValueMap,
  depth: number,
): string | undefined {
  const parts = membersOf(field).flatMap((inner) => {
    const value = mappedJson(`(${json} -> ${literal(inner.name)})`, inner, dictionary, map, depth + 1)
    return value ? [`${literal(inner.name)}, ${value}`] : []
  })
  if (parts.length === 0) return undefined
  return overEntry(json, `${json} || jsonb_build_object(${parts.join(', ')})`)
}

/** The new value of each old one, for an enum whose dictionary changes from numbers to words or back. */
export function convertedEnum(
  c: string,
  old: Record<string, Value>,
  { values }: DictionaryDef,
  sql: string,
): { using: string; lost: string } {
  const pairs = values.flatMap((one): [Value, Value][] => {
    const former = [one.name, ...one.was].map((known) => old[known]).find((value) => value !== undefined)
    return former === undefined ? [] : [[former, one.value]]
  })
  const cases = pairs.map(([from, to]) => `when ${sqlValue(from)} then ${sqlValue(to)}`)
  if (cases.length === 0) return { using: `null::${sql}`, lost: `${c} is not null` }
  return {
    using: `case ${c} ${cases.join(' ')} end`,
    lost: `${c} not in (${pairs.map(([from]) => sqlValue(from)).join(', ')})`,
  }
}
