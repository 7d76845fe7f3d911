/** Filters of a resource: the offered ones, how they find rows, and their controls. */
import type { FieldModel, FilterMatch, FilterModel, Text } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { isOfAddress, PAGE_KEYS } from '../../../src/model/reserved.ts'
import { condition, roots, rowOf, typeOfField } from '../expressions.ts'
import { fieldModel, isKey, referField } from '../../link/fields.ts'
import { mark, placed } from '../../base/origin.ts'
import { resolvePath, type PathOptions, type ResolvedPath } from '../../link/paths.ts'
import { aliasOf, asType, isDated, isLink, isNumber, isOrdered, isTo } from '../../../src/model/fields.ts'
import type { AuthoredFilter } from '../../base/authored.ts'

/** The filters offered, in order, and a hidden one for each further ref: tabs, trees and drawers link rows by them. */
export function filtersOf(c: Compilation, r: ResourceDraft): Record<string, FilterModel> {
  const result: Record<string, FilterModel> = {}
  for (const [name, raw] of Object.entries(r.data.filters ?? {})) {
    const filter = filterModel(c, r, name, raw)
    if (filter) result[name] = filter
    else c.lost.add(name)
  }
  for (const field of r.fields.values()) {
    const linking = isLink(field)
    const isKind = [...r.fields.values()].some((f) => f.by === field.name)
    const path = aliasOf(field) ?? (field.column ? field.name : undefined)
    if ((linking || isKind) && !result[field.name] && path) result[field.name] = silent(field, path)
  }
  checkWire(
    c,
    r,
    Object.values(result).filter((f) => f.offered),
  )
  return result
}

/** REF009: two filters with one name. */
function checkWire(c: Compilation, r: ResourceDraft, filters: FilterModel[]): void {
  const seen = new Map<string, string>()
  const at = (f: FilterModel): At => ({ source: r.source, path: ['filters', f.name] })
  for (const f of filters) {
    if (isOfAddress(f.name)) ofAddress(c, at(f), f.name)
    for (const wire of f.wire) {
      if (wire === null) continue
      if (wire !== 'keyword' && (PAGE_KEYS as readonly string[]).includes(wire))
        c.error(at(f), 'REF018', `every list asks for "${wire}" by itself; take another name`, { key: true })
      const twin = seen.get(wire)
      if (twin) c.error(at(f), 'REF009', `the filters "${twin}" and "${f.name}" both ask for "${wire}"`, { key: true })
      seen.set(wire, f.name)
    }
  }
}

/** REF018: a filter or parameter called as something else that the address of a page says. */
export function ofAddress(c: Compilation, at: At, name: string): void {
  c.error(at, 'REF018', `the address of every page says something else by "${name}"; take another name`, { key: true })
}

function silent(field: FieldModel, path: string): FilterModel {
  return {
    name: field.name,
    label: field.label,
    control: asControl(field, field.name, field.label),
    match: { kind: 'is', path },
    many: true,
    range: false,
    wire: [field.name],
    offered: false,
  }
}

function filterModel(
  c: Compilation,
  r: ResourceDraft,
  name: string,
  raw: true | AuthoredFilter,
): FilterModel | undefined {
  const at: At = { source: r.source, path: ['filters', name] }
  const written = raw === true ? {} : raw
  checkWays(c, at, written)
  const filter = filterOf(c, r, at, name, written)
  const named = ['is', 'contains', 'range', 'has', 'type'].some((key) => key in written)
  if (filter && named) mark(filter.control, { name, at })
  return filter && placed({ ...filter, ...offersOf(c, at, filter, written) }, at)
}

/** REF015: what helps to set a filter, each with the filters it goes with. */
function offersOf(
  c: Compilation,
  at: At,
  { range, control, match }: FilterModel,
  { steps, hint }: AuthoredFilter,
): Pick<FilterModel, 'steps' | 'hint'> {
  if (steps && !(range && isNumber(control.type)))
    c.error(below(at, 'steps'), 'REF015', '"steps" goes with a range of numbers', { key: true })
  if (hint && match.kind !== 'contains')
    c.error(below(at, 'hint'), 'REF015', '"hint" goes with a filter that people type into ("contains")', { key: true })
  return { ...(steps ? { steps } : {}), ...(hint ? { hint } : {}) }
}

/** The filter itself. One that defines how it finds rows has a name of its own; else its name is that of the field. */
function filterOf(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  name: string,
  written: AuthoredFilter,
): FilterModel | undefined {
  if (written.opens) return opensFilter(c, r, at, name, written)
  if (written.where) return whereFilter(c, r, at, name, { ...written, where: written.where })
  if (written.has) return hasFilter(c, r, at, name, { ...written, has: written.has })
  if (written.contains) return writtenContains(c, r, at, name, { ...written, contains: written.contains })
  if (written.range) {
    const found = resolvePath(c, r, written.range, below(at, 'range'))
    return found && rangeFilter(c, r, below(at, 'range'), { name, written, found })
  }
  const path = written.is ?? name
  const found = resolvePath(c, r, path, written.is ? below(at, 'is') : at, written.is ? {} : { key: true })
  return found && byField(c, r, at, { name, written, found })
}

