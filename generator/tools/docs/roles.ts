/** Roles: their screens and buttons, their data rules, and all roles in one table. */
import type { PermissionModel, RoleModel } from '../../../src/model/model.ts'
import { code, esc, heading, table, type Html } from './html.ts'
import { linksFrom, rolePath, type Page, type Site } from './site.ts'

export const ROLES = 'roles/index.html'

export function rolePages(site: Site): Page[] {
  const roles = Object.values(site.model.roles)
  return [overview(site, roles), ...roles.map((role) => rolePage(site, role))]
}

function overview(site: Site, roles: RoleModel[]): Page {
  const { say } = site
  const links = linksFrom(site, ROLES)
  const heads = [say('screen'), ...roles.map((role) => say(role.label))]
  const rows = permissionsOf(site).map((p) => [
    `${links.screen(p.route)} ${code(p.code)}`,
    ...roles.map((role) => markOf(site, p, role.menus[p.code])),
  ])
  return { path: ROLES, title: say('overview'), kind: say('roles'), body: `<div class="matrix">${table(heads, rows)}</div>` }
}

/** No right, the screen only, some of its buttons, all of them. */
function markOf({ say }: Site, permission: PermissionModel, granted: string[] | undefined): Html {
  if (!granted) return ''
  const all = permission.buttons.length
  if (granted.length === 0) return esc(say('view'))
  return granted.length === all ? esc(say('all')) : `${granted.length}/${all}`
}

function rolePage(site: Site, role: RoleModel): Page {
  const { say } = site
  const path = rolePath(role.name)
  const links = linksFrom(site, path)
  const granted = permissionsOf(site).filter((p) => role.menus[p.code])
  const rows = granted.map((p) => [
    `${links.screen(p.route)} ${code(p.code)}`,
    buttons(site, p, (button) => role.menus[p.code]!.includes(button)),
    buttons(site, p, (button) => !role.menus[p.code]!.includes(button)),
  ])
  const body = [
    `<p class="about">${code(role.name)} · schemas/roles/${esc(role.name)}.json</p>\n`,
    table([say('screen'), say('granted'), say('notGranted')], rows),
    heading(2, 'data', esc(say('dataRules'))),
    dataOf(site, role),
  ].join('')
  return { path, title: say(role.label), kind: say('role'), body }
}

const buttons = ({ say }: Site, permission: PermissionModel, wanted: (code: string) => boolean): Html =>
  permission.buttons
    .filter((b) => wanted(b.code))
    .map((b) => `<span title="${esc(b.code)}">${esc(say(b.label))}</span>`)
    .join(', ')

/** Data levels by module. A module without a rule shows own rows only. */
function dataOf({ model, say }: Site, role: RoleModel): Html {
  const values = (part: string) => model.dictionaries[model.app.records[part] ?? '']?.values ?? []
  const level = (value: number): string => {
    const found = values('dataLevels').find((v) => v.value === value)
    return found ? say(found.label) : String(value)
  }
  const module = (name: string): string => {
    const found = values('dataModules').find((v) => String(v.value) === name)
    return found ? say(found.label) : name
  }
  return table(
    [say('module'), say('rows')],
    Object.entries(role.data).map(([name, value]) => [esc(module(name)), esc(level(value))]),
  )
}

/** Permissions in the order of the menu. */
function permissionsOf({ model }: Site): PermissionModel[] {
  const place = (p: PermissionModel): number[] => {
    const screen = model.screens[p.route]
    return [model.groups[screen?.group ?? '']?.order ?? 0, screen?.order ?? 0]
  }
  return Object.values(model.permissions).sort((a, b) => {
    const [x, y] = [place(a), place(b)]
    return x[0]! - y[0]! || x[1]! - y[1]!
  })
}
