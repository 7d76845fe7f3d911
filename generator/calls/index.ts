/** normalize, calls: what each call takes, does and answers. */
import type { Bounds, CallKind, CallModel, FieldModel, FormItemModel, ResourceModel, Text } from '../../src/model/model.ts'
import { bang, below, type At, type CallDraft, type Compilation, type ResourceDraft } from '../context.ts'
import { bounds, condition, conditions, recordType, roots, rowOf, type Roots } from '../expressions.ts'
import { shapeItems, type Borrow } from '../fields.ts'
import { findCall, isPlanned, lookUpCall, STANDARD_CALLS } from '../link.ts'
import { doneModel } from '../open.ts'
import { resolvePath } from '../paths.ts'
import { applyConditions, formOf } from '../resource/forms.ts'
import { finishField } from '../resource/finish.ts'
import { NOT_NOW, stateGuard } from '../resource/machines.ts'
import type { Authored } from '../source.ts'
import { idInput, idsInput, importInput, STANDARD_LABELS, standardInput, versionInput } from './standard.ts'

type Models = Record<string, ResourceModel>

/** Presets of calls that are not authored yet are not authored yet themselves. */
export function dropPlannedPresets(c: Compilation): void {
  for (const call of [...c.calls.values()].filter((one) => one.preset)) {
    if (lookUpCall(c, call.data.use, call.resource) || !isPlanned(c, call.data.use)) continue
    c.calls.delete(call.id)
    for (const name of [call.id, `${call.resource.path}/${call.name}`, `${call.resource.name}/${call.name}`]) c.plannedCalls.add(name)
  }
}

export function callModels(c: Compilation, resources: Models): { calls: Record<string, CallModel>; presets: Record<string, CallModel> } {
  const calls: Record<string, CallModel> = {}
  const presets: Record<string, CallModel> = {}
  for (const draft of c.calls.values()) if (!draft.preset) calls[draft.id] = callModel(c, draft, resources)
  for (const draft of c.calls.values()) {
    if (!draft.preset) continue
    const made = presetModel(c, draft, resources, calls)
    if (made) presets[draft.id] = made
  }
  for (const call of Object.values(calls)) linkLoad(c, call)
  for (const preset of Object.values(presets)) { preset.load = calls[preset.path]!.load; linkLoad(c, preset); if (!preset.load) delete preset.load }
  for (const call of [...Object.values(calls), ...Object.values(presets)]) linkDone(c, call)
  return { calls, presets }
}

function callModel(c: Compilation, draft: CallDraft, resources: Models): CallModel {
  const { data, resource } = draft
  const r = resources[resource.name]!
  const kind = kindOf(c, draft)
  const input = inputsOf(c, draft, kind, r)
  const scope = callRoots(c, resource, input)
  const label = labelOf(draft, kind)
  const call: CallModel = {
    id: draft.id, path: draft.id, resource: resource.name, name: draft.name, kind, preset: false, label,
    handler: data.handler === true, set: bounds(c, below(draft.at, 'set'), data.set, [...resource.fields.values()], scope, `field of ${resource.name}`),
    many: input.some((f) => f.name === 'ids'), input, output: [], with: {}, when: [], once: data.once === true,
    also: data.also ?? [], form: [],
    ...rowsOf(c, draft, kind), ...moveOf(c, draft, r),
    ...(data.scope ? { scope: data.scope } : {}), ...(data.access ? { access: data.access } : {}), ...confirmOf(draft, kind, data),
    ...(data.check ? { check: checkOf(c, draft, resources) } : {}), ...(data.options ? { options: optionsOf(c, draft) } : {}),
    ...(data.stat ? { stat: statOf(c, draft) } : {}), ...(data.import ? { import: importOf(c, draft) } : {}),
  }
  if (data.where) call.where = condition(c, below(draft.at, 'where'), data.where, roots(c, { row: rowOf(resource.name) }), { sql: true })
  call.when = whenOf(c, draft, r, call, scope)
  call.form = askForm(c, draft, call, r, scope)
  return call
}

function kindOf(c: Compilation, draft: CallDraft): CallKind {
  const { data, name } = draft
  if (draft.standard) return name as CallKind
  if (data.like) return likeKind(c, draft)
  for (const key of ['move', 'set', 'check', 'stat', 'options', 'import', 'export'] as const) if (data[key]) return key
  return 'handler'
}

