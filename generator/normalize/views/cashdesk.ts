/** cashdesk: find open rows, choose, take or give money, print. */
import { membersOf } from '../../../src/model/fields.ts'
import type {
  Bounds,
  CallModel,
  CashdeskView,
  FieldModel,
  FormItemModel,
  ListView,
  ResourceModel,
} from '../../../src/model/model.ts'
import { unfilledItems } from '../actions.ts'
import { openModel } from '../destinations.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { bounds, condition, recordType, roots, rowOf } from '../expressions.ts'
import { referField } from '../../link/fields.ts'
import { fillsOf, unfilled } from '../fills.ts'
import { groupBounds } from '../groups.ts'
import { findCall } from '../../link/index.ts'
import { formOf } from '../resource/forms.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { normalizeBlock } from './block.ts'
import { viewResource, type ViewNormalizer, type About, type ViewPlace } from './context.ts'
import { savingRoots } from './saving.ts'

export const cashdesk: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const call = r && raw.pay && namedCall(c, below(at, 'pay', 'call'), raw.pay.call, r, place)
  const open = typeof raw.rows === 'object' ? raw.rows : {}
  const rows = r && rowsOf(c, below(at, 'rows'), open, r, place)
  if (!r || !model || !raw.pay || !call || !rows) return undefined
  const duty = raw.duty ? dutyOf(c, below(at, 'duty'), raw.duty, r, place) : undefined
  const answered = duty ? (place.calls[duty.check]?.output.map((f) => f.name) ?? []) : []
  const pay = payOf(c, below(at, 'pay'), raw.pay, {
    r,
    model,
    call,
    place: {
      ...place,
      params: new Set([...place.params, ...answered]),
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

type DutyWords = NonNullable<AuthoredView['duty']>
type PayWords = NonNullable<AuthoredView['pay']>

/** The open rows as a list whose first filter is the search box. */
function rowsOf(c: Compilation, at: At, raw: AuthoredView, r: ResourceDraft, place: ViewPlace): ListView | undefined {
  const title = place.models[r.name]?.title ?? ''
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
  // Scanned is what stands on paper: the number of the row.
  else if (!box.match.paths.includes(title))
    c.error(
      raw.filters ? below(at, 'filters', 0) : at,
      'REF015',
      `the first filter is the box that is scanned into, so it looks for "${title}", too`,
      raw.filters ? {} : { key: true },
    )
  // Rows are chosen, not opened.
  const { open: _open, drawer: _drawer, ...rows } = view
  return rows
}

function namedCall(c: Compilation, at: At, name: string, r: ResourceDraft, place: ViewPlace): CallModel | undefined {
  const found = findCall(c, name, r, at)
  return found && found !== 'planned' ? (place.calls[found.id] ?? place.presets[found.id]) : undefined
}

function dutyOf(c: Compilation, at: At, raw: DutyWords, r: ResourceDraft, place: ViewPlace): CashdeskView['duty'] {
  const check = namedCall(c, below(at, 'check'), raw.check, r, place)
  const start = raw.start ? namedCall(c, below(at, 'start'), raw.start, r, place) : undefined
  const setup = raw.setup === undefined ? undefined : openModel(c, below(at, 'setup'), raw.setup, { scope: roots(c) })
  return (
    check && {
      check: check.id,
      ...(start ? { start: start.id } : {}),
      ...(typeof setup === 'object' && setup.kind === 'route' ? { setup: setup.to } : {}),
    }
  )
}

function payOf(
  c: Compilation,
  at: At,
  raw: PayWords,
  { r, model, call, place }: About & { call: CallModel },
): CashdeskView['pay'] | undefined {
  const due = dueOf(c, below(at, 'due'), raw.due, model)
  const least = raw.least === undefined ? undefined : dueOf(c, below(at, 'least'), raw.least, model)
  const leastOf = raw.leastOf
    ? fieldNamed(c, below(at, 'leastOf'), raw.leastOf, Object.values(model.fields), `field of ${r.name}`)
    : undefined
  const party = raw.party?.flatMap(
    (name, i) => fieldNamed(c, below(at, 'party', i), name, Object.values(model.fields), `field of ${r.name}`) ?? [],
  )
  const rows = raw.rows ? fieldNamed(c, below(at, 'rows'), raw.rows, call.input, `input of ${call.id}`) : undefined
  if (rows && !(rows.type === 'refs' && rows.of === r.name))
    c.error(below(at, 'rows'), 'REF015', `"${raw.rows}" does not take several ${r.name}`)
  const split = raw.split
    ? splitOf(c, below(at, 'split'), raw.split, { r, model, call, place, rows: rows?.name })
    : undefined
  if (!due || (raw.rows && !rows) || (raw.split && !split)) return undefined
  const { fills, form } = asks(c, at, raw, { r, model, call, place }, [rows?.name, split?.field.name])
  const code = raw.code ? codeOf(c, below(at, 'code'), raw.code, { r, place, rows: rows?.name }) : undefined
  const became = raw.became ? becameOf(c, below(at, 'became'), raw.became, { r, place, rows: rows?.name }) : undefined
  const receipt = raw.receipt ? receiptOf(c, below(at, 'receipt'), raw.receipt, { r, pay: call, place }) : undefined
  return {
    call: call.id,
    ...(rows ? { rows: rows.name } : {}),
    due,
    ...(least ? { least } : {}),
    ...(leastOf ? { leastOf: leastOf.name } : {}),
    ...(party ? { party } : {}),
    ...(split ? { split } : {}),
    fills,
    form,
    ...(code ? { code } : {}),
    ...(became ? { became } : {}),
    ...(receipt ? { receipt } : {}),
  }
}

/** The call that says what became of rows: it takes them by the same input as the payment. */
function becameOf(
  c: Compilation,
  at: At,
  name: string,
  { r, place, rows }: { r: ResourceDraft; place: ViewPlace; rows: string | undefined },
): string | undefined {
  const call = namedCall(c, at, name, r, place)
  if (call && !call.input.some((field) => field.name === rows))
    return c.error(at, 'REF015', `${call.id} does not take the rows of the payment ("rows")`)
  return call?.id
}

/** Who fills the inputs of the payment: the desk fills the rows and the split, the others are as for any button. */
function asks(
  c: Compilation,
  at: At,
  raw: PayWords,
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
  return { fills, form: unfilledItems(form, fills) }
}

/** What is due of a row, by its own label or the one given here. */
function dueOf(c: Compilation, at: At, raw: PayWords['due'], model: ResourceModel): FieldModel | undefined {
  const { field: name, label } = typeof raw === 'string' ? { field: raw, label: undefined } : raw
  const field = fieldNamed(c, at, name, Object.values(model.fields), `field of ${model.name}`)
  if (field && field.type !== 'money') c.error(at, 'REF015', `"${name}" is no money`)
  return field && label ? { ...field, label } : field
}

function splitOf(
  c: Compilation,
  at: At,
  raw: NonNullable<PayWords['split']>,
  about: About & { call: CallModel; rows: string | undefined },
): CashdeskView['pay']['split'] {
  const { call } = about
  const words: SplitWords = typeof raw === 'string' ? { input: raw } : raw
  const { input: name, change: gives } = words
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
  const entry = roots(c, { row: recordType(field.fields) })
  const change = gives === undefined ? undefined : condition(c, below(at, 'change'), gives, entry)
  const ofRow = { ...entry, parent: rowOf(about.r.name) }
  const offer = words.offer === undefined ? undefined : condition(c, below(at, 'offer'), words.offer, ofRow)
  const when = words.limit && condition(c, below(at, 'limit', 'when'), words.limit.when, entry)
  const limit = words.limit && limitOf(c, below(at, 'limit'), words.limit, about)
  const byWorth = words.worth && condition(c, below(at, 'worth', 'when'), words.worth.when, entry)
  const worth = words.worth && worthOf(c, below(at, 'worth'), words.worth, { ...about, field })
  return {
    field,
    way: way.name,
    amount: money.name,
    ...(offer ? { offer } : {}),
    ...(change ? { change } : {}),
    ...(when && limit ? { limit: { when, ...limit } } : {}),
    ...(byWorth && worth ? { worth: { when: byWorth, ...worth } } : {}),
  }
}

/** What is handed over by some ways, and what a call says that it pays: it takes the rows, and the number by the name that it has in an entry. */
function worthOf(
  c: Compilation,
  at: At,
  raw: NonNullable<SplitWords['worth']>,
  { r, place, rows, field }: About & { rows: string | undefined; field: FieldModel },
): { by: string; call: string; amount: FieldModel } | undefined {
  const by = fieldNamed(c, below(at, 'by'), raw.by, membersOf(field), `field of ${field.name}`)
  const call = namedCall(c, below(at, 'call'), raw.call, r, place)
  if (!by || !call) return undefined
  const missing = [rows, by.name].find((name) => call.input.every((one) => one.name !== name))
  if (rows === undefined || missing !== undefined)
    return c.error(below(at, 'call'), 'FRM001', `${call.id} takes no ${missing ? `"${missing}"` : 'rows'}`)
  const unsaid = [by.name, 'label', 'why'].find((name) => call.output.every((one) => one.name !== name))
  if (unsaid) return c.error(below(at, 'call'), 'FRM001', `${call.id} does not answer "${unsaid}"`)
  const amount = fieldNamed(c, below(at, 'amount'), raw.amount, call.output, `answer of ${call.id}`)
  if (amount && amount.type !== 'money') c.error(below(at, 'amount'), 'REF015', `"${raw.amount}" is no money`)
  return amount && { by: by.name, call: call.id, amount }
}

type SplitWords = Exclude<NonNullable<PayWords['split']>, string>

/** How much there is by some ways: money that a call answers for a row. */
function limitOf(
  c: Compilation,
  at: At,
  raw: NonNullable<SplitWords['limit']>,
  { r, model, place }: About,
): { call: string; inputs: string[]; amount: FieldModel } | undefined {
  const call = namedCall(c, below(at, 'call'), raw.call, r, place)
  if (!call) return undefined
  const answered = call.rows ? Object.values(place.models[call.rows]?.fields ?? {}) : call.output
  const amount = fieldNamed(c, below(at, 'amount'), raw.amount, answered, `answer of ${call.id}`)
  const inputs = call.input.flatMap(({ name, of }) => (of !== undefined && model.fields[name]?.of === of ? [name] : []))
  if (inputs.length === 0) c.error(below(at, 'call'), 'FRM001', `${r.name} has nothing that ${call.id} asks for`)
  if (amount && amount.type !== 'money') c.error(below(at, 'amount'), 'REF015', `"${raw.amount}" is no money`)
  return amount && { call: call.id, inputs, amount }
}

/** What the answers of the calls of a code say, besides the record. */
const CODE_ANSWERS = {
  call: ['address'],
  state: ['paid', 'secondsLeft'],
  cancel: ['paid', 'secondsLeft'],
  paid: ['paid'],
}

/** A code is opened over a row, an amount, and the other rows; its record is what the other calls are made on. */
function codeOf(
  c: Compilation,
  at: At,
  raw: NonNullable<PayWords['code']>,
  { r, place, rows }: Pick<About, 'r' | 'place'> & { rows: string | undefined },
): CashdeskView['pay']['code'] {
  const found = (key: keyof typeof CODE_ANSWERS): CallModel | undefined => {
    const name = raw[key]
    const call = name === undefined ? undefined : namedCall(c, below(at, key), name, r, place)
    const missing = call && CODE_ANSWERS[key].find((one) => call.output.every((field) => field.name !== one))
    return missing ? c.error(below(at, key), 'FRM001', `${call.id} does not answer "${missing}"`) : call
  }
  const [call, state, cancel, paid] = [found('call'), found('state'), found('cancel'), found('paid')]
  if (!call || !state || !cancel) return undefined
  const amount = call.input.find((field) => field.type === 'money')?.name
  const key = call.output.find((field) => field.type === 'ref' && field.of === state.resource)?.name
  if (!amount || (rows !== undefined && call.input.every((field) => field.name !== rows)))
    return c.error(below(at, 'call'), 'FRM001', `${call.id} takes no ${amount ? `"${rows}"` : 'amount'}`)
  if (!key) return c.error(below(at, 'call'), 'FRM001', `${call.id} does not answer a ${state.resource}`)
  return { call: call.id, amount, key, state: state.id, cancel: cancel.id, ...(paid ? { paid: paid.id } : {}) }
}

/** The receipt's one required input is a field of the payment's answer, or the record that the answer names. */
function receiptOf(
  c: Compilation,
  at: At,
  name: string,
  { r, pay, place }: Pick<About, 'r' | 'place'> & { pay: CallModel },
): CashdeskView['pay']['receipt'] {
  const call = namedCall(c, at, name, r, place)
  if (!call) return undefined
  const named = call.input.find((f) => f.required && pay.output.some((one) => one.name === f.name))?.name
  const made = pay.output.find((one) => one.type === 'ref' && one.of === call.resource)?.name
  const from = named ?? (call.input.some((f) => f.name === 'id') ? made : undefined)
  if (!from) return c.error(at, 'FRM001', `${pay.id} answers nothing that ${call.id} asks for`)
  return { call: call.id, key: named ?? 'id', from }
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
