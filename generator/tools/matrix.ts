/**
 * The permission matrix: each built-in role × each call, by the channel of the call. It includes row scope and masked
 * fields, so that a review shows a change of rights as a change of this table.
 */
import type {
  Bounds,
  CallKind,
  CallModel,
  FieldModel,
  Model,
  Reach,
  ResourceModel,
  RoleModel,
} from '../../src/model/model.ts'
import { callOf } from '../../src/model/model.ts'
import { recordsOf } from '../../src/model/views.ts'
import { byText } from '../base/order.ts'

/** The channels on which rights are checked. */
type Channel =
  | 'list'
  | 'detail'
  | 'select'
  | 'export'
  | 'statistics'
  | 'add'
  | 'edit'
  | 'delete'
  | 'batch'
  | 'import'
  | 'push'
  | 'other'

/**
 * One cell. `grant`: freely, only with these values (one set for each preset), by the call's own `access`, or not at all.
 * `rows`: the scope on the call's resource. `masked`: fields that are not shown in full.
 */
export interface Cell {
  role: string
  call: string
  channel: Channel
  grant: 'allowed' | 'with values' | 'open' | 'refused'
  values?: string[]
  rows?: string
  masked?: string[]
}

const CHANNELS: Record<CallKind, Channel> = {
  query: 'list',
  list: 'list',
  detail: 'detail',
  select: 'select',
  export: 'export',
  stat: 'statistics',
  add: 'add',
  edit: 'edit',
  del: 'delete',
  move: 'edit',
  set: 'edit',
  import: 'import',
  check: 'other',
  options: 'select',
  progress: 'other',
  handler: 'other',
}

/** One way to a call: a role, on a screen, by a button (none: by looking), with whose rows. */
export interface Way {
  role: string
  screen: string
  route: string
  button: string
  call: string
  values?: string
  rows?: string
  masked?: string[]
}

const READING: Channel[] = ['list', 'detail', 'select', 'export', 'statistics', 'push']

/** Calls that change many records at once are a channel of their own. */
const channelOf = (call: CallModel): Channel =>
  call.many && !READING.includes(CHANNELS[call.kind]) && call.kind !== 'del' ? 'batch' : CHANNELS[call.kind]

/** Every role × call, then the push messages of each role; roles and calls in the order of their names. */
export function matrix(model: Model): Cell[] {
  const calls = Object.values(model.calls).sort((a, b) => byText(a.path, b.path))
  return Object.values(model.roles)
    .sort((a, b) => byText(a.name, b.name))
    .flatMap((role) => {
      const rights = rightsOf(model, role)
      return [...calls.map((call) => cell(model, role, rights, call)), ...pushed(model, role, rights)]
    })
}

/** What a role reaches: a wire path freely, or with each of these sets of values. */
interface Right {
  free: boolean
  values: Bounds[]
}

function rightsOf(model: Model, role: RoleModel): Map<string, Right> {
  const rights = new Map<string, Right>()
  for (const [code, codes] of Object.entries(role.menus)) {
    const permission = model.permissions[code]!
    const buttons = permission.buttons.filter((b) => codes.includes(b.code))
    for (const reach of [...permission.see, ...buttons.flatMap((b) => b.reach)]) addRight(model, rights, reach)
  }
  return rights
}

function addRight(model: Model, rights: Map<string, Right>, reach: Reach): void {
  const call = callOf(model, reach.call)
  const path = call?.path ?? reach.call
  const right = rights.get(path) ?? { free: false, values: [] }
  rights.set(path, right)
  const fixed = { ...(call?.preset ? call.with : {}), ...reach.with }
  if (call?.preset || Object.keys(fixed).length > 0) right.values.push(fixed)
  else right.free = true
}

/** The proof behind the matrix: role × screen × button × call × rows. */
export function ways(model: Model): Way[] {
  return Object.values(model.roles)
    .sort((a, b) => byText(a.name, b.name))
    .flatMap((role) =>
      Object.entries(role.menus).flatMap(([code, codes]) => {
        const { route, see, buttons } = model.permissions[code]!
        const found = [
          { button: '', reach: see },
          ...buttons.filter((one) => codes.includes(one.code)).map((one) => ({ button: one.code, reach: one.reach })),
        ]
        return found.flatMap(({ button, reach }) =>
          reach.map((one) => wayOf(model, role, one, { screen: code, route, button })),
        )
      }),
    )
}

function wayOf(model: Model, role: RoleModel, reach: Reach, place: Pick<Way, 'screen' | 'route' | 'button'>): Way {
  const call = callOf(model, reach.call)
  const fixed = { ...(call?.preset ? call.with : {}), ...reach.with }
  return {
    role: role.name,
    ...place,
    call: call?.path ?? reach.call,
    ...(Object.keys(fixed).length > 0 ? { values: valuesText(fixed) } : {}),
    ...(call ? rowScope(model, role, call) : {}),
  }
}

