/** Values the server sets itself: defaults, serial numbers, stored computed fields. */
import { evaluate } from '../../../model/expr/index.ts'
import { nodesOf } from '../../../model/expr/tree.ts'
import type { Bounds, FieldModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import type { Table } from '../../query/table.ts'
import { fromExpression, fromLiteral } from '../rows.ts'
import { renderNumber, renderPeriod } from '../../../model/serials.ts'
import type { Unit } from '../unit.ts'

type Values = Record<string, unknown>

/** Fills empty fields that have a default, in the order of the model; a default may read those before it. */
export async function applyDefaults(unit: Unit, table: Table, values: Values, input?: unknown): Promise<void> {
  for (const field of table.fields.values()) {
    const bound = field.default
    if (!bound || !field.column || !isEmpty(values[field.name])) continue
    values[field.name] =
      'expr' in bound
        ? fromExpression(
            field,
            await unit.value(bound.expr, { row: values, input: input ?? values }),
            table.dictionaries,
          )
        : fromLiteral(field, bound.value, table.dictionaries)
  }
}

/** Fixed values of fields, in inside form. */
export async function valuesFor(
  unit: Unit,
  table: Table,
  bounds: Bounds,
  roots: Parameters<Unit['bounds']>[1],
): Promise<Values> {
  const found = await unit.bounds(bounds, roots)
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => {
      const field = table.fields.get(name)
      if (!field) throw new Error(`no field "${name}" in ${table.name}`)
      const written = 'expr' in (bounds[name] ?? {}) ? fromExpression : fromLiteral
      return [name, written(field, value, table.dictionaries)]
    }),
  )
}

/** The counter of a serial field, and the text around its number. */
export function serialOf(
  unit: Pick<Unit, 'now' | 'core' | 'actor'>,
  table: Table,
  field: FieldModel,
  companyId: unknown,
): { key: string; period: string } {
  const period = renderPeriod(field.pattern ?? '{0000}', unit.now, unit.core.model.app.timezone)
  return { key: counterOf(table, field, companyId, period), period }
}

/** The key of the counter of a serial field in a period. */
export const counterOf = (table: Table, field: FieldModel, companyId: unknown, period: string): string =>
  `${table.name}.${field.name}/${table.resource.company ? String(companyId ?? '') : ''}/${period}`

/** Sets the serial numbers of records of a table: those taken before the transaction, else from the counter now. */
export async function applySerials(unit: Unit, table: Table, records: readonly Values[]): Promise<void> {
  for (const field of table.columns) {
    if (field.type !== 'serial') continue
    const wanting = records.filter((values) => isEmpty(values[field.name]))
    const companies = new Set(wanting.map((values) => values.companyId))
    for (const companyId of companies) {
      const { key, period } = serialOf(unit, table, field, companyId)
      const own = wanting.filter((values) => values.companyId === companyId)
      const numbers = await numbersOf(unit, key, own.length)
      for (const [i, values] of own.entries()) values[field.name] = renderNumber(period, numbers[i] as number)
    }
  }
}

async function numbersOf(unit: Unit, key: string, count: number): Promise<number[]> {
  const reserved = unit.numbers.get(key)
  if (reserved === undefined) return await unit.core.serials.takeIn(unit.tx, key, count)
  unit.numbers.delete(key)
  return [reserved, ...(count > 1 ? await unit.core.serials.takeIn(unit.tx, key, count - 1) : [])]
}

const ordered = new WeakMap<Table, FieldModel[]>()

/** Stored computed fields, each after those of the same record that it reads. */
function inOrder(table: Table): readonly FieldModel[] {
  const cached = ordered.get(table)
  if (cached) return cached
  const result: FieldModel[] = []
  const visit = (field: FieldModel): void => {
    if (result.includes(field)) return
    for (const name of ownReads(field)) {
      const other = table.stored.find((one) => one.name === name)
      if (other && other !== field) visit(other)
    }
    result.push(field)
  }
  table.stored.forEach(visit)
  ordered.set(table, result)
  return result
}

function ownReads(field: FieldModel): string[] {
  if (!field.value) return []
  return [...nodesOf(field.value.ast)].flatMap((node) =>
    node.k === 'field' && node.of.k === 'root' && node.of.name === 'row' ? [node.name] : [],
  )
}

/** Recomputes the stored computed fields of a record; returns those that changed. */
export async function computeStored(unit: Unit, table: Table, values: Values): Promise<Values> {
  const changed: Values = {}
  for (const field of inOrder(table)) {
    if (!field.value) continue
    const env = await unit.prepare(field.value, { row: values })
    const found = fromExpression(field, evaluate(field.value.ast, env), table.dictionaries)
    values[field.name] = found
    changed[field.name] = found
  }
  return changed
}

/** Whether stored fields of a record read its child rows of this kind. */
export function readsChildren(table: Table, child: string): boolean {
  return table.stored.some(
    (field) =>
      field.value && [...nodesOf(field.value.ast)].some((node) => node.k === 'rows' && node.resource === child),
  )
}
