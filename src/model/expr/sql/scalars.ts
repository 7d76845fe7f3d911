/** Values in SQL: numbers as numeric yuan, days as date, moments as timestamptz, '' as NULL. */
import { sql } from 'kysely'
import { isEmpty, MOST_DAYS } from '../evaluate.ts'
import { DIGITS } from '../number.ts'
import type { NodeOf } from '../tree.ts'
import type { ExprNode, ExprType, FunctionName } from '../types.ts'
import { constant, integer } from './constants.ts'
import { count, listValue, sum } from './lists.ts'
import {
  bareColumn,
  column,
  isEntryKey,
  isConstant,
  constantValue,
  resolve,
  untranslatable,
  withRecord,
  type Rec,
  type Scope,
  type Sql,
} from './scope.ts'

type Rules = { [K in ExprNode['k']]: (node: NodeOf<K>, s: Scope) => Sql }

const asCondition = (node: ExprNode, s: Scope) => s.print.strict(node, s)

const RULES: Rules = {
  lit: (n, s) => constant(n.v, n.type, s),
  root: () => untranslatable('a record as a value'),
  list: listValue,
  rows: () => untranslatable('child rows as a value'),
  follow: () => untranslatable('a record as a value'),
  record: () => untranslatable('an entry { … }'),
  var: elementValue,
  field: (n, s) => withRecord(n.of, s, (rec, inner) => fieldValue(rec, n, inner)),
  computed: (n, s) => withRecord(n.of, s, (rec, inner) => inner.print.value(n.body, { ...inner, row: rec, vars: {} })),
  not: asCondition,
  and: asCondition,
  or: asCondition,
  cmp: asCondition,
  in: asCondition,
  can: asCondition,
  neg: (n, s) => sql`(- ${s.print.value(n.a, s)})`,
  math,
  concat: (n, s) =>
    sql`nullif(${sql.join(
      joinedTexts(n).map((part) => plainText(part, s)),
      sql` || `,
    )}, '')`,
  if: (n, s) =>
    sql`(case when ${s.print.cond(n.cond, s)} then ${sql.join(branches([n.then, n.else], n.type, s), sql` else `)} end)`,
  call: (n, s) => FUNCTIONS[n.fn](n, s),
  each: (n, s) => (n.type.t === 'list' ? listValue(n, s) : s.print.strict(n, s)),
}

/** The exact value of a node; NULL when empty. */
export function value(node: ExprNode, scope: Scope): Sql {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return constantSql(n, s)
  if (n.type.t === 'list') return listValue(n, s)
  return (RULES[n.k] as (n: ExprNode, s: Scope) => Sql)(n, s)
}

function constantSql(n: ExprNode, s: Scope): Sql {
  const found = constantValue(n, s)
  if (Array.isArray(found)) return listValue(n, s)
  return typeof found === 'object' && found !== null
    ? untranslatable('a record as a value')
    : constant(found, n.type, s)
}

/** A column, or a part of a jsonb entry, as expressions use it. */
function fieldValue(rec: Rec, n: NodeOf<'field'>, s: Scope): Sql {
  return 'json' in rec
    ? entryValue(sql`(${rec.json} ->> ${sql.lit(n.name)})`, n, s)
    : columnValue(column(rec.alias, n.name), n)
}

function columnValue(bare: Sql, n: NodeOf<'field'>): Sql {
  if (n.type.t === 'text') return sql`nullif(${bare}, '')`
  if (n.type.t !== 'number') return bare
  return n.unit === 'money' ? sql`(${bare} / 100.0)` : sql`${bare}::numeric`
}

/** Entries hold inside form: money in cents, days and moments in ms. */
function entryValue(text: Sql, n: ExprNode & { unit?: string }, s: Scope): Sql {
  const filled = sql`nullif(${text}, '')`
  if (n.type.t === 'number') return n.unit === 'money' ? sql`(${filled}::numeric / 100.0)` : sql`${filled}::numeric`
  if (n.type.t === 'bool') return sql`${filled}::boolean`
  if (n.type.t !== 'date') return filled
  const moment = sql`to_timestamp(${filled}::double precision / 1000)`
  return n.type.day ? sql`(${moment} at time zone ${sql.lit(s.ctx.timezone)})::date` : moment
}

function elementValue(n: NodeOf<'var'>, s: Scope): Sql {
  const element = s.vars[n.name]
  if (!element || !('sql' in element)) return untranslatable('a record as a value')
  if (element.entry) return entryValue(element.sql, n, s)
  if (n.type.t === 'text') return sql`nullif(${element.sql}, '')`
  return n.type.t === 'number' ? sql`${element.sql}::numeric` : element.sql
}

/** The parts of a chain of `+`. */
const joinedTexts = (node: ExprNode): ExprNode[] =>
  node.k === 'concat' ? [...joinedTexts(node.a), ...joinedTexts(node.b)] : [node]

/** A part of a text; '' when empty. */
function plainText(node: ExprNode, s: Scope): Sql {
  if (isConstant(node))
    return isEmpty(constantValue(node, s)) ? sql`''` : constant(constantValue(node, s), node.type, s)
  const [n, inner] = resolve(node, s)
  return sql`coalesce(${(n.k === 'field' && bareColumn(n, inner)) || s.print.value(node, s)}, '')`
}

