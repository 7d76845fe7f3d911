/** NUM002, UNQ002: a beginning and an end that are taken the other way round elsewhere, or that are one. */
import { followedPath } from '../../../src/model/expr/tree.ts'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { Model, ResourceModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

/** Which of two fields comes first, and where that is said; their names say it nowhere. */
interface Said {
  from: string
  to: string
  at?: At
  where: string
}

export function noteSpans(c: Compilation, model: Model): void {
  const drawn = drawnIn(c, model)
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const all = [...saidIn({ source, path: [] }, r), ...(drawn.get(name) ?? []), ...namesIn(r)]
    for (const { from, to, at } of all)
      if (at && from === to)
        c.note(at, 'NUM002', `what begins with "${from}" ends with it; name the field where it ends`)
    noteTurned(c, all)
  }
}

/** Fields with times, whose order can be told. */
const isTimed = (r: ResourceModel, name: string): boolean =>
  ['time', 'date', 'datetime'].includes(r.fields[name]?.type ?? '')

/** By rules, and by spans that may not overlap. */
function saidIn(at: At, r: ResourceModel): Said[] {
  const spans = r.unique.flatMap(({ key, field, until }): Said[] =>
    until === undefined
      ? []
      : [{ from: field, to: until, at: below(at, 'unique', key, 'until'), where: `"${key}" of "unique"` }],
  )
  const rules = r.rules.flatMap(({ name, expr }) =>
    ordersOf(expr.ast).map(([from, to]): Said => ({
      from,
      to,
      at: below(at, 'rules', name, 'if'),
      where: `the rule "${name}"`,
    })),
  )
  return [...spans, ...rules].filter(
    ({ from, to, at: place }) =>
      isTimed(r, from) && isTimed(r, to) && place !== undefined && place.source.exists(place),
  )
}

/** How a field is called where something begins, and where it ends. */
const ENDS: readonly [RegExp, string][] = [
  [/^from$/, 'to'],
  [/^from$/, 'until'],
  [/From$/, 'To'],
  [/From$/, 'Until'],
  [/^start/, 'end'],
  [/^begin/, 'end'],
  [/Start$/, 'End'],
]

/** By the names of two fields of one type. */
function namesIn(r: ResourceModel): Said[] {
  return Object.values(r.fields).flatMap(({ name, type }) =>
    ENDS.flatMap(([begins, ends]) => {
      const to = name.replace(begins, ends)
      const isPair = begins.test(name) && isTimed(r, name) && r.fields[to]?.type === type
      return isPair ? [{ from: name, to, where: 'their names' }] : []
    }),
  )
}

/** What must come before what, where a rule says nothing else, or allows for what is empty. */
function ordersOf(node: ExprNode): [string, string][] {
  if (node.k === 'and') return [...ordersOf(node.a), ...ordersOf(node.b)]
  if (node.k === 'or') return isEmptiness(node.a) ? ordersOf(node.b) : isEmptiness(node.b) ? ordersOf(node.a) : []
  if (node.k !== 'cmp' || node.op === '==' || node.op === '!=') return []
  const [a, b] = [followedPath(node.a), followedPath(node.b)]
  if (!a || !b || a === b) return []
  return [node.op.startsWith('<') ? [a, b] : [b, a]]
}

/** `row.to == null`, or several of these. */
const isEmptiness = (node: ExprNode): boolean =>
  node.k === 'or'
    ? isEmptiness(node.a) && isEmptiness(node.b)
    : node.k === 'cmp' && node.op === '==' && [node.a, node.b].some((one) => one.k === 'lit' && one.v === null)

/** By calendars, which draw an entry from one time to the other. */
function drawnIn(c: Compilation, model: Model): Map<string, Said[]> {
  const found = new Map<string, Said[]>()
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view)) {
      if (view.view !== 'calendar' || view.from === undefined || view.to === undefined) continue
      const at = below(placeOf(view) ?? { source, path: [] }, 'time')
      if (!source.exists(at)) continue
      const said: Said = { from: view.from, to: view.to, at, where: screen.route }
      found.set(view.resource, [...(found.get(view.resource) ?? []), said])
    }
  }
  return found
}

/** Of two that differ, the one that stands alone is told; of one against one, both are. */
function noteTurned(c: Compilation, all: readonly Said[]): void {
  for (const one of all) {
    const same = all.filter(({ from, to }) => from === one.from && to === one.to)
    const [other, ...others] = all.filter(({ from, to }) => from === one.to && to === one.from && from !== to)
    if (one.at && other && same.length <= others.length + 1)
      c.note(
        one.at,
        'NUM002',
        `"${one.from}" comes before "${one.to}" here, and behind it by ${other.where}; turn one of them round`,
      )
  }
}
