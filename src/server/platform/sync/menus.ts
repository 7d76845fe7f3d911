/** Menus and buttons in the database, from the product's screens (rules 6.6: the database's name, order and visibility override the route's). */
import type { ActionModel, Model, ScreenModel, View } from '../../../model/model.ts'
import type { Queryable } from '../../types.ts'
import { mergeRows } from './merge.ts'
import type { Given, Kind } from './merge.ts'

/** Wire values of `menu_type`. */
const TYPE = { group: 1, page: 2, hidden: 3 } as const

const MENU: Kind = { kind: 'menu', table: 'menu', gone: { isDel: true }, match: ['code'] }
const BUTTON: Kind = {
  kind: 'btn',
  table: 'btn',
  fixed: { status: 1 },
  gone: { isDel: true },
  match: ['menuId', 'code'],
}

/** Brings menus and buttons up to date with the model. */
export async function syncMenus(tx: Queryable, model: Model, now: number): Promise<void> {
  const screens = Object.values(model.screens).filter((screen): screen is CodedScreen => screen.code !== undefined)
  const groups = await mergeRows(tx, model, { ...MENU, kind: 'menuGroup' }, groupRows(model, screens), now)
  const menus = await mergeRows(
    tx,
    model,
    MENU,
    screens.map((screen) => screenRow(screen, groups)),
    now,
  )
  await mergeRows(tx, model, BUTTON, buttonRows(model, menus), now)
}

type CodedScreen = ScreenModel & { code: string }

/** The code of a group is its path without the first slash (rules 3.0). */
const groupCode = (path: string): string => path.replace(/^\//, '')

/** Groups with a screen that can be granted. */
function groupRows(model: Model, screens: readonly CodedScreen[]): Given[] {
  const used = new Set(screens.map((screen) => screen.group))
  return Object.values(model.groups)
    .filter((group) => used.has(group.path))
    .map((group) => ({
      key: groupCode(group.path),
      values: {
        code: groupCode(group.path),
        name: group.label.zh,
        nameEn: group.label.en,
        path: group.path,
        icon: group.icon ?? null,
        menuType: TYPE.group,
        sortNum: group.order,
        isVisible: true,
      },
    }))
}

/** Former codes of a screen; what begins with a slash is a former route. */
const formerOf = (screen: ScreenModel | undefined): string[] =>
  (screen?.was ?? []).filter((was) => !was.startsWith('/'))

function screenRow(screen: CodedScreen, groups: ReadonlyMap<string, number>): Given {
  return {
    key: screen.code,
    former: () => formerOf(screen),
    values: {
      code: screen.code,
      name: screen.label.zh,
      nameEn: screen.label.en,
      path: screen.route,
      icon: screen.icon ?? null,
      parentId: (screen.group && groups.get(groupCode(screen.group))) ?? null,
      menuType: screen.menu ? TYPE.page : TYPE.hidden,
      sortNum: screen.order,
      isVisible: screen.menu,
    },
  }
}

function buttonRows(model: Model, menus: ReadonlyMap<string, number>): Given[] {
  return Object.values(model.permissions).flatMap(({ code: menuCode, route, buttons }) => {
    const menuId = menus.get(menuCode)
    const screen = model.screens[route]
    const menuCodes = [menuCode, ...formerOf(screen)]
    const codes = once(() => formerCodes(screen?.view))
    return menuId === undefined
      ? []
      : buttons.map(({ code, label }, at) => ({
          key: `${menuCode}.${code}`,
          former: () =>
            [code, ...(codes().get(code) ?? [])].flatMap((old) => menuCodes.map((menu) => `${menu}.${old}`)),
          values: { menuId, menuCode, code, name: label.zh, nameEn: label.en, sortNum: at + 1 },
        }))
  })
}

/** Worked out when it is first asked for, and not again. */
function once<T>(work: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: work() }).value
}

/** Former codes of the buttons of a view, tabs and side views included. */
function formerCodes(view: View | undefined): Map<string, string[]> {
  const former = new Map<string, string[]>()
  for (const action of actionsIn(view))
    if (action.was.length > 0)
      former.set(
        action.code,
        action.was.map((was) => renamed(action, was)),
      )
  return former
}

/** `tab.key` with the key as it was. */
const renamed = (action: ActionModel, was: string): string =>
  was.includes('.') ? was : action.code.replace(/[^.]*$/, was)

/** Actions are found wherever they stand: every view keeps its own under `actions`. */
function actionsIn(part: unknown): ActionModel[] {
  if (typeof part !== 'object' || part === null) return []
  if (Array.isArray(part)) return part.flatMap(actionsIn)
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'actions' && Array.isArray(value) ? (value as ActionModel[]) : actionsIn(value),
  )
}
