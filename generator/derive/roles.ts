/** Built-in roles: patterns over menu codes, resolved to codes and buttons. Grants only add up. */
import type { CallKind, CallModel, Model, PermissionModel, RoleModel, ScreenModel } from '../../src/model/model.ts'
import { below, type At, type Compilation, keyAt } from '../base/context.ts'
import { byText } from '../base/order.ts'
import { coveredBy } from './codes.ts'

/** What a role holds of a screen: everything, every button but full numbers, only looking, or these buttons; `all` among them, but those with `-`. */
type Grant = 'whole' | 'all' | 'view' | string[]

export function roleModels(c: Compilation, permissions: Record<string, PermissionModel>): Record<string, RoleModel> {
  return Object.fromEntries(
    [...c.loaded.roles].map(([name, source]) => {
      const at: At = { source, path: ['grants'] }
      const menus: Record<string, Set<string>> = {}
      for (const [pattern, grant] of Object.entries<Grant>(source.data.grants)) {
        for (const code of matching(c, below(at, pattern), pattern, permissions)) {
          const buttons = granted(c, below(at, pattern), grant, permissions[code]!, pattern.includes('*'))
          menus[code] = new Set([...(menus[code] ?? []), ...buttons])
        }
      }
      const sorted = Object.entries(menus)
        .sort(([a], [b]) => byText(a, b))
        .map(([code, set]) => [code, [...set].sort()] as const)
      return [
        name,
        {
          name,
          label: source.data.label,
          menus: Object.fromEntries(sorted),
          data: dataOf(c, { source, path: ['data'] }, source.data.data),
        } satisfies RoleModel,
      ]
    }),
  )
}

/** A pattern covers existing codes; an exact code must exist. */
function matching(c: Compilation, at: At, pattern: string, permissions: Record<string, PermissionModel>): string[] {
  const codes = Object.keys(permissions)
  if (pattern.includes('*')) {
    const covered = coveredBy(pattern, codes)
    if (covered.length === 0 && coveredBy(pattern, [...c.plannedCodes]).length === 0)
      c.error(at, 'PRM003', `"${pattern}" covers no permission code`, { key: true })
    return covered
  }
  if (permissions[pattern]) return [pattern]
  if (c.plannedCodes.has(pattern)) return []
  c.unknown(keyAt(at), 'PRM003', 'permission code', pattern, codes)
  return []
}

function granted(c: Compilation, at: At, grant: Grant, permission: PermissionModel, byPattern: boolean): string[] {
  const buttons = permission.buttons.map((b) => b.code)
  if (grant === 'whole') return buttons
  if (grant === 'all') return permission.buttons.filter((b) => !b.masked).map((b) => b.code)
  if (grant === 'view') return []
  const ofAll = grant.includes('all')
  const held = new Set(ofAll ? granted(c, at, 'all', permission, byPattern) : [])
  for (const [i, word] of grant.entries()) {
    if (word === 'all') continue
    const code = ofAll ? word.replace(/^-/, '') : word
    if (!buttons.includes(code)) {
      if (!byPattern) c.unknown(below(at, i), 'PRM004', `button of ${permission.code}`, code, buttons)
    } else if (code === word) held.add(code)
    else held.delete(code)
  }
  return [...held]
}

/** Data module → level in wire form. `*`: every module. */
function dataOf(c: Compilation, at: At, raw: Record<string, string> | undefined): RoleModel['data'] {
  const modules = c.dictionaries.get(c.app.records?.dataModules ?? '')?.values ?? []
  const levels = c.dictionaries.get(c.app.records?.dataLevels ?? '')?.values ?? []
  const result: RoleModel['data'] = {}
  for (const [module, level] of Object.entries(raw ?? {})) {
    const value = levels.find((l) => l.name === level)?.value
    if (value === undefined) {
      c.unknown(
        below(at, module),
        'REF003',
        'data level',
        level,
        levels.map((l) => l.name),
      )
      continue
    }
    if (module !== '*' && !modules.some((m) => m.name === module)) {
      c.unknown(
        keyAt(below(at, module)),
        'REF003',
        'data module',
        module,
        modules.map((m) => m.name),
      )
      continue
    }
    for (const one of module === '*'
      ? modules.map((m) => String(m.value))
      : [String(modules.find((m) => m.name === module)!.value)])
      result[one] = Number(value)
  }
  return result
}

/** PRM005 for screens without a code. */
export function checkOpenScreens(
  c: Compilation,
  screens: Model['screens'],
  reached: (screen: ScreenModel) => CallModel[],
): void {
  for (const screen of Object.values(screens)) {
    if (screen.code || !screen.access) continue
    const source = c.loaded.screens.get(screen.route)!
    const closed = reached(screen).filter(({ access }) => !openEnough(screen.access!, access))
    const statements = closed.map(
      ({ id, access }) => `${id} (${access ? `only ${Object.keys(access).join(' and ')}` : 'needs a grant'})`,
    )
    if (closed.length > 0)
      c.error(
        { source, path: source.data.access ? ['access'] : [] },
        'PRM005',
        `the screen is open to ${Object.keys(screen.access).join(' and ')}, but its calls are not: ${statements.join(', ')}`,
        { key: true },
      )
  }
}

/** `anyone` reaches only calls of anyone; `staff` and `client` also those. */
function openEnough(screen: object, call: object | undefined): boolean {
  if (!call) return false
  return Object.keys(screen).every((who) => who in call || 'anyone' in call)
}

/** What a call of a customer may be: these ask whose rows, and answer what a customer reads of them. */
const FOR_CLIENTS: readonly CallKind[] = ['query', 'list', 'detail', 'select', 'edit', 'move', 'set', 'handler']

/** PRM005 for calls of customers: their rows must be known as such. What a function without rows does is its own business. */
export function checkOpenCalls(c: Compilation, model: Pick<Model, 'calls' | 'presets' | 'resources'>): void {
  for (const { id, kind, access, resource, rows } of [...Object.values(model.calls), ...Object.values(model.presets)]) {
    if (access?.client === undefined) continue
    const at: At = { ...c.calls.get(id)!.at, path: [...c.calls.get(id)!.at.path, 'access', 'client'] }
    if (!FOR_CLIENTS.includes(kind)) c.error(at, 'PRM005', `${id} is of kind ${kind}, which customers do not make`)
    const of = model.resources[rows ?? (kind === 'handler' ? '' : resource)]
    if (of && !of.client && !of.virtual)
      c.error(at, 'PRM005', `${of.name} does not say which rows are a customer's ("client")`)
  }
}
