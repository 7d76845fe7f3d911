/** Filters of a resource: what is offered, how it finds rows, and the control that asks for it. */
import type { FieldModel, FilterMatch, FilterModel, Text } from '../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../context.ts'
import { condition, roots, rowOf, typeOfField } from '../expressions.ts'
import { fieldModel } from '../fields.ts'
import { aliasOf, resolvePath, type ResolvedPath } from '../paths.ts'
import type { Authored } from '../source.ts'

/** The filters offered, in order, and a silent one for each further ref: tabs, trees and drawers link rows by them. */
export function filtersOf(c: Compilation, r: ResourceDraft): Record<string, FilterModel> {
  const result: Record<string, FilterModel> = {}
  for (const [name, raw] of Object.entries<true | Authored>(r.data.filters ?? {})) {
    const filter = filterModel(c, r, name, raw)
    if (filter) result[name] = filter
  }
  for (const field of r.fields.values()) {
    const linking = field.type === 'ref' || field.type === 'refs'
    const isKind = [...r.fields.values()].some((f) => f.by === field.name)
    if ((linking || isKind) && !result[field.name] && field.column) result[field.name] = silent(field)
  }
  return result
}

function silent(field: FieldModel): FilterModel {
  return { name: field.name, label: field.label, control: asControl(field, field.name, field.label), match: { kind: 'is', path: field.name }, many: true, range: false, wire: [field.name], offered: false }
}

function filterModel(c: Compilation, r: ResourceDraft, name: string, raw: true | Authored): FilterModel | undefined {
  const at: At = { source: r.source, path: ['filters', name] }
  const written = raw === true ? {} : raw
  if (written.where) return whereFilter(c, r, at, name, written)
  if (written.has) return hasFilter(c, r, at, name, written)
  if (written.contains) return containsFilter(c, r, at, name, written)
  if (written.range) return rangeFilter(c, r, below(at, 'range'), name, written, written.range)
  const path = written.is ?? name
  const found = resolvePath(c, r, path, written.is ? below(at, 'is') : at)
  return found && byField(c, r, at, name, written, found)
}

/** `true`, or `is`: what the field's type says. */
function byField(c: Compilation, r: ResourceDraft, at: At, name: string, written: Authored, found: ResolvedPath): FilterModel | undefined {
  const { field } = found
  const path = servedPath(found)
  if (!written.is && (field.type === 'date' || field.type === 'datetime')) return rangeFilter(c, r, at, name, written, path)
  if (!written.is && isText(field)) return containsFilter(c, r, at, name, { ...written, contains: [name] })
  const manyStep = found.steps.find((s) => s.many)
  const match: FilterMatch = manyStep ? { kind: 'has', rows: path.slice(0, path.lastIndexOf('.')), field: field.name } : { kind: 'is', path }
  const many = written.many === true || ['enum', 'enums', 'ref', 'refs'].includes(field.type)
  const label: Text = written.label ?? field.label
  const control = { ...asControl(written.type ? { ...field, ...custom(c, at, name, written) } : field, name, label), ...(written.in ? { in: written.in } : {}) }
  return { name, label, control, match, many, range: false, wire: [name], offered: true }
}

function custom(c: Compilation, at: At, name: string, written: Authored): Partial<FieldModel> {
  return fieldModel(c, at, name, { type: written.type, of: written.of, in: written.in, label: written.label }) ?? {}
}

function containsFilter(c: Compilation, r: ResourceDraft, at: At, name: string, written: Authored): FilterModel | undefined {
  const found = (written.contains as string[]).map((path, i) => resolvePath(c, r, path, written.contains.length > 1 || path !== name ? below(at, 'contains', i) : at))
  const fields = found.flatMap((f) => f ?? [])
  const wrong = fields.find((f) => !isText(f.field))
  if (wrong) return c.error(at, 'REF015', `"${wrong.field.name}" is no text; only texts can contain something`)
  if (fields.length === 0) return undefined
  const label = written.label ?? joinLabels(fields.map((f) => f.field.label))
  const control = asControl({ ...fields[0]!.field, type: 'string' }, name, label)
  return { name, label, control, match: { kind: 'contains', paths: fields.map(servedPath) }, many: false, range: false, wire: [name], offered: true }
}

function rangeFilter(c: Compilation, r: ResourceDraft, at: At, name: string, written: Authored, path: string): FilterModel | undefined {
  const found = resolvePath(c, r, path, at)
  if (!found) return undefined
  const { field } = found
  const ordered = field.type === 'enum' && c.dictionaries.get(field.of!)?.ordered
  if (!ordered && !['int', 'decimal', 'money', 'date', 'datetime'].includes(field.type)) {
    return c.error(at, 'REF015', `"${field.name}" has no order; a range needs a number, a date or an ordered dictionary`)
  }
  const label: Text = written.label ?? field.label
  return {
    name, label, control: asControl(field, name, label), match: { kind: 'range', path: servedPath(found) }, many: false, range: true,
    wire: written.wire ?? [name], offered: true,
  }
}

function hasFilter(c: Compilation, r: ResourceDraft, at: At, name: string, written: Authored): FilterModel | undefined {
  const found = resolvePath(c, r, written.has, below(at, 'has'))
  if (!found) return undefined
  const many = found.steps.find((s) => s.many)
  if (!many) return c.error(below(at, 'has'), 'REF015', `"has" asks some child row; "${written.has}" passes none`)
  const label: Text = written.label ?? found.field.label
  const rows = found.path.slice(0, found.path.lastIndexOf('.'))
  return { name, label, control: asControl(found.field, name, label), match: { kind: 'has', rows, field: found.field.name }, many: true, range: false, wire: [name], offered: true }
}

function whereFilter(c: Compilation, r: ResourceDraft, at: At, name: string, written: Authored): FilterModel | undefined {
  const base = r.fields.get(name)
  const control = written.type
    ? fieldModel(c, at, name, { type: written.type, of: written.of, in: written.in, label: written.label ?? base?.label })
    : base && asControl(base, name, written.label ?? base.label)
  if (!control) return c.error(at, 'REF015', `a filter by "where" needs a type, or the name of a field`)
  const value = typeOfField({ ...control, nullable: false })
  const expr = condition(c, below(at, 'where'), written.where, roots(c, { row: rowOf(r.name), value }), { sql: true })
  const shown = asControl({ ...control, ...(written.in ? { in: written.in } : {}) }, name, written.label ?? control.label)
  return expr && { name, label: shown.label, control: shown, match: { kind: 'where', expr }, many: false, range: false, wire: [name], offered: true }
}

/** Where an index is: a computed field that only names another record's field is filtered there. */
function servedPath(found: ResolvedPath): string {
  const alias = aliasOf(found.field)
  return alias ? [...found.steps.map((s) => s.name), alias].join('.') : found.path
}

/** A field as a filter's control: never required, never computed, free of the record's conditions. */
export function asControl(field: FieldModel, name: string, label: Text): FieldModel {
  const { value: _v, show: _s, requiredIf: _r, lockedIf: _l, default: _d, see: _see, ...rest } = field
  return { ...rest, name, label, required: false, managed: false, locked: false, once: false, nullable: true, with: {}, fill: {} }
}

const TEXTS = ['string', 'text', 'phone', 'email', 'serial', 'region', 'time']
const isText = (f: FieldModel): boolean => TEXTS.includes(f.type)

/** 姓名/手机号 · Name / Mobile; each once. */
export function joinLabels(labels: Text[]): Text {
  const unique = (lang: keyof Text) => [...new Set(labels.map((l) => l[lang]))]
  return { zh: unique('zh').join('/'), en: unique('en').join(' / ') }
}