/** SHP005: one way of finding rows, and bounds only for a range. */
function checkWays(c: Compilation, at: At, written: AuthoredFilter): void {
  const methods = ['is', 'contains', 'range', 'has', 'where', 'opens'].filter((key) => key in written)
  if (methods.length > 1)
    c.error(below(at, methods[1]!), 'SHP005', `a filter finds rows in one way; here are "${methods.join('" and "')}"`, {
      key: true,
    })
  if (written.all !== undefined && methods.length > 0 && !written.is)
    c.error(below(at, 'all'), 'SHP005', '"all" goes with a filter by a field', { key: true })
  if (written.wire && !written.range)
    c.error(below(at, 'wire'), 'SHP005', '"wire" names the bounds of a "range"', { key: true })
}

/** A filter as written, and the field at the end of its path. */
interface Asked {
  name: string
  written: AuthoredFilter
  found: ResolvedPath
}

/** `true`, or `is`: the filter follows from the field's type. */
function byField(c: Compilation, r: ResourceDraft, at: At, { name, written, found }: Asked): FilterModel | undefined {
  const { field } = found
  const path = servedPath(c, r, found)
  if (!written.is && isDated(field.type)) return rangeFilter(c, r, at, { name, written, found }, { key: true })
  if (!written.is && isText(field) && field.type !== 'region') return containsFilter(c, r, name, written, [found])
  const manyStep = found.steps.find((s) => s.many)
  const match: FilterMatch = manyStep
    ? { kind: 'has', rows: path.slice(0, path.lastIndexOf('.')), field: field.name }
    : { kind: 'is', path }
  const many = written.many === true || ['enum', 'enums', 'ref', 'refs'].includes(field.type)
  const label: Text = written.label ?? field.label
  const control = {
    ...asControl((written.type && custom(c, at, name, written)) || field, name, label),
    ...(written.in ? { in: written.in.filter(isKey) } : {}),
  }
  const all = written.all === undefined ? {} : { all: written.all }
  return { name, label, control, match, many, range: false, wire: [name], offered: true, ...all }
}

function custom(c: Compilation, at: At, name: string, written: AuthoredFilter): FieldModel | undefined {
  return fieldModel(c, at, name, { type: written.type, of: written.of, in: written.in, label: written.label })
}

/** `contains`: text in any of these paths. */
function writtenContains(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  name: string,
  written: AuthoredFilter & Required<Pick<AuthoredFilter, 'contains'>>,
): FilterModel | undefined {
  const found = written.contains.flatMap((path, i) => {
    const place = below(at, 'contains', i)
    const one = resolvePath(c, r, path, place)
    return one && !isText(one.field)
      ? (c.error(place, 'REF015', `"${one.field.name}" is no text; only texts can contain something`) ?? [])
      : (one ?? [])
  })
  return found.length > 0 ? containsFilter(c, r, name, written, found) : undefined
}

function containsFilter(
  c: Compilation,
  r: ResourceDraft,
  name: string,
  written: AuthoredFilter,
  found: ResolvedPath[],
): FilterModel {
  const label: Text = written.label ?? joinLabels(found.map((f) => ownLabel(f, found)))
  const control = asControl(asType(found[0]!.field, 'string'), name, label)
  return {
    name,
    label,
    control,
    match: { kind: 'contains', paths: found.map((one) => servedPath(c, r, one)) },
    many: false,
    range: false,
    wire: [name],
    offered: true,
  }
}

/** What a text is called beside others: the title of a record that one reference leads to is called as the reference is. */
function ownLabel({ field, owner, steps }: ResolvedPath, all: readonly ResolvedPath[]): Text {
  const by = steps.at(-1)?.field
  const sameWay = all.length > 1 && all.every((other) => other.steps.at(-1)?.field === by)
  return by && sameWay && owner.data.title === field.name ? by.label : field.label
}

function rangeFilter(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  { name, written, found }: Asked,
  spot: PathOptions = {},
): FilterModel | undefined {
  const { field } = found
  const ordered = field.type === 'enum' && c.dictionaries.get(field.of)?.ordered
  if (!ordered && !isOrdered(field.type)) {
    return c.error(
      at,
      'REF015',
      `"${field.name}" has no order; a range needs a number, a date or an ordered dictionary`,
      spot,
    )
  }
  const label: Text = written.label ?? field.label
  const [from = null, to = null] = written.wire ?? []
  return {
    name,
    label,
    control: asControl(field, name, label),
    match: { kind: 'range', path: servedPath(c, r, found) },
    many: false,
    range: true,
    wire: written.wire ? [from, to] : [name],
    offered: true,
  }
}

