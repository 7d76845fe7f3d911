/** Renames keys inside `rows` and `group` columns whose fields have a former name. */
import { isNested, membersOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { overEntry, overList } from './json-entries.ts'
import { literal, quoted } from '../options.ts'
import type { ColumnDef } from './types.ts'

/** The column with its entries renamed; undefined when no field in it has a former name. */
export function renamedColumn(column: ColumnDef): string | undefined {
  return column.field && renamed(quoted(column.name), column.field, 0)
}

function renamed(json: string, field: FieldModel, depth: number): string | undefined {
  if (!hasFormer(field)) return undefined
  if (field.type === 'group') return entry(json, field, depth)
  return overList(json, depth, (one) => entry(one, field, depth + 1))
}

const hasFormer = (field: FieldModel): boolean =>
  isNested(field) && membersOf(field).some((inner) => inner.was.length > 0 || hasFormer(inner))

function entry(json: string, field: FieldModel, depth: number): string {
  const inner = membersOf(field)
  const moved = inner.flatMap(({ name, was }) => was.map((former) => ({ name, former })))
  const cleaned = moved.reduce((at, { former }) => `(${at} - ${literal(former)})`, json)
  const added = moved.map(
    ({ name, former }) =>
      `case when ${json} ? ${literal(former)} and not ${json} ? ${literal(name)} then jsonb_build_object(${literal(name)}, ${json} -> ${literal(former)}) else '{}' end`,
  )
  const deeper = inner.flatMap((one) => {
    const value = renamed(`(${json} -> ${literal(one.name)})`, one, depth + 1)
    return value
      ? [
          `case when ${json} ? ${literal(one.name)} then jsonb_build_object(${literal(one.name)}, ${value}) else '{}' end`,
        ]
      : []
  })
  return overEntry(json, [cleaned, ...added, ...deeper].join(' || '))
}
