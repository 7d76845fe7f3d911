/** Permissions, derived: what a menu code reaches, and what each button adds (docs/LANGUAGE.md § 13). */
import { isOwn, kindsOf, membersOf } from '../../src/model/fields.ts'
import {
  type AppModel,
  selectOf,
  type ActionModel,
  type Bounds,
  type CallModel,
  type ColumnModel,
  type FieldModel,
  type FilterModel,
  type FormItemModel,
  type Model,
  type OwnField,
  type PermissionModel,
  type Reach,
  type ScreenModel,
  type StatBlock,
  type View,
} from '../../src/model/model.ts'
import { fieldsOfForm, innerViews, partsOf, withInner, type Press } from '../../src/model/views.ts'
import type { Compilation } from '../base/context.ts'
import { byText } from '../base/order.ts'
import { findingCall } from './found.ts'

/** The sources of permissions beside the screens: the engine's own calls, and those of registered types. */
export type Sources = Pick<Model, 'calls' | 'presets' | 'resources' | 'app'> & {
  extensionCalls: (type: string) => string[]
  historyCall: string | undefined
  jobCall: string | undefined
  templateCall: string | undefined
  uploads: { image: string; file: string }
}

/** The calls a view makes itself, and its buttons with what each reaches. */
interface Found {
  see: Reach[]
  buttons: PermissionModel['buttons']
  masked: boolean
}

/** The rights of each screen, by its menu code. */
export function permissionsOf(model: Sources, screens: Record<string, ScreenModel>): Record<string, PermissionModel> {
  const result: Record<string, PermissionModel> = {}
  const pieces = piecesOf(screens)
  for (const screen of Object.values(screens)) {
    const { code, route, label, permits, view } = screen
    if (!code) continue
    const found = reachOfView(model, view)
    const finding = findingCall(model, screen)
    const buttons = [...merge(found.buttons), ...permitted(model.app, permits, found.masked)]
    const elsewhere = pieces
      .filter(({ block }) => block.from === code)
      .flatMap(({ view: piece }) => reachOfView(model, piece).see)
    result[code] = {
      code,
      route,
      label,
      see: tidy([...found.see, ...elsewhere, ...(finding ? [reach(model, finding)] : [])]),
      buttons,
    }
  }
  return result
}

/** What stands on a screen as a piece of another, as a view of its own: whoever may see the other may see it. */
interface Piece {
  screen: ScreenModel
  block: StatBlock
  view: View
}

const piecesOf = (screens: Record<string, ScreenModel>): Piece[] =>
  Object.values(screens).flatMap((screen) =>
    withInner(screen.view).flatMap((view) =>
      view.view === 'stat'
        ? view.blocks
            .filter((block) => block.from !== undefined)
            .map((block) => ({
              screen,
              block,
              view: { ...view, filters: [], actions: [], blocks: [{ ...block, from: undefined }] },
            }))
        : [],
    ),
  )

const withoutPieces = (view: View): View =>
  view.view === 'stat' ? { ...view, blocks: view.blocks.filter((block) => block.from === undefined) } : view

/** PRM004: a piece of another screen has no button that is not there. */
export function checkPieces(
  c: Compilation,
  screens: Record<string, ScreenModel>,
  permissions: Record<string, PermissionModel>,
): void {
  for (const { screen, block } of piecesOf(screens)) {
    const { route, buttons } = permissions[block.from ?? ''] ?? { route: '', buttons: [] }
    const source = c.loaded.screens.get(screen.route)!
    for (const { call, code, key } of block.kind === 'table' ? block.view.actions : [])
      if (call && !buttons.some((button) => button.code === code))
        c.unknown(
          { source, path: ['blocks', block.key, 'table', 'actions', key], key: true },
          'PRM004',
          `button of ${route}`,
          code,
          buttons.map((button) => button.code),
        )
  }
}

/** Codes without a button; among them, where something is masked, those that show full numbers and that tell one of them. */
function permitted(
  { maskedCode, revealCode }: Pick<AppModel, 'maskedCode' | 'revealCode'>,
  permits: ScreenModel['permits'],
  masked: boolean,
): PermissionModel['buttons'] {
  const show = { key: maskedCode, label: { zh: '显示完整号码', en: 'Show full numbers' } }
  const tell = revealCode ? [{ key: revealCode, label: { zh: '查看号码', en: 'Show a number' } }] : []
  const usual = [show, ...tell].filter(({ key }) => !permits.some((one) => one.key === key))
  const all = masked ? [...permits, ...usual] : permits
  return all.map(({ key, label }) => ({ code: key, label, reach: [], masked: key === maskedCode }))
}

/** The wire paths a screen reaches: the view's and its buttons'. */
export const pathsReached = (model: Sources, screen: ScreenModel): string[] =>
  [...new Set(reached(model, screen).map(({ call }) => callOf(model, call)?.path ?? call))].sort()

