/** The inputs of a call: its declared inputs, borrowed from fields and filters by name; else those of its kind. */
import type { CallKind, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { inputName, below, type CallDraft, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { roots, rowOf, withInput, type Roots } from '../expressions.ts'
import { shapeItem, type Borrow } from '../../link/fields.ts'
import { markChanged } from '../../base/origin.ts'
import { applyConditions } from '../resource/forms.ts'
import { isNested } from '../../../src/model/fields.ts'
import { finishField } from '../resource/finish.ts'
import type { AuthoredFieldOrName, AuthoredShapeItem } from '../../base/authored.ts'
import type { FieldWords } from '../../base/parts.ts'
import { borrowField } from './borrow.ts'
import { onceInputs, checkInput } from './kinds.ts'
import { idInput, idsInput, importInput, standardInput, versionInput } from './standard.ts'

/** The roots of a call's expressions. An input that the call does not declare may still be read, and may be empty. */
export function callRoots(c: Compilation, resource: ResourceDraft, input: FieldModel[]): Roots {
  return withInput(
    roots(c, { row: rowOf(resource.name), old: rowOf(resource.name), params: { t: 'any', empty: true } }),
    () => {
      const names = new Set(input.map((f) => f.name))
      return [
        ...input,
        ...[...resource.fields.values()].filter((f) => !names.has(f.name)).map((f) => ({ ...f, nullable: true })),
      ]
    },
  )
}

/** Declared inputs; else those of the kind. A query's declared inputs are required filters. */
export function inputsOf(c: Compilation, draft: CallDraft, kind: CallKind, r: ResourceModel): FieldModel[] {
  const { data } = draft
  if (kind === 'check') return checkInput(c, draft)
  if (kind === 'import') return [...importInput(), ...onceInputs(c, draft)]
  if (!data.input) return standardInput(kind, r)
  checkTwice(c, draft, data.input)
  const inputs = writtenInputs(c, draft, r, [...data.input.entries()])
  if (READING.has(kind)) return withoutDefaults(inputs, data.input)
  return CHANGING.has(kind) ? withoutDefaults(inputs, data.input, ({ required }) => required) : inputs
}

/** Kinds that change a record: what they ask for must be said. */
const CHANGING: ReadonlySet<CallKind> = new Set<CallKind>(['move', 'set'])

const READING: ReadonlySet<CallKind> = new Set<CallKind>(['query', 'list', 'select', 'export'])

/** A field's default is what a new record gets; who reads by the field asks for nothing unless the input says so itself. */
function withoutDefaults(
  inputs: FieldModel[],
  items: AuthoredShapeItem[],
  which: (field: FieldModel) => boolean = () => true,
): FieldModel[] {
  const borrowed = new Set(items.flatMap((item) => (typeof item === 'string' ? [inputName(item).name] : [])))
  return inputs.map((field) => {
    if (!borrowed.has(field.name) || !which(field)) return field
    const { default: _default, ...rest } = field
    return rest
  })
}

/** Inputs as written, each with its place in the list. */
export function writtenInputs(
  c: Compilation,
  draft: CallDraft,
  r: ResourceModel,
  items: [number, AuthoredShapeItem][],
): FieldModel[] {
  const at = below(draft.at, 'input')
  const borrow = borrower(c, draft, r)
  const names = [...Object.keys(r.fields), ...Object.keys(r.filters), 'id', 'ids', 'version']
  const made = items.flatMap(([i, item]) => {
    const field = shapeItem(c, below(at, i), item, borrow, names)
    return field ? [{ i, item, field: idField(field, r) }] : []
  })
  const fields = made.map((one) => one.field)
  const scope = callRoots(c, draft.resource, fields)
  for (const { i, item, field } of made) {
    if (typeof item === 'string' && inputName(item).required) markChanged(field, ['required'], below(at, i))
    if (typeof item === 'object') finishField(c, below(at, i), item, { field, beside: fields }, scope)
    else finishBorrowed(c, draft, field, scope)
  }
  return fields
}

/** REF009: an input that is written twice. */
function checkTwice(c: Compilation, draft: CallDraft, items: AuthoredShapeItem[]): void {
  const names = items.map((item) => (typeof item === 'string' ? inputName(item).name : item.name))
  names.forEach((name, i) => {
    if (names.indexOf(name) < i) c.error(below(draft.at, 'input', i), 'REF009', `the input "${name}" is there already`)
  })
}

/** A bare name borrows the look-up and the conditions of its field. */
function finishBorrowed(c: Compilation, draft: CallDraft, field: FieldModel, scope: Roots): void {
  const base = draft.resource.fields.get(field.name)
  if (!base) return
  field.with = base.with
  if (isNested(field) && isNested(base)) field.fields = base.fields
  if (base.lookup) field.lookup = base.lookup
  if (base.default && 'expr' in base.default) field.default = base.default
  if (base.earliest && field.type === 'date') field.earliest = base.earliest
  if (base.latest && field.type === 'date') field.latest = base.latest
  applyConditions(
    c,
    { source: draft.resource.source, path: ['fields', field.name] },
    onlyConditions(draft.resource.data.fields[field.name], field),
    field,
    scope,
  )
}

const onlyConditions = (raw: AuthoredFieldOrName | undefined, field: FieldModel): FieldWords =>
  typeof raw === 'object'
    ? { show: raw.show, required: typeof raw.required === 'string' ? raw.required : field.required }
    : {}

function idField(f: FieldModel, r: ResourceModel): FieldModel {
  if (f.name === 'id' && f.type === 'int') return idInput(r.name, f.required)
  if (f.name === 'ids' && f.type === 'json') return idsInput(r.name, f.required)
  return f
}

/** The fields a bare input name can borrow: id, ids, version, a field, a filter. */
function borrower(c: Compilation, draft: CallDraft, r: ResourceModel): Borrow {
  const { resource } = draft
  return (name) => {
    if (name === 'id') return { raw: { type: 'int', label: { zh: '编号', en: 'ID' } }, at: draft.at }
    if (name === 'ids') return { raw: { type: 'json', label: { zh: '所选', en: 'Chosen' } }, at: draft.at }
    if (name === 'version') return { raw: { type: 'int', label: versionInput().label }, at: draft.at }
    const own =
      borrowField(resource, name) ?? (resource.base && borrowField(c.resources.get(resource.base.resource), name))
    if (own) return own
    const filter = r.filters[name]
    return (
      filter && {
        raw: {
          type: filter.control.type,
          of: filter.control.of,
          ...(filter.control.of ? {} : { in: filter.control.in }),
          label: filter.label,
        },
        at: draft.at,
      }
    )
  }
}
