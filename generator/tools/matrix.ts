/**
 * Who may do what: each built-in role × each call, by the channel the call is. Whose rows and which fields masked are
 * part of it, so that a change of rights shows in a review as a change of this table.
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
import { byText } from '../base/order.ts'

/** The ways to a record that rights are asked on. */
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
 * One cell. `grant`: freely, only with these values (one set a preset), to everybody by the call's own word, or not.
 * `rows`: whose, of the call's resource. `masked`: fields shown in part.
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

const READING: Channel[] = ['list', 'detail', 'select', 'export', 'statistics', 'push']

/** Calls that change many records at once are a channel of their own. */
const channelOf = (call: CallModel): Channel =>
  call.many && !READING.includes(CHANNELS[call.kind]) && call.kind !== 'del' ? 'batch' : CHANNELS[call.kind]

/** Every role × call, then what each role is told of by push; roles and calls in the order of their names. */
export function matrix(model: Model): Cell[] {
  const calls = Object.values(model.calls).sort((a, b) => byText(a.path, b.path))
  return Object.values(model.roles)
    .sort((a, b) => byText(a.name, b.name))
    .flatMap((role) => {
      const rights = rightsOf(model, role)
      return [...calls.map((call) => cell(model, role, rights, call)), ...pushed(model, role, rights)]
    })
}

/** What a role reaches: a wire path freely, or with each of these sets of values; `full`: masks are lifted there. */
interface Right {
  free: boolean
  values: Bounds[]
  full: boolean
}

function rightsOf(model: Model, role: RoleModel): Map<string, Right> {
  const rights = new Map<string, Right>()
  for (const [code, codes] of Object.entries(role.menus)) {
    const permission = model.permissions[code]!
    const buttons = permission.buttons.filter((b) => codes.includes(b.code))
    const full = buttons.some((b) => b.masked)
    for (const reach of [...permission.see, ...buttons.flatMap((b) => b.reach)]) addRight(model, rights, reach, full)
  }
  return rights
}

function addRight(model: Model, rights: Map<string, Right>, reach: Reach, full: boolean): void {
  const call = callOf(model, reach.call)
  const path = call?.path ?? reach.call
  const known = rights.get(path) ?? { free: false, values: [], full: false }
  rights.set(path, known)
  known.full ||= full
  const fixed = { ...(call?.preset ? call.with : {}), ...reach.with }
  if (call?.preset || Object.keys(fixed).length > 0) known.values.push(fixed)
  else known.free = true
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
    ...aboutRows(model, role, call, right?.full ?? false),
  }
}

const valuesText = (bounds: Bounds): string =>
  Object.entries(bounds)
    .map(([name, b]) => ('expr' in b ? `${name} = ${b.expr.src}` : `${name} = ${JSON.stringify(b.value)}`))
    .join(', ') || '(its inputs only)'

function aboutRows(model: Model, role: RoleModel, call: CallModel, full: boolean): Pick<Cell, 'rows' | 'masked'> {
  const r = model.resources[call.rows ?? call.resource]!
  if (r.virtual) return {}
  const shown = call.rows !== undefined || call.kind === 'edit' || READING.includes(CHANNELS[call.kind])
  const masked = full || !shown || call.kind === 'options' ? [] : maskedFields(r)
  return { rows: rowsText(model, role, r, call.scope), ...(masked.length > 0 ? { masked } : {}) }
}

const maskedFields = (r: ResourceModel): string[] =>
  Object.values(r.fields)
    .filter((f: FieldModel) => f.masked)
    .map((f) => f.name)

/** Whose rows: of anyone, of the company, or as far as the data rule of the module goes (without one: own). */
function rowsText(model: Model, role: RoleModel, r: ResourceModel, wider: CallModel['scope']): string {
  if (wider) return wider === 'global' ? 'any company' : 'company'
  const { scope } = r
  switch (scope.kind) {
    case 'global':
      return 'any company'
    case 'company':
      return 'company'
    case 'parent':
      return rowsText(model, role, model.resources[scope.resource]!, undefined)
    case 'org':
      return `${levelName(model, role.data[moduleValue(model, scope.module)])}${scope.seenWith ? ` and with ${scope.seenWith}` : ''}`
  }
}

/** Data rules are kept by the wire value of the module. */
function moduleValue(model: Model, module: string): string {
  const modules = model.dictionaries[model.app.records.dataModules ?? '']
  return String(modules?.values.find((v) => v.name === module)?.value ?? module)
}

function levelName(model: Model, level: number | undefined): string {
  const levels = model.dictionaries[model.app.records.dataLevels ?? '']
  return levels?.values.find((v) => v.value === level)?.name ?? 'self'
}

/** Resources whose rows a role reads are those whose changes it is told of. */
function pushed(model: Model, role: RoleModel, rights: Map<string, Right>): Cell[] {
  const read = new Map<string, boolean>()
  for (const [path, right] of rights) {
    const call = model.calls[path]
    if (!call || !['query', 'list', 'detail'].includes(call.kind)) continue
    const name = call.rows ?? call.resource
    read.set(name, (read.get(name) ?? false) || right.full)
  }
  return [...read]
    .sort(([a], [b]) => byText(a, b))
    .filter(([name]) => !model.resources[name]!.virtual)
    .map(([name]) => {
      const r = model.resources[name]!
      return {
        role: role.name,
        call: `push of ${name}`,
        channel: 'push',
        grant: 'allowed',
        rows: rowsText(model, role, r, undefined),
      }
    })
}
