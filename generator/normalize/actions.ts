/** Buttons: one effect each, with dialog, guards and place. */
import type { ExprType } from '../../src/model/expr/types.ts'
import type { ActionModel, Bounds, CallModel, FormItemModel, ResourceModel, Text } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../base/context.ts'
import { bounds, condition, conditions, roots, rowOf, withInput, type Roots } from './expressions.ts'
import { hasLabel } from './calls/index.ts'
import { STANDARD_LABELS } from './calls/standard.ts'
import { fillsOf, isOfKind, rowless, takesRows, unfilled } from './fills.ts'
import { groupBounds, type Group } from './groups.ts'
import { findCall } from '../link/index.ts'
import { checkParams, checkQuestion, doneModel, openModel } from './destinations.ts'
import { formOf } from './resource/forms.ts'
import { overOf } from './over.ts'
import { placed } from '../base/origin.ts'
import { NOT_NOW } from './resource/machines.ts'
import type { AuthoredActions, AuthoredOpen } from '../base/authored.ts'
import type { ActionWords } from '../base/parts.ts'

/** The context in which a view's buttons are made. */
export interface ActionPlace {
  models: Record<string, ResourceModel>
  calls: Record<string, CallModel>
  presets: Record<string, CallModel>
  resource?: ResourceModel | undefined
  /** Buttons are in the head of one record: every one has a row. */
  detail: boolean
  view: Bounds
  group: Group | undefined
  params: Set<string>
  paramsType: ExprType
  /** What the counter of the view answers. */
  counted?: ExprType
  /** Permission code of the screen. */
  screen?: string
  /** `tab.` inside a tab. */
  prefix: string
}

const callIn = (place: Pick<ActionPlace, 'calls' | 'presets'>, id: string): CallModel | undefined =>
  place.calls[id] ?? place.presets[id]

export function actionsOf(c: Compilation, at: At, raw: AuthoredActions | undefined, place: ActionPlace): ActionModel[] {
  const written = Object.entries(raw ?? {})
  const isLast = ([, one]: (typeof written)[number]): boolean => one !== true && one.last === true
  const ordered = [...written.filter((one) => !isLast(one)), ...written.filter(isLast)]
  return ordered.flatMap(([key, written]) => {
    const made = action(c, below(at, key), key, written === true ? {} : written, place)
    return made ? [placed(made, below(at, key))] : []
  })
}

/** Keys that describe a call; a button that opens a screen has none. */
const CALL_ONLY = ['form', 'check', 'confirm', 'done'] as const

function action(c: Compilation, at: At, key: string, raw: ActionWords, place: ActionPlace): ActionModel | undefined {
  if (raw.open && raw.call)
    return c.error(at, 'ACT003', `"${key}" both opens a screen and makes a call; a button does one thing`, {
      key: true,
    })
  if (raw.open)
    for (const word of CALL_ONLY)
      if (raw[word] !== undefined)
        c.error(below(at, word), 'SHP005', `"${key}" opens a screen, so "${word}" has nothing to do`, { key: true })
  if (place.screen && !raw.open)
    c.refer('button', `${place.screen}.${place.prefix}${key}`, at, { key: true, declares: true, text: key })
  return opens(raw) ? opening(c, at, key, raw, place) : calling(c, at, key, raw, place)
}

function base(
  c: Compilation,
  at: At,
  key: string,
  { raw, label, scope }: { raw: ActionWords; label: Text; scope: Roots },
  place: ActionPlace,
) {
  const show = raw.show ? condition(c, below(at, 'show'), raw.show, scope) : undefined
  return {
    key,
    code: `${place.prefix}${key}`,
    label,
    ...(show ? { show } : {}),
    was: [raw.was ?? []].flat(),
  }
}

function opening(c: Compilation, at: At, key: string, raw: Opening, place: ActionPlace): ActionModel | undefined {
  const scope = actionRoots(c, place, undefined)
  const from = place.resource && c.resources.get(place.resource.name)
  const beside = raw.with && { raw: raw.with, at: below(at, 'with') }
  const onRow =
    place.detail || [raw.at ?? []].flat().includes('row') || (raw.at === undefined && opensARow(c, raw, place))
  const open = openModel(c, below(at, 'open'), raw.open, { from: onRow ? from : undefined, scope, more: beside })
  if (!open || open === 'planned') return undefined
  checkParams(c, below(at, 'open'), open, place.params)
  const to = open.kind === 'route' ? c.loaded.screens.get(open.to)!.data.label : STANDARD_LABELS.detail!
  const label = raw.label ?? (key === 'add' || key === 'edit' ? STANDARD_LABELS[key]! : to)
  return {
    ...base(c, at, key, { raw, label, scope }, place),
    open,
    fills: {},
    form: [],
    ...guarded(c, conditions(c, below(at, 'when'), raw.when, scope, NOT_NOW), place),
    at: placesOf(raw, place, onRow),
  }
}

