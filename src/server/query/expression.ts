/** Conditions and values of the model as SQL, over a row of a statement. */
import { nodesOf } from '../../model/expr/tree.ts'
import type { Env } from '../../model/expr/index.ts'
import { midnightOf } from '../../model/zone.ts'
import type { Expr, ExprNode } from '../../model/expr/types.ts'
import { toSql, toSqlValue, type SqlContext } from '../../model/expr/sql/index.ts'
import type { Sql } from './sql.ts'

/** What an expression is given besides the row: roots as plain values, the moment, the zone. */
export type Environment = Pick<Env, 'user' | 'settings' | 'value' | 'params' | 'now' | 'zone' | 'can'>

/** A condition over the row of an alias; NULL means no. */
export function conditionSql(expr: Expr, alias: string, environment: Environment): Sql {
  return toSql(expr.ast, contextOf(alias, environment))
}

/** A value over the row of an alias: money in yuan, a condition as true or false. */
export function valueSql(expr: Expr, alias: string, environment: Environment): Sql {
  return toSqlValue(expr.ast, contextOf(alias, environment))
}

function contextOf(alias: string, { user, settings, value, params, now, zone, can }: Environment): SqlContext {
  return { row: alias, values: { user, settings, value, params, now }, now, timezone: zone, can }
}

const varying = new WeakMap<Expr, string[]>()

/** Roots besides the row that an expression reads; `today` where only the day matters. What a person may do counts as the moment. */
function varyingOf(expr: Expr): string[] {
  const cached = varying.get(expr)
  if (cached) return cached
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
export function keyOf(expr: Expr, environment: Environment): string | undefined {
  const roots = varyingOf(expr)
  if (roots.includes('now')) return undefined
  return roots
    .map((root) => {
      if (root === 'today') return midnightOf(environment.now, environment.zone)
      return JSON.stringify(root === 'value' ? environment.value : pick(expr, root, environment))
    })
    .join(';')
}

function pick(expr: Expr, root: string, environment: Environment): unknown[] {
  const record = environment[root as 'user' | 'settings' | 'params'] as Record<string, unknown> | undefined
  return namesOf(expr.ast, root).map((name) => record?.[name] ?? null)
}

/** The fields of a root that an expression reads; of a ref that it follows, the ref. */
function namesOf(ast: ExprNode, root: string): string[] {
  return [...nodesOf(ast)].flatMap((node) => {
    if (node.k === 'computed') return namesOf(node.body, root)
    if ((node.k !== 'field' && node.k !== 'follow') || node.of.k !== 'root' || node.of.name !== root) return []
    return [node.k === 'follow' ? node.field : node.name]
  })
}
