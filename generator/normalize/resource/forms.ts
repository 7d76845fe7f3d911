/** Forms: fields as they appear in one place, and sections. */
import { describe, sameKind } from '../../../src/model/expr/check/typing.ts'
import type { ColumnModel, FieldModel, FormItemModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft, keyAt } from '../../base/context.ts'
import { bound, condition, typeOfField, type Roots } from '../expressions.ts'
import { fieldModel, referField } from '../../link/fields.ts'
import { findCall, lookUpCall } from '../../link/index.ts'
import { markChanged, placed } from '../../base/origin.ts'
import { resolvePath } from '../../link/paths.ts'
import { isLink, isNested, isOwn, membersOf } from '../../../src/model/fields.ts'
import type { AuthoredColumns, AuthoredForm, AuthoredFormItem, AuthoredWith } from '../../base/authored.ts'
import type { CallWords, FieldWords, FormField, Item } from '../../base/parts.ts'
import { changedColumns, usualColumns } from './columns.ts'
import { opensControl } from './filters.ts'

/** The context of a form: its possible fields by name, the roots of its conditions, and their resource. */
export interface FormScope {
  fields: Map<string, FieldModel>
  roots: Roots
  resource?: ResourceDraft
  what: string
}

export function formOf(c: Compilation, at: At, items: AuthoredForm, scope: FormScope): FormItemModel[] {
  const made = items.flatMap((item, i) => {
    const one = formItem(c, below(at, i), item, scope)
    return one ? [placed(one, below(at, i))] : []
  })
  checkOnce(c, at, items)
  return made
}

/** REF009: a field appears once in a form. */
function checkOnce(c: Compilation, at: At, items: AuthoredForm, seen = new Set<string>()): void {
  for (const [i, item] of items.entries()) {
    if (typeof item === 'object' && 'section' in item) {
      checkOnce(c, below(at, i, 'fields'), item.fields, seen)
      continue
    }
    const name = typeof item === 'string' ? item : item.field
    if (seen.has(name))
      c.error(
        typeof item === 'string' ? below(at, i) : below(at, i, 'field'),
        'REF009',
        `"${name}" stands in this form already`,
      )
    seen.add(name)
  }
}

function formItem(c: Compilation, at: At, item: AuthoredFormItem, scope: FormScope): FormItemModel | undefined {
  if (typeof item === 'string') return plainItem(c, at, item, scope)
  if ('section' in item) {
    for (const [i, inner] of item.fields.entries()) {
      if (typeof inner === 'object' && 'section' in inner)
        c.error(below(at, 'fields', i, 'section'), 'SHP005', 'a section holds fields, not sections', { key: true })
    }
    const show = item.show ? condition(c, below(at, 'show'), item.show, scope.roots) : undefined
    return {
      kind: 'section',
      label: item.section,
      ...(show ? { show } : {}),
      items: formOf(c, below(at, 'fields'), item.fields, scope),
    }
  }
  const plain = plainItem(c, below(at, 'field'), item.field, scope)
  return plain?.kind === 'field'
    ? { ...plain, field: changed(c, at, item, plain.field, scope), ...columnsOfRows(c, at, item, plain.field) }
    : plain
}

function plainItem(c: Compilation, at: At, name: string, scope: FormScope): FormItemModel | undefined {
  const field = scope.fields.get(name)
  referField(c, at, field, name)
  return field ? shownAsUsual(c, at, field) : c.unknown(at, 'REF004', scope.what, name, scope.fields.keys())
}

/** A field as a form shows it that says nothing of it: child rows have the usual columns of their resource. */
export const shownAsUsual = (c: Compilation, at: At, field: FieldModel): FormItemModel => ({
  kind: 'field',
  field: withChildRows(c, at, field),
  ...columnsOfRows(c, at, {}, field),
})

/** Child rows inside a group have no columns from the form: they use the usual ones of their resource. */
function withChildRows(c: Compilation, at: At, field: FieldModel): FieldModel {
  if (!isNested(field) || !field.fields.some(isOwn)) return field
  const fields = field.fields.map((member): FieldModel => {
    const columns = isOwn(member) ? columnsOfRows(c, at, {}, member).columns : undefined
    if (!isOwn(member) || !columns) return member
    const shown = columns.filter((col) => !col.path.includes('.'))
    return { ...member, fields: shown.map((col) => ({ ...col.field, label: col.label })) }
  })
  return { ...field, fields }
}

