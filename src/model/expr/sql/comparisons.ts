/** Comparisons in SQL: both sides of one database type, columns without casts, so that the planner can use indexes. */
import { sql } from 'kysely'
import { isEmpty } from '../evaluate.ts'
import type { NodeOf } from '../tree.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { array, constant, FALSE, numberBeside, untyped } from './constants.ts'
import { arrayColumn, hasElement } from './lists.ts'
import { dateValue } from './scalars.ts'
import {
  bareColumn,
  isEntryKey,
  isConstant,
  constantValue,
  resolve,
  untranslatable,
  type Scope,
  type Sql,
} from './scope.ts'

type Cmp = NodeOf<'cmp'>
const OPERATORS: Record<Cmp['op'], string> = {
  '==': '=',
  '!=': 'is distinct from',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const MIRRORED: Record<Cmp['op'], Cmp['op']> = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** A literal `null`. */
export const isNull = (node: ExprNode) => node.k === 'lit' && node.v === null

/** A comparison; a side known without a row is on the right. */
export function comparison(n: Cmp, s: Scope): Sql {
  if (isNull(n.a) || isNull(n.b)) return emptiness(isNull(n.a) ? n.b : n.a, n.op === '==', s)
  for (const [side, other] of [
    [n.a, n.b],
    [n.b, n.a],
  ] as const) {
    if (isNothing(side, s)) return n.op === '!=' ? emptiness(other, false, s) : FALSE
  }
  if (isConstant(n.a)) return comparison({ ...n, a: n.b, b: n.a, op: MIRRORED[n.op] }, s)
  const [a, b] = sides(n, s)
  return sql`(${a} ${sql.raw(OPERATORS[n.op])} ${b})`
}

/** Whether a node is known to be empty, if only as an element of a list. */
function isNothing(node: ExprNode, scope: Scope): boolean {
  const [n, s] = resolve(node, scope)
  return isConstant(n) && isEmpty(constantValue(n, s))
}

function emptiness(node: ExprNode, empty: boolean, s: Scope): Sql {
  const test = empty ? sql`is null` : sql`is not null`
  if (node.type.t !== 'any' && node.type.t !== 'record') return sql`(${s.print.value(node, s)} ${test})`
  // An untyped column may be jsonb, which has a null and empty values of its own.
  const [n, inner] = resolve(node, s)
  if (n.k !== 'field') return untranslatable('an untyped value')
  return sql`(nullif(nullif(nullif(${inner.print.value(n, inner)}::text, 'null'), '[]'), '""') ${test})`
}

/** Both sides in one database type, columns without casts where possible. */
function sides(n: Cmp, s: Scope): [Sql, Sql] {
  const type = kindOf(n.a.type, n.b.type)
  if (type === 'number') return cents(n, s) ?? [bareNumber(n.a, s), bareNumber(n.b, s)]
  if (type === 'date') return dates(n, s)
  if (type === 'key') return keys(n, s)
  if (type === 'text') return texts(n, s)
  if (type === 'bool') return [s.print.value(n.a, s), s.print.value(n.b, s)]
  return untranslatable('a comparison of values without a known type')
}

/** Keys: refs and values of dictionaries. The id of a record is a number by itself and a key beside a ref. */
function kindOf(a: ExprType, b: ExprType): 'number' | 'date' | 'key' | 'text' | 'bool' | undefined {
  const types = [a.t, b.t]
  if (types.includes('ref') || types.includes('enum')) return 'key'
  return (['number', 'date', 'text', 'bool'] as const).find((type) => types.includes(type))
}

/** Money against money or a whole number of cents: columns without casts, so that the planner can use their indexes. */
function cents(n: Cmp, s: Scope): [Sql, Sql] | undefined {
  const a = moneyColumn(n.a, s)
  if (!a) return undefined
  if (!isConstant(n.b)) {
    const b = moneyColumn(n.b, s)
    return b && [a, b]
  }
  const amount = wholeCents(constantValue(n.b, s))
  return amount === undefined ? undefined : [a, numberBeside(amount, s)]
}

function wholeCents(value: unknown): number | undefined {
  const amount = Math.round(Number(value) * 100)
  return amount / 100 === value ? amount : undefined
}

function moneyColumn(node: ExprNode, scope: Scope): Sql | undefined {
  const [n, s] = resolve(node, scope)
  return n.k === 'field' && n.unit === 'money' ? bareColumn(n, s) : undefined
}

function bareNumber(node: ExprNode, scope: Scope): Sql {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return numberBeside(Number(constantValue(n, s)), s)
  return (n.k === 'field' && n.unit !== 'money' && bareColumn(n, s)) || s.print.value(n, s)
}

function dates(n: Cmp, s: Scope): [Sql, Sql] {
  const isDay = (node: ExprNode) => node.type.t === 'date' && node.type.day
  const day = isDay(n.a) && isDay(n.b)
  return [dateValue(n.a, day, s), dateValue(n.b, day, s)]
}

function keys(n: Cmp, s: Scope): [Sql, Sql] {
  const text = isEntryKey(n.a, s) || isEntryKey(n.b, s)
  return [key(n.a, n.b, text, s), key(n.b, n.a, text, s)]
}

/** A key; a known value takes the type of the column beside it. */
function key(node: ExprNode, beside: ExprNode, text: boolean, scope: Scope): Sql {
  const [n, s] = resolve(node, scope)
  if (isConstant(n))
    return text ? constant(String(constantValue(n, s)), { t: 'text', empty: false }, s) : keyConstant(n, beside, s)
  const found = (n.k === 'field' && bareColumn(n, s)) || s.print.value(n, s)
  return text ? sql`${found}::text` : found
}

function keyConstant(n: ExprNode, beside: ExprNode, s: Scope): Sql {
  const [other] = resolve(beside, s)
  const value = constantValue(n, s)
  return other.k === 'field'
    ? untyped(value, s)
    : constant(value, n.type.t === 'number' ? { t: 'ref', of: '', empty: false } : n.type, s)
}

/** Texts; their order is that of their code points on both sides. */
function texts(n: Cmp, s: Scope): [Sql, Sql] {
  if (n.op !== '==' && n.op !== '!=') return [s.print.value(n.a, s), sql`${s.print.value(n.b, s)} collate "C"`]
  const [a, inner] = resolve(n.a, s)
  // '' differs from any non-empty text, so the column needs no conversion.
  const bare = isConstant(n.b) && a.k === 'field' ? bareColumn(a, inner) : undefined
  return [bare ?? s.print.value(n.a, s), s.print.value(n.b, s)]
}

/** `a in list`. */
export function membership(n: NodeOf<'in'>, s: Scope): Sql {
  if (isConstant(n.a) && isEmpty(constantValue(n.a, s))) return FALSE
  if (isConstant(n.b)) return inConstants(n.a, n.b, s)
  if (n.b.k === 'list') return oneOf(n.a, n.b.items, s)
  const list = arrayColumn(n.b, s)
  return list && isConstant(n.a)
    ? sql`(${list} @> ${array([constantValue(n.a, s)], keyType(n.a, n.b), s)})`
    : hasElement(n.a, n.b, s)
}

/** The type of the list's elements, for a key that is a plain number by itself. */
const keyType = (a: ExprNode, b: ExprNode): ExprType => (b.type.t === 'list' ? b.type.of : a.type)

function oneOf(a: ExprNode, items: ExprNode[], s: Scope): Sql {
  const equal = items.map((item) =>
    s.print.cond({ k: 'cmp', op: '==', a, b: item, type: { t: 'bool', empty: false } }, s),
  )
  return equal.length === 0 ? FALSE : sql`(${sql.join(equal, sql` or `)})`
}

/** `a in (…)`: the column without a cast, each value as in a comparison with it alone. */
function inConstants(a: ExprNode, list: ExprNode, s: Scope): Sql {
  const values = (constantValue(list, s) as unknown[]).filter((value) => !isEmpty(value))
  if (values.length === 0) return FALSE
  const type = list.type.t === 'list' ? list.type.of : a.type
  const pairs = values.map((v) =>
    sides({ k: 'cmp', op: '==', a, b: { k: 'lit', v: v as string, type }, type: { t: 'bool', empty: false } }, s),
  )
  const sameColumn = a.type.t !== 'number' || values.every((v) => wholeCents(v) !== undefined)
  return sameColumn
    ? sql`(${pairs[0]![0]} in (${sql.join(pairs.map((pair) => pair[1]))}))`
    : oneOf(
        a,
        values.map((v) => ({ k: 'lit', v: v as number, type })),
        s,
      )
}
