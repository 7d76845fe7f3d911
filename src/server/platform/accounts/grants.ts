/** Grants of a role: the tree with its ticks (menu/roleMenu), and their replacement (role/role_menu_btns; rules 4.2, 1.1). */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { refuseUnknown } from '../refusals.ts'
import type { DbRow, Queryable } from '../../types.ts'

/** A button of a menu; `status` 1: granted. */
interface Button {
  btnId: number
  code: string
  name: string
  nameEn: string | null
  status: 0 | 1
}
/** A menu in the tree. */
interface Node {
  id: number
  code: string
  name: string
  nameEn?: string
  checked: 0 | 1
  btns: Button[]
  children?: Node[]
}

interface MenuRow extends DbRow {
  id: number
  parentId: number | null
  code: string
  name: string
  nameEn: string | null
  checked: boolean
  btns: Button[]
}

async function menuRows(db: Queryable, roleId: number): Promise<MenuRow[]> {
  return db.query<MenuRow>(MENUS, [roleId])
}

const MENUS = `
select m."id", m."parentId", m."code", m."name", m."nameEn", g."id" is not null as "checked",
  coalesce((
    select jsonb_agg(jsonb_build_object('btnId', b."id", 'code', b."code", 'name', b."name", 'nameEn', b."nameEn",
      'status', case when b."id" = any(g."btnIds") then 1 else 0 end) order by b."sortNum", b."id")
    from "btn" b where b."menuId" = m."id" and not b."isDel" and b."status" = 1
  ), '[]'::jsonb) as "btns"
from "menu" m
left join "roleMenu" g on g."menuId" = m."id" and g."roleId" = $1 and not g."isDel"
where not m."isDel" order by m."sortNum", m."id"`

const nodeOf = (row: MenuRow): Node => ({
  id: row.id,
  code: row.code,
  name: row.name,
  ...(row.nameEn ? { nameEn: row.nameEn } : {}),
  checked: row.checked ? 1 : 0,
  btns: row.btns,
})

/** Rows as a tree; a menu whose parent is gone stands at the top. */
function treeOf(rows: readonly MenuRow[]): Node[] {
  const made = rows.map((row) => ({ parentId: row.parentId, node: nodeOf(row) }))
  const nodes = new Map(made.map(({ node }) => [node.id, node]))
  const roots: Node[] = []
  for (const { parentId, node } of made) {
    const parent = parentId === null ? undefined : nodes.get(parentId)
    if (parent) (parent.children ??= []).push(node)
    else roots.push(node)
  }
  return roots
}

const roleMenu: Handler<'menu/roleMenu'> = async (c) => {
  const role = (await c.seen('role', c.input.roleId)) ?? refuseUnknown(c, 'roleId')
  // What stands below is answered as it is; the first level is written by the engine.
  return treeOf(await menuRows(c.tx, role.id)).map((node) => ({ ...node, checked: node.checked === 1 }))
}

/** Without `menus`: the grants. With: they replace the role's own. */
const roleMenuBtns: Handler<'role/role_menu_btns'> = async (c) => {
  const { roleId, menus } = c.input
  const role = (await c.seen('role', roleId, { lock: menus !== undefined })) ?? refuseUnknown(c, 'roleId')
  if (menus) await replaceGrants(c, role, menus)
  return (await menuRows(c.tx, roleId))
    .filter((row) => row.checked)
    .map((row) => ({ menuId: row.id, menuCode: row.code, btns: row.btns }))
}

type Grants = ReadonlyMap<number, number[]>

async function replaceGrants(
  c: CallContext,
  role: Row<'role'>,
  wanted: readonly { menuId: number; btnIds: number[] }[],
): Promise<void> {
  const grants: Grants = new Map(wanted.map(({ menuId, btnIds }) => [menuId, btnIds]))
  await mustExist(c, grants)
  const before = await c.select('roleMenu', { roleId: role.id })
  const held = new Map(before.map((row) => [row.menuId, row]))
  for (const row of before) if (!grants.has(row.menuId)) await c.remove('roleMenu', row)
  for (const [menuId, btnIds] of grants) {
    const row = held.get(menuId)
    if (!row) await c.insert('roleMenu', { roleId: role.id, menuId, btnIds })
    else if (!sameSet(row.btnIds, btnIds)) await c.update('roleMenu', row, { btnIds })
  }
  c.afterCommit(() => forgetSessions())
  c.log({
    zh: `角色授权：${role.name}，${grants.size} 个菜单`,
    en: `Grants of a role: ${role.nameEn ?? role.name}, ${grants.size} screens`,
  })
}

async function mustExist(c: CallContext, grants: Grants): Promise<void> {
  const known = await c.tx.query<{ menuId: number; btnIds: number[] }>(
    `select m."id" as "menuId", array(select b."id" from "btn" b where b."menuId" = m."id" and not b."isDel") as "btnIds" from "menu" m where not m."isDel"`,
  )
  const buttons = new Map(known.map((menu) => [menu.menuId, new Set(menu.btnIds)]))
  for (const [menuId, btnIds] of grants) {
    const own = buttons.get(menuId)
    if (!own) return c.refuse('menus', { zh: '菜单不存在', en: 'A menu does not exist' })
    if (btnIds.some((id) => !own.has(id)))
      c.refuse('menus', { zh: '按钮不属于该菜单', en: 'A button does not belong to its menu' })
  }
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean => {
  const left = new Set(a)
  return left.size === new Set(b).size && b.every((id) => left.has(id))
}

export const handlers: Handlers = {
  'menu/roleMenu': roleMenu,
  'role/role_menu_btns': roleMenuBtns,
}
