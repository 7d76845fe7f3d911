/** cashdesk: find what is open, choose, take or give money, print; declared like any other screen. */
import { membersOf } from '../../../src/model/fields.ts'
import type { Bounds, CallModel, CashdeskView, FieldModel, FormItemModel, ListView } from '../../../src/model/model.ts'
import { askedForm } from '../actions.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { bounds } from '../expressions.ts'
import { referField } from '../../link/fields.ts'
import { fillsOf, unfilled } from '../fills.ts'
import { groupBounds } from '../groups.ts'
import { findCall } from '../../link/index.ts'
import { formOf } from '../resource/forms.ts'
import type { Authored } from '../../base/source.ts'
import { normalizeBlock } from './block.ts'
import { aboutOf, type ViewNormalizer, type About, type ViewPlace } from './context.ts'
import { savingRoots } from './saving.ts'

export const cashdesk: ViewNormalizer = (c, at, raw, place) => {
  const r = aboutOf(c, at, raw)
  const model = r && place.models[r.name]
  const call = r && namedCall(c, below(at, 'pay', 'call'), raw.pay.call, r, place)
  const rows = r && rowsOf(c, below(at, 'rows'), raw.rows, r, place)
  if (!r || !model || !call || !rows) return undefined
  const duty = raw.duty ? dutyOf(c, below(at, 'duty'), raw.duty, r, place) : undefined
  const known = duty ? (place.calls[duty.check]?.output.map((f) => f.name) ?? []) : []
  const pay = payOf(c, below(at, 'pay'), raw.pay, {
    r,
    model,
    call,
    place: {
      ...place,
      params: new Set([...place.params, ...known]),
    },
  })
  if (!pay) return undefined
  const view: CashdeskView = {
    view: 'cashdesk',
    key: place.key,
    label: raw.label ?? model.label,
    resource: r.name,
    ...(duty ? { duty } : {}),
    rows,
    pay,
    actions: [],
  }
  return view
}

/** The open rows as a list whose first filter is typed into. */
function rowsOf(c: Compilation, at: At, raw: Authored, r: ResourceDraft, place: ViewPlace): ListView | undefined {
  const view = normalizeBlock(c, at, { resource: r.name, ...raw }, place)
  if (view?.view !== 'list') return undefined
  const box = view.filters[0]
  if (!box || box.match.kind !== 'contains')
    c.error(
      raw.filters ? below(at, 'filters', 0) : at,
      'REF015',
      'the first filter is the box that is typed into, so it is one that searches text',
      raw.filters ? {} : { key: true },
    )
  // A row is chosen, not opened.
  const { open: _open, drawer: _drawer, ...rows } = view
  return rows
}

function namedCall(c: Compilation, at: At, name: string, r: ResourceDraft, place: ViewPlace): CallModel | undefined {
  const found = findCall(c, name, r, at)
  return found && found !== 'planned' ? (place.calls[found.id] ?? place.presets[found.id]) : undefined
}

function dutyOf(c: Compilation, at: At, raw: Authored, r: ResourceDraft, place: ViewPlace): CashdeskView['duty'] {
  const check = namedCall(c, below(at, 'check'), raw.check, r, place)
  const start = raw.start ? namedCall(c, below(at, 'start'), raw.start, r, place) : undefined
  return check && { check: check.id, ...(start ? { start: start.id } : {}) }
}

