/** The product's roles in each company, with their grants and data rules (rules 5.3; `schemas/roles`). */
import type { Model, RoleModel } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { mergeRows } from './merge.ts'
import type { Given, Kind } from './merge.ts'

/** Brings the built-in roles of one company, or of all, up to date. Run after the menus. */
export async function syncRoles(tx: Queryable, model: Model, now: number, companyId?: number): Promise<void> {
  const companies =
    companyId === undefined
      ? await tx.query<DbRow & { id: number }>('select "id" from "company" where not "isDel" order by "id"')
      : [{ id: companyId }]
  const codes = await knownCodes(tx)
  for (const { id } of companies) await syncCompany(tx, model, id, codes, now)
}

async function syncCompany(tx: Queryable, model: Model, companyId: number, codes: Codes, now: number): Promise<void> {
  const roles = Object.values(model.roles)
  const kind: Kind = {
    kind: `role/${companyId}`,
    table: 'role',
    fixed: { companyId, corpId: companyId, isSystem: true, status: 1 },
    gone: { isSystem: false },
    match: ['companyId', 'code'],
  }
  const ids = await mergeRows(
    tx,
    model,
    kind,
    roles.map(({ name, label }, at) => ({
      key: name,
      values: { code: name, name: label.zh, nameEn: label.en, nameCode: `${label.zh}(${name})`, sortNum: at + 1 },
    })),
    now,
  )
  const held = roles.flatMap((role) => {
    const id = ids.get(role.name)
    return id === undefined ? [] : [{ role, id }]
  })
  const grants: Kind = {
    kind: `roleMenu/${companyId}`,
    table: 'roleMenu',
    fixed: columns(model, 'roleMenu', { companyId }),
    gone: { isDel: true },
    match: ['roleId', 'menuId'],
  }
  await mergeRows(
    tx,
    model,
    grants,
    held.flatMap(({ role, id }) => grantRows(role, id, codes)),
    now,
  )
  const rules: Kind = {
    kind: `dataAccess/${companyId}`,
    table: 'dataAccess',
    fixed: columns(model, 'dataAccess', { companyId, showMobile: false }),
    gone: { isDel: true },
    match: ['roleId', 'moduleCode'],
  }
  await mergeRows(
    tx,
    model,
    rules,
    held.flatMap(({ role, id }) =>
      Object.entries(role.data).map(([moduleCode, level]) => ({
        key: `${role.name}/${moduleCode}`,
        values: { roleId: id, moduleCode, level },
      })),
    ),
    now,
  )
}

/** The company only where the table has one. */
function columns(
  model: Model,
  resource: string,
  { companyId, ...values }: Record<string, unknown>,
): Record<string, unknown> {
  return model.resources[resource]?.company ? { companyId, ...values } : values
}

/** Ids of menus and of their buttons by code, and the groups above a menu. */
interface Codes {
  menus: Map<string, { id: number; parentCode: string | null }>
  buttons: Map<string, number>
}

async function knownCodes(tx: Queryable): Promise<Codes> {
  const menus = await tx.query<DbRow & { id: number; code: string; parentCode: string | null }>(
    'select m."id", m."code", p."code" as "parentCode" from "menu" m left join "menu" p on p."id" = m."parentId" where not m."isDel"',
  )
  const buttons = await tx.query<DbRow & { id: number; menuCode: string; code: string }>(
    'select b."id", m."code" as "menuCode", b."code" from "btn" b join "menu" m on m."id" = b."menuId" where not b."isDel" and not m."isDel"',
  )
  return {
    menus: new Map(menus.map(({ id, code, parentCode }) => [code, { id, parentCode }])),
    buttons: new Map(buttons.map(({ id, menuCode, code }) => [`${menuCode}.${code}`, id])),
  }
}

/** A granted screen brings the groups above it along. */
function grantRows(role: RoleModel, roleId: number, { menus, buttons }: Codes): Given[] {
  const rows = new Map<number, number[]>()
  for (const [menuCode, granted] of Object.entries(role.menus)) {
    const menu = menus.get(menuCode)
    if (!menu) continue
    rows.set(
      menu.id,
      granted.flatMap((code) => buttons.get(`${menuCode}.${code}`) ?? []).sort((a, b) => a - b),
    )
    for (let above = menus.get(menu.parentCode ?? ''); above; above = menus.get(above.parentCode ?? ''))
      if (!rows.has(above.id)) rows.set(above.id, [])
  }
  return [...rows].map(([menuId, btnIds]) => ({ key: `${role.name}/${menuId}`, values: { roleId, menuId, btnIds } }))
}
