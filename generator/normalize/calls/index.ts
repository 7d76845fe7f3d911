/** normalize, calls: the inputs, effect and answer of each call. */
import type { CallKind, CallModel, FieldModel, ResourceModel, Text } from '../../../src/model/model.ts'
import { below, type CallDraft, type Compilation } from '../../base/context.ts'
import { bounds, condition, roots, rowOf } from '../expressions.ts'
import { referField, shapeItems, type Borrow } from '../../link/fields.ts'
import { findCall, lookUpCall, STANDARD_CALLS } from '../../link/index.ts'
import { checkQuestion, doneModel } from '../destinations.ts'
import { linkCards } from './cards.ts'
import { checkCalls, checkChange } from './check.ts'
import { borrowField } from './borrow.ts'
import { groupedBy, statOf } from './stats.ts'
import { callRoots, inputsOf } from './inputs.ts'
import { checkOf, importOf, optionsOf } from './kinds.ts'
import { askForm, confirmOf, moveOf, whenOf } from './parts.ts'
import { presetModel } from './presets.ts'
import { STANDARD_LABELS } from './standard.ts'

type Models = Record<string, ResourceModel>

export function callModels(
  c: Compilation,
  resources: Models,
): { calls: Record<string, CallModel>; presets: Record<string, CallModel> } {
  checkCalls(c)
  const calls: Record<string, CallModel> = {}
  const presets: Record<string, CallModel> = {}
  for (const draft of c.calls.values()) if (!draft.preset) calls[draft.id] = callModel(c, draft, resources)
  for (const draft of c.calls.values()) {
    if (!draft.preset) continue
    const made = presetModel(c, draft, resources, calls)
    if (made) presets[draft.id] = made
    else c.lost.add(draft.name)
  }
  for (const call of Object.values(calls)) {
    linkLoad(c, call, calls)
    linkBeside(c, call, calls, resources)
    linkCards(c, call, resources)
  }
  for (const preset of Object.values(presets)) {
    preset.load = calls[preset.path]!.load
    linkLoad(c, preset, calls)
    if (!preset.load) delete preset.load
    const { beside } = calls[preset.path]!
    if (beside) preset.beside = beside
    linkBeside(c, preset, calls, resources)
  }
  for (const call of [...Object.values(calls), ...Object.values(presets)]) {
    linkDone(c, call)
    linkPreview(c, call)
    if (takesAway(c, call, resources)) call.danger = true
  }
  return { calls, presets }
}

function callModel(c: Compilation, draft: CallDraft, resources: Models): CallModel {
  const { data, resource } = draft
  const r = resources[resource.name]!
  const kind = kindOf(c, draft)
  const input = inputsOf(c, draft, kind, r)
  const scope = callRoots(c, resource, input)
  const call: CallModel = {
    id: draft.id,
    path: draft.id,
    resource: resource.name,
    name: draft.name,
    kind,
    preset: false,
    label: labelOf(draft, kind),
    handler: data.handler === true,
    set: bounds(c, below(draft.at, 'set'), data.set, {
      fields: [...resource.fields.values()],
      scope,
      what: `field of ${resource.name}`,
    }),
    many: input.some((f) => f.name === 'ids'),
    input,
    output: [],
    with: {},
    when: [],
    once: data.once ?? false,
    also: data.also ?? [],
    form: [],
    ...answerOf(c, draft, kind),
    ...moveOf(c, draft, r),
    ...(data.scope ? { scope: data.scope } : {}),
    ...(data.undo === undefined ? {} : { undo: data.undo }),
    ...(data.access ? { access: data.access } : {}),
    ...confirmOf(kind, data),
    ...(data.print ? { print: data.print } : {}),
    ...(data.download ? { download: data.download } : {}),
    ...(data.check ? { check: checkOf(c, draft, resources) } : {}),
    ...(data.options ? { options: optionsOf(c, draft, data.options) } : {}),
    ...(data.stat ? { stat: statOf(c, draft, data.stat) } : {}),
    ...(data.import ? { import: importOf(c, draft, data.import) } : {}),
  }
  if (data.where)
    call.where = condition(
      c,
      below(draft.at, 'where'),
      data.where,
      roots(c, { row: rowOf(groupedBy(c, resource).name) }),
      {
        sql: true,
      },
    )
  if (data.scope === 'seen' && groupedBy(c, resource).data.seen === undefined)
    c.error(below(draft.at, 'scope'), 'REF015', `${groupedBy(c, resource).name} does not say which rows are "seen"`)
  checkChange(c, draft, call, r)
  checkPrint(c, draft, call)
  call.when = whenOf(c, draft, r, call, scope)
  call.form = askForm(c, draft, call, r, scope)
  return call
}

