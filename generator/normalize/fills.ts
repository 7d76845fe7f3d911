/** Decides who fills each input of a button (docs/LANGUAGE.md § 8), for all stages; `explain` prints the result. */
import { kindsOf } from '../../src/model/fields.ts'
import type { Bounds, CallModel, FieldModel, FillSource, ResourceModel, ByRefField } from '../../src/model/model.ts'
import type { At, Compilation } from '../base/context.ts'

/** The surroundings of a button. */
interface FillPlace {
  /** Resource of the button's row; none for a page without rows. */
  row?: ResourceModel | undefined
  /** The button is at a row, or acts on chosen rows. Otherwise there is no row. */
  onRow: boolean
  /** Resource of the call (a preset may belong to another). */
  target: string
  action: Bounds
  view: Bounds
  group: Bounds
  /** Page parameters, and values chosen around the view: one of the same name fills an input. The filters of a list only select rows. */
  params: Set<string>
  /** Inputs that the button itself asks, though the row has something of that name. */
  asks?: ReadonlySet<string>
}

/** Each input's source, by name. Those marked `asked` form the dialog. */
export function fillsOf(c: Compilation, at: At, call: CallModel, place: FillPlace): Record<string, FillSource> {
  const fills: Record<string, FillSource> = {}
  // Fixed inputs of a preset are not among its own inputs, but are sent too.
  for (const name of [...call.input.map((input) => input.name), ...Object.keys(call.with)]) {
    const fixed = fixedBy(name, call, place)
    if (fixed) fills[name] = fixed
  }
  if (place.onRow && place.row && !takesRowByWith(call, place))
    fillFromRow(c, at, call, { row: place.row, target: place.target, asks: place.asks }, fills)
  for (const input of call.input) fills[input.name] ??= fillFromPage(input, call, place)
  if (call.load?.into && fills[call.load.into])
    fills[call.load.into] = isAsked(call, call.load.into) ? { by: 'asked' } : { by: 'load' }
  return fills
}

function fixedBy(name: string, call: CallModel, place: FillPlace): FillSource | undefined {
  for (const [source, given] of [
    ['action', place.action],
    ['call', call.with],
    ['view', place.view],
    ['group', place.group],
  ] as const) {
    if (given[name]) return { by: 'with', bound: given[name], source }
  }
  return undefined
}

/** Where an action itself uses `=row.id`, no other input takes the row. */
const takesRowByWith = (call: CallModel, place: FillPlace): boolean =>
  Object.entries({ ...call.with, ...place.action }).some(
    ([name, b]) => 'expr' in b && b.expr.src === 'row.id' && call.input.some((f) => f.name === name),
  )

function fillFromRow(
  c: Compilation,
  at: At,
  call: CallModel,
  { row, target, asks }: { row: ResourceModel; target: string; asks: ReadonlySet<string> | undefined },
  fills: Record<string, FillSource>,
): void {
  const open = call.input.filter((f) => !fills[f.name] && !asks?.has(f.name))
  if (fillOwnId(target, row, open, fills)) return
  const many = open.find((f) => takesRows(f, row))
  if (many) fills[many.name] = many.of === row.name ? { by: 'rowIds' } : { by: 'rowIds', path: row.extends!.field }
  const exact = open.filter(
    (f) => f.type === 'ref' && (f.of === row.name || (row.extends && f.of === row.extends.resource)),
  )
  const kinds = open.filter((f) => isOfKind(f, row))
  const candidates = [...exact, ...kinds].filter((f) => f.required || exact.length + kinds.length === 1)
  const taking = candidates.length > 0 ? candidates : [...exact, ...kinds]
  if (taking.length > 1) {
    c.error(
      at,
      'ACT001',
      `the row could fill ${taking.map((f) => `"${f.name}"`).join(' or ')} of ${call.path}; say which in "with" as "=row.id"`,
      { key: true },
    )
    return
  }
  const one = taking[0]
  if (one?.kinds) fillKind(one, row, fills)
  else if (one) fills[one.name] = one.of === row.name ? { by: 'rowId' } : { by: 'row', path: row.extends!.field }
  carried(call, row, fills, asks)
}

