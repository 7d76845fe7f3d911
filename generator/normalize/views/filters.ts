/** Filters of a view: those of the resource, an exact list, or changes; and filters of this view alone. */
import { isDated, isLink } from '../../../src/model/fields.ts'
import type { Bound, FieldModel, FilterModel, ResourceModel } from '../../../src/model/model.ts'
import { below, nameOrObject, type At, type Compilation } from '../../base/context.ts'
import { bound, roots } from '../expressions.ts'
import type { Taker } from '../../link/fieldKeys.ts'
import { few, fieldModel, referField } from '../../link/fields.ts'
import { placed } from '../../base/origin.ts'
import { MISSING } from '../../base/texts.ts'
import { isOfAddress } from '../../../src/model/reserved.ts'
import { asControl, ofAddress } from '../resource/filters.ts'
import { lookupWith } from '../resource/forms.ts'
import type { AuthoredFilterItem, AuthoredFilters } from '../../base/authored.ts'
import type { OfferedFilter, OwnFilter } from '../../base/parts.ts'
import type { ViewPlace } from './context.ts'

/** The sources of a view's filters. `inputs`: inputs of its calls beyond the filters of the resource. */
interface FilterScope {
  resource: Pick<ResourceModel, 'name' | 'filters'>
  inputs: (FieldModel & Taker)[]
  fixed: string[]
  place: ViewPlace
}

/** Offered filters: those of the resource without the fixed ones; an exact list; or changes. */
export function filtersOfView(
  c: Compilation,
  at: At,
  written: AuthoredFilters | undefined,
  scope: FilterScope,
): FilterModel[] {
  const { resource, fixed } = scope
  const place = below(at, 'filters')
  const usual = Object.values(resource.filters).filter((f) => f.offered && !fixed.includes(f.name))
  if (written === undefined) return usual
  const exact = Array.isArray(written)
  const { add = [], drop = [] } = exact ? {} : written
  drop.forEach((name, i) => reportDropped(c, below(place, 'drop', i), name, usual, resource.name))
  const remaining = exact ? [] : usual.filter((f) => !drop.includes(f.name))
  const items = exact ? written : add
  return items.reduce<FilterModel[]>((made, item, i) => {
    const spot = exact ? below(place, i) : below(place, 'add', i)
    const filter = filterItem(c, spot, item, scope)
    if (!filter) return made
    if (made.some((f) => f.name === filter.name))
      c.error(spot, 'REF009', `the filter "${filter.name}" is there already`)
    return [...made, filter]
  }, remaining)
}

/** REF009: two filters that read the same on one screen. */
export function checkLabels(c: Compilation, at: At, filters: readonly FilterModel[]): void {
  for (const lang of ['zh', 'en'] as const) {
    const seen = new Map<string, string>()
    for (const { name, label } of filters) {
      const twin = label[lang] === MISSING ? undefined : seen.get(label[lang])
      if (twin) {
        c.error(at, 'REF009', `the filters "${twin}" and "${name}" are both called "${label[lang]}" here`)
        return
      }
      seen.set(label[lang], name)
    }
  }
}

function reportDropped(c: Compilation, at: At, name: string, usual: FilterModel[], resource: string): void {
  const filter = usual.find((f) => f.name === name)
  if (filter) referField(c, at, filter.control, name)
  else
    c.unknown(
      at,
      'REF006',
      `filter of ${resource}`,
      name,
      usual.map((f) => f.name),
    )
}

function filterItem(c: Compilation, at: At, item: AuthoredFilterItem, scope: FilterScope): FilterModel | undefined {
  if (typeof item === 'object' && 'name' in item) return ownFilter(c, at, item, scope)
  const { name, more } = nameOrObject<'field', OfferedFilter>(item, 'field')
  const spot = typeof item === 'string' ? at : below(at, 'field')
  const filter = scope.resource.filters[name]
  if (!filter)
    return c.unknown(spot, 'REF006', `filter of ${scope.resource.name}`, name, Object.keys(scope.resource.filters))
  referField(c, spot, filter.control, name)
  const control = more.in ? narrowed(c, below(at, 'in'), filter.control, more.in, more.default) : filter.control
  const start = startValue(c, below(at, 'default'), { control, range: filter.range }, more.default, scope)
  return placed(
    {
      ...filter,
      control,
      offered: true,
      ...(more.label ? { label: more.label } : {}),
      ...(start ? { default: start } : {}),
    },
    at,
  )
}

/** A control that offers only these values of its dictionary. */
function narrowed(
  c: Compilation,
  at: At,
  control: FieldModel,
  names: string[],
  start: OfferedFilter['default'],
): FieldModel {
  const { of } = control.type === 'enum' || control.type === 'enums' ? control : {}
  if (of === undefined) return c.error(at, 'REF015', `"${control.name}" is no enum; "in" needs one`) ?? control
  return { ...control, in: few(c, at, { of, default: start }, names) }
}

/** A filter of this view only: an input of its calls. */
function ownFilter(c: Compilation, at: At, item: OwnFilter, scope: FilterScope): FilterModel | undefined {
  if (isOfAddress(item.name)) ofAddress(c, below(at, 'name'), item.name)
  const control = fieldModel(c, at, item.name, { type: item.type, of: item.of, label: item.label })
  const input = scope.inputs.find((f) => f.name === item.name)
  if (input) referField(c, below(at, 'name'), input, item.name)
  else
    c.unknown(
      below(at, 'name'),
      'REF006',
      'input of the calls of this view',
      item.name,
      scope.inputs.map((f) => f.name),
    )
  if (!control || !input) return undefined
  const range = input.period === true
  const start = startValue(c, below(at, 'default'), { control, range }, item.default, scope)
  const shown = asControl(control, item.name, control.label)
  if (item.with && isLink(shown))
    shown.with = lookupWith(c, below(at, 'with'), shown, item.with, roots(c, { params: scope.place.paramsType }))
  return placed<FilterModel>(
    {
      name: item.name,
      label: shown.label,
      control: shown,
      match: { kind: 'is', path: item.name },
      many: false,
      range,
      wire: [item.name],
      offered: true,
      ...(start ? { default: start } : {}),
    },
    at,
  )
}

/** A start value: the name of a period for dates, a pair for a range, a list of choices, or one value. */
function startValue(
  c: Compilation,
  at: At,
  { control, range }: Pick<FilterModel, 'control' | 'range'>,
  raw: unknown,
  scope: FilterScope,
): Bound | undefined {
  if (raw === undefined) return undefined
  const scopeRoots = roots(c, { params: scope.place.paramsType })
  const dated = isDated(control.type)
  if (dated && range && typeof raw === 'number')
    return c.error(at, 'SHP002', `${raw} is no period; write its name, such as "thisMonth", or two ends`)
  if (!Array.isArray(raw))
    return bound(
      c,
      at,
      dated && range ? ({ ...control, period: true } as FieldModel & Taker) : control,
      raw,
      scopeRoots,
    )
  const values = raw.map((one, i) => bound(c, below(at, i), control, one, scopeRoots))
  if (range && raw.length !== 2) return c.error(at, 'SHP004', 'a range has two ends')
  return values.every((v) => v && 'value' in v)
    ? { value: values.map((v) => (v as { value: unknown }).value) }
    : undefined
}