/** Every menu and every button: such a role also makes calls that no grant reaches. */
function isWhole(model: Model, role: RoleModel): boolean {
  return Object.values(model.permissions).every(
    (p) => role.menus[p.code] && p.buttons.every((b) => role.menus[p.code]!.includes(b.code)),
  )
}

function cell(model: Model, role: RoleModel, rights: Map<string, Right>, call: CallModel): Cell {
  const base = { role: role.name, call: call.path, channel: channelOf(call) }
  const right = rights.get(call.path)
  const open = call.access?.anyone !== undefined || call.access?.staff !== undefined
  const free = open || right?.free || isWhole(model, role)
  if (!free && !right) return { ...base, grant: 'refused' }
  const values = free ? {} : { values: [...new Set(right!.values.map(valuesText))].sort() }
  return {
    ...base,
    grant: open ? 'open' : free ? 'allowed' : 'with values',
    ...values,
    ...rowScope(model, role, call),
  }
}

const valuesText = (bounds: Bounds): string =>
  Object.entries(bounds)
    .map(([name, b]) => ('expr' in b ? `${name} = ${b.expr.src}` : `${name} = ${JSON.stringify(b.value)}`))
    .join(', ') || '(its inputs only)'

/** The resources whose masked fields a role sees in full. */
function shownTo(model: Model, role: RoleModel): Set<string> {
  return new Set(
    Object.entries(role.menus).flatMap(([code, codes]) => {
      const { route, buttons } = model.permissions[code]!
      const shows = buttons.some((b) => b.masked && codes.includes(b.code))
      return shows ? recordsOf(model.screens[route]!.view, model.resources) : []
    }),
  )
}

function rowScope(model: Model, role: RoleModel, call: CallModel): Pick<Cell, 'rows' | 'masked'> {
  const r = model.resources[call.rows ?? call.resource]!
  if (r.virtual) return {}
  const shown = call.rows !== undefined || call.kind === 'edit' || READING.includes(CHANNELS[call.kind])
  const full = isWhole(model, role) || shownTo(model, role).has(r.name)
  const masked = full || !shown || call.kind === 'options' ? [] : maskedFields(r)
  return {
    rows: rowsText(model, role, r, call.scope) + seenText(model, role, r, call.scope),
    ...(masked.length > 0 ? { masked } : {}),
  }
}

const maskedFields = (r: ResourceModel): string[] =>
  Object.values(r.fields)
    .filter((f: FieldModel) => f.masked)
    .map((f) => f.name)

/** The scope: everyone's rows, the company's, or those of the module's data rule (without one: own). */
function rowsText(model: Model, role: RoleModel, r: ResourceModel, wider: CallModel['scope']): string {
  if (wider === 'company') return 'company'
  if (wider === 'global') return 'any company'
  const { scope } = r
  switch (scope.kind) {
    case 'global':
      return 'any company'
    case 'company':
      return 'company'
    case 'parent':
      return rowsText(model, role, model.resources[scope.resource]!, undefined)
    case 'org':
      return `${levelName(model, role.data[moduleValue(model, scope.module)])}${scope.seenWith ? ` and with ${scope.seenWith}` : ''}${scope.maker ? ` and by ${scope.maker}` : ''}`
  }
}

/** What rows must be besides; nothing for who is granted a call that lets them see all. */
function seenText(model: Model, role: RoleModel, { seen }: ResourceModel, wider: CallModel['scope']): string {
  if (!seen) return ''
  const rights = rightsOf(model, role)
  const all = seen.unless?.some((path) => rights.has(path)) || (seen.unless && isWhole(model, role))
  return all && wider !== 'seen' ? '' : ` where ${seen.where.src}`
}

/** Data rules are keyed by the wire value of the module. */
function moduleValue(model: Model, module: string): string {
  const modules = model.dictionaries[model.app.records.dataModules ?? '']
  return String(modules?.values.find((v) => v.name === module)?.value ?? module)
}

function levelName(model: Model, level: number | undefined): string {
  const levels = model.dictionaries[model.app.records.dataLevels ?? '']
  return levels?.values.find((v) => v.value === level)?.name ?? 'self'
}

/** A role gets push messages about the resources whose rows it reads. */
function pushed(model: Model, role: RoleModel, rights: Map<string, Right>): Cell[] {
  const read = new Set<string>()
  for (const path of rights.keys()) {
    const call = model.calls[path]
    if (call && ['query', 'list', 'detail'].includes(call.kind)) read.add(call.rows ?? call.resource)
  }
  return [...read]
    .sort(byText)
    .filter((name) => !model.resources[name]!.virtual)
    .map((name) => {
      const r = model.resources[name]!
      return {
        role: role.name,
        call: `push of ${name}`,
        channel: 'push',
        grant: 'allowed',
        rows: rowsText(model, role, r, undefined) + seenText(model, role, r, undefined),
      }
    })
}