function hasFilter(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  name: string,
  written: AuthoredFilter & Required<Pick<AuthoredFilter, 'has'>>,
): FilterModel | undefined {
  const found = resolvePath(c, r, written.has, below(at, 'has'))
  if (!found) return undefined
  const many = found.steps.find((s) => s.many)
  if (!many) return c.error(below(at, 'has'), 'REF015', `"has" asks some child row; "${written.has}" passes none`)
  const label: Text = written.label ?? found.field.label
  const rows = found.path.slice(0, found.path.lastIndexOf('.'))
  return {
    name,
    label,
    control: asControl(found.field, name, label),
    match: { kind: 'has', rows, field: found.field.name },
    many: true,
    range: false,
    wire: [name],
    offered: true,
  }
}

/** Which people may open a resource: asked by look-ups alone, with its name. */
function opensFilter(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  name: string,
  written: AuthoredFilter,
): FilterModel | undefined {
  const spot = below(at, 'opens')
  if (r.name !== c.record('person'))
    return c.error(spot, 'REF015', `"opens" is asked of ${c.record('person') ?? 'people'}`, { key: true })
  const control = opensControl(c, at, name, written)
  return (
    control && {
      name,
      label: control.label,
      control,
      match: { kind: 'opens' },
      many: false,
      range: false,
      wire: [name],
      offered: false,
    }
  )
}

const OPENS: Text = { zh: '可打开', en: 'May open' }

/** One resource, or several. */
export const opensControl = (c: Compilation, at: At, name: string, { label = OPENS }: AuthoredFilter) =>
  fieldModel(c, at, name, { type: 'json', label })

function whereFilter(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  name: string,
  written: AuthoredFilter & Required<Pick<AuthoredFilter, 'where'>>,
): FilterModel | undefined {
  const base = r.fields.get(name)
  const control = written.type
    ? fieldModel(c, at, name, {
        type: written.type,
        of: written.of,
        in: written.in,
        label: written.label ?? base?.label,
      })
    : base && asControl(base, name, written.label ?? base.label)
  if (!written.type && base) referField(c, at, base, name, { key: true })
  if (!control) return c.error(at, 'REF015', `a filter by "where" needs a type, or the name of a field`, { key: true })
  const value = typeOfField({ ...control, nullable: false })
  const expr = condition(c, below(at, 'where'), written.where, roots(c, { row: rowOf(r.name), value }), { sql: true })
  // Yes or no may be a switch that a screen sets once and for all.
  if (expr && control.type !== 'bool' && !expr.reads.includes('value'))
    c.note(below(at, 'where'), 'CEL007', `"where" never reads "value": whatever is chosen, the same rows are found`)
  const shown = asControl(
    { ...control, ...(written.in ? { in: written.in.filter(isKey) } : {}) },
    name,
    written.label ?? control.label,
  )
  return (
    expr && {
      name,
      label: shown.label,
      control: shown,
      match: { kind: 'where', expr },
      many: false,
      range: false,
      wire: [name],
      offered: true,
    }
  )
}

/**
 * A computed field that only names another record's field is filtered there, because that field has the index; a
 * computed reference on the way is followed as it is worked out, since no row keeps it.
 */
function servedPath(c: Compilation, from: ResourceDraft, found: ResolvedPath): string {
  const names: string[] = []
  let owner: ResourceDraft | undefined = from
  for (const step of found.steps) {
    const alias = aliasOf(step.field)
    names.push(...((alias && owner && stepsOfAlias(c, owner, alias)) || [step.name]))
    owner = c.resources.get(step.resource)
  }
  return [...names, aliasOf(found.field) ?? found.field.name].join('.')
}

/** The steps of a path that ends at a reference, that one included; none where something else stands on the way. */
function stepsOfAlias(c: Compilation, from: ResourceDraft, alias: string): string[] | undefined {
  const names = alias.split('.')
  const last = names.pop()
  let owner: ResourceDraft | undefined = from
  for (const name of names) {
    const ref: FieldModel | undefined = [...(owner?.fields.values() ?? [])].find((one) => one.as === name)
    owner = ref && isTo(ref) ? c.resources.get(ref.of) : undefined
  }
  const end = owner?.fields.get(last ?? '')
  return end && isTo(end) && end.as ? [...names, end.as] : undefined
}

/** A field as a filter's control: never required, never computed, without the record's conditions. */
export function asControl(field: FieldModel, name: string, label: Text): FieldModel {
  const { value: _v, show: _s, requiredIf: _r, lockedIf: _l, default: _d, see: _see, ...rest } = field
  return {
    ...rest,
    name,
    label,
    required: false,
    managed: false,
    locked: false,
    once: false,
    nullable: true,
    with: {},
    fill: {},
  }
}

const TEXTS = ['string', 'text', 'phone', 'email', 'serial', 'region', 'time']
const isText = (f: FieldModel): boolean => TEXTS.includes(f.type)

/** 姓名/手机号 · Name / Mobile; each once. */
function joinLabels(labels: Text[]): Text {
  const unique = (lang: keyof Text) => [...new Set(labels.map((l) => l[lang]))]
  return { zh: unique('zh').join('/'), en: unique('en').join(' / ') }
}