function payOf(
  c: Compilation,
  at: At,
  raw: Authored,
  { r, model, call, place }: About & { call: CallModel },
): CashdeskView['pay'] | undefined {
  const due = fieldNamed(c, below(at, 'due'), raw.due, Object.values(model.fields), `field of ${r.name}`)
  if (due && due.type !== 'money') c.error(below(at, 'due'), 'REF015', `"${raw.due}" is no money`)
  const rows = raw.rows ? fieldNamed(c, below(at, 'rows'), raw.rows, call.input, `input of ${call.id}`) : undefined
  if (rows && !(rows.type === 'refs' && rows.of === r.name))
    c.error(below(at, 'rows'), 'REF015', `"${raw.rows}" does not take several ${r.name}`)
  const split = raw.split ? splitOf(c, below(at, 'split'), raw.split, call) : undefined
  if (!due || (raw.rows && !rows) || (raw.split && !split)) return undefined
  const { fills, form } = asks(c, at, raw, { r, model, call, place }, [rows?.name, split?.field.name])
  const receipt = raw.receipt ? receiptOf(c, below(at, 'receipt'), raw.receipt, { r, pay: call, place }) : undefined
  return {
    call: call.id,
    ...(rows ? { rows: rows.name } : {}),
    due,
    ...(split ? { split } : {}),
    fills,
    form,
    ...(receipt ? { receipt } : {}),
  }
}

/** Who fills the inputs of the payment: the rows and the split by the desk, the rest as behind any button. */
function asks(
  c: Compilation,
  at: At,
  raw: Authored,
  { r, model, call, place }: About & { call: CallModel },
  own: (string | undefined)[],
): Pick<CashdeskView['pay'], 'fills' | 'form'> {
  const scope = savingRoots(c, call, r.name, place)
  const fields = new Map(call.input.map((f) => [f.name, f]))
  const usual = call.form.filter((item) => item.kind === 'section' || !own.includes(item.field.name))
  const form: FormItemModel[] = raw.form
    ? formOf(c, below(at, 'form'), raw.form, { fields, roots: scope, resource: r, what: `input of ${call.id}` })
    : usual
  const fixed: Bounds = bounds(c, below(at, 'with'), raw.with, {
    fields: call.input,
    scope,
    what: `input of ${call.id}`,
  })
  const rest: CallModel = { ...call, form, input: call.input.filter((f) => !own.includes(f.name)) }
  const fills = fillsOf(c, at, rest, {
    row: model,
    onRow: own[0] === undefined,
    target: call.resource,
    action: fixed,
    view: {},
    group: groupBounds(c, place.group, call.input),
    params: place.params,
  })
  const missing = unfilled(rest, fills)
  if (missing.length > 0)
    c.error(
      below(at, 'call'),
      'FRM001',
      `nobody gives ${missing.map((one) => `"${one}"`).join(', ')} of ${call.path}; ask it in "form", give it in "with", or give it a default`,
    )
  return { fills, form: askedForm(form, fills) }
}

function splitOf(c: Compilation, at: At, name: string, call: CallModel): CashdeskView['pay']['split'] {
  const field = fieldNamed(c, at, name, call.input, `input of ${call.id}`)
  if (!field) return undefined
  const of = (type: FieldModel['type']): FieldModel[] => membersOf(field).filter((f) => f.type === type)
  const [money, ...moreMoney] = of('money')
  const [way, ...moreWays] = of('ref')
  if (field.type !== 'rows' || !money || !way || moreMoney.length + moreWays.length > 0)
    return c.error(
      at,
      'REF015',
      `a split is a list of entries with one way of paying and one amount each; "${name}" is none`,
    )
  return { field, way: way.name, amount: money.name }
}

/** The receipt's one required input is a field of what the payment answers. */
function receiptOf(
  c: Compilation,
  at: At,
  name: string,
  { r, pay, place }: Pick<About, 'r' | 'place'> & { pay: CallModel },
): CashdeskView['pay']['receipt'] {
  const call = namedCall(c, at, name, r, place)
  if (!call) return undefined
  const key = call.input.find((f) => f.required && pay.output.some((one) => one.name === f.name))?.name
  return key ? { call: call.id, key } : c.error(at, 'FRM001', `${pay.id} answers nothing that ${call.id} asks for`)
}

function fieldNamed(c: Compilation, at: At, name: string, fields: FieldModel[], what: string): FieldModel | undefined {
  const field = fields.find((f) => f.name === name)
  referField(c, at, field, name)
  return (
    field ??
    c.unknown(
      at,
      'REF004',
      what,
      name,
      fields.map((f) => f.name),
    )
  )
}
