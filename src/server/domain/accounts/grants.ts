/** Grants of a role: the tree with its ticks (menu/roleMenu), and their replacement (role/role_menu_btns; rules 4.2, 1.1). */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers } from '../legacy.ts'
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
export function treeOf(rows: readonly MenuRow[]): Node[] {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]))
  const roots: Node[] = []
  for (const row of rows) {
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    const node = nodes.get(row.id) as Node
    if (parent) (parent.children ??= []).push(node)
    else roots.push(node)
  }
  return roots
}

const roleMenu: Handler = async (c) => {
  const { id } = await roleOf(c)
  // What stands below is answered as it is; the first level is written by the engine.
  return treeOf(await menuRows(c.tx, id)).map((node) => ({ ...node, checked: node.checked === 1 }))
}

/** The role of the call, in the person's company. */
async function roleOf(c: CallContext): Promise<{ id: number; name: string }> {
  const role = await c.seen('role', Number(c.input.roleId), { lock: c.input.menus !== undefined })
  if (!role) return c.refuse('roleId', { zh: '角色不存在', en: 'The role does not exist' })
  return { id: role.id, name: String(role.name) }
}

/** Without `menus`: the grants. With: they replace the role's own. */
const roleMenuBtns: Handler = async (c) => {
  const role = await roleOf(c)
  const menus = c.input.menus as Grant[] | null | undefined
  if (menus) await replaceGrants(c, role, menus)
  return (await menuRows(c.tx, role.id))
    .filter((row) => row.checked)
    .map((row) => ({ menuId: row.id, menuCode: row.code, btns: row.btns }))
}

interface Grant {
  menuId: number
  btnIds: number[]
}
interface Known extends DbRow {
  menuId: number
  code: string
  btnIds: number[]
}

async function replaceGrants(
  c: CallContext,
  role: { id: number; name: string },
  wanted: readonly Grant[],
): Promise<void> {
  const known = await c.tx.query<Known>(
    `select m."id" as "menuId", m."code", array(select b."id" from "btn" b where b."menuId" = m."id" and not b."isDel") as "btnIds" from "menu" m where not m."isDel"`,
  )
  const buttons = new Map(known.map((menu) => [menu.menuId, new Set(menu.btnIds)]))
  const grants = new Map(wanted.map((grant) => [grant.menuId, grant.btnIds ?? []]))
  for (const [menuId, btnIds] of grants) {
    const own = buttons.get(menuId)
    if (!own) return c.refuse('menus', { zh: '菜单不存在', en: 'A menu does not exist' })
    if (btnIds.some((id) => !own.has(id)))
      return c.refuse('menus', { zh: '按钮不属于该菜单', en: 'A button does not belong to its menu' })
  }
  const before = await c.select('roleMenu', { roleId: role.id })
  const held = new Map(before.map((row) => [Number(row.menuId), row]))
  for (const row of before) if (!grants.has(Number(row.menuId))) await c.remove('roleMenu', row)
  for (const [menuId, btnIds] of grants) {
    const row = held.get(menuId)
    if (!row) await c.insert('roleMenu', { roleId: role.id, menuId, btnIds })
    else if (!sameSet(row.btnIds as number[] | null, btnIds)) await c.update('roleMenu', row, { btnIds })
  }
  c.afterCommit(() => forgetSessions())
  c.log(`角色授权：${role.name}，${grants.size} 个菜单`)
}

const sameSet = (a: readonly number[] | null, b: readonly number[]): boolean => {
  const left = new Set(a ?? [])
  return left.size === new Set(b).size && b.every((id) => left.has(id))
}

export const handlers: Handlers = {
  'menu/roleMenu': roleMenu,
  'role/role_menu_btns': roleMenuBtns,
}
