/** Permissions, derived: what a menu code reaches, and what each button adds (docs/LANGUAGE.md § 13). Nobody types them. */
import {
  selectOf,
  type ActionModel,
  type Bounds,
  type CallModel,
  type CashdeskView,
  type ColumnModel,
  type DetailView,
  type FieldModel,
  type FilterModel,
  type FormItemModel,
  type Model,
  type PermissionModel,
  type Reach,
  type ScreenModel,
  type View,
  type WizardView,
} from '../../src/model/model.ts'
import { fieldsOfForm } from '../normalize/resource/forms.ts'
import { byText } from '../base/order.ts'

/** What permissions need to know beside the screens: the engine's own calls, and those of registered types. */
export type Sources = Pick<Model, 'calls' | 'presets' | 'resources' | 'app'> & {
  extensionCalls: (type: string) => string[]
  historyCall: string | undefined
  jobCall: string | undefined
  templateCall: string | undefined
  uploads: { image: string; file: string }
}

/** What a view reads by itself, and its buttons with what each reaches. */
interface Found {
  see: Reach[]
  buttons: PermissionModel['buttons']
  masked: boolean
}

export function permissionsOf(model: Sources, screens: Record<string, ScreenModel>): Record<string, PermissionModel> {
  const result: Record<string, PermissionModel> = {}
  for (const screen of Object.values(screens)) {
    if (!screen.code) continue
    const found = reachOfView(model, screen.view)
    const permits = screen.permits.map((p) => ({ code: p.key, label: p.label, reach: [], masked: false }))
    const show =
      found.masked && !permits.some((p) => p.code === model.app.maskedCode)
        ? [
            {
              code: model.app.maskedCode,
              label: { zh: '显示完整号码', en: 'Show full numbers' },
              reach: [],
              masked: true,
            },
          ]
        : []
    result[screen.code] = {
      code: screen.code,
      route: screen.route,
      label: screen.label,
      see: tidy(found.see),
      buttons: [
        ...merge(found.buttons),
        ...permits.map((p) => (p.code === model.app.maskedCode ? { ...p, masked: true } : p)),
        ...show,
      ],
    }
  }
  return result
}

/** The wire paths a screen reaches: the view's and its buttons'. */
export function pathsReached(model: Sources, screen: ScreenModel): string[] {
  const found = reachOfView(model, screen.view)
  const paths = [...found.see, ...found.buttons.flatMap((b) => b.reach)].map(
    (r) => callOf(model, r.call)?.path ?? r.call,
  )
  return [...new Set(paths)].sort()
}

/** Buttons of a view inside another say of which: "Edit" of a tab is "Family: Edit". */
function within(view: View, found: Found): Found {
  const isOf = (code: string): boolean => code.split('.').slice(0, -1).includes(view.key)
  const { zh, en } = view.label
  const buttons = found.buttons.map((b) =>
    isOf(b.code) ? { ...b, label: { zh: `${zh}：${b.label.zh}`, en: `${en}: ${b.label.en}` } } : b,
  )
  return { ...found, buttons }
}