function likeKind(c: Compilation, draft: CallDraft): CallKind {
  const target = lookUpCall(c, draft.data.like, draft.resource)
  if (target?.standard) return target.name as CallKind
  if ((STANDARD_CALLS as readonly string[]).includes(draft.data.like)) return draft.data.like
  c.unknown(below(draft.at, 'like'), 'REF005', 'standard call', draft.data.like, STANDARD_CALLS)
  return 'query'
}

const labelOf = (draft: CallDraft, kind: CallKind): Text =>
  draft.data.label ?? STANDARD_LABELS[kind] ?? draft.resource.label

/** Whether a label was given, or is that of a standard action: buttons need one. */
export const hasLabel = (draft: CallDraft, call: CallModel): boolean => draft.data.label !== undefined || call.kind in STANDARD_LABELS

export function callRoots(c: Compilation, resource: ResourceDraft, input: FieldModel[]): Roots {
  const known = new Set(input.map((f) => f.name))
  const own = [...resource.fields.values()].filter((f) => !known.has(f.name))
  return roots(c, { row: rowOf(resource.name), old: rowOf(resource.name), input: recordType([...input, ...own.map((f) => ({ ...f, nullable: true }))]), params: { t: 'any', empty: true } })
}

/** Declared inputs; else those of the kind. A query's declared inputs are filters that must be given. */
function inputsOf(c: Compilation, draft: CallDraft, kind: CallKind, r: ResourceModel): FieldModel[] {
  const { data } = draft
  if (kind === 'check') return checkInput(c, draft)
  if (kind === 'import') return [...importInput(), ...askedOnce(c, draft)]
  if (!data.input) return standardInput(kind, r)
  const borrow = borrower(c, draft, r)
  const at = below(draft.at, 'input')
  const made = shapeItems(c, at, data.input, borrow, [...Object.keys(r.fields), ...Object.keys(r.filters), 'id', 'ids', 'version'])
  const scope = { ...callRoots(c, draft.resource, made) }
  made.forEach((field) => {
    const i = (data.input as (string | Authored)[]).findIndex((item) => (typeof item === 'string' ? bang(item).name : item.name) === field.name)
    const item = data.input[i]
    if (typeof item === 'object') finishField(c, below(at, i), item.like ? { ...item } : item, field, scope)
    else finishBorrowed(c, draft, field, scope)
  })
  return made.map((f) => idField(f, r))
}

/** A bare name takes over what its field says of look-ups and conditions. */
function finishBorrowed(c: Compilation, draft: CallDraft, field: FieldModel, scope: Roots): void {
  const base = draft.resource.fields.get(field.name)
  if (!base) return
  field.with = base.with
  if (base.lookup) field.lookup = base.lookup
  if (base.default && 'expr' in base.default) field.default = base.default
  applyConditions(c, { source: draft.resource.source, path: ['fields', field.name] }, onlyConditions(draft.resource.data.fields[field.name], field), field, scope)
}

const onlyConditions = (raw: unknown, field: FieldModel): Authored =>
  typeof raw === 'object' && raw ? { show: (raw as Authored).show, ...(typeof (raw as Authored).required === 'string' ? { required: (raw as Authored).required } : { required: field.required }) } : {}

function idField(f: FieldModel, r: ResourceModel): FieldModel {
  if (f.name === 'id' && f.type === 'int') return idInput(r.name, r.key, f.required)
  if (f.name === 'ids' && f.type === 'json') return idsInput(r.name, f.required)
  return f
}

/** What a bare input name borrows: id, ids, version, a field, a filter. */
function borrower(c: Compilation, draft: CallDraft, r: ResourceModel): Borrow {
  const { resource } = draft
  return (name) => {
    if (name === 'id') return { raw: { type: 'int', label: { zh: '编号', en: 'ID' } }, at: draft.at }
    if (name === 'ids') return { raw: { type: 'json', label: { zh: '所选', en: 'Chosen' } }, at: draft.at }
    if (name === 'version') return { raw: { type: 'int', label: versionInput().label }, at: draft.at }
    const raw = resource.data.fields[name]
    if (raw !== undefined) return { raw: plainField(raw), at: { source: resource.source, path: ['fields', name] } }
    const base = resource.base && c.resources.get(resource.base.resource)
    if (base?.data.fields[name] !== undefined) return { raw: plainField(base.data.fields[name]), at: { source: base.source, path: ['fields', name] } }
    const filter = r.filters[name]
    return filter && { raw: { type: filter.control.type, of: filter.control.of, label: filter.label }, at: draft.at }
  }
}

