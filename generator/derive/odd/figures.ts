/** NUM001: figures of a group that are one number twice or upside down, and prices of one that are added up. */
import { followedPath } from '../../../src/model/expr/tree.ts'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { MeasureModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { keyOf } from '../../normalize/decide.ts'

export function noteFigures(c: Compilation, model: Model): void {
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    const r = model.resources[call.resource]
    const of = model.resources[r?.figures ?? call.resource]
    if (!draft || !r || !of || !call.stat) continue
    const own = below(draft.at, 'stat', 'measures')
    const at: At = own.source.exists(own) ? own : { source: draft.resource.source, path: ['figures', 'measures'] }
    noteSame(c, at, of, call.stat.measures)
    noteCalled(c, at, of, call.stat.measures)
    noteTurned(c, at, r, of, call.stat.measures)
    noteAverage(c, at, r, call.stat.measures)
  }
  notePrices(c, model)
}

type Measures = Readonly<Record<string, MeasureModel>>

/** What a figure says; the number of what is always there is that of all. */
function sayingOf(r: ResourceModel, measure: MeasureModel): string {
  if (measure.fn === 'ratio') return measure.of.join(' / ')
  const field = measure.fn === 'count' && r.fields[measure.field ?? '']?.nullable === false ? '' : (measure.field ?? '')
  return `${measure.fn} ${field} ${measure.where ? keyOf(measure.where.ast) : ''}`
}

function noteSame(c: Compilation, at: At, r: ResourceModel, measures: Measures): void {
  const met = new Map<string, string>()
  for (const [name, measure] of Object.entries(measures)) {
    const key = sayingOf(r, measure)
    const other = met.get(key)
    if (other !== undefined && at.source.exists(below(at, name)))
      c.note(
        below(at, name),
        'NUM001',
        `"${name}" is always the same number as "${other}"; count something else, or leave it out`,
      )
    else met.set(key, name)
  }
}

/** A figure that is called as an amount of the records, and counts them. */
function noteCalled(c: Compilation, at: At, r: ResourceModel, measures: Measures): void {
  for (const [name, { fn }] of Object.entries(measures))
    if (fn === 'count' && r.fields[name]?.type === 'money' && at.source.exists(below(at, name)))
      c.note(
        below(at, name),
        'NUM001',
        `"${name}" is an amount of each ${r.label.en}, and this counts them; say sum(${name}), or call it otherwise`,
      )
}

/** What is called an average, and is a sum. */
function noteAverage(c: Compilation, at: At, { fields }: ResourceModel, measures: Measures): void {
  for (const [name, { fn }] of Object.entries(measures)) {
    const label = fields[name]?.label
    if (
      fn === 'sum' &&
      label &&
      (AVERAGE.en.test(label.en) || AVERAGE.zh.test(label.zh)) &&
      at.source.exists(below(at, name))
    )
      c.note(below(at, name), 'NUM001', `"${name}" is called an average and adds up; say avg(…), or call it otherwise`)
  }
}

const AVERAGE = { en: /\b(average|mean|avg)\b/i, zh: /平均/ }

/** A share of one whose whole is a part of what it is a share of. */
function noteTurned(c: Compilation, at: At, figures: ResourceModel, of: ResourceModel, measures: Measures): void {
  for (const [name, measure] of Object.entries(measures)) {
    if (measure.fn !== 'ratio' || !figures.fields[name]?.percent) continue
    const [part, whole] = measure.of.map((one) => measures[one])
    const isAll = part && sayingOf(of, part) === sayingOf(of, { fn: 'count' })
    if (
      isAll &&
      whole?.fn === 'count' &&
      sayingOf(of, whole) !== sayingOf(of, part) &&
      at.source.exists(below(at, name))
    )
      c.note(
        below(at, name),
        'NUM001',
        `"${measure.of[0]}" counts all, so that this comes to more than 100 %; write ${[...measure.of].reverse().join(' / ')}`,
      )
  }
}

/** Fields that a formula multiplies by a number of pieces: what one costs, and the field that is worked out. */
function pricesOf(r: ResourceModel): Map<string, { by: string; whole: string }> {
  const found = new Map<string, { by: string; whole: string }>()
  for (const { name, type, value } of Object.values(r.fields)) {
    const ast = value?.ast
    if (type !== 'money' || ast?.k !== 'math' || ast.op !== '*') continue
    const [a, b] = [ast.a, ast.b].map((node) => r.fields[followedPath(node) ?? ''])
    const [price, count] = a?.type === 'money' ? [a, b] : [b, a]
    if (price?.type === 'money' && count?.type === 'int') found.set(price.name, { by: count.name, whole: name })
  }
  return found
}

/** Prices of one are added up at the foot of a list, as a figure, or in a field of another record. */
function notePrices(c: Compilation, model: Model): void {
  const prices = new Map(Object.values(model.resources).map((r) => [r.name, pricesOf(r)]))
  const note = (at: At | undefined, of: string, name: string): void => {
    const price = prices.get(of)?.get(name)
    if (price && at?.source.exists(at))
      c.note(
        at,
        'NUM001',
        `"${name}" is what one costs ("${price.whole}" multiplies it by "${price.by}"), so it does not add up; add up "${price.whole}"`,
      )
  }
  const views = Object.values(model.screens).flatMap(({ view }) => withInner(view))
  for (const view of views)
    if ('columns' in view && 'resource' in view)
      for (const column of view.columns) if (column.total === 'sum') note(placeOf(column), view.resource, column.path)
  for (const r of Object.values(model.resources)) {
    const source = c.resources.get(r.name)?.source
    for (const column of r.columns) if (column.total === 'sum') note(placeOf(column), r.name, column.path)
    for (const [name, tallies] of Object.entries(r.tallies))
      for (const [i, { resource, value }] of tallies.entries()) {
        const at =
          source && below({ source, path: [] }, 'fields', name, 'sum', ...(tallies.length > 1 ? [i] : []), 'value')
        if (value) note(at, resource, ownField(value.ast))
      }
  }
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    for (const [name, measure] of Object.entries(call.stat?.measures ?? {}))
      if (measure.fn === 'sum' && draft)
        note(below(draft.at, 'stat', 'measures', name), call.resource, measure.field ?? '')
  }
}

const ownField = (node: ExprNode): string => followedPath(node) ?? ''
