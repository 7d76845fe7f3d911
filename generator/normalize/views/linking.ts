/** Finds the rows of a record in an inner view. */
import { checkLabels } from './filters.ts'
import { keyOf, kindsOf, stepName } from '../../../src/model/fields.ts'
import type {
  ActionModel,
  Bound,
  ColumnModel,
  FieldModel,
  FilterMatch,
  ResourceModel,
  View,
} from '../../../src/model/model.ts'
import type { At, Compilation } from '../../base/context.ts'
import { rowField } from '../destinations.ts'
import { isObject, valueAt } from '../../base/source.ts'
import { reportMissingInputs, type About } from './context.ts'

type Rows = Extract<View, { view: 'list' | 'tree' }>

/** The rows that point at the record: through the only ref between the two, unless `with` names another. `own`: child rows of the record. */
export function linkRows(c: Compilation, at: At, view: Rows, about: About, own: boolean): void {
  const { place } = about
  link(c, at, view, about, own)
  dropAlike(view, place.models[view.resource]!, place.models[about.r.name]!)
  const call = place.calls[view.call] ?? place.presets[view.call]
  const tabs = view.view === 'list' && view.tabs?.kind === 'filter' ? [view.tabs.filter] : []
  const fixed = {
    ...view.with,
    ...Object.fromEntries([...view.filters.map((f) => f.name), ...tabs].map((name) => [name, true])),
  }
  if (call) reportMissingInputs(c, at, call, fixed, place)
  checkLabels(c, at, view.filters)
}

function link(c: Compilation, at: At, view: Rows, { r, place }: About, own: boolean): void {
  const child = place.models[view.resource]!
  const written = valueAt(at.source.data, [...at.path, 'with'])
  if (isObject(written) && Object.values(written).some((value) => /^=.*\brow\./.test(String(value)))) return
  const call = place.calls[view.call] ?? place.presets[view.call]
  const input = call?.input.find((f) => f.type === 'ref' && f.of === r.name && f.required)
  // Rows are found by what is a filter: no reference that is worked out is one, but that read from another record.
  const refs = Object.values(child.fields).filter(
    (f) => child.filters[f.name] && ((f.type === 'ref' && f.of === r.name) || kindsOf(f).includes(r.name)),
  )
  const parent = own ? refs.find((f) => f.name === child.parent?.field) : undefined
  const ref = input ?? parent ?? (refs.length === 1 ? refs[0] : undefined)
  if (!ref) {
    const names = refs.map((f) => `"${f.name}"`)
    c.error(
      at,
      'REF013',
      names.length > 1
        ? `${child.name} points at ${r.name} by ${names.join(' and ')}; say which in "with"`
        : `${child.name} does not point at ${r.name}; say in "with" which rows belong here`,
      { key: true },
    )
    return
  }
  view.with[ref.name] = { expr: rowField(c, r, keyOf(ref)) }
  if (ref.kinds && ref.by)
    view.with[ref.by] = { value: numberOr(Object.entries(ref.kinds).find(([, of]) => of === r.name)![0]) }
  const hidden = new Set([ref.name, ...(ref.by ? [ref.by] : [])])
  if (view.view === 'list' && view.columns.length > 1)
    view.columns = view.columns.filter((col: ColumnModel) => !hidden.has(col.path))
  view.filters = view.filters.filter(
    (f) => !hidden.has(f.name) && !pathsOf(f.match).every((path) => followsRef(path, ref)),
  )
  for (const action of view.actions) for (const name of hidden) relink(action, name, view)
}

/** Of rows that all point at one record, as `with` says, no filter tells one from another by what that record says. */
function dropAlike(view: Rows, child: ResourceModel, shown: ResourceModel): void {
  const steps = Object.entries(view.with).flatMap(([name, bound]) => {
    const { match, control } = child.filters[name] ?? {}
    if (match?.kind !== 'is' || control?.type !== 'ref' || !isOne(bound, shown)) return []
    const at = match.path.lastIndexOf('.') + 1
    return [`${match.path.slice(0, at)}${stepName(match.path.slice(at))}.`]
  })
  view.filters = view.filters.filter(
    (f) => !steps.some((step) => pathsOf(f.match).every((path) => path.startsWith(step))),
  )
}

/** Whether a fixed filter asks for one record: the one that is shown, or one that it points at. */
const isOne = (bound: Bound, { fields }: ResourceModel): boolean => {
  const [, name = ''] = ('expr' in bound && /^row\.(\w+)$/.exec(bound.expr.src)) || []
  return name === 'id' || fields[name]?.type === 'ref'
}

/** The fields that a filter looks at; none where that is worked out otherwise. */
function pathsOf(match: FilterMatch): string[] {
  if (match.kind === 'contains') return match.paths
  return match.kind === 'is' || match.kind === 'range' ? [match.path] : ['']
}

/** Whether a path leads through the reference: all rows are alike in what is found there. */
const followsRef = (path: string, { name, as }: FieldModel): boolean =>
  [name, as].some((step) => step !== undefined && path.startsWith(`${step}.`))

/** A button inside the tab does not ask for the record. */
function relink(action: ActionModel, name: string, view: Rows): void {
  const fill = action.fills[name]
  if (fill && ['asked', 'none', 'param'].includes(fill.by)) {
    action.fills[name] = { by: 'with', bound: view.with[name]!, source: 'view' }
    const without = (items: typeof action.form): typeof action.form =>
      items.flatMap((item): typeof action.form => {
        if (item.kind === 'field') return item.field.name === name ? [] : [item]
        const rest = without(item.items)
        return rest.length > 0 ? [{ ...item, items: rest }] : []
      })
    action.form = without(action.form)
  }
}

const numberOr = (value: string): string | number => (/^-?\d+$/.test(value) ? Number(value) : value)
