/** Conditions and values of the model as SQL, over a row of a statement. */
import { nodesOf } from '../../model/expr/tree.ts'
import type { Env } from '../../model/expr/index.ts'
import { midnightOf } from '../../model/zone.ts'
import type { Expr, ExprNode } from '../../model/expr/types.ts'
import { toSql, toSqlValue, type SqlContext } from '../../model/expr/sql/index.ts'
import type { Sql } from './sql.ts'

/** What an expression is given besides the row: roots as plain values, the moment, the zone. */
export type Surroundings = Pick<Env, 'user' | 'settings' | 'value' | 'params' | 'now' | 'zone' | 'can'>

/** A condition over the row of an alias; NULL means no. */
export function conditionSql(expr: Expr, alias: string, around: Surroundings): Sql {
  return toSql(expr.ast, contextOf(alias, around))
}

/** A value over the row of an alias: money in yuan, a condition as true or false. */
export function valueSql(expr: Expr, alias: string, around: Surroundings): Sql {
  return toSqlValue(expr.ast, contextOf(alias, around))
}

function contextOf(alias: string, { user, settings, value, params, now, zone, can }: Surroundings): SqlContext {
  return { row: alias, values: { user, settings, value, params, now }, now, timezone: zone, can }
}

const varying = new WeakMap<Expr, string[]>()

/** Roots besides the row that an expression reads; `today` where only the day matters. What a person may do counts as the moment. */
function varyingOf(expr: Expr): string[] {
  const known = varying.get(expr)
  if (known) return known
  const found = new Set<string>()
  collect(expr.ast, found)
  varying.set(expr, [...found])
  return [...found]
}

function collect(ast: ExprNode, found: Set<string>): void {
  for (const node of nodesOf(ast)) {
    if (node.k === 'root' && node.name !== 'row') found.add(node.name)
    if (node.k === 'call' && node.fn === 'today') found.add('today')
    if (node.k === 'can') found.add('now')
    if (node.k === 'computed') collect(node.body, found)
  }
}

/**
 * What the SQL of an expression depends on besides the row, as part of a cache key; nothing when it depends
 * on the moment, which never comes again.
 */
export function keyOf(expr: Expr, around: Surroundings): string | undefined {
  const roots = varyingOf(expr)
  if (roots.includes('now')) return undefined
  return roots
    .map((root) => {
      if (root === 'today') return midnightOf(around.now, around.zone)
      return JSON.stringify(root === 'value' ? around.value : pick(expr, root, around))
    })
    .join(';')
}

function pick(expr: Expr, root: string, around: Surroundings): unknown[] {
  const record = around[root as 'user' | 'settings' | 'params'] as Record<string, unknown> | undefined
  const names = expr.reads.filter((path) => path.startsWith(`${root}.`)).map((path) => path.split('.')[1] as string)
  return names.map((name) => record?.[name] ?? null)
}
