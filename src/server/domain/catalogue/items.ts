/** What can be sold or put into a package: services, goods, scenes, packages (domain E067–E073), told apart by `item_type`. */
import type { CallContext, Row } from '../../types.ts'

/** Wire values of `item_type`. */
export const ITEM = { service: 1, goods: 2, scene: 3, package: 4, extraPhoto: 5 } as const
/** Wire value of `shelf_status`: on the shelf. */
export const ON_SHELF = 1

/** An item named by kind and id. An extra photo has no id. */
export interface ItemRef {
  itemType: number
  itemId?: number | null
}

/** An item as prices, packages and orders see it; amounts in cents. */
export interface Item {
  itemType: number
  itemId: number
  name: string
  salePrice: number
  /** Photos included in it. */
  photoQuota: number
  /** Sessions that one of it makes. */
  sessionCount: number
  onShelf: boolean
  discountable: boolean
  businessType: number | null
  row: Row
}

const KINDS: Record<number, { resource: string; name: string; quota?: string; sessions?: string }> = {
  [ITEM.service]: { resource: 'service', name: 'serviceName', quota: 'pickQuota', sessions: 'sessionCount' },
  [ITEM.goods]: { resource: 'product', name: 'productName', quota: 'photoQuota' },
  [ITEM.scene]: { resource: 'scene', name: 'sceneName' },
  [ITEM.package]: { resource: 'photoPackage', name: 'packageName', quota: 'pickQuota', sessions: 'sessionCount' },
}

/** Finds an item among those looked up. */
export type FindItem = (ref: ItemRef) => Item | undefined

/** Looks up items, one statement a kind. `lock`: they stay as they are until the transaction ends. */
export async function itemsOf(c: CallContext, refs: readonly ItemRef[], { lock = false } = {}): Promise<FindItem> {
  const found = new Map<string, Item>()
  for (const [kind, { resource }] of Object.entries(KINDS)) {
    const itemType = Number(kind)
    const ids = [...new Set(refs.filter((one) => one.itemType === itemType && one.itemId).map((one) => one.itemId))]
    if (ids.length === 0) continue
    for (const row of await c.select(resource, { id: ids }, { lock }))
      found.set(`${itemType}/${row.id}`, itemFrom(itemType, row))
  }
  return ({ itemType, itemId }) => found.get(`${itemType}/${itemId}`)
}

/** An item from its row. */
export function itemFrom(itemType: number, row: Row): Item {
  const kind = KINDS[itemType]
  const number = (name: string | undefined): number => Number((name && row[name]) ?? 0)
  return {
    itemType,
    itemId: row.id,
    name: String(row[kind?.name ?? ''] ?? ''),
    salePrice: number('salePrice'),
    photoQuota: number(kind?.quota),
    sessionCount: number(kind?.sessions),
    onShelf: row.status === ON_SHELF,
    discountable: row.discountable !== false,
    businessType: typeof row.businessType === 'number' ? row.businessType : null,
    row,
  }
}

/** The item, or a refusal at the field that names it. */
export function mustFind(c: CallContext, find: FindItem, ref: ItemRef, at: string): Item {
  return find(ref) ?? c.refuse(at, { zh: '项目不存在', en: 'There is no such item' })
}

/** Names of packages on the shelf that hold one of these items. */
export async function shelvedPackagesWith(c: CallContext, itemType: number, ids: readonly number[]): Promise<string[]> {
  const rows = await c.tx.query<{ name: string }>(
    `select distinct p."packageName" as "name" from "packageMapping" m join "photoPackage" p on p."id" = m."packageId"
     where not m."isDel" and not p."isDel" and p."status" = $3 and m."itemType" = $1 and m."itemId" = any($2::bigint[]) order by 1`,
    [itemType, ids, ON_SHELF],
  )
  return rows.map((row) => row.name)
}

/** Nothing leaves the shelf that a package on the shelf promises. The items must be locked. */
export async function mustNotBePromised(c: CallContext, itemType: number, ids: readonly number[]): Promise<void> {
  const [name] = await shelvedPackagesWith(c, itemType, ids)
  if (name !== undefined)
    c.refuse('status', {
      zh: `已上架的套系「${name}」包含它，不能下架`,
      en: `The package ${name}, which is on the shelf, contains it`,
    })
}