/** The link of a button to a screen. */
type Opening = ActionWords & { open: AuthoredOpen }
const opens = (raw: ActionWords): raw is Opening => raw.open !== undefined

/** A button that opens a screen is at rows when its parameters or the required parameters of the screen need one. */
function opensARow(c: Compilation, raw: Opening, place: ActionPlace): boolean {
  const says = JSON.stringify([
    raw.when ?? '',
    raw.show ?? '',
    raw.with ?? '',
    typeof raw.open === 'object' ? raw.open : '',
  ])
  if (/\brow\./.test(says)) return true
  const to = typeof raw.open === 'string' ? raw.open : raw.open.to
  const screen = c.loaded.screens.get(to)?.data
  if (!screen || !place.resource || raw.label === undefined) return false
  const params = screen.params ?? (screen.view === 'detail' ? ['id!'] : [])
  const r = c.resources.get(screen.resource ?? '')
  return params.some(
    (p) =>
      (p === 'id!' && screen.resource === place.resource!.name) ||
      r?.fields.get(p.replace('!', ''))?.of === place.resource!.name,
  )
}

const placesOf = (raw: ActionWords, place: ActionPlace, onRow: boolean): ActionModel['at'] =>
  raw.at ? [raw.at].flat() : place.detail ? ['top'] : onRow ? ['row'] : ['top']

function calling(c: Compilation, at: At, key: string, raw: ActionWords, place: ActionPlace): ActionModel | undefined {
  const home = place.resource && c.resources.get(place.resource.name)
  const found = findCall(c, raw.call ?? key, home, raw.call ? below(at, 'call') : at, raw.call ? {} : { key: true })
  if (!found || found === 'planned') return undefined
  const call = callIn(place, found.id)
  if (!call) return undefined
  if (!raw.label && !hasLabel(found, call))
    c.error(at, 'TXT002', `the button "${key}" needs a label: call "${found.name}" has none`, { key: true })
  const scope = actionRoots(c, place, call)
  const places = callPlaces(raw, call, place)
  // An export of chosen rows is filled by none of them.
  const onRow = place.detail || (call.kind !== 'export' && places.some((p) => p !== 'top'))
  const fixed = bounds(c, below(at, 'with'), raw.with, { fields: call.input, scope, what: `input of ${call.id}` })
  const shape = raw.form
    ? {
        ...call,
        form: formOf(c, below(at, 'form'), raw.form, {
          fields: new Map(call.input.map((f) => [f.name, f])),
          roots: scope,
          what: `input of ${call.id}`,
        }),
      }
    : call
  const fills = fillsOf(c, at, shape, {
    row: place.resource,
    target: place.calls[call.path]?.resource ?? call.resource,
    onRow,
    action: fixed,
    view: place.view,
    group: groupBounds(c, place.group, call.input),
    params: place.params,
    ...(raw.form ? { asks: new Set(namesIn(shape.form)) } : {}),
  })
  checkPlaces(c, at, raw, call, place)
  reportUnfilled(c, at, key, shape, fills)
  checkQuestion(c, below(at, 'confirm'), raw.confirm, call, home)
  const confirm = raw.confirm ?? call.confirm
  return {
    ...base(c, at, key, { raw, label: raw.label ?? call.label, scope }, place),
    call: call.id,
    fills,
    form: unfilledItems(shape.form, fills),
    ...checkCall(c, at, raw, home),
    ...guarded(
      c,
      [...guardsOf(c, at, call, place, scope), ...conditions(c, below(at, 'when'), raw.when, scope, NOT_NOW)],
      place,
    ),
    at: places,
    ...(confirm ? { confirm } : {}),
    ...doneOf(c, at, raw, call, home),
  }
}

/** The conditions of a button, and when nothing is left of what it does. */
const guarded = (
  c: Compilation,
  when: ActionModel['when'],
  { models }: ActionPlace,
): Pick<ActionModel, 'when' | 'over'> => ({
  when,
  ...overOf(c, when, models),
})

/** The guards of a call, read from the row at hand: of a record that extends another, the fields of that one are a step away. */
function guardsOf(c: Compilation, at: At, call: CallModel, { resource }: ActionPlace, scope: Roots): CallModel['when'] {
  if (!resource || resource.extends?.resource !== call.resource) return call.when
  return conditions(
    c,
    at,
    call.when.map(({ expr, why }) => ({ if: expr.src, why })),
    scope,
    NOT_NOW,
  )
}