function reachOfView(m: Sources, view: View): Found {
  const found: Found = { see: [], buttons: view.actions.flatMap((a) => button(m, a)), masked: false }
  const add = (more: Found) => {
    found.see.push(...more.see)
    found.buttons.push(...more.buttons)
    found.masked ||= more.masked
  }
  const see = (id: string | undefined) => {
    if (id) found.see.push(reach(m, id))
  }
  switch (view.view) {
    case 'list':
    case 'tree':
      see(view.call)
      found.see.push(...view.filters.flatMap((f) => filterReach(m, f)))
      found.masked = masks(view.columns)
      if (view.drawer) add(reachOfView(m, view.drawer))
      if (view.view === 'list') listParts(m, view, add)
      if (view.view === 'tree' && view.drag && !view.actions.some((a) => a.call === view.drag))
        found.buttons.push({
          code: nameOf(m, view.drag),
          label: labelOf(m, view.drag),
          reach: [reach(m, view.drag)],
          masked: false,
        })
      break
    case 'form':
      for (const id of [view.add, view.edit, view.load]) see(id)
      found.see.push(...view.items.flatMap((i) => itemReach(m, i, callOf(m, view.add ?? view.edit))))
      found.masked = fieldsOfForm(view.items).some((f) => f.masked)
      break
    case 'detail':
      detailParts(m, view, see, add, found)
      break
    case 'settings':
      for (const tab of view.tabs) add(within(tab, reachOfView(m, tab)))
      if (view.parameters) {
        see(view.parameters.query)
        found.buttons.push({
          code: 'save',
          label: labelOf(m, view.parameters.save),
          reach: [reach(m, view.parameters.save)],
          masked: false,
        })
      }
      break
    case 'stat':
      found.see.push(...view.filters.flatMap((f) => filterReach(m, f)))
      for (const block of view.blocks)
        if (block.kind === 'table') add(reachOfView(m, block.view))
        else see(block.call)
      break
    case 'wizard':
      wizardParts(m, view, see, found)
      break
    case 'cashdesk':
      cashdeskParts(m, view, add, found)
      break
    case 'page':
      for (const id of m.app.pages[view.page]?.calls ?? []) see(id)
      break
    // Kinds without an engine: nothing of them compiles yet.
    case 'calendar':
    case 'seatboard':
    case 'gallery':
    case 'player':
      break
    default:
      view satisfies never
  }
  return found
}

function wizardParts(m: Sources, view: WizardView, see: (id: string | undefined) => void, found: Found): void {
  const { call, preview, draft, steps } = view
  for (const id of [call, preview, draft?.add, draft?.edit, draft?.detail, draft?.query, draft?.del]) see(id)
  const items = steps.flatMap((step) => step.items)
  found.see.push(...items.flatMap((item) => itemReach(m, item, callOf(m, call))))
  found.masked = fieldsOfForm(items).some((f) => f.masked)
}

/** Looking is the menu's right; taking money and beginning a shift are buttons. */
function cashdeskParts(m: Sources, view: CashdeskView, add: (more: Found) => void, found: Found): void {
  const { duty, rows, pay } = view
  if (duty) found.see.push(reach(m, duty.check))
  add(reachOfView(m, rows))
  const press = (id: string | undefined, more: Reach[]): void => {
    if (id && !rows.actions.some((a) => a.call === id))
      found.buttons.push({
        code: nameOf(m, id),
        label: labelOf(m, id),
        reach: tidy([reach(m, id), ...more]),
        masked: false,
      })
  }
  const asked: FormItemModel[] = [
    ...(pay.split ? [{ kind: 'field' as const, field: pay.split.field }] : []),
    ...pay.form,
  ]
  press(pay.call, [
    ...asked.flatMap((item) => itemReach(m, item, undefined)),
    ...(pay.receipt ? [reach(m, pay.receipt.call)] : []),
  ])
  press(duty?.start, callOf(m, duty?.start)?.form.flatMap((item) => itemReach(m, item, undefined)) ?? [])
}

function listParts(m: Sources, view: Extract<View, { view: 'list' }>, add: (more: Found) => void): void {
  if (view.left) add(within(view.left.view, reachOfView(m, view.left.view)))
  if (view.tabs?.kind === 'views') for (const tab of view.tabs.views) add(within(tab, reachOfView(m, tab)))
  if (view.expand) add(reachOfView(m, view.expand))
  const edit = `${m.resources[view.resource]!.path}/edit`
  if (view.inline.length > 0 && m.calls[edit])
    add({
      see: [],
      masked: false,
      buttons: [{ code: 'edit', label: labelOf(m, edit), reach: [reach(m, edit)], masked: false }],
    })
}

function detailParts(
  m: Sources,
  view: DetailView,
  see: (id: string | undefined) => void,
  add: (more: Found) => void,
  found: Found,
): void {
  see(view.call)
  for (const tab of view.tabs) add(within(tab, reachOfView(m, tab)))
  if (view.history && m.historyCall) found.see.push({ call: m.historyCall, with: { entity: { value: view.resource } } })
  found.masked ||= fieldsOfForm(view.items).some((f) => f.masked) || masks(view.facts)
}

