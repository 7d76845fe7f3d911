/** The tree of menus with their buttons, and the grants ticked in it. */

/** A button of a screen, as `menu/roleMenu` answers it; `status` 1: granted. */
interface GrantButton {
  btnId: number
  code: string
  name: string
  nameEn?: string
  status: 0 | 1
}

/** A menu or screen. */
export interface GrantNode {
  id: number
  code: string
  name: string
  nameEn?: string
  checked: 0 | 1 | boolean
  btns?: GrantButton[]
  children?: GrantNode[]
}

/** A grant in wire form: a menu with its granted buttons. */
interface Grant {
  menuId: number
  btnIds: number[]
}

const isNode = (one: unknown): one is GrantNode =>
  typeof one === 'object' && one !== null && 'id' in one && !('menuId' in one)

/** The tree in a loaded value, if it is one. */
export function treeOf(value: unknown): GrantNode[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** All nodes of a tree, parents first. */
export function flatten(nodes: readonly GrantNode[]): GrantNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])
}

/** The grants ticked in a loaded tree; a list of grants stays the same. */
export function ticked(value: unknown): unknown {
  const nodes = treeOf(value)
  if (nodes.length === 0) return value
  return flatten(nodes)
    .filter((node) => Boolean(node.checked))
    .map((node): Grant => ({
      menuId: node.id,
      btnIds: (node.btns ?? []).filter((button) => button.status === 1).map((button) => button.btnId),
    }))
}

/** How much of a node and its descendants is granted. */
export function stateOf(node: GrantNode, granted: ReadonlyMap<number, ReadonlySet<number>>): 'none' | 'some' | 'all' {
  const below = flatten([node])
  const menus = below.filter((one) => granted.has(one.id)).length
  const missing = below.some((one) => (one.btns ?? []).some((button) => !granted.get(one.id)?.has(button.btnId)))
  if (menus === 0) return 'none'
  return menus === below.length && !missing ? 'all' : 'some'
}

type Granted = Map<number, Set<number>>

/** Grants by menu. */
export function byMenu(value: unknown): Granted {
  const list = Array.isArray(value) ? (value as Grant[]) : []
  return new Map(list.map((grant) => [grant.menuId, new Set(grant.btnIds)]))
}

/** Grants in wire form, in the order of the tree. */
export function toGrants(granted: Granted): Grant[] {
  return [...granted].map(([menuId, buttons]) => ({ menuId, btnIds: [...buttons] }))
}

/** Grants or revokes a node with its descendants. A grant includes the ancestors, else the menu could not be reached. */
export function setNode(granted: Granted, tree: readonly GrantNode[], node: GrantNode, on: boolean): Granted {
  const next: Granted = new Map([...granted].map(([menu, buttons]) => [menu, new Set(buttons)]))
  for (const one of flatten([node])) {
    if (on) next.set(one.id, new Set((one.btns ?? []).map((button) => button.btnId)))
    else next.delete(one.id)
  }
  if (on) for (const above of pathTo(tree, node.id)) if (!next.has(above.id)) next.set(above.id, new Set())
  return next
}

/** Grants or revokes one button; granting it grants its screen. */
export function setButton(
  granted: Granted,
  tree: readonly GrantNode[],
  node: GrantNode,
  button: number,
  on: boolean,
): Granted {
  const next: Granted = new Map([...granted].map(([menu, buttons]) => [menu, new Set(buttons)]))
  for (const above of pathTo(tree, node.id)) if (on && !next.has(above.id)) next.set(above.id, new Set())
  const buttons = next.get(node.id) ?? new Set<number>()
  if (on) buttons.add(button)
  else buttons.delete(button)
  if (on || next.has(node.id)) next.set(node.id, buttons)
  return next
}

/** The nodes from the root down to this node, itself included. */
function pathTo(tree: readonly GrantNode[], id: number): GrantNode[] {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Grants one by one: a screen, or a button of it. */
export function grantParts(value: unknown): Map<string, unknown> {
  const parts = new Map<string, unknown>()
  for (const [menu, buttons] of byMenu(ticked(value))) {
    parts.set(String(menu), true)
    for (const button of buttons) parts.set(`${menu}.${button}`, true)
  }
  return parts
}

/** The grants of these parts; a button comes with its screen. */
export function fromParts(parts: ReadonlyMap<string, unknown>): Grant[] {
  const granted: Granted = new Map()
  for (const key of parts.keys()) {
    const [menu = NaN, button] = key.split('.').map(Number)
    const buttons = granted.get(menu) ?? new Set<number>()
    granted.set(menu, button === undefined ? buttons : buttons.add(button))
  }
  return toGrants(granted)
}

/** What is granted, in words: the screen, and the button of it. */
export function grantWords(key: string, source: unknown, english: boolean): string {
  const [menu, button] = key.split('.').map(Number)
  const node = flatten(treeOf(source)).find(({ id }) => id === menu)
  const of = node?.btns?.find(({ btnId }) => btnId === button)
  const said = (one: { name: string; nameEn?: string } | undefined): string[] =>
    one ? [(english && one.nameEn) || one.name] : []
  return [...said(node), ...said(of)].join(' › ')
}
