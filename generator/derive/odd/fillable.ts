/** FRM004: what nobody can ever fill in. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { FieldModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { verdictOf } from '../../normalize/decide.ts'

export function checkFillable(c: Compilation, model: Model): void {
  for (const r of Object.values(model.resources)) {
    const draft = c.resources.get(r.name)
    if (!draft) continue
    const at: At = { source: draft.source, path: [] }
    for (const field of Object.values(r.fields)) checkField(c, below(at, 'fields', field.name), r, field)
    checkRules(c, at, r)
  }
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

/** Letters that a plain pattern wants at least: a class with a number behind it. */
const shortest = (pattern: string | undefined): number | undefined => {
  const found = /^\^(?:\[[^\]]*\]|\\?.)\{(\d+)(?:,\d*)?\}\$?$/.exec(pattern ?? '')
  return found ? Number(found[1]) : undefined
}

/** Rules that no record obeys, alone or two together. */
function checkRules(c: Compilation, at: At, r: ResourceModel): void {
  const rules = r.rules.filter(({ name }) => at.source.exists(below(at, 'rules', name, 'if')))
  for (const [i, one] of rules.entries()) {
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
