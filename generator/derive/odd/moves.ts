/** Moves that lead nowhere (STA005), that nobody's function makes (STA002), or that set what they cannot (FRM004, CEL007). */
import { followedPath } from '../../../src/model/expr/tree.ts'
import type { MoveModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { valueAt } from '../../base/source.ts'

export function checkMoves(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    for (const { field, moves } of r?.machines ?? [])
      for (const move of moves) {
        const at: At = { source, path: ['states', field, move.name] }
        if (r && source.exists(at)) checkMove(c, at, model, r, move)
      }
  }
}

function checkMove(c: Compilation, at: At, model: Model, r: ResourceModel, move: MoveModel): void {
  const state = r.fields[move.field]
  const to = model.dictionaries[state?.of ?? '']?.values.find(({ value }) => value === move.to)
  if (to?.retired)
    c.note(below(at, 'to'), 'STA005', `"${to.name}" is retired, and "${move.name}" leads to it; name another value`)
  const hands = move.by.some((id) => id === 'system' || model.calls[model.calls[id]?.path ?? id]?.handler)
  if (move.from.every((state) => state === move.to) && Object.keys(move.set).length === 0 && !hands)
    c.note(below(at, 'to'), 'STA005', `"${move.name}" leads to where it begins, and sets nothing; name another value`)
  noteMakers(c, at, model, move)
  for (const [name, bound] of Object.entries(move.set)) {
    const place = below(at, 'set', name)
    const field = r.fields[name]
    if (field?.required && 'value' in bound && (bound.value === null || bound.value === ''))
      c.error(place, 'FRM004', `"${name}" is required, and "${move.name}" empties it; set a value, or leave it out`)
    if ('expr' in bound && followedPath(bound.expr.ast) === name)
      c.note(place, 'CEL007', `"${name}" is set to what it is already; say another value, or leave it out`)
  }
}

/** A call without a function makes the moves that it says, and no others. */
function noteMakers(c: Compilation, at: At, model: Model, move: MoveModel): void {
  const written = valueAt(at.source.data, [...at.path, 'by'])
  for (const [i, id] of move.by.entries()) {
    const call = model.calls[id]
    const target = call && (model.calls[call.path] ?? call)
    if (!target || target.handler || call.move?.name === move.name) continue
    c.note(
      below(at, 'by', ...(Array.isArray(written) ? [i] : [])),
      'STA002',
      `"${id}" has no function, and does not say "move": "${move.name}": it never makes this move`,
    )
  }
}
