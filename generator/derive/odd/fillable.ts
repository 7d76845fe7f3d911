/** FRM004: what nobody can ever fill in. */
import { evaluate } from '../../../src/model/expr/evaluate.ts'
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { Expr, ExprNode, ExprType } from '../../../src/model/expr/types.ts'
import type { FieldModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { monthStart } from '../../../src/model/zone.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { verdictOf } from '../../normalize/decide.ts'

export function checkFillable(c: Compilation, model: Model): void {
  for (const r of Object.values(model.resources)) {
    const draft = c.resources.get(r.name)
    if (!draft) continue
    const at: At = { source: draft.source, path: [] }
    for (const field of Object.values(r.fields)) {
      const place = below(at, 'fields', field.name)
      checkField(c, place, r, field)
      checkLimits(c, place, field)
      checkStart(c, place, r, field)
      if (field.type === 'date') checkDays(c, place, field)
    }
    checkRules(c, at, r)
    for (const { field: machine, moves } of r.machines)
      for (const move of moves)
        for (const name of Object.keys(move.set))
          if (r.fields[name]?.value || r.tallies[name])
            c.error(
              below(at, 'states', machine, move.name, 'set', name),
              'SHP005',
              `"${name}" is worked out; a move sets nothing in it`,
              { key: true },
            )
  }
}

/** SHP004: what a number begins with lies within its own limits. */
export function checkLimits(
  c: Compilation,
  at: At,
  { name, type, default: start, min, max, negative }: FieldModel,
): void {
  const value = start && 'value' in start ? start.value : undefined
  if (typeof value !== 'number' || !['int', 'decimal', 'money'].includes(type)) return
  const least = min ?? (negative ? undefined : 0)
  if ((least !== undefined && value < least) || (max !== undefined && value > max))
    c.error(below(at, 'default'), 'SHP004', `"${name}" begins with ${value}, which it does not take`)
}

function checkField(c: Compilation, at: At, r: ResourceModel, field: FieldModel): void {
  const needed = field.required && !field.managed && !field.value && field.default === undefined
  if (needed && field.show && verdictOf(c, field.show.ast) === 'never')
    c.error(
      below(at, 'show'),
      'FRM004',
      `"${field.name}" is required and never shown: nothing can be saved; leave out one of them`,
    )
  if (needed && field.max !== undefined && field.max <= 0 && field.type !== 'date')
    c.error(below(at, 'max'), 'FRM004', `"${field.name}" is required, and at most ${field.max} fit`)
  if (needed && field.type === 'ref' && field.of === r.name)
    c.note(
      at,
      'FRM004',
      `the first ${r.label.en} can never be added: it must point at another one; leave out "required"`,
    )
  const least = field.type === 'serial' ? undefined : shortest(field.pattern)
  if (least !== undefined && field.max !== undefined && least > field.max)
    c.error(below(at, 'pattern'), 'FRM004', `"pattern" wants ${least} letters, and "max" is ${field.max}`)
}

/** Shown by what stands in itself; begun with what it begins with; locked, and nobody else fills it. */
function checkStart(c: Compilation, at: At, r: ResourceModel, field: FieldModel): void {
  const { name, default: start } = field
  const reads = (expr: { reads: readonly string[] } | undefined, other: string): boolean =>
    expr?.reads.some((path) => path === `row.${other}` || path === `input.${other}`) ?? false
  if (reads(field.show, name) && start === undefined && at.source.exists(below(at, 'show')))
    c.error(below(at, 'show'), 'FRM004', `"${name}" is shown by what stands in it: it begins empty, and is never seen`)
  const begins = new Set<string>()
  const next = (from: FieldModel): FieldModel[] =>
    Object.values(r.fields).filter(
      (one) => from.default && 'expr' in from.default && reads(from.default.expr, one.name),
    )
  for (const queue = next(field); queue.length > 0;) {
    const one = queue.pop() as FieldModel
    if (begins.has(one.name)) continue
    begins.add(one.name)
    queue.push(...next(one))
  }
  if (begins.has(name))
    c.error(below(at, 'default'), 'CEL006', `what "${name}" begins with depends on what it begins with`)
  const isFilled = Object.values(r.fields).some(({ fill }) => name in fill)
  const isLocked =
    field.locked || (field.lockedIf !== undefined && !mayBegin(c, r, { k: 'not', a: field.lockedIf.ast, type: BOOL }))
  if (field.required && isLocked && !field.managed && !field.value && start === undefined && !isFilled)
    c.note(below(at, 'locked'), 'FRM004', `"${name}" is required and locked, and nothing fills it`)
}

const BOOL: ExprType = { t: 'bool', empty: false }

/** Whether a condition may hold of a new record, of which is known what the server alone sets. */
function mayBegin(c: Compilation, r: ResourceModel, condition: ExprNode): boolean {
  const begins = [...nodesOf(condition)].flatMap((node): ExprNode[] => {
    const field = node.k === 'field' && node.of.k === 'root' && node.of.name === 'row' ? r.fields[node.name] : undefined
    const start = field?.managed && field.default && 'value' in field.default ? field.default.value : undefined
    if (typeof start !== 'string' && typeof start !== 'number') return []
    return [{ k: 'cmp', op: '==', a: node, b: { k: 'lit', v: start, type: node.type }, type: BOOL }]
  })
  const all = begins.reduce<ExprNode>((a, b) => ({ k: 'and', a, b, type: BOOL }), condition)
  return verdictOf(c, all) !== 'never'
}

/** Days that no day lies between, and a start outside of them. Days are told by how far they are from today. */
export function checkDays(c: Compilation, at: At, field: Extract<FieldModel, { type: 'date' }>): void {
  const dayOf = (expr: Expr | undefined): number | undefined => {
    if (!expr?.reads.every((path) => path === 'now')) return undefined
    const day = evaluate(expr.ast, TODAY)
    return typeof day === 'number' ? day : undefined
  }
  const [from, to] = [dayOf(field.earliest), dayOf(field.latest)]
  const start = field.default && 'expr' in field.default ? dayOf(field.default.expr) : undefined
  if (from !== undefined && to !== undefined && from > to)
    c.error(below(at, 'earliest'), 'FRM004', `no day fits "${field.name}": "earliest" lies behind "latest"`)
  else if (start !== undefined && ((from !== undefined && start < from) || (to !== undefined && start > to)))
    c.error(below(at, 'default'), 'FRM004', `"${field.name}" begins with a day that it does not take`)
  if (field.months && field.default && 'expr' in field.default && isWithinMonth(field.default.expr))
    c.error(
      below(at, 'default'),
      'FRM004',
      `"${field.name}" begins with a day within a month, and takes the first of one: write monthOf(…)`,
    )
}

/** Whether an expression over the clock alone answers another day than the first of a month. */
function isWithinMonth({ reads, ast }: Expr): boolean {
  if (!reads.every((path) => path === 'now')) return false
  const day = evaluate(ast, { ...TODAY, now: MIDDLE })
  return typeof day === 'number' && monthStart(day, TODAY.zone) !== day
}

/** A day in the middle of a month. */
const MIDDLE = Date.UTC(2026, 0, 15)

/** Any day is as good as another: what is compared are distances. */
const TODAY = { now: 0, money: 1, zone: 'UTC' } as const

/** Letters that a plain pattern wants at least: a class with a number behind it. */
const shortest = (pattern: string | undefined): number | undefined => {
  const found = /^\^(?:\[[^\]]*\]|\\?.)\{(\d+)(?:,\d*)?\}\$?$/.exec(pattern ?? '')
  return found ? Number(found[1]) : undefined
}

