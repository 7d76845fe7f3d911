/** What a field is given, and does not take: of records that are chosen (NUM001), of days and times on offer (FRM004, SHP004). */
import type { Expr } from '../../../src/model/expr/types.ts'
import { isNumber } from '../../../src/model/fields.ts'
import type { FieldModel, FilterModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { isOneOfTimes, minutesOf, timesOf, type TimesModel } from '../../../src/model/times.ts'
import { below, type At, type Compilation } from '../../base/context.ts'

export function noteLimits(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    for (const field of Object.values(r?.fields ?? {})) {
      const at: At = { source, path: ['fields', field.name] }
      if (r) noteFill(c, below(at, 'fill'), model, r, field)
      checkTime(c, below(at, 'default'), field)
      notePercent(c, at, field)
      noteShown(c, at, field)
      noteNegative(c, below(at, 'negative'), field)
    }
    if (r?.tree && r.tree.depth < 2)
      c.note(
        { source, path: ['tree', 'depth'] },
        'SHP004',
        'in a tree of one level nothing stands below anything; let it be deeper, or no tree',
      )
    for (const filter of Object.values(r?.filters ?? {})) {
      noteAll(c, { source, path: ['filters', filter.name, 'all'] }, model, filter)
      noteSteps(c, { source, path: ['filters', filter.name, 'steps'] }, filter)
    }
  }
  const times = c.app.times
  if (c.loaded.app && times && isOne(times))
    c.error(
      { source: c.loaded.app, path: ['times', 'step'] },
      'SHP004',
      `"step" counts minutes: ${times.from} is the only time that is offered until ${times.to}`,
    )
  else if (c.loaded.app && times) noteClosing(c, { source: c.loaded.app, path: ['times', 'to'] }, times)
}

/** The value that asks for everything is one of those that can be asked for. */
function noteAll(c: Compilation, at: At, model: Model, { name, all, control }: FilterModel): void {
  const values =
    control.type === 'bool'
      ? [0, 1]
      : control.type === 'enum'
        ? (model.dictionaries[control.of]?.values.flatMap((one) => (one.name === 'all' ? [] : one.value)) ?? [])
        : []
  if (all !== undefined && at.source.exists(at) && values.includes(all))
    c.note(at, 'SHP005', `${all} is a value of "${name}", which could not be asked for any more; say another one`)
}

/** The last time on offer is the one that is named. */
function noteClosing(c: Compilation, at: At, times: TimesModel): void {
  const last = timesOf(times).at(-1)
  if (last !== undefined && last !== times.to)
    c.note(
      at,
      'SHP004',
      `every ${times.step} minutes from ${times.from} on, ${last} is the last time, and not ${times.to}`,
    )
}

/** What is at least nought is never below it. */
function noteNegative(c: Compilation, at: At, { name, negative, min }: FieldModel): void {
  if (negative && min !== undefined && min >= 0 && at.source.exists(at))
    c.note(at, 'SHP005', `"${name}" is at least ${min}, and so never below 0; leave "negative" or "min" out`)
}

/** Ranges on offer that lie beyond the greatest number there is. */
function noteSteps(c: Compilation, at: At, { steps, control: { name, max } }: FilterModel): void {
  const last = steps && steps.of * (steps.count - 1)
  if (last !== undefined && max !== undefined && last > max && at.source.exists(at))
    c.note(
      at,
      'NUM002',
      `"${name}" goes to ${max}, so that nothing is found from ${last} on; offer fewer steps, or smaller ones`,
    )
}

/** Whether a single time is offered. */
const isOne = ({ from, to, step }: TimesModel): boolean => minutesOf(from) + step > minutesOf(to)

