/** Parts of an expression that nobody can mean, wherever it stands: CEL007 of what they ask, NUM001 of what they count in. */
import { evaluate } from '../../src/model/expr/evaluate.ts'
import { nodesOf, type NodeOf } from '../../src/model/expr/tree.ts'
import type { Expr, ExprNode, FunctionName } from '../../src/model/expr/types.ts'
import type { FieldModel } from '../../src/model/model.ts'
import type { At, Compilation } from '../base/context.ts'
import { keyOf } from './decide.ts'

export function noteSense(c: Compilation, at: At, { src, ast }: Expr): void {
  for (const node of nodesOf(ast)) {
    const said =
      node.k === 'if'
        ? choiceOf(node)
        : node.k === 'cmp'
          ? (monthIn(c, node) ?? timeIn(c, node) ?? belowIn(c, node))
          : node.k === 'and' || node.k === 'or'
            ? againIn(node)
            : node.k === 'in'
              ? listedIn(node)
              : node.k === 'math'
                ? lessItself(node)
                : undefined
    if (said !== undefined) c.note(at, 'CEL007', `of "${src}", ${said}`)
    const counted =
      node.k === 'call' ? addedIn(node) : node.k === 'cmp' ? (spanIn(node) ?? shareIn(c, node)) : undefined
    if (counted !== undefined) c.note(at, 'NUM001', `of "${src}", ${counted}`)
  }
}

/** `a && b`: what is joined by one word. */
const joinedIn = (node: ExprNode, by: 'and' | 'or'): ExprNode[] =>
  node.k === by ? [...joinedIn(node.a, by), ...joinedIn(node.b, by)] : [node]

/** `a && a`. */
function againIn({ k, a, b }: NodeOf<'and'> | NodeOf<'or'>): string | undefined {
  const first = new Set(joinedIn(a, k).map(keyOf))
  return joinedIn(b, k).some((one) => first.has(keyOf(one)))
    ? `both sides of "${k === 'and' ? '&&' : '||'}" ask the same; leave one out, or ask what is meant`
    : undefined
}

/** `a in [b, b]`. */
function listedIn({ b }: NodeOf<'in'>): string | undefined {
  const items = b.k === 'list' ? b.items.map(keyOf) : []
  return new Set(items).size < items.length ? 'a value stands twice in the list; leave one out' : undefined
}

/** `a - a`, `a / a`. */
const lessItself = ({ op, a, b }: NodeOf<'math'>): string | undefined =>
  (op === '-' || op === '/') && a.k !== 'lit' && keyOf(a) === keyOf(b)
    ? `both sides of "${op}" are the same, so that it always comes to ${op === '-' ? 0 : 1}`
    : undefined

/** `value ? a : a`. */
const choiceOf = (node: NodeOf<'if'>): string | undefined =>
  keyOf(node.then) === keyOf(node.else)
    ? 'both sides of ":" are the same, so that nothing depends on what stands before "?"'
    : undefined

/** A day that is not kept as the first of its month, compared with a first of a month. */
function monthIn(c: Compilation, { op, a, b }: NodeOf<'cmp'>): string | undefined {
  if (op !== '==' && op !== '!=') return undefined
  const month = [a, b].find((node) => isMonth(c, node))
  const other = month === a ? b : a
  return month && isDay(c, other)
    ? 'the first of a month is compared with a day: they are equal on that day alone; write monthOf(…) on both sides'
    : undefined
}

const isMonth = (c: Compilation, node: ExprNode): boolean =>
  (node.k === 'call' && node.fn === 'monthOf') || fieldIn(c, node)?.months === true

/** Of what an input holds nothing is known, so that it may be a month. */
function isDay(c: Compilation, node: ExprNode): boolean {
  if (node.k === 'call') return node.fn === 'today'
  const field = fieldIn(c, node)
  return (node.k === 'root' && node.name === 'now') || (field?.type === 'date' && !field.months)
}

/** The field that a node reads of a record. */
function fieldIn(c: Compilation, node: ExprNode): FieldModel | undefined {
  if ((node.k !== 'field' && node.k !== 'computed') || node.of.type.t !== 'row') return undefined
  return c.resources.get(node.of.type.of)?.fields.get(node.name)
}

/** A number that the server keeps lies below nought only where its field says so. */
function belowIn(c: Compilation, { op, a, b }: NodeOf<'cmp'>): string | undefined {
  const [number, other] = op === '<' ? [a, b] : op === '>' ? [b, a] : []
  const field = number && fieldIn(c, number)
  const isKept = field?.managed && !field.value && !field.negative && field.min === undefined
  return isKept && NUMBERS.has(field.type) && other && constantIn(other) === 0
    ? `"${field.name}" is never below 0; compare it otherwise, or say "negative" at the field`
    : undefined
}

/** A share of one compared with a number of percent, which goes to 100. */
function shareIn(c: Compilation, { a, b }: NodeOf<'cmp'>): string | undefined {
  const [one, other] = [fieldIn(c, a), fieldIn(c, b)]
  if (!one || !other || one.percent === other.percent) return undefined
  const [share, number] = one.percent ? [one, other] : [other, one]
  return NUMBERS.has(number.type) && (number.unit?.en === '%' || number.label.en.includes('%'))
    ? `"${share.name}" is a share of one, and "${number.name}" goes to 100; write "${share.name}" * 100`
    : undefined
}

const NUMBERS: ReadonlySet<string> = new Set(['int', 'decimal', 'money'])

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time of day is text, so that 8:00 comes behind 18:00. */
function timeIn(c: Compilation, { a, b }: NodeOf<'cmp'>): string | undefined {
  const time = [a, b].find((node) => fieldIn(c, node)?.type === 'time')
  const other = time === a ? b : a
  return time && other.k === 'lit' && typeof other.v === 'string' && !TIME.test(other.v)
    ? `"${other.v}" is no time of a day; times are written as "08:00"`
    : undefined
}

/** What a function counts in, and how many of it are a year. */
const COUNTS: Partial<Record<FunctionName, { what: string; year: number }>> = {
  addDays: { what: 'days', year: 365 },
  addHours: { what: 'hours', year: 8760 },
  hoursBetween: { what: 'hours', year: 8760 },
}

/** Nobody means a span that is longer: it is one in milliseconds or seconds. */
const LONGEST = 200

const tooLong = (fn: FunctionName, by: ExprNode): string | undefined => {
  const unit = COUNTS[fn]
  const count = unit && constantIn(by)
  return unit && count !== undefined && Math.abs(count) > LONGEST * unit.year
    ? `${fn} counts in ${unit.what}, and ${count} of them are ${Math.round(Math.abs(count) / unit.year)} years; write them in ${unit.what}`
    : undefined
}

const addedIn = ({ fn, args: [, by] }: NodeOf<'call'>): string | undefined =>
  fn !== 'hoursBetween' && by ? tooLong(fn, by) : undefined

function spanIn({ a, b }: NodeOf<'cmp'>): string | undefined {
  const span = [a, b].find((node) => [...nodesOf(node)].some((one) => one.k === 'call' && one.fn === 'hoursBetween'))
  return span && tooLong('hoursBetween', span === a ? b : a)
}

/** The number that a node without a name comes to. */
function constantIn(node: ExprNode): number | undefined {
  if ([...nodesOf(node)].some(({ k }) => k !== 'lit' && k !== 'math' && k !== 'neg')) return undefined
  const count = evaluate(node, NOWHERE)
  return typeof count === 'number' ? count : undefined
}

/** Constants are the same everywhere. */
const NOWHERE = { now: 0, money: 1, zone: 'UTC' } as const