/** What is printed or saved is answered. */
function checkPrint(c: Compilation, { at, id }: CallDraft, { print, download, output }: CallModel): void {
  const names = output.map((field) => field.name)
  for (const [key, name] of Object.entries({ print, download }))
    if (name && !names.includes(name)) c.unknown(below(at, key), 'REF004', `output of ${id}`, name, names)
}

function kindOf(c: Compilation, draft: CallDraft): CallKind {
  const { data, name } = draft
  if (draft.standard) return name as CallKind
  if (data.like) return likeKind(c, draft, data.like)
  for (const key of ['move', 'set', 'check', 'stat', 'options', 'import', 'export'] as const) if (data[key]) return key
  return 'handler'
}

function likeKind(c: Compilation, draft: CallDraft, like: string): CallKind {
  const target = lookUpCall(c, like, draft.resource)
  if (target?.standard) return target.name as CallKind
  const standard = STANDARD_CALLS.find((name) => name === like)
  if (!standard) c.unknown(below(draft.at, 'like'), 'REF005', 'standard call', like, STANDARD_CALLS)
  return standard ?? 'query'
}

const labelOf = (draft: CallDraft, kind: CallKind): Text =>
  draft.data.label ?? STANDARD_LABELS[kind] ?? draft.resource.label

/** Whether a label was given, or is that of a standard action, because buttons need one. */
export const hasLabel = (draft: CallDraft, call: CallModel): boolean =>
  draft.data.label !== undefined || call.kind in STANDARD_LABELS

/** Kinds that answer rows, choices or figures: several. */
const SEVERAL: ReadonlySet<CallKind> = new Set<CallKind>(['query', 'list', 'select', 'stat', 'options'])

/** What is answered: of which resource, or which fields; one, or a list. */
function answerOf(c: Compilation, draft: CallDraft, kind: CallKind): Partial<CallModel> {
  const { output } = draft.data
  const listed = output && 'rows' in output
  if (draft.data.several && kind !== 'handler')
    c.error(below(draft.at, 'several'), 'CAL001', 'only a hand-written call says whether it answers several')
  const several = SEVERAL.has(kind) || listed || draft.data.several
  return { ...rowsOf(c, draft, kind), ...(several ? { several: true } : {}) }
}

function rowsOf(c: Compilation, draft: CallDraft, kind: CallKind): Partial<CallModel> {
  const { output } = draft.data
  if (output && 'rows' in output)
    return c.resource(output.rows, below(draft.at, 'output', 'rows')) ? { rows: output.rows } : {}
  if (output && 'row' in output)
    return c.resource(output.row, below(draft.at, 'output', 'row')) ? { rows: output.row } : {}
  const isFigures = kind === 'stat' && draft.resource.data.figures !== undefined
  const listed = isFigures || ['query', 'list', 'detail', 'select', 'export'].includes(kind)
  const rows = listed ? { rows: draft.resource.name } : {}
  if (!output) return rows
  const at = below(draft.at, 'output')
  const borrow: Borrow = (name) =>
    borrowField(draft.resource, name) ??
    (name === 'id' ? { raw: { type: 'int', label: { zh: '编号', en: 'ID' } }, at } : undefined)
  return { ...rows, output: shapeItems(c, at, output, borrow, Object.keys(draft.resource.data.fields)) }
}

/** Tones of ends that nobody wished for. */
const LOST: readonly string[] = ['off', 'failed']

/** Whether a call deletes, or moves to where no other move leads on from and nothing was achieved. */
function takesAway(c: Compilation, { kind, move, resource }: CallModel, resources: Models): boolean {
  if (kind === 'del') return true
  const r = resources[resource]
  const machine = move && r?.machines.find((one) => one.field === move.field)
  const to = machine?.moves.find((one) => one.name === move?.name)?.to
  if (to === undefined || !machine?.end?.includes(to)) return false
  const dictionary = c.dictionaries.get(r?.fields[machine.field]?.of ?? '')
  return LOST.includes(dictionary?.values.find((one) => one.value === to)?.tone ?? '')
}

