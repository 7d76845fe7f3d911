/** Counted fields in SQL: counts their numbers from the rows, for a new field and for `verify`. */
import type { ExprNode } from '../../../model/expr/types.ts'
import type { Model, ResourceModel, TallyModel } from '../../../model/model.ts'
import { quoted } from '../options.ts'
import { predicateSql } from './predicate.ts'
import type { KeptDef } from './types.ts'
import { readsOf } from './worked-out.ts'

/** The counted fields of a resource, each with what its number should be for the row of alias `t`. */
export function talliesOf(resource: ResourceModel, model: Model): KeptDef[] {
  return Object.entries(resource.tallies).map(([column, counted]) => ({
    column,
    sql: tallySql(resource, column, model),
    reads: counted.flatMap(({ where, value }) => [where, value].flatMap((one) => (one ? readsOf(one.ast) : []))),
  }))
}

/** The correct number of one counted field for the row of alias `t`. */
export const tallySql = (resource: ResourceModel, column: string, model: Model): string =>
  (resource.tallies[column] ?? []).map((one) => numberSql(resource, one, model)).join(' + ')

function numberSql(resource: ResourceModel, tally: TallyModel, model: Model): string {
  const key = `"t".${quoted(resource.key)}`
  const ref = `"s".${quoted(tally.ref)}`
  const many = model.resources[tally.resource]?.fields[tally.ref]?.type === 'refs'
  const conditions = [
    many ? `${key} = any(${ref})` : `${ref} = ${key}`,
    'not "s"."isDel"',
    ...(tally.where ? [predicateSql(tally.where.ast)] : []),
  ]
  return `(select ${figureSql(tally)} from ${quoted(tally.resource)} as "s" where ${conditions.join(' and ')})`
}

function figureSql({ value, each }: TallyModel): string {
  if (value) return `coalesce(sum(${sumSql(value.ast)}), 0)`
  return each ? `count(distinct "s".${quoted(each)})` : 'count(*)'
}

/** The value that is added up: fields of one kind, joined by + and -. Throws for anything else (a fault of the compiler). */
function sumSql(node: ExprNode): string {
  if (node.k === 'field') return `coalesce("s".${quoted(node.name)}, 0)`
  if (node.k === 'lit') return String(node.v)
  if (node.k === 'math') return `(${sumSql(node.a)} ${node.op} ${sumSql(node.b)})`
  if (node.k === 'call' && node.args[0]) return sumSql(node.args[0])
  throw new Error(`a sum cannot be made of "${node.k}"`)
}