/** Whether a ref to one of several kinds may point at a row, or at what it is a detail of. */
export const isOfKind = (f: FieldModel, row: ResourceModel): boolean =>
  kindsOf(f).some((of) => of === row.name || of === row.extends?.resource)

/** Whether an input takes all rows that a button is pressed for: required refs to them, or to what they are details of. */
export const takesRows = (f: FieldModel, row: ResourceModel): boolean =>
  f.type === 'refs' && f.required && (f.of === row.name || (row.extends !== undefined && f.of === row.extends.resource))

/** `id`/`ids` of the row's own resource, or of the record it extends. */
function fillOwnId(target: string, row: ResourceModel, open: FieldModel[], fills: Record<string, FillSource>): boolean {
  const own = target === row.name
  const base = row.extends?.resource === target
  const ids = open.find((f) => f.name === 'ids')
  const id = open.find((f) => f.name === 'id')
  if (!(own || base) || !(ids || id)) return false
  if (ids) fills.ids = { by: 'rowIds' }
  if (id && (!ids || id.required)) fills.id = base && !own ? { by: 'row', path: row.extends!.field } : { by: 'rowId' }
  else if (id) fills.id = { by: 'none' }
  const version = open.find((f) => f.name === 'version')
  if (version) fills.version = { by: 'row', path: 'version' }
  return true
}

/** A ref to one of several kinds takes the row, and its enum takes the kind of the row. */
function fillKind(field: ByRefField, row: ResourceModel, fills: Record<string, FillSource>): void {
  const kinds = Object.entries(field.kinds)
  const own = kinds.find(([, of]) => of === row.name)
  const [value] = own ?? kinds.find(([, of]) => of === row.extends?.resource)!
  fills[field.name] = own ? { by: 'rowId' } : { by: 'row', path: row.extends!.field }
  fills[field.by] = { by: 'rowKind', value: /^-?\d+$/.test(value) ? Number(value) : value }
}

/** A required ref that the row itself has. */
function carried(
  call: CallModel,
  row: ResourceModel,
  fills: Record<string, FillSource>,
  asks: ReadonlySet<string> | undefined,
): void {
  for (const f of call.input) {
    if (fills[f.name] || asks?.has(f.name) || f.type !== 'ref' || !f.required || f.kinds) continue
    const same = row.fields[f.name]
    if (same?.type === 'ref' && same.of === f.of) fills[f.name] = { by: 'row', path: f.name }
  }
}

function fillFromPage(input: FieldModel, call: CallModel, place: FillPlace): FillSource {
  const writes = (call.kind === 'add' || call.kind === 'edit') && !call.preset
  const param: FillSource | undefined = place.params.has(input.name) ? { by: 'param', name: input.name } : undefined
  if (writes && isAsked(call, input.name)) return { by: 'asked' }
  if (param) return param
  if (isAsked(call, input.name)) return { by: 'asked' }
  if (input.default) return { by: 'default' }
  return { by: 'none' }
}

/** Whether the call's dialog contains it. */
export function isAsked(call: CallModel, name: string): boolean {
  const has = (items: CallModel['form']): boolean =>
    items.some((i) => (i.kind === 'section' ? has(i.items) : i.field.name === name))
  return has(call.form)
}

/** FRM001: the required inputs that nobody fills. */
export function unfilled(call: CallModel, fills: Record<string, FillSource>): string[] {
  if (call.kind === 'edit' && !call.preset)
    return call.input.filter((f) => f.name === 'id' && fills.id?.by === 'none').map((f) => f.name)
  const byUpload = call.kind === 'import' ? ['fileId', 'preview'] : []
  return call.input
    .filter((f) => f.required && fills[f.name]?.by === 'none' && !byUpload.includes(f.name))
    .map((f) => f.name)
}

/** Inputs that need a row where there is none. */
export function rowless(call: CallModel, fills: Record<string, FillSource>): string[] {
  return call.input
    .filter((f) => (f.name === 'ids' || f.name === 'id') && f.required && fills[f.name]?.by === 'none')
    .map((f) => f.name)
}
