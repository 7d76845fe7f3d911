/** Whoever looks at a preview: the menus and buttons of the role that was chosen. */
import type { RoleModel } from '../model/model.ts'
import type { ButtonGrant, UserInfo } from '../model/web.ts'
import type { World } from '../samples/world.ts'
import type { AnswerModel } from './content.ts'

/** The name of the role, and what it is granted; without one everything is. */
export interface Role {
  id: number
  name: string
  role?: RoleModel
}

const GROUP_IDS = 10_000

/** What the shell shows of the person. */
export function userInfo(model: AnswerModel, world: World, role: Role): UserInfo {
  const { records, settings } = model.app
  const person = world.rows[records.person ?? '']?.[0]
  const scope = model.resources[records.person ?? '']?.scope
  const orgId = person && scope?.kind === 'org' && scope.org ? Number(person[scope.org]) : 1
  const named = (of: string | undefined): string => {
    const row = of === undefined ? undefined : world.rows[of]?.[0]
    return of === undefined || !row ? '' : world.title(of, row, model.app.languages.default)
  }
  return {
    userDO: {
      id: 1,
      realName: named(records.person) || role.name,
      mobile: String(person?.mobile ?? ''),
      orgName: named(records.department),
      employeeId: person?.id ?? 1,
      orgId,
      corpId: 1,
      corpName: named(records.company) || model.app.name[model.app.languages.default],
      roleId: role.id,
      roleName: role.name,
      ...(role.role ? { roleNameEn: role.role.label.en } : {}),
    },
    menus: menusOf(model, role),
    settings: Object.fromEntries(settings.map((one) => [one.name, one.default])),
  }
}

/** Granted screens, with the groups above them. */
function menusOf(model: AnswerModel, { role }: Role): UserInfo['menus'] {
  const screens = model.screens.filter(({ code }) => code !== undefined && (!role || role.menus[code] !== undefined))
  const groups = Object.values(model.groups).filter(({ path }) => screens.some((screen) => screen.group === path))
  const idOf = (path: string | undefined): number | undefined => {
    const at = groups.findIndex((one) => one.path === path)
    return at < 0 ? undefined : GROUP_IDS + at
  }
  return [
    ...groups.map(({ path, label, icon, order }) => ({
      ...{ id: idOf(path) as number, code: path.slice(1), name: label.zh, nameEn: label.en, path, sortNum: order },
      ...(icon ? { icon } : {}),
      isVisible: 1 as const,
    })),
    ...screens.map((screen, i) => ({
      ...{ id: i + 1, code: screen.code as string, name: screen.label.zh, nameEn: screen.label.en, path: screen.route },
      ...(screen.icon ? { icon: screen.icon } : {}),
      parentId: idOf(screen.group),
      sortNum: screen.order,
      isVisible: screen.menu ? (1 as const) : (0 as const),
    })),
  ].sort((a, b) => a.sortNum - b.sortNum || a.id - b.id)
}

/** Every button of the granted menus, with whether the role has it. */
export const buttonsOf = ({ permissions }: AnswerModel, { role }: Role): ButtonGrant[] =>
  permissions
    .filter(({ code }) => !role || role.menus[code] !== undefined)
    .flatMap(({ code: menuCode, buttons }) =>
      buttons.map(({ code }) => ({ menuCode, code, status: !role || role.menus[menuCode]?.includes(code) ? 1 : 0 })),
    )