/** `load`: the call that fills the dialog. */
function linkLoad(c: Compilation, call: CallModel, calls: Record<string, CallModel>): void {
  const draft = c.calls.get(call.id)!
  const raw = draft.data.load
  if (!raw) return loadRows(call, calls)
  const found = findCall(c, raw.call, draft.resource, below(draft.at, 'load', 'call'))
  const into = raw.into && call.input.find((f) => f.name === raw.into)
  if (into) referField(c, below(draft.at, 'load', 'into'), into, into.name)
  else if (raw.into)
    c.unknown(
      below(draft.at, 'load', 'into'),
      'REF006',
      'input',
      raw.into,
      call.input.map((f) => f.name),
    )
  if (!found || found === 'planned') return
  const own =
    !raw.into && calls[found.id]?.kind === 'detail' && calls[found.id]?.resource === call.resource && changesOne(call)
  const whole = into !== undefined && replaces(call, calls[found.id])
  if (own) call.input = call.input.map(asTheRecordHasIt)
  call.load = {
    call: found.id,
    ...(raw.into ? { into: raw.into } : {}),
    ...(own ? { own: true } : {}),
    ...(whole ? { whole: true } : {}),
  }
}

/** A dialog that asks for child rows of the record begins with those that it has: what is sent replaces them. */
function loadRows(call: CallModel, calls: Record<string, CallModel>): void {
  const rows = (call.kind === 'move' || call.kind === 'set') && call.input.some(({ type }) => type === 'own')
  if (!rows || !changesOne(call)) return
  const detail = Object.values(calls).find(({ kind, resource }) => kind === 'detail' && resource === call.resource)
  if (!detail) return
  call.input = call.input.map(asTheRecordHasIt)
  call.load = { call: detail.id, own: true }
}

/** The dialog sends what was changed: what is left out stays as the record has it, and does not begin anew. */
function asTheRecordHasIt(field: FieldModel): FieldModel {
  const { default: begins, ...rest } = field
  return begins && 'expr' in begins && /\brow\b/.test(begins.expr.src) ? field : rest
}

/** Whether a call is made on one record, by its id or as the only one of its kind that it names. */
const changesOne = (call: CallModel): boolean =>
  call.kind !== 'add' &&
  (call.input.some(({ name }) => name === 'id') ||
    call.input.filter(({ type, of }) => type === 'ref' && of === call.resource).length === 1)

/** Whether a call gets back as a whole the list that `load` answers, and says of it what `load` was asked. */
const replaces = (call: CallModel, load: CallModel | undefined): boolean =>
  load?.several === true &&
  load.input.every(({ name, required }) => required !== true || call.input.some((one) => one.name === name))

/** `preview`: the call that tells what would come of it. */
function linkPreview(c: Compilation, call: CallModel): void {
  const draft = c.calls.get(call.id)!
  const found = draft.data.preview && findCall(c, draft.data.preview, draft.resource, below(draft.at, 'preview'))
  if (found && found !== 'planned') call.preview = found.id
}

/** `beside`: the list call whose rows stand beside the form, found by the inputs that both take. */
function linkBeside(c: Compilation, call: CallModel, calls: Record<string, CallModel>, resources: Models): void {
  const draft = c.calls.get(call.id)!
  const at = below(draft.at, 'beside')
  const { beside } = draft.data
  const found = beside && findCall(c, beside, draft.resource, at)
  const list = found && found !== 'planned' ? calls[found.id] : undefined
  if (!list) return
  const rows = ['query', 'list'].includes(list.kind) ? resources[list.rows ?? ''] : undefined
  if (!rows) return c.error(at, 'REF015', `"${list.path}" answers no list of records`)
  const wires = new Set(Object.values(rows.filters).flatMap((filter) => filter.wire))
  const by = call.input
    .filter((field) => field.type === 'ref' && wires.has(field.name))
    .flatMap(({ name, by: kind }) => (kind ? [name, kind] : [name]))
  if (by.length === 0)
    return c.error(at, 'REF006', `no reference among the inputs of ${call.path} is a filter of "${list.path}"`)
  const columns = rows.columns.filter(({ path }) => !by.includes(path))
  call.beside = { call: list.id, resource: rows.name, columns, by }
}

/** `done`: the sentence after success, and the screen it leads to. */
function linkDone(c: Compilation, call: CallModel): void {
  const draft = c.calls.get(call.id)!
  checkQuestion(c, below(draft.at, 'confirm'), draft.data.confirm, call, draft.resource)
  const done = doneModel(c, below(draft.at, 'done'), draft.data.done, call)
  if (done) call.done = done
}