/** An input takes the kind of value, not how the record computes or guards it. */
function plainField(raw: unknown): Authored | string {
  if (typeof raw === 'string') return raw
  const { value: _value, managed: _managed, once: _once, was: _was, ...rest } = raw as Authored
  return rest as Authored
}

function rowsOf(c: Compilation, draft: CallDraft, kind: CallKind): Partial<CallModel> {
  const { output } = draft.data
  if (output?.rows) {
    if (!c.resources.has(output.rows)) c.unknown(below(draft.at, 'output', 'rows'), 'REF001', 'resource', output.rows, c.resources.keys())
    return { rows: output.rows }
  }
  const rows = ['query', 'list', 'detail', 'select', 'export'].includes(kind) ? { rows: draft.resource.name } : {}
  if (!output) return rows
  const at = below(draft.at, 'output')
  const borrow: Borrow = (name) => {
    const raw = draft.resource.data.fields[name]
    if (raw !== undefined) return { raw: plainField(raw), at: { source: draft.resource.source, path: ['fields', name] } }
    return name === 'id' ? { raw: { type: 'int', label: { zh: '编号', en: 'ID' } }, at } : undefined
  }
  return { ...rows, output: shapeItems(c, at, output, borrow, Object.keys(draft.resource.data.fields)) }
}

function moveOf(c: Compilation, draft: CallDraft, r: ResourceModel): Partial<CallModel> {
  const name = draft.data.move
  if (!name) return {}
  const machine = r.machines.find((m) => m.moves.some((move) => move.name === name))
  if (machine) return { move: { field: machine.field, name } }
  c.unknown(below(draft.at, 'move'), 'STA003', `move of ${r.name}`, name, r.machines.flatMap((m) => m.moves.map((move) => move.name)))
  return {}
}

function confirmOf(draft: CallDraft, kind: CallKind, data: Authored): Partial<CallModel> {
  const confirm = data.confirm ?? (kind === 'del' ? true : undefined)
  return confirm ? { confirm } : {}
}

/** Guards: of the call, of its move, and that the state is one the move starts from. */
function whenOf(c: Compilation, draft: CallDraft, r: ResourceModel, call: CallModel, scope: Roots): CallModel['when'] {
  const own = conditions(c, below(draft.at, 'when'), draft.data.when, scope, NOT_NOW)
  const move = call.move && r.machines.flatMap((m) => m.moves).find((m) => m.name === call.move!.name)
  return move ? [stateGuard(c, draft.resource, move, call.label), ...move.when, ...own] : own
}

/** How the dialog asks: the form given, or the inputs in order without the record itself. */
function askForm(c: Compilation, draft: CallDraft, call: CallModel, r: ResourceModel, scope: Roots): FormItemModel[] {
  const fields = new Map(call.input.map((f) => [f.name, f]))
  if (draft.data.form) return formOf(c, below(draft.at, 'form'), draft.data.form, { fields, roots: scope, resource: draft.resource, what: `input of ${draft.id}` })
  if ((call.kind === 'add' || call.kind === 'edit') && !draft.data.input) return onlyInputs(r.form, fields)
  return call.input.filter((f) => !['id', 'ids', 'version', 'fileId', 'preview', 'jobId'].includes(f.name)).map((field) => ({ kind: 'field', field }))
}

/** The resource's form without what this call does not take. */
function onlyInputs(form: FormItemModel[], fields: Map<string, FieldModel>): FormItemModel[] {
  return form.flatMap((item): FormItemModel[] => {
    if (item.kind === 'field') return fields.has(item.field.name) ? [item] : []
    const items = onlyInputs(item.items, fields)
    return items.length > 0 ? [{ ...item, items }] : []
  })
}

