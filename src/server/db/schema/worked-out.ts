/** Stored computed fields in SQL, for the rows that were there before the field or its formula. */
import { nodesOf } from '../../../model/expr/tree.ts'
import type { ExprNode } from '../../../model/expr/types.ts'
import { toSqlValue } from '../../../model/expr/sql/index.ts'
import type { Model, ResourceModel } from '../../../model/model.ts'
import { compiler } from '../compiler.ts'
import { literal } from '../options.ts'
import type { ColumnDef, KeptDef } from './types.ts'

/** The stored computed fields of a resource, each with what it should be for the row of alias `t`. */
export function valuesOf(resource: ResourceModel, columns: Map<string, ColumnDef>, model: Model): KeptDef[] {
  return Object.values(resource.fields).flatMap((field) => {
    const column = columns.get(field.name)
    return field.value && field.stored && column
      ? [
          {
            column: field.name,
            sql: valueSql(field.value.ast, column, model.app.timezone),
            reads: readsOf(field.value.ast),
          },
        ]
      : []
  })
}

/** Fields of records that an expression reads, as `table.column`. */
export function readsOf(ast: ExprNode): string[] {
  const found = [...nodesOf(ast)].flatMap((node) =>
    node.k === 'field' && node.of.type.t === 'row' ? [`${node.of.type.of}.${node.name}`] : [],
  )
  return [...new Set(found)]
}

/** The value as its column holds it. */
function valueSql(ast: ExprNode, column: ColumnDef, timezone: string): string {
  const { sql } = toSqlValue(ast, { row: 't', values: {}, now: 0, timezone, inline: true }).compile(compiler)
  if (column.field?.type === 'money') return `round((${sql}) * 100)::${column.type}`
  const found = `(${inZone(sql, ast, column.type, literal(timezone))})::${column.type}`
  return column.notNull ? `coalesce(${found}, ${column.default ?? 'null'})` : found
}

/** Days and moments become one another at the midnight of the product's zone. */
function inZone(sql: string, { type }: ExprNode, column: string, zone: string): string {
  if (type.t !== 'date' || type.day === (column === 'date')) return sql
  return type.day ? `(${sql})::timestamp at time zone ${zone}` : `(${sql}) at time zone ${zone}`
}