/** A button: its call with its presets, what fills its dialog, what the dialog asks. */
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
  if (action.check) reached.push(reach(m, action.check))
  if (call.kind === 'edit' && !call.preset) reached.push(...detailOf(m, call))
  if (call.import) reached.push(...importReach(m, call))
  if (call.kind === 'export' && m.jobCall) reached.push({ call: m.jobCall })
  reached.push(...action.form.flatMap((item) => itemReach(m, item, call)))
  return [{ code: action.code, label: action.label, reach: tidy(reached), masked: false }]
}

/** Values that say which right is meant: literals and the person's own facts, not what the row happens to hold. */
const fixesForGrant = (b: Bounds[string]): boolean => 'value' in b || b.expr.reads.every((p) => p.startsWith('user.'))

const detailOf = (m: Sources, call: CallModel): Reach[] => {
  const id = `${m.resources[call.resource]!.path}/detail`
  return m.calls[id] ? [{ call: id }] : []
}

function importReach(m: Sources, call: CallModel): Reach[] {
  const lookups = call.form.flatMap((item) => itemReach(m, item, call))
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
function itemReach(m: Sources, item: FormItemModel, call: CallModel | undefined): Reach[] {
  if (item.kind === 'section') return item.items.flatMap((i) => itemReach(m, i, call))
  return fieldReach(m, item.field, call, item.columns)
}

function fieldReach(m: Sources, f: FieldModel, call: CallModel | undefined, columns?: ColumnModel[]): Reach[] {
  const found: Reach[] = []
  if (f.lookup) found.push(reach(m, f.lookup))
  for (const kind of Object.values(f.kinds ?? {})) found.push(reach(m, selectOf(m.calls, kind)?.id ?? ''))
  if (['image', 'images', 'sign'].includes(f.type)) found.push({ call: m.uploads.image })
  if (['file', 'video'].includes(f.type)) found.push({ call: m.uploads.file })
  found.push(...m.extensionCalls(f.type).map((id) => reach(m, id)))
  const r = call && m.resources[call.resource]
  const check = r?.unique.find((u) => u.field === f.name || u.within.includes(f.name))?.check
  if (check && m.calls[check]) found.push({ call: check })
  if (f.type === 'own') found.push(...ownReach(m, f, columns))
  for (const entry of f.fields ?? []) found.push(...fieldReach(m, entry, undefined))
  return found.filter((one) => m.calls[one.call])
}

/** Child rows are edited inside the form: their fields ask too. */
function ownReach(m: Sources, f: FieldModel, columns: ColumnModel[] | undefined): Reach[] {
  const child = m.resources[f.of!]!
  const shown = new Set((columns ?? []).map((col) => col.path))
  const create = { resource: child.name } as CallModel
  return fieldsOfForm(child.form)
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
const nameOf = (m: Sources, id: string): string => callOf(m, id)?.name ?? id
const labelOf = (m: Sources, id: string) => callOf(m, id)?.label ?? { zh: '保存', en: 'Save' }
const masks = (columns: ColumnModel[]): boolean => columns.some((col) => col.field.masked)

/** Each reach once, in order of the call's name. */
function tidy(list: Reach[]): Reach[] {
  const seen = new Map(list.map((r) => [JSON.stringify([r.call, r.with ?? {}]), r]))
  return [...seen.values()].sort((a, b) => byText(a.call, b.call))
}

/** One button code in several places (top and row) is one right. */
function merge(buttons: PermissionModel['buttons']): PermissionModel['buttons'] {
  const byCode = new Map<string, PermissionModel['buttons'][number]>()
  for (const b of buttons) {
    const known = byCode.get(b.code)
    byCode.set(b.code, known ? { ...known, reach: tidy([...known.reach, ...b.reach]) } : b)
  }
  return [...byCode.values()]
}
