/** What can be sold or put into a package: services, goods, scenes, packages (rules 1.6), told apart by `item_type`. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, nameOf, stored, value } from '../values.ts'

/** What `item_type` holds, for those who compare it often; `value(c, 'item_type', …)` says the same. */
export const ITEM = { service: 1, goods: 2, scene: 3, package: 4, extraPhoto: 5 } as const satisfies Record<
  DictionaryValues['item_type'],
  number
>

/** A kind of item that has records of its own. */
export type ItemKind = Exclude<DictionaryValues['item_type'], 'extraPhoto'>

/** An item named by kind (`item_type` as stored) and id. An extra photo has no id. */
export interface ItemRef {
  itemType: string
  itemId?: number | null
}

/** An item as prices, packages and orders see it; amounts in cents. */
export interface Item {
  kind: ItemKind
  itemType: string
  itemId: number
  name: string
  salePrice: number
  /** Photos included in it. */
  photoQuota: number
  /** Sessions that one of it makes. */
  sessionCount: number
  onShelf: boolean
  discountable: boolean
  businessType: string | null
  row: Row
}

const KINDS: Record<ItemKind, { resource: string; name: string; quota?: string; sessions?: string }> = {
  service: { resource: 'service', name: 'serviceName', quota: 'pickQuota', sessions: 'sessionCount' },
  goods: { resource: 'product', name: 'productName', quota: 'photoQuota' },
  scene: { resource: 'scene', name: 'sceneName' },
  package: { resource: 'photoPackage', name: 'packageName', quota: 'pickQuota', sessions: 'sessionCount' },
}

/** Finds an item among those looked up. */
export type FindItem = (ref: ItemRef) => Item | undefined

/** Looks up items, one statement a kind. `lock`: they stay as they are until the transaction ends. */
export async function itemsOf(c: CallContext, refs: readonly ItemRef[], { lock = false } = {}): Promise<FindItem> {
  const found = new Map<string, Item>()
  for (const [kind, { resource }] of Object.entries(KINDS) as [ItemKind, (typeof KINDS)[ItemKind]][]) {
    const itemType = value(c, 'item_type', kind)
    const ids = [...new Set(refs.filter((one) => one.itemType === itemType && one.itemId).map((one) => one.itemId))]
    if (ids.length === 0) continue
    for (const row of await c.select(resource, { id: ids }, { lock }))
      found.set(`${itemType}/${row.id}`, itemFrom(c, kind, row))
  }
  return ({ itemType, itemId }) => found.get(`${itemType}/${itemId}`)
}

/** An item from its row. */
export function itemFrom(c: CallContext, kind: ItemKind, row: Row): Item {
  const { name, quota, sessions } = KINDS[kind]
  const number = (field: string | undefined): number => Number((field && row[field]) ?? 0)
  return {
    kind,
    itemType: value(c, 'item_type', kind),
    itemId: row.id,
    name: String(row[name]),
    salePrice: number('salePrice'),
    photoQuota: number(quota),
    sessionCount: number(sessions),
    onShelf: isOnShelf(c, row),
    discountable: row.discountable !== false,
    businessType: typeof row.businessType === 'string' ? row.businessType : null,
    row,
  }
}

/** Whether an item may be sold. */
export const isOnShelf = (c: CallContext, row: Row): boolean => isOneOf(c, 'shelf_status', row.status, 'on')

/** Whether something is of a kind. */
export const isKind = (
  c: CallContext,
  { itemType }: { itemType?: unknown },
  kind: DictionaryValues['item_type'],
): boolean => nameOf(c, 'item_type', itemType) === kind

/** The item, or a refusal at the field that names it. */
export function mustFind(c: CallContext, find: FindItem, ref: ItemRef, at: string): Item {
  return find(ref) ?? c.refuse(at, { zh: '项目不存在', en: 'There is no such item' })
}

/** Names of packages on the shelf that hold one of these items. */
export async function shelvedPackagesWith(c: CallContext, kind: ItemKind, ids: readonly number[]): Promise<string[]> {
  const rows = await c.tx.query<{ name: string }>(
    `select distinct p."packageName" as "name" from "packageMapping" m join "photoPackage" p on p."id" = m."packageId"
     where not m."isDel" and not p."isDel" and p."status" = $3 and m."itemType" = $1 and m."itemId" = any($2::bigint[]) order by 1`,
    [stored(c, 'item_type', kind), ids, stored(c, 'shelf_status', 'on')],
  )
  return rows.map((row) => row.name)
}

/** Nothing leaves the shelf that a package on the shelf promises. The items must be locked. */
export async function mustNotBePromised(c: CallContext, kind: ItemKind, ids: readonly number[]): Promise<void> {
  const [name] = await shelvedPackagesWith(c, kind, ids)
  if (name !== undefined)
    c.refuse('status', {
      zh: `已上架的套系「${name}」包含它，不能下架`,
      en: `The package ${name}, which is on the shelf, contains it`,
    })
}