/** A number of the chosen record goes beyond what the field takes, or counts in something else. */
function noteFill(c: Compilation, at: At, model: Model, r: ResourceModel, field: FieldModel): void {
  const chosen = model.resources[field.of ?? '']
  for (const [name, path] of Object.entries(field.fill)) {
    const [to, from] = [r.fields[name], chosen?.fields[path]]
    const place = below(at, name)
    if (!to || !from || !isNumber(to.type) || !isNumber(from.type) || !at.source.exists(place)) continue
    const [unit, other] = [from, to].map((one) => ('unit' in one ? one.unit?.en : undefined))
    if (unit !== undefined && other !== undefined && unit !== other)
      c.note(place, 'NUM001', `"${name}" is in ${other}, and is filled with "${path}", which is in ${unit}`)
    else if (to.max !== undefined && from.max !== undefined && from.max > to.max)
      c.note(
        place,
        'NUM001',
        `"${name}" is filled with "${path}", which goes to ${from.max}, and takes ${to.max} at most; fill it with another field, or raise "max"`,
      )
  }
}

/** SHP004: a time of day that is not offered is refused. */
export function checkTime(c: Compilation, at: At, { type, name, default: start, times }: FieldModel): void {
  const time = start && 'value' in start ? start.value : undefined
  if (type !== 'time' || typeof time !== 'string' || !times || isOne(times) || isOneOfTimes(time, times)) return
  if (!/^\d\d:\d\d$/.test(time)) return void c.error(at, 'SHP004', `"${time}" is no time of a day; write it as "08:00"`)
  c.error(
    at,
    'SHP004',
    `"${name}" begins with ${time}, which is not offered: times go from ${times.from} to ${times.to}, every ${times.step} minutes`,
  )
}

/** A share of one begins within it; a surcharge is typed. */
function notePercent(c: Compilation, at: At, { name, percent, default: start }: FieldModel): void {
  const share = start && 'value' in start ? start.value : undefined
  const place = below(at, 'default')
  if (percent && typeof share === 'number' && share > 1 && at.source.exists(place))
    c.note(
      place,
      'NUM001',
      `"${name}" is a share of one that is shown as percent: it begins with ${share * 100} %; write ${share / 100}`,
    )
}

/** Days on offer that are not taken, and an age of what is to come. */
function noteShown(c: Compilation, at: At, field: FieldModel): void {
  if (field.type !== 'date') return
  const offered = [at, typeAt(c, field)]
    .map((place) => place && below(place, 'ahead'))
    .find((one) => one?.source.exists(one))
  if (field.months && field.ahead && offered)
    c.note(
      offered,
      'SHP005',
      `"${field.name}" is a month: no day ahead is the first of one; leave "ahead" or "months" out`,
    )
  const [from, to] = [daysOf(field.earliest), daysOf(field.latest)]
  const ahead = (field.ahead ?? []).findIndex(
    (day) => (to !== undefined && day > to) || (from !== undefined && day < from),
  )
  if (ahead >= 0 && offered)
    c.note(
      below(offered, ahead),
      'FRM004',
      `the day ${field.ahead?.[ahead]} days ahead is offered, and "${field.name}" does not take it; see its "earliest" and "latest"`,
    )
  if (field.age && from !== undefined && from >= 0 && at.source.exists(below(at, 'earliest')))
    c.note(
      below(at, 'earliest'),
      'FRM004',
      `"age" says how long ago "${field.name}" was, and only days to come are taken; say "latest"`,
    )
}

/** The named type that a field is of. */
const typeAt = (c: Compilation, { alias }: FieldModel): At | undefined =>
  c.loaded.types && alias !== undefined ? { source: c.loaded.types, path: ['types', alias] } : undefined

/** How many days from today a day is that depends on the clock alone. */
function daysOf(expr: Expr | undefined): number | undefined {
  const ast = expr?.ast
  if (ast?.k !== 'call') return undefined
  if (ast.fn === 'today') return 0
  const [of, by] = ast.args
  return ast.fn === 'addDays' && of?.k === 'call' && of.fn === 'today' && by ? countOf(by) : undefined
}

function countOf(node: Expr['ast']): number | undefined {
  if (node.k === 'neg') {
    const count = countOf(node.a)
    return count === undefined ? undefined : -count
  }
  return node.k === 'lit' && typeof node.v === 'number' ? node.v : undefined
}