/** The possible results of a node in one database type: a day among moments becomes a moment, keys beside text become text. */
function branches(nodes: ExprNode[], type: ExprType, s: Scope): Sql[] {
  if (type.t === 'date') return nodes.map((node) => dateValue(node, type.day, s))
  const text = (type.t === 'enum' || type.t === 'ref') && nodes.some((node) => isEntryKey(node, s))
  return nodes.map((node) => (text ? sql`${s.print.value(node, s)}::text` : s.print.value(node, s)))
}

/** A day as a date, or as the moment of its midnight. */
export function dateValue(node: ExprNode, day: boolean, s: Scope): Sql {
  const wanted = { t: 'date', day, empty: true } as const
  if (isConstant(node)) return constant(constantValue(node, s), wanted, s)
  const found = s.print.value(node, s)
  return !day && node.type.t === 'date' && node.type.day
    ? sql`(${found}::timestamp at time zone ${sql.lit(s.ctx.timezone)})`
    : found
}

/** + and - are exact in the database; other results are rounded as in JavaScript. */
function math(n: NodeOf<'math'>, s: Scope): Sql {
  const [a, b] = [s.print.value(n.a, s), s.print.value(n.b, s)]
  if (n.op === '+' || n.op === '-') return sql`(${a} ${sql.raw(n.op)} ${b})`
  if (n.op === '*') return sql`round(${a} * ${b}, ${sql.lit(DIGITS)})`
  const divisor = n.b.k === 'lit' ? b : sql`nullif(${b}, 0)`
  return n.op === '/' ? sql`round(${a} / ${divisor}, ${sql.lit(DIGITS)})` : sql`mod(${a}, ${divisor})`
}

type CallRule = (n: NodeOf<'call'>, s: Scope) => Sql

const argument = (n: NodeOf<'call'>, i: number): ExprNode =>
  n.args[i] ?? untranslatable(`${n.fn} without its arguments`)
const extreme =
  (name: string): CallRule =>
  (n, s) =>
    sql`${sql.raw(name)}(${sql.join(branches(n.args, n.type, s))})`

const FUNCTIONS: Record<FunctionName, CallRule> = {
  size: (n, s) =>
    argument(n, 0).type.t === 'text'
      ? sql`coalesce(char_length(${s.print.value(argument(n, 0), s)}), 0)::numeric`
      : count(argument(n, 0), s),
  sum: (n, s) => sum(argument(n, 0), s),
  or: (n, s) => sql`coalesce(${sql.join(branches(n.args, n.type, s))})`,
  contains: asCondition,
  startsWith: asCondition,
  endsWith: asCondition,
  max: extreme('greatest'),
  min: extreme('least'),
  round: (n, s) =>
    sql`round(${s.print.value(argument(n, 0), s)}, ${sql.lit(n.args[1]?.k === 'lit' ? n.args[1].v : 0)})`,
  today: () => untranslatable('today() is known without a row'),
  monthOf,
  addDays,
  addHours,
  hoursBetween,
  enumValue: (n, s) => sql`${s.print.value(argument(n, 0), s)}::numeric`,
}

/** The first day of the month in the product's zone. */
function monthOf(n: NodeOf<'call'>, s: Scope): Sql {
  const of = argument(n, 0)
  const day = of.type.t === 'date' && of.type.day
  const wall = day
    ? sql`${dateValue(of, true, s)}::timestamp`
    : sql`${dateValue(of, false, s)} at time zone ${sql.lit(s.ctx.timezone)}`
  return sql`date_trunc('month', ${wall})::date`
}

/** The same time of day in the product's zone, some days later. */
function addDays(n: NodeOf<'call'>, s: Scope): Sql {
  const from = argument(n, 0)
  const days = dayCount(argument(n, 1), s)
  if (n.type.t === 'date' && n.type.day) return sql`(${dateValue(from, true, s)} + ${days})`
  const zone = sql.lit(s.ctx.timezone)
  return sql`((${dateValue(from, false, s)} at time zone ${zone} + make_interval(days => ${days})) at time zone ${zone})`
}

function dayCount(node: ExprNode, s: Scope): Sql {
  if (!isConstant(node))
    return sql`trunc(least(greatest(${s.print.value(node, s)}, ${sql.lit(-MOST_DAYS)}), ${sql.lit(MOST_DAYS)}))::integer`
  const found = constantValue(node, s)
  return isEmpty(found)
    ? sql`null::integer`
    : integer(Math.min(Math.max(Math.trunc(Number(found)), -MOST_DAYS), MOST_DAYS), s)
}

function hoursBetween(n: NodeOf<'call'>, s: Scope): Sql {
  const [from, to] = [dateValue(argument(n, 0), false, s), dateValue(argument(n, 1), false, s)]
  return sql`round(extract(epoch from ${to} - ${from})::numeric / 3600, 2)`
}

function addHours(n: NodeOf<'call'>, s: Scope): Sql {
  const limit = MOST_DAYS * 24
  const hours = sql`least(greatest(${s.print.value(argument(n, 1), s)}, ${sql.lit(-limit)}), ${sql.lit(limit)})`
  return sql`(${dateValue(argument(n, 0), false, s)} + make_interval(secs => round(${hours} * 3600, 3)::double precision))`
}