/** A field with changes for this form. */
function changed(c: Compilation, at: At, item: FormField, base: FieldModel, scope: FormScope): FieldModel {
  const field: FieldModel = { ...base }
  markChanged(field, Object.keys(item), at)
  if (item.label) field.label = item.label
  if (item.help) field.help = item.help
  applyConditions(c, at, item, field, scope.roots)
  if (item.default !== undefined) {
    const made = bound(c, below(at, 'default'), field, item.default, scope.roots)
    if (made) field.default = made
  }
  if (item.fill) {
    field.fill = item.fill
    checkFill(c, below(at, 'fill'), field, item.fill, [...scope.fields.values()])
  }
  if (item.lookup) setLookup(c, below(at, 'lookup'), field, item.lookup)
  if (item.with) field.with = { ...field.with, ...lookupWith(c, below(at, 'with'), field, item.with, scope.roots) }
  return field
}

type Conditioned = Pick<FieldWords, 'required' | 'locked' | 'show'>

/** `required`, `show` and `locked` as written: true, false or a condition. */
export function applyConditions(c: Compilation, at: At, raw: Conditioned, field: FieldModel, scope: Roots): void {
  if (typeof raw.required === 'string') field.requiredIf = condition(c, below(at, 'required'), raw.required, scope)
  else if (raw.required !== undefined) field.required = raw.required
  if (typeof raw.locked === 'string') field.lockedIf = condition(c, below(at, 'locked'), raw.locked, scope)
  else if (raw.locked !== undefined) field.locked = raw.locked
  if (raw.show) field.show = condition(c, below(at, 'show'), raw.show, scope)
  for (const key of ['requiredIf', 'lockedIf', 'show'] as const) if (field[key] === undefined) delete field[key]
}

/** Columns of child rows inside a form. */
function columnsOfRows(
  c: Compilation,
  at: At,
  item: { columns?: AuthoredColumns },
  field: FieldModel,
): { columns?: ColumnModel[] } {
  const child = isOwn(field) ? c.resources.get(field.of) : undefined
  if (!child) return {}
  const usual = usualColumns(c, child).filter(
    (col) => col.path !== child.parent?.field && col.path !== child.data.parent,
  )
  return { columns: changedColumns(c, child, below(at, 'columns'), item.columns, usual) }
}

/** REF015: a list of the engine answers records of one kind, so only a hand-written look-up can offer several. */
function refuseOneKind(c: Compilation, at: At, key: 'lookup' | 'with'): void {
  c.error(
    at,
    'REF015',
    `"${key}" wants a look-up with a function here: this reference points at several kinds, and each is chosen from its own list`,
    { key: true },
  )
}

/** The call that offers a ref's choices: `select` of its resource unless another is named. */
export function setLookup(c: Compilation, at: At, field: FieldModel, name: string): void {
  const target = field.of ? c.resources.get(field.of) : undefined
  const call = findCall(c, name, target, at)
  if (!call || call === 'planned') return
  if (field.type === 'rows') checkEntries(c, at, field, call.data)
  else if (!isLink(field)) return
  if (field.by !== undefined && !call.data.handler) return refuseOneKind(c, at, 'lookup')
  field.lookup = call.id
}

/** REF015: entries are chosen from rows that say what is chosen, and hold a list of what there is to choose. */
function checkEntries(c: Compilation, at: At, field: FieldModel, { output = [] }: CallWords): void {
  const [named, chosen] = membersOf(field).map(({ name }) => name)
  const answers = Array.isArray(output) ? output : []
  const isNamed = answers.some((one) => nameOf(one) === named)
  const lists = answers.filter(
    (one) => typeof one === 'object' && one.fields?.some((member) => nameOf(member) === chosen),
  )
  if (!isNamed || lists.length !== 1)
    c.error(at, 'REF015', `the look-up of these entries is to answer "${named}", and one list with "${chosen}"`)
}

const nameOf = (one: string | Item): string | undefined => (typeof one === 'string' ? one : one.name)