/** Rules that no record obeys, alone or two together. */
function checkRules(c: Compilation, at: At, r: ResourceModel): void {
  const rules = r.rules.filter(({ name }) => at.source.exists(below(at, 'rules', name, 'if')))
  for (const [i, one] of rules.entries()) {
    const stands = one.field === undefined ? undefined : r.fields[one.field]
    if (stands?.value)
      c.note(
        below(at, 'rules', one.name, 'field'),
        'FRM004',
        `"${stands.name}" is worked out, so nobody puts it right there; name a field that is typed`,
      )
    if (verdictOf(c, one.expr.ast) === 'never')
      c.error(below(at, 'rules', one.name, 'if'), 'FRM004', `no ${r.label.en} obeys this rule: nothing can be saved`)
    for (const other of rules.slice(i + 1)) {
      const both: ExprNode = { k: 'and', a: one.expr.ast, b: other.expr.ast, type: { t: 'bool', empty: false } }
      if (
        verdictOf(c, both) === 'never' &&
        verdictOf(c, one.expr.ast) !== 'never' &&
        verdictOf(c, other.expr.ast) !== 'never'
      )
        c.error(
          below(at, 'rules', other.name, 'if'),
          'FRM004',
          `no ${r.label.en} obeys this and "${one.name}": nothing can be saved`,
        )
    }
  }
}