const namesIn = (form: FormItemModel[]): string[] =>
  form.flatMap((item) => (item.kind === 'field' ? [item.field.name] : namesIn(item.items)))

function checkCall(c: Compilation, at: At, raw: ActionWords, home: Parameters<typeof findCall>[2]): { check?: string } {
  if (!raw.check) return {}
  const found = findCall(c, raw.check, home, below(at, 'check'))
  return found && found !== 'planned' ? { check: found.id } : {}
}

function doneOf(
  c: Compilation,
  at: At,
  raw: ActionWords,
  call: CallModel,
  home: Parameters<typeof findCall>[2],
): Pick<ActionModel, 'done'> {
  const done = { ...call.done, ...doneModel(c, below(at, 'done'), raw.done, call, home) }
  return Object.keys(done).length > 0 ? { done } : {}
}

/** ACT002: a button at rows needs a view with rows, and a button for many rows a call that takes many. */
function checkPlaces(c: Compilation, at: At, raw: ActionWords, call: CallModel, place: ActionPlace): void {
  const list = Array.isArray(raw.at)
  for (const [i, where] of [raw.at ?? []].flat().entries()) {
    const spot = list ? below(at, 'at', i) : below(at, 'at')
    if (where !== 'top' && !place.resource) c.error(spot, 'ACT002', `there are no rows here for "${where}"`)
    else if (where === 'batch' && !takesMany(call, place))
      c.error(spot, 'ACT002', `${call.id} takes no "ids", so it is not made on many rows at once`)
  }
}

/** Whether a call is made on many rows at once: `ids`, refs to such rows, or an export of those chosen. */
const takesMany = (call: CallModel, place: ActionPlace): boolean =>
  call.kind === 'export' ||
  call.input.some((f) => f.name === 'ids' || (place.resource !== undefined && takesRows(f, place.resource)))

/** An export → top and, of chosen rows, batch; `ids` or refs to the rows → row and batch, `id` → row, else top; in a detail every button is in the head. */
function callPlaces(raw: ActionWords, call: CallModel, place: ActionPlace): ActionModel['at'] {
  if (raw.at) return [raw.at].flat()
  if (place.detail || !place.resource) return ['top']
  const target = place.calls[call.path]?.resource ?? call.resource
  if (call.kind === 'export') return place.resource.virtual ? ['top'] : ['top', 'batch']
  const takesRow = target === place.resource.name || target === place.resource.extends?.resource
  const has = (name: string) => takesRow && call.input.some((f) => f.name === name)
  if (has('ids') || call.input.some((f) => takesRows(f, place.resource!))) return ['row', 'batch']
  if (has('id')) return ['row']
  const rows = [place.resource.name, place.resource.extends?.resource]
  const refersToRow = call.input.some(
    (f) => f.required && ((f.of !== undefined && rows.includes(f.of)) || isOfKind(f, place.resource!)),
  )
  const saysRow = JSON.stringify([raw.with, call.with]).includes('row.')
  return saysRow || (refersToRow && (target !== place.resource.name || call.kind === 'handler')) ? ['row'] : ['top']
}

function reportUnfilled(c: Compilation, at: At, key: string, call: CallModel, fills: ActionModel['fills']): void {
  const wanting = rowless(call, fills)
  for (const name of wanting)
    c.error(
      at,
      'ACT002',
      `"${key}" stands where there is no row of ${call.resource}, but ${call.path} wants "${name}"`,
      { key: true },
    )
  const missing = unfilled(call, fills).filter((name) => !wanting.includes(name))
  if (missing.length > 0)
    c.error(
      at,
      'FRM001',
      `"${key}": nobody gives ${missing.map((m) => `"${m}"`).join(', ')} of ${call.path}; ask it in the form, give it in "with", or give it a default`,
      { key: true },
    )
}

/** The items of the dialog: the inputs that nothing else fills. */
export function unfilledItems(form: FormItemModel[], fills: ActionModel['fills']): FormItemModel[] {
  return form.flatMap((item): FormItemModel[] => {
    if (item.kind === 'field')
      return ['asked', 'load', 'default'].includes(fills[item.field.name]?.by ?? 'asked') ? [item] : []
    const items = unfilledItems(item.items, fills)
    return items.length > 0 ? [{ ...item, items }] : []
  })
}

function actionRoots(c: Compilation, place: ActionPlace, call: CallModel | undefined): Roots {
  const row = place.resource ? { row: rowOf(place.resource.name), old: rowOf(place.resource.name) } : {}
  const { counted } = place
  const scope = roots(c, { ...row, params: place.paramsType, ...(counted ? { counted } : {}) })
  return call ? withInput(scope, () => call.input) : scope
}