/** Fixed inputs of a look-up are filters of its resource, or further inputs that its call (`select`, or the one named) declares. */
export function lookupWith(c: Compilation, at: At, field: FieldModel, raw: AuthoredWith, scope: Roots) {
  if (field.by !== undefined && field.lookup === undefined) {
    refuseOneKind(c, at, 'with')
    return {}
  }
  const call = field.lookup === undefined ? undefined : lookUpCall(c, field.lookup, undefined)
  const target = field.of ? c.resources.get(field.of) : call?.resource
  if (!target) return {}
  const names = new Map<string, FieldModel>()
  if (field.of) for (const f of target.fields.values()) names.set(f.name, f)
  const declared = declaredInputs(c, target, field)
  const offered = new Set([...Object.keys((field.of && target.data.filters) || {}), ...declared.keys()])
  const result: FieldModel['with'] = {}
  for (const [name, value] of Object.entries(raw)) {
    const linking = ['ref', 'refs'].includes(names.get(name)?.type ?? '')
    referField(c, below(at, name), names.get(name), name, { key: true })
    if (!offered.has(name) && !linking) {
      c.unknown(keyAt(below(at, name)), 'REF006', `filter of ${target.name}`, name, [...offered])
      continue
    }
    const asked = target.data.filters?.[name]
    if (typeof asked === 'object' && asked.opens && !opened(c, below(at, name), value)) continue
    const made = bound(
      c,
      below(at, name),
      declared.get(name) ?? names.get(name) ?? filterField(c, target, name, names),
      value,
      scope,
    )
    if (made) result[name] = made
  }
  return result
}

/** Whether each resource that people are to open is there. */
const opened = (c: Compilation, at: At, value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((one, i) => opened(c, below(at, i), one))
    : typeof value !== 'string' || c.resource(value, at) !== undefined

/** The value of a filter with another name: the field of its control, or the type it declares. */
function filterField(
  c: Compilation,
  target: ResourceDraft,
  name: string,
  names: Map<string, FieldModel>,
): FieldModel | undefined {
  const filter = target.data.filters?.[name]
  if (typeof filter !== 'object') return undefined
  const at: At = { source: target.source, path: ['filters', name] }
  if (filter.opens) return opensControl(c, at, name, filter)
  if (!filter.type) return names.get(filter.is ?? '')
  return fieldModel(c, at, name, {
    type: filter.type,
    of: filter.of,
    in: filter.in,
    label: filter.label ?? target.label,
  })
}

/** Choosing a record fills fields beside the ref, from paths of the chosen record, kind by kind. */
export function checkFill(
  c: Compilation,
  at: At,
  field: FieldModel,
  fill: Record<string, string>,
  beside: FieldModel[],
): void {
  const target = field.of ? c.resources.get(field.of) : undefined
  if (!target) return
  for (const [to, from] of Object.entries(fill)) {
    const place = below(at, to)
    const filled = beside.find((f) => f.name === to)
    if (filled) referField(c, place, filled, to, { key: true })
    else
      c.unknown(
        keyAt(place),
        'REF004',
        'field beside this one',
        to,
        beside.map((f) => f.name),
      )
    if (filled?.value !== undefined)
      c.error(place, 'SHP005', `"${to}" is worked out; nothing is copied into it`, { key: true })
    const found = resolvePath(c, target, from, place)
    if (filled && found && !sameKind(typeOfField(filled), typeOfField(found.field))) {
      c.error(
        place,
        'REF015',
        `"${to}" is ${describe(typeOfField(filled))}, but ${target.name}.${from} is ${describe(typeOfField(found.field))}`,
      )
    } else if (filled && found && measureOf(filled) !== measureOf(found.field))
      c.note(
        place,
        'NUM001',
        `"${to}" is ${measureOf(filled)}, but ${target.name}.${from} is ${measureOf(found.field)}: copied, it means another amount`,
      )
  }
}

/** What a number says; the same for all that is no number. */
const measureOf = ({ type, percent }: FieldModel): string =>
  type === 'money' ? 'money' : percent ? 'a share' : 'no money and no share'

/** The inputs that the call of a look-up declares: by name, with the field where the call describes one. */
function declaredInputs(c: Compilation, target: ResourceDraft, field: FieldModel): Map<string, FieldModel | undefined> {
  const call = (field.lookup && lookUpCall(c, field.lookup, target)) || undefined
  const written = call?.data.input ?? target.data.calls?.select?.input ?? []
  return new Map(
    written.map((one, i) =>
      typeof one === 'string'
        ? [one.replace('!', ''), undefined]
        : [
            one.name,
            fieldModel(
              c,
              call ? below(call.at, 'input', i) : { source: target.source, path: ['calls', 'select', 'input', i] },
              one.name,
              one,
            ),
          ],
    ),
  )
}
