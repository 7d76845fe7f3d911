/** When nothing is left of what a button does: ends of states at which its conditions can hold no more. */
import { followedPath, nodesOf } from '../../src/model/expr/tree.ts'
import type { Expr, ExprNode, ExprType } from '../../src/model/expr/types.ts'
import type { Condition, ResourceModel } from '../../src/model/model.ts'
import type { Compilation } from '../base/context.ts'
import { verdictOf } from './decide.ts'
import { amongStates } from './resource/machines.ts'

const type: ExprType = { t: 'bool', empty: false }

/** A state that a condition reads, with the ends of its machine at which the condition fails. */
interface Stop {
  path: string
  state: ExprNode
  ends: readonly (string | number)[]
}

/**
 * Holds of a record that has come to an end of its states, or of those of a record it names, at which one of the
 * conditions can hold no more; nothing where no end does that.
 */
export function overOf(
  c: Compilation,
  when: readonly Condition[],
  models: Record<string, ResourceModel>,
): { over?: Expr } {
  const stops = new Map<string, Stop>()
  for (const { expr } of when)
    for (const stop of stopsOf(c, expr.ast, models)) {
      const ends = [...(stops.get(stop.path)?.ends ?? []), ...stop.ends]
      stops.set(stop.path, { ...stop, ends: [...new Set(ends)] })
    }
  const parts = [...stops.values()].map((stop) => atEnd(c, stop))
  const [first, ...rest] = parts
  if (!first) return {}
  return {
    over: {
      src: parts.map(({ src }) => src).join(' || '),
      ast: rest.reduce((a, { ast: b }): ExprNode => ({ k: 'or', a, b, type }), first.ast),
      reads: parts.flatMap(({ reads }) => reads),
    },
  }
}

function stopsOf(c: Compilation, condition: ExprNode, models: Record<string, ResourceModel>): Stop[] {
  return [...nodesOf(condition)].flatMap((state) => {
    const path = followedPath(state)
    if (path === undefined) return []
    const ends = endsOf(state, models).filter((end) => verdictOf(c, given(condition, state, end)) === 'never')
    return ends.length > 0 ? [{ path, state, ends }] : []
  })
}

/** The ends of the machine of a field. */
function endsOf(node: ExprNode, models: Record<string, ResourceModel>): (string | number)[] {
  if (node.k !== 'field' || node.of.type.t !== 'row') return []
  return models[node.of.type.of]?.machines.find(({ field }) => field === node.name)?.end ?? []
}

/** The condition, of a record in this state. */
const given = (condition: ExprNode, state: ExprNode, v: string | number): ExprNode => ({
  k: 'and',
  a: { k: 'cmp', op: '==', a: state, b: { k: 'lit', v, type: state.type }, type },
  b: condition,
  type,
})

function atEnd(c: Compilation, { path, state, ends }: Stop): Expr {
  const named = state.type.t === 'enum' ? c.dictionaries.get(state.type.of)?.values : undefined
  return amongStates(
    state,
    path,
    ends.flatMap((end) => named?.find(({ value }) => value === end) ?? []),
  )
}