/** The calls and presets that a screen reaches. */
export const callsReached = (model: Sources, screen: ScreenModel): CallModel[] =>
  [...new Set(reached(model, screen).map(({ call }) => call))].sort().flatMap((call) => callOf(model, call) ?? [])

function reached(model: Sources, screen: ScreenModel): Reach[] {
  const found = reachOfView(model, screen.view)
  return [...found.see, ...found.buttons.flatMap((b) => b.reach)]
}

/** Buttons of an inner view have its label in front: "Edit" of a tab is "Family: Edit". */
function withViewLabel(view: View, found: Found): Found {
  const isOf = (code: string): boolean => code.split('.').slice(0, -1).includes(view.key)
  const { zh, en } = view.label
  const buttons = found.buttons.map((b) =>
    isOf(b.code) ? { ...b, label: { zh: `${zh}：${b.label.zh}`, en: `${en}: ${b.label.en}` } } : b,
  )
  return { ...found, buttons }
}

function reachOfView(m: Sources, whole: View): Found {
  const view = withoutPieces(whole)
  const { calls, columns, filters, forms, presses } = partsOf(view)
  const own: Found = {
    see: [
      ...[...calls, ...extraCalls(m, view)].map((id) => reach(m, id)),
      ...filters.flatMap((f) => filterReach(m, f)),
      ...forms.flatMap(({ items, call }) =>
        call ? [...itemsReach(m, items, callOf(m, call)), ...asideReach(m, callOf(m, call))] : [],
      ),
    ],
    buttons: view.actions.flatMap((a) => button(m, a)),
    masked: masks(columns) || forms.some(({ items }) => fieldsOfForm(items).some((f) => f.masked)),
  }
  const inner = innerViews(view).map(({ view: one, place }) => {
    const found = reachOfView(m, one)
    return place === 'tab' || place === 'left' ? withViewLabel(one, found) : found
  })
  const pressed = [...presses, ...inlineEdit(view)].flatMap((one) => press(m, view, one))
  return together([own, ...inner, { see: historyReach(m, view), buttons: pressed, masked: false }])
}

const together = (found: Found[]): Found => ({
  see: found.flatMap((one) => one.see),
  buttons: found.flatMap((one) => one.buttons),
  masked: found.some((one) => one.masked),
})

/** The calls of a page are in app.json. */
const extraCalls = (m: Sources, view: View): string[] =>
  view.view === 'page' ? (m.app.pages[view.page]?.calls ?? []) : []

const historyReach = (m: Sources, view: View): Reach[] =>
  view.view === 'detail' && view.history && m.historyCall
    ? [{ call: m.historyCall, with: { entity: { value: view.resource } } }]
    : []

/** Cells that no button of the row saves want a right of their own. */
function inlineEdit(view: View): Press[] {
  if (view.view !== 'list') return []
  const own = view.inline.filter(({ button }) => button === undefined)
  return [...new Set(own.map(({ call }) => call))].map((call) => ({ call, code: 'edit', items: [], calls: [] }))
}

/** What stands below and beside the form of a call. */
const asideReach = (m: Sources, call: CallModel | undefined): Reach[] =>
  [call?.preview, call?.beside?.call].flatMap((id) => (id ? [reach(m, id)] : []))

/** A right of the view itself, unless a button has the same code. */
function press(m: Sources, view: View, { call, code, items, dialog, calls }: Press): PermissionModel['buttons'] {
  if (!code && buttonsOn(view).some((a) => a.call === call)) return []
  const made = callOf(m, call)
  const dialogItems = dialog ? (made?.form ?? []) : items
  const reached = [
    reach(m, call),
    ...itemsReach(m, dialogItems, undefined),
    ...[...calls, made?.preview ?? []].flat().map((id) => reach(m, id)),
  ]
  const label = made?.label ?? { zh: '保存', en: 'Save' }
  return [{ code: code ?? made?.name ?? call, label, reach: tidy(reached), masked: false }]
}

/** Buttons of a view; those of its rows are included. */
const buttonsOn = (view: View): ActionModel[] => [
  ...view.actions,
  ...innerViews(view).flatMap((inner) => (inner.place === 'rows' ? inner.view.actions : [])),
]