/** `check`: a unique field (or several) of this resource, or `resource.field`. */
function checkTargets(c: Compilation, draft: CallDraft): { resource: ResourceDraft; fields: string[] } | undefined {
  const names = [draft.data.check].flat() as string[]
  const first = names[0]!.split('.')
  const resource = first.length > 1 ? c.resources.get(first[0]!) : draft.resource
  if (!resource) return c.unknown(below(draft.at, 'check'), 'REF001', 'resource', first[0]!, c.resources.keys())
  return { resource, fields: names.map((n) => n.split('.').at(-1)!) }
}

function checkOf(c: Compilation, draft: CallDraft, resources: Models): CallModel['check'] {
  const target = checkTargets(c, draft)
  if (!target) return undefined
  const { unique } = resources[target.resource.name]!
  const uniques = unique.filter((u) => target.fields.includes(u.field) || target.fields.includes(u.key)).map((u) => u.key)
  for (const name of target.fields) {
    if (!unique.some((u) => u.field === name || u.key === name)) c.error(below(draft.at, 'check'), 'UNQ001', `"${name}" is not unique in ${target.resource.name}; write it under "unique"`)
  }
  return { resource: target.resource.name, uniques }
}

function checkInput(c: Compilation, draft: CallDraft): FieldModel[] {
  const target = checkTargets(c, draft)
  if (!target) return []
  const uniques = Object.entries<Authored>(target.resource.data.unique ?? {}).filter(([key, u]) => target.fields.includes(u.field ?? key) || target.fields.includes(key))
  const names = new Set(uniques.flatMap(([key, u]) => [u.field ?? key, ...(u.within ?? [])] as string[]))
  const fields = [...names].flatMap((name) => target.resource.fields.get(name) ?? [])
  return [...fields.map((f) => ({ ...f, required: false, managed: false, nullable: true })), idInput(target.resource.name, 'id', false)]
}

function optionsOf(c: Compilation, draft: CallDraft): string {
  const name = draft.data.options
  if (!c.dictionaries.has(name)) c.unknown(below(draft.at, 'options'), 'REF002', 'dictionary', name, c.dictionaries.keys())
  return name
}

function statOf(c: Compilation, draft: CallDraft): CallModel['stat'] {
  const at = below(draft.at, 'stat')
  const known = (name: string, place: At) => resolvePath(c, draft.resource, name, place) !== undefined
  const by = (draft.data.stat.by as string[]).filter((name, i) => known(name, below(at, 'by', i)))
  const measures = Object.entries<string>(draft.data.stat.measures).map(([name, text]) => {
    const [, fn, field] = /^(\w+)\((\w*)\)$/.exec(text)!
    if (field) known(field, below(at, 'measures', name))
    return [name, { fn: fn as 'sum', ...(field ? { field } : {}) }] as const
  })
  return { by, measures: Object.fromEntries(measures) }
}

function importFields(c: Compilation, draft: CallDraft, names: (string | Authored)[], key: string): FieldModel[] {
  const r = draft.resource
  const borrow: Borrow = (name) => (r.data.fields[name] === undefined ? undefined : { raw: plainField(r.data.fields[name]), at: { source: r.source, path: ['fields', name] } })
  const made = shapeItems(c, below(draft.at, 'import', key), names, borrow, Object.keys(r.data.fields))
  return made.map((f) => ({ ...f, ...(r.fields.get(f.name)?.lookup ? { lookup: r.fields.get(f.name)!.lookup } : {}) }))
}

const askedOnce = (c: Compilation, draft: CallDraft): FieldModel[] => importFields(c, draft, draft.data.import.ask ?? [], 'ask')

function importOf(c: Compilation, draft: CallDraft): CallModel['import'] {
  const { match, ask = [], template, progress } = draft.data.import
  const fields = importFields(c, draft, draft.data.import.fields, 'fields')
  if (!fields.some((f) => f.name === match)) c.unknown(below(draft.at, 'import', 'match'), 'REF004', 'column of the file', match, fields.map((f) => f.name))
  return { fields, match, ask, ...(template ? { template } : {}), progress }
}

