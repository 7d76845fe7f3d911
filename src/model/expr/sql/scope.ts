/** The state of the SQL printer at a node: aliases, elements, and the values known without a row. */
import { sql, type RawBuilder } from 'kysely'
import { evaluate, type Env } from '../evaluate.ts'
import type { NodeOf } from '../tree.ts'
import type { ExprNode, RootName } from '../types.ts'

export type Sql = RawBuilder<unknown>

/** The context of an expression in a statement. */
export interface SqlContext {
  /** Alias of the table of `row`; '' for plain column names (predicates of indexes). */
  row: string
  /** The other roots in inside form: money of records in cents; `value` and `settings` in yuan. */
  values: Partial<Record<RootName, unknown>>
  /** The moment, ms. */
  now: number
  timezone: string
  /** Whether a `menu.button` code is granted. */
  can?: (code: string) => boolean
  /** Writes values into the statement: predicates of indexes take no parameters. */
  inline?: boolean
}

/** A record in the statement: a table by its alias, or an entry inside a jsonb column. */
export type Rec = { alias: string } | { json: Sql }

/** An element of a list: a record, a value (`entry`: of a jsonb list, as text), or the result of a `map`. */
export type Element = { rec: Rec } | { sql: Sql; entry?: boolean } | { node: ExprNode; scope: Scope }

/** The printers of one statement; they call each other through this object. */
export interface Printer {
  /** The exact value; NULL when empty ('' is empty too). */
  value(node: ExprNode, s: Scope): Sql
  /** A condition whose NULL means no. */
  cond(node: ExprNode, s: Scope): Sql
  /** A condition that is never NULL. */
  strict(node: ExprNode, s: Scope): Sql
}

export interface Scope {
  ctx: SqlContext
  print: Printer
  row: Rec
  vars: Record<string, Element>
  /** The last alias of this statement. */
  aliases: { last: number }
}

export function newScope(ctx: SqlContext, print: Printer): Scope {
  return { ctx, print, row: { alias: ctx.row }, vars: {}, aliases: { last: 0 } }
}

/** A new alias, unique in this statement. */
export const newAlias = (s: Scope): string => `_${(s.aliases.last += 1)}`

/** A programming error: the checker refuses expressions that do not translate [SQL001]. */
export function untranslatable(what: string): never {
  throw new Error(`this does not translate to SQL: ${what}`)
}

/** Whether a node needs no row of the database: only roots other than `row`, and values computed from them. */
export function isConstant(node: ExprNode, inner: readonly string[] = []): boolean {
  switch (node.k) {
    case 'lit':
    case 'can':
      return true
    case 'root':
      return node.name !== 'row'
    case 'var':
      return inner.includes(node.name)
    case 'follow':
    case 'rows':
      return false
    case 'each':
      return isConstant(node.of, inner) && isConstant(node.body, [...inner, node.as])
    case 'list':
      return node.items.every((item) => isConstant(item, inner))
    case 'record':
      return Object.values(node.entries).every((entry) => isConstant(entry, inner))
    case 'field':
    case 'computed':
      return isConstant(node.of, inner)
    case 'not':
    case 'neg':
      return isConstant(node.a, inner)
    case 'if':
      return [node.cond, node.then, node.else].every((part) => isConstant(part, inner))
    case 'call':
      return node.args.every((arg) => isConstant(arg, inner))
    default:
      return isConstant(node.a, inner) && isConstant(node.b, inner)
  }
}

/** The value of a node that is known without a row. */
export function constantValue(node: ExprNode, { ctx }: Scope): unknown {
  const env: Env = { ...ctx.values, now: ctx.now, money: 100, zone: ctx.timezone, can: ctx.can }
  return evaluate(node, env)
}

/** The expression behind a name: the body of a computed field, the body of a `map`. */
export function resolve(node: ExprNode, s: Scope): [ExprNode, Scope] {
  if (node.k === 'var') {
    const element = s.vars[node.name]
    return element && 'node' in element ? resolve(element.node, element.scope) : [node, s]
  }
  const rec = node.k === 'computed' && !isConstant(node) ? recordAtHand(node.of, s) : undefined
  return node.k === 'computed' && rec ? resolve(node.body, { ...s, row: rec, vars: {} }) : [node, s]
}

/** The record, where it can be read without a join. */
function recordAtHand(node: ExprNode, scope: Scope): Rec | undefined {
  const [n, s] = resolve(node, scope)
  if (n.k === 'root' && n.name === 'row') return s.row
  const element = n.k === 'var' ? s.vars[n.name] : undefined
  if (element) return recOf(element)
  const of = n.k === 'field' && n.type.t === 'record' && !isConstant(n) ? recordAtHand(n.of, s) : undefined
  return of && n.k === 'field' ? { json: entry(of, n.name) } : undefined
}

