/** NUM001: counted fields that count one thing twice, or one by one. CEL007: what is counted of those who have none. */
import type { Expr, ExprNode, ExprType } from '../../../src/model/expr/types.ts'
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { Model, ResourceModel, TallyModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { isObject, valueAt } from '../../base/source.ts'
import { keyOf, verdictOf } from '../../normalize/decide.ts'

export function noteCounted(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const at: At = { source, path: [] }
    noteSame(c, at, r)
    noteCalled(c, at, model, r)
    for (const [field, tallies] of Object.entries(r.tallies))
      for (const [i, tally] of tallies.entries()) noteTally(c, placeOfTally(at, field, i), tally)
    for (const { field, limit } of r.assignments)
      if (limit?.where && isOfNone(c, field, limit.where))
        c.note(
          below(at, 'assignment', 'to', field, 'limit', 'where'),
          'CEL007',
          `what one person has is counted by "${field}", and here it is empty: nothing is ever counted`,
        )
  }
}

/** A number that is called as records of one kind, and counts those of another. */
function noteCalled(c: Compilation, at: At, model: Model, r: ResourceModel): void {
  for (const [name, tallies] of Object.entries(r.tallies)) {
    const [tally, ...others] = tallies
    const label = r.fields[name]?.label.en
    if (!tally || others.length > 0 || tally.value || tally.each) continue
    const called = [...c.resources.values()].find(
      (one) => (one.many.en === label || `${one.label.en}s` === label) && pointsAt(model, one.name, r.name),
    )
    const place = placeOfTally(at, name, 0)
    if (
      called &&
      called.name !== tally.resource &&
      !isKindOf(model, called.name, tally.resource) &&
      place.source.exists(place)
    )
      c.note(place, 'NUM001', `“${label}” are records of ${called.name}, and this counts those of ${tally.resource}`)
  }
}

/** Whether records of one resource name one of another, and could be counted by that. */
const pointsAt = (model: Model, from: string, to: string): boolean =>
  Object.values(model.resources[from]?.fields ?? {}).some(
    (field) => field.type === 'ref' && field.of === to && field.column,
  )

/** Whether one of two resources extends the other, or belongs to it. */
const isKindOf = (model: Model, a: string, b: string): boolean =>
  [
    [a, b],
    [b, a],
  ].some(
    ([one, other]) =>
      model.resources[one ?? '']?.extends?.resource === other || model.resources[one ?? '']?.parent?.resource === other,
  )

/** Where the definition of a counted field stands, of several the one of this number. */
function placeOfTally(at: At, field: string, i: number): At {
  const words = valueAt(at.source.data, ['fields', field])
  const place = below(at, 'fields', field, isObject(words) && 'sum' in words ? 'sum' : 'count')
  return Array.isArray(valueAt(at.source.data, place.path)) ? below(place, i) : place
}

/** Two fields of a record that are always the same number. */
function noteSame(c: Compilation, at: At, r: ResourceModel): void {
  const met = new Map<string, string>()
  for (const [name, tallies] of Object.entries(r.tallies)) {
    const key = JSON.stringify(tallies.map(sayingOf))
    const other = met.get(key)
    if (other !== undefined)
      c.note(
        placeOfTally(at, name, 0),
        'NUM001',
        `"${name}" is always the same number as "${other}": both count the same records; name another ref, or say "where"`,
      )
    else met.set(key, name)
  }
}

const sayingOf = ({ resource, ref, where, value, each }: TallyModel): unknown[] => [
  resource,
  ref,
  where ? keyOf(where.ast) : '',
  value ? keyOf(value.ast) : '',
  each ?? '',
]

function noteTally(c: Compilation, at: At, { ref, where, each }: TallyModel): void {
  if (each === ref)
    c.note(
      below(at, 'each'),
      'NUM001',
      `all that is counted points here by "${ref}", so that it counts once at most; name another field, or leave "each" out`,
    )
  if (where && isOfNone(c, ref, where))
    c.note(
      below(at, 'where'),
      'CEL007',
      `what is counted points here by "${ref}", and here it is empty: nothing is ever counted`,
    )
}

const BOOL: ExprType = { t: 'bool', empty: false }

/** Whether a condition wants a ref to be empty. */
function isOfNone(c: Compilation, ref: string, { ast }: Expr): boolean {
  const a = [...nodesOf(ast)].find((node) => node.k === 'field' && node.name === ref && isRow(node.of))
  if (!a || verdictOf(c, ast) === 'never') return false
  const filled: ExprNode = { k: 'cmp', op: '!=', a, b: { k: 'lit', v: null, type: { t: 'null' } }, type: BOOL }
  return verdictOf(c, { k: 'and', a: ast, b: filled, type: BOOL }) === 'never'
}

const isRow = (node: ExprNode): boolean => node.k === 'root' && node.name === 'row'
