/** NUM001: numbers that lie: money times money, counts added to money, shares added up. */
import type { ExprNode, FunctionName } from '../../../src/model/expr/types.ts'
import type { ColumnModel, FieldModel, MeasureModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { innerViews } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteNumbers(c: Compilation, model: Model): void {
  for (const r of Object.values(model.resources)) {
    const draft = c.resources.get(r.name)
    if (!draft) continue
    const at: At = { source: draft.source, path: [] }
    for (const field of Object.values(r.fields)) noteShare(c, below(at, 'fields', field.name), field)
    for (const field of Object.values(r.fields))
      if (field.value) noteFormula(c, below(at, 'fields', field.name, 'value'), r, field)
    noteTotals(c, at, r.columns)
    noteTallies(c, at, r)
  }
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    const r = model.resources[call.resource]
    if (draft && r && call.stat)
      noteMeasures(c, below(draft.at, 'stat'), model.resources[r.figures ?? r.name], call.stat.measures)
  }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    const views = [screen.view, ...innerViews(screen.view).map(({ view }) => view)]
    for (const view of views) if ('columns' in view) noteTotals(c, { source, path: [] }, view.columns)
  }
}

/** A share of one that goes beyond this is typed as percent by mistake; up to it, it is a surcharge or a growth. */
const GREATEST_SHARE = 5

/** A share of one with limits that are meant as percent. */
function noteShare(c: Compilation, at: At, { name, percent, max }: FieldModel): void {
  if (percent && max !== undefined && max > GREATEST_SHARE && at.source.exists(below(at, 'max')))
    c.note(
      below(at, 'max'),
      'NUM001',
      `"${name}" is a share of one that is shown as percent: ${max} is ${max * 100} %; write ${max / 100}`,
    )
}

const NO_SUM = 'shares do not add up'

/** Shares of one whole do, and a rule asks whether they come to it. */
function noteTallies(c: Compilation, at: At, r: ResourceModel): void {
  const asked = new Set(r.rules.flatMap(({ expr }) => expr.reads))
  for (const [name, tallies] of Object.entries(r.tallies)) {
    const place = below(at, 'fields', name, 'sum')
    if (r.fields[name]?.percent && tallies.some(({ value }) => value) && !asked.has(`row.${name}`))
      c.note(place, 'NUM001', `${NO_SUM}: "${name}" comes to more than the whole`)
  }
}

/** A sum of shares as a figure of a group. */
function noteMeasures(
  c: Compilation,
  at: At,
  of: ResourceModel | undefined,
  measures: Readonly<Record<string, MeasureModel>>,
): void {
  for (const [name, measure] of Object.entries(measures))
    if (measure.fn === 'sum' && of?.fields[measure.field ?? '']?.percent)
      c.note(below(at, 'measures', name), 'NUM001', `${NO_SUM}: say "avg(${measure.field})", or leave it out`)
}

/** What is added up at the foot of a list, and comes to nothing. */
function noteTotals(c: Compilation, at: At, columns: readonly ColumnModel[]): void {
  for (const column of columns) {
    if (column.total !== 'sum') continue
    const place = () => placeOf(column) ?? at
    if (column.field.percent)
      c.note(place(), 'NUM001', `${NO_SUM}: say "total": "avg" of "${column.path}", or leave it out`)
    else if (column.path.includes('.'))
      c.note(
        place(),
        'NUM001',
        `"${column.path}" is counted once for each row that points at it: a sum counts it several times`,
      )
    else if (column.path === 'sortNum' || column.field.alias === 'sortNum')
      c.note(place(), 'NUM001', `"${column.path}" says an order; it does not add up`)
  }
}

/** What a number is measured in: powers of money; nothing where that is not known. */
function noteFormula(c: Compilation, at: At, r: ResourceModel, field: FieldModel): void {
  const { ast } = field.value!
  const said = problemOf(ast)
  if (said) return c.note(at, 'NUM001', said)
  const unit = moneyIn(ast)
  if (unit === undefined) return
  if (field.type === 'money' && unit === 0 && isRead(ast))
    c.note(at, 'NUM001', `"${field.name}" is money, and what is worked out is none`)
  if (field.type !== 'money' && unit === 1 && (field.type === 'int' || field.percent))
    c.note(at, 'NUM001', `what is worked out is money, and "${field.name}" is none; give it the type "money"`)
  if (
    field.percent &&
    ast.k === 'math' &&
    [ast.a, ast.b].some((one) => one.k === 'lit' && one.v === 100) &&
    ast.op === '*'
  )
    c.note(
      at,
      'NUM001',
      `"${field.name}" is a share of one that is shown as percent; it is a hundred times too much: leave "* 100" out`,
    )
}

/** A formula of fields: a constant may be of any measure. */
function isRead(node: ExprNode): boolean {
  return node.k === 'math' && node.op === '/' && moneyIn(node.a) === 1 && moneyIn(node.b) === 1
}

/** The first part that adds up what does not go together, or squares money. */
function problemOf(node: ExprNode): string | undefined {
  if (node.k !== 'math') return undefined
  const a = moneyIn(node.a)
  const b = moneyIn(node.b)
  if (a !== undefined && b !== undefined) {
    if (node.op === '*' && a + b > 1) return 'money times money is no money: one of them is to be a number'
    if ((node.op === '+' || node.op === '-') && a !== b) return 'money and a number that is none do not add up'
  }
  return problemOf(node.a) ?? problemOf(node.b)
}

/** Functions that answer in what they are given. */
const KEEPS: ReadonlySet<FunctionName> = new Set(['or', 'max', 'min'])

/** What all parts are measured in that are known; undefined where they differ. */
function alike(parts: readonly (number | undefined)[]): number | undefined {
  const known = [...new Set(parts.filter((one) => one !== undefined))]
  return known.length === 1 ? known[0] : undefined
}

/** 1: money, 0: a number that is none; undefined: a constant, or not known. */
function moneyIn(node: ExprNode): number | undefined {
  if (node.k === 'field') return node.type.t !== 'number' ? undefined : node.unit === 'money' ? 1 : 0
  if (node.k === 'neg') return moneyIn(node.a)
  if (node.k === 'call') return KEEPS.has(node.fn) ? alike(node.args.map(moneyIn)) : undefined
  if (node.k !== 'math') return undefined
  const a = moneyIn(node.a)
  const b = moneyIn(node.b)
  if (node.op === '+' || node.op === '-') return a ?? b
  if (a === undefined && b === undefined) return undefined
  return node.op === '*' ? (a ?? 0) + (b ?? 0) : node.op === '/' ? (a ?? 0) - (b ?? 0) : undefined
}