/** The column of a field of the current record; undefined for a record that needs a join. */
export function bareColumn(n: NodeOf<'field'>, s: Scope): Sql | undefined {
  const rec = n.of.type.t === 'row' ? recordAtHand(n.of, s) : undefined
  return rec && 'alias' in rec ? column(rec.alias, n.name) : undefined
}

/** A key from a jsonb entry: text there, whatever the type of keys and dictionaries in columns. */
export function isEntryKey(node: ExprNode, scope: Scope): boolean {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return false
  if (n.k === 'if') return isEntryKey(n.then, s) || isEntryKey(n.else, s)
  if (n.k === 'call') return n.fn === 'or' && n.args.some((arg) => isEntryKey(arg, s))
  if (n.k === 'computed') return isEntryKey(n.body, s)
  const element = n.k === 'var' ? s.vars[n.name] : undefined
  return element && 'sql' in element ? element.entry === true : n.k === 'field' && n.of.type.t === 'record'
}

/** A record with the tables that must be joined for it. */
interface Bound {
  from: Sql[]
  where: Sql[]
  rec: Rec
}

export function bind(node: ExprNode, scope: Scope): Bound {
  const [n, s] = resolve(node, scope)
  const rec = recordAtHand(n, s)
  if (rec) return { from: [], where: [], rec }
  if (n.k === 'follow') return bindFollow(n, s)
  if (n.type.t === 'record' && n.k === 'field') {
    const of = bind(n.of, s)
    return { ...of, rec: { json: entry(of.rec, n.name) } }
  }
  return untranslatable(`a record by ${n.k}`)
}

function recOf(element: Element): Rec {
  if ('rec' in element) return element.rec
  return 'sql' in element ? { json: element.sql } : untranslatable('an element that is no record')
}

/** A jsonb column, or a part of one. */
export const entry = (rec: Rec, name: string): Sql =>
  'json' in rec ? sql`(${rec.json} -> ${sql.lit(name)})` : column(rec.alias, name)

export const column = (alias: string, name: string): Sql => (alias === '' ? sql.id(name) : sql.id(alias, name))

/** The row of a ref. A deleted row can still be read, because history does not vanish with it. */
function bindFollow(n: NodeOf<'follow'>, s: Scope): Bound {
  const of: Bound = n.field === '' || isConstant(n.of) ? { from: [], where: [], rec: s.row } : bind(n.of, s)
  const alias = newAlias(s)
  const table = sql`${sql.id(n.resource)} as ${sql.id(alias)}`
  return { from: [...of.from, table], where: [...of.where, keyIs(n, alias, refOf(n, of, s), s)], rec: { alias } }
}

/** Ids are unique. Another key is unique among live rows only: the live row is used, else the last one. */
function keyIs(n: NodeOf<'follow'>, alias: string, ref: Sql, s: Scope): Sql {
  if (n.key === 'id') return sql`${column(alias, 'id')} = ${ref}`
  const k = newAlias(s)
  const found = sql`select ${column(k, 'id')} from ${sql.id(n.resource)} as ${sql.id(k)} where ${column(k, n.key)} = ${ref}`
  return sql`${column(alias, 'id')} = (${found} order by ${column(k, 'isDel')}, ${column(k, 'id')} desc limit 1)`
}

/** The value of a ref. Inside an entry it is text, which is cast to an id. */
function refOf(n: NodeOf<'follow'>, of: Bound, s: Scope): Sql {
  const type = { t: 'ref', of: n.resource, empty: true } as const
  const ref: ExprNode = n.field === '' ? n.of : { k: 'field', of: n.of, name: n.field, unit: 'plain', type }
  if (n.via) return s.print.value(n.via, { ...s, row: of.rec, vars: {} })
  if (n.field !== '' && !isConstant(n.of) && 'alias' in of.rec) return column(of.rec.alias, n.field)
  const found =
    'json' in of.rec && n.field !== '' && !isConstant(n.of)
      ? sql`(${of.rec.json} ->> ${sql.lit(n.field)})`
      : s.print.value(ref, s)
  return n.key === 'id' && isEntryKey(ref, s) ? sql`${found}::bigint` : found
}

/** Reads from a record: directly where possible, else by a sub-select. */
export function withRecord(node: ExprNode, scope: Scope, read: (rec: Rec, s: Scope) => Sql): Sql {
  const [n, s] = resolve(node, scope)
  if (n.k === 'if')
    return sql`(case when ${s.print.cond(n.cond, s)} then ${withRecord(n.then, s, read)} else ${withRecord(n.else, s, read)} end)`
  const { from, where, rec } = bind(n, s)
  return from.length === 0 ? read(rec, s) : select(read(rec, s), from, where)
}

export const select = (what: Sql, from: Sql[], where: Sql[], more: Sql = sql``): Sql =>
  sql`(select ${what} from ${sql.join(from)} where ${all(where)}${more})`

/** Whether all conditions hold. */
const all = (conditions: Sql[]): Sql => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))
