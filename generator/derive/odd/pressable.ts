/** CEL007: buttons that nobody can ever press, since their conditions exclude each other. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { Condition, Model } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { verdictOf } from '../../normalize/decide.ts'
import { stateGuard } from '../../normalize/resource/machines.ts'

export function checkPressable(c: Compilation, model: Model): void {
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    if (draft) checkTogether(c, below(draft.at, 'when'), call.when, call.label.en)
  }
  for (const draft of c.resources.values())
    for (const machine of model.resources[draft.name]?.machines ?? [])
      for (const move of machine.moves) {
        const at: At = { source: draft.source, path: ['states', machine.field, move.name, 'when'] }
        const guard = stateGuard(c, draft, move, { zh: move.name, en: move.name })
        checkTogether(c, at, [guard, ...move.when], move.name)
      }
}

/** Conditions of which each may hold, and all together never. */
function checkTogether(c: Compilation, at: At, all: readonly Condition[], label: string): void {
  const [first, ...others] = all.map(({ expr }) => expr.ast)
  if (!first || others.length === 0 || !at.source.exists(at)) return
  const both = others.reduce<ExprNode>((a, b) => ({ k: 'and', a, b, type: { t: 'bool', empty: false } }), first)
  if (verdictOf(c, both) !== 'never' || [first, ...others].some((one) => verdictOf(c, one) === 'never')) return
  c.error(
    at,
    'CEL007',
    `“${label}” can never be pressed: its conditions, and where its move begins, exclude each other`,
  )
}