/** A button: its call with its presets, the call that fills its dialog, the calls of the dialog. */
function button(m: Sources, action: ActionModel): PermissionModel['buttons'] {
  if (!action.call) return []
  const call = callOf(m, action.call)!
  const fixed: Bounds = { ...call.with }
  for (const [name, fill] of Object.entries(action.fills))
    if (
      fill.by === 'with' &&
      fill.source === 'action' &&
      call.input.some((f) => f.name === name) &&
      fixesForGrant(fill.bound)
    )
      fixed[name] = fill.bound
  const reached: Reach[] = [{ call: call.id, ...(Object.keys(fixed).length > 0 ? { with: fixed } : {}) }]
  if (call.load) reached.push(reach(m, call.load.call))
  reached.push(...asideReach(m, call))
  if (action.check) reached.push(reach(m, action.check))
  if (call.kind === 'edit' && !call.preset) reached.push(...detailOf(m, call))
  if (call.import) reached.push(...importReach(m, call))
  if (call.kind === 'export' && m.jobCall) reached.push({ call: m.jobCall })
  reached.push(...itemsReach(m, action.form, call))
  return [{ code: action.code, label: action.label, reach: tidy(reached), masked: false }]
}

/** Values that identify a right: literals and the person's own facts, not values of the row. */
const fixesForGrant = (b: Bounds[string]): boolean => 'value' in b || b.expr.reads.every((p) => p.startsWith('user.'))

const detailOf = (m: Sources, call: CallModel): Reach[] => {
  const id = `${m.resources[call.resource]!.path}/detail`
  return m.calls[id] ? [{ call: id }] : []
}

function importReach(m: Sources, call: CallModel): Reach[] {
  const lookups = itemsReach(m, call.form, call)
  const template = call.import!.template && m.templateCall ? [m.templateCall] : []
  return [
    { call: call.import!.progress },
    { call: m.uploads.file },
    ...template.map((id) => ({ call: id })),
    ...lookups,
  ].filter((r) => m.calls[r.call])
}

function filterReach(m: Sources, f: FilterModel): Reach[] {
  return f.control.lookup ? [reach(m, f.control.lookup)] : []
}

/** Look-ups, uploads, uniqueness checks and the calls of registered types that a form needs. */
function itemsReach(m: Sources, items: FormItemModel[], call: CallModel | undefined): Reach[] {
  return items.flatMap((item) =>
    item.kind === 'section' ? itemsReach(m, item.items, call) : fieldReach(m, item.field, call, item.columns),
  )
}

function fieldReach(m: Sources, f: FieldModel, call: CallModel | undefined, columns?: ColumnModel[]): Reach[] {
  const found: Reach[] = []
  if (f.lookup) found.push(reach(m, f.lookup))
  else for (const kind of kindsOf(f)) found.push(reach(m, selectOf(m.calls, kind)?.id ?? ''))
  if (['image', 'images', 'sign'].includes(f.type)) found.push({ call: m.uploads.image })
  if (['file', 'video'].includes(f.type)) found.push({ call: m.uploads.file })
  found.push(...m.extensionCalls(f.type).map((id) => reach(m, id)))
  const r = call && m.resources[call.resource]
  const check = r?.unique.find((u) => u.field === f.name || u.within.includes(f.name))?.check
  if (check && m.calls[check]) found.push({ call: check })
  if (isOwn(f)) found.push(...ownReach(m, f, columns))
  for (const entry of isOwn(f) ? [] : membersOf(f)) found.push(...fieldReach(m, entry, undefined))
  return found.filter((one) => m.calls[one.call])
}

/** Child rows are edited inside the form: their fields need calls too, but for the one that names the owner, which follows from their place. */
function ownReach(m: Sources, f: OwnField, columns: ColumnModel[] | undefined): Reach[] {
  const child = m.resources[f.of]!
  const shown = new Set((columns ?? []).map((col) => col.path))
  const create = { resource: child.name } as CallModel
  return fieldsOfForm(child.form)
    .filter((one) => one.name !== child.parent?.field)
    .filter((one) => shown.size === 0 || shown.has(one.name) || one.required)
    .flatMap((one) => fieldReach(m, one, create))
}

function reach(m: Sources, id: string): Reach {
  const call = callOf(m, id)
  if (!call) return { call: id }
  return { call: call.id, ...(call.preset && Object.keys(call.with).length > 0 ? { with: call.with } : {}) }
}

const callOf = (m: Sources, id: string | undefined): CallModel | undefined =>
  id ? (m.calls[id] ?? m.presets[id]) : undefined
const masks = (columns: ColumnModel[]): boolean => columns.some((col) => col.field.masked)

/** Each reach once, in the order of the calls. */
function tidy(list: Reach[]): Reach[] {
  const seen = new Map(list.map((r) => [JSON.stringify([r.call, r.with ?? {}]), r]))
  return [...seen.values()].sort((a, b) => byText(a.call, b.call))
}

/** One button code in several places (top and row) is one right. */
function merge(buttons: PermissionModel['buttons']): PermissionModel['buttons'] {
  const byCode = new Map<string, PermissionModel['buttons'][number]>()
  for (const b of buttons) {
    const existing = byCode.get(b.code)
    byCode.set(b.code, existing ? { ...existing, reach: tidy([...existing.reach, ...b.reach]) } : b)
  }
  return [...byCode.values()]
}
