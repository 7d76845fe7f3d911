import type { Text } from '../../model/model.ts'
import type { UserInfo, WebCore, WebRoute } from '../../model/web.ts'
import { codesOf, isGranted, isOnlyForClients } from '../access/guard.ts'

type Menu = UserInfo['menus'][number]

/** A line of the sidebar: a screen, or a group of screens. */
export interface MenuLine {
  key: string
  label: Text
  icon?: string
  order: number
  children?: MenuLine[]
}

/** The code of a group of the menu: its path without the slash. */
const groupCode = (path: string) => path.replace(/^\//, '')

/** A name from the server's menu; in English its English name, else the screen's own. */
function namedBy(label: Text, menu: Menu | undefined): Text {
  return menu ? { zh: menu.name || label.zh, en: menu.nameEn || label.en } : label
}

/** The name of a screen; the server's name comes first (rules 6.6). */
export function titleOf(route: WebRoute, menus: UserInfo['menus']): Text {
  return namedBy(
    route.label,
    menus.find((menu) => menu.code === route.code),
  )
}

/** The name of the group of a screen. */
export function groupTitleOf(core: WebCore, route: WebRoute, menus: UserInfo['menus']): Text | undefined {
  const group = core.groups[route.group ?? '']
  return (
    group &&
    namedBy(
      group.label,
      menus.find((menu) => menu.code === groupCode(group.path)),
    )
  )
}

/**
 * The sidebar: granted screens in their groups. Name, order and visibility come from the server's menu
 * and override the model's (rules 6.6). A group without a visible line is left out.
 */
export function sidebarOf(core: WebCore, menus: UserInfo['menus']): MenuLine[] {
  const byCode = new Map(menus.map((menu) => [menu.code, menu]))
  const codes = codesOf(menus)
  const shown = core.routes.filter(
    (route) => isGranted(core, route, codes) && !isOnlyForClients(core, route) && isVisible(route, byCode),
  )
  const groups = Object.values(core.groups).flatMap((group) => groupLine(group, shown, byCode))
  const single = shown
    .filter((route) => !route.group || !core.groups[route.group])
    .map((route) => screenLine(route, byCode))
  return [...groups, ...single].sort(inOrder)
}

function isVisible(route: WebRoute, byCode: Map<string, Menu>): boolean {
  const menu = byCode.get(route.code ?? '')
  return menu ? menu.isVisible === 1 && !needsParams(route) : route.menu
}

/** A screen about one record cannot be opened from a menu, whatever the server says. */
export function needsParams(route: WebRoute): boolean {
  return route.params.some((param) => param.required)
}

function groupLine(group: WebCore['groups'][string], shown: WebRoute[], byCode: Map<string, Menu>): MenuLine[] {
  const menu = byCode.get(groupCode(group.path))
  const children = shown
    .filter((route) => route.group === group.path)
    .map((route) => screenLine(route, byCode))
    .sort(inOrder)
  if (!children.length || menu?.isVisible === 0) return []
  return [
    {
      key: group.path,
      label: namedBy(group.label, menu),
      icon: menu?.icon ?? group.icon,
      order: menu?.sortNum ?? group.order,
      children,
    },
  ]
}

function screenLine(route: WebRoute, byCode: Map<string, Menu>): MenuLine {
  const menu = byCode.get(route.code ?? '')
  return {
    key: route.route,
    label: namedBy(route.label, menu),
    icon: menu?.icon ?? route.icon,
    order: menu?.sortNum ?? route.order,
  }
}

const inOrder = (a: MenuLine, b: MenuLine) => a.order - b.order || (a.key < b.key ? -1 : 1)