/** A preset: the target with inputs fixed and fewer asked. */
function presetModel(c: Compilation, draft: CallDraft, resources: Models, calls: Record<string, CallModel>): CallModel | undefined {
  const { data, resource, at } = draft
  const found = findCall(c, data.use, resource, below(at, 'use'))
  if (!found || found === 'planned') return undefined
  const target = calls[found.id]
  if (!target) return c.error(below(at, 'use'), 'REF005', `"${data.use}" is a preset itself; name the call`)
  const r = resources[resource.name]!
  const input = presetInput(c, draft, target, r)
  const scope = callRoots(c, resource, [...target.input, ...input])
  const call: CallModel = {
    ...target, id: draft.id, resource: resource.name, name: draft.name, preset: true, label: data.label ?? target.label,
    set: {}, input, many: input.some((f) => f.name === 'ids'), also: [], when: [], form: [],
    with: presetWith(c, draft, target, scope), ...moveOf(c, draft, r), ...confirmOf(draft, target.kind, data),
    ...(data.access ? { access: data.access } : {}), once: target.once || data.once === true,
  }
  if (call.move && target.kind === 'edit' && target.resource === resource.name) call.with[call.move.field] ??= { value: moveTo(r, call.move.name) }
  call.when = [...whenOf(c, draft, r, call, scope), ...(target.resource === resource.name ? target.when.filter((w) => w.expr.reads.every((p) => !p.startsWith('input.'))) : [])]
  call.form = withoutFixed(data.form || data.input ? askForm(c, draft, call, r, scope) : target.form, call.with)
  return call
}

/** What a preset fixes is not asked. */
function withoutFixed(form: FormItemModel[], fixed: Bounds): FormItemModel[] {
  return form.flatMap((item): FormItemModel[] => {
    if (item.kind === 'field') return item.field.name in fixed ? [] : [item]
    const items = withoutFixed(item.items, fixed)
    return items.length > 0 ? [{ ...item, items }] : []
  })
}

const moveTo = (r: ResourceModel, move: string) => r.machines.flatMap((m) => m.moves).find((m) => m.name === move)!.to

/** Inputs named again of the target (its own demands stay), or fields of this resource. */
function presetInput(c: Compilation, draft: CallDraft, target: CallModel, r: ResourceModel): FieldModel[] {
  const { data, at } = draft
  if (!data.input) return target.input.filter((f) => !(f.name in (data.with ?? {})))
  return (data.input as (string | Authored)[]).flatMap((item, i) => {
    if (typeof item === 'string') {
      const { name, required } = bang(item)
      const base = target.input.find((f) => f.name === name)
      if (base) return { ...base, required: required || base.required, nullable: !(required || base.required) }
    } else {
      const base = target.input.find((f) => f.name === item.name)
      if (base && !item.type && !item.like) return { ...base, ...(item.label ? { label: item.label } : {}), required: item.required === true || base.required }
    }
    return inputsOf(c, { ...draft, data: { input: [item] }, at: { ...at, path: [...at.path] } }, 'handler', r).map((f) => { warnUnknown(c, below(at, 'input', i), f, target); return f })
  })
}

function warnUnknown(c: Compilation, at: At, f: FieldModel, target: CallModel): void {
  if (['id', 'ids'].includes(f.name) || target.input.some((t) => t.name === f.name)) return
  c.unknown(at, 'REF006', `input of ${target.path}`, f.name, target.input.map((t) => t.name))
}

function presetWith(c: Compilation, draft: CallDraft, target: CallModel, scope: Roots): Bounds {
  return bounds(c, below(draft.at, 'with'), draft.data.with, target.input, scope, `input of ${target.path}`)
}

/** `load`: the call that fills the dialog. */
function linkLoad(c: Compilation, call: CallModel): void {
  const draft = c.calls.get(call.id)!
  const raw = draft.data.load
  if (!raw) return
  const found = findCall(c, raw.call, draft.resource, below(draft.at, 'load', 'call'))
  if (!found || found === 'planned') return
  if (raw.into && !call.input.some((f) => f.name === raw.into)) c.unknown(below(draft.at, 'load', 'into'), 'REF006', 'input', raw.into, call.input.map((f) => f.name))
  call.load = { call: found.id, ...(raw.into ? { into: raw.into } : {}) }
}


/** `done`: the sentence after success, and the screen it leads to. */
function linkDone(c: Compilation, call: CallModel): void {
  const draft = c.calls.get(call.id)!
  const done = doneModel(c, below(draft.at, 'done'), draft.data.done, call)
  if (done) call.done = done
}
