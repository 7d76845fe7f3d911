/** What can be sold or put into a package: services, goods, scenes, packages (rules 1.6), told apart by `item_type`. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Place, ResourceName, Row } from '../../platform/call.ts'
import { stored } from '../../platform/values.ts'

/** A kind of item that has records of its own. */
type ItemKind = Exclude<DictionaryValues['item_type'], 'extraPhoto'>

/** An item named by kind and id. An extra photo has no id. */
export interface ItemRef {
  itemType?: DictionaryValues['item_type'] | null
  itemId?: number | null
}

interface Sold {
  itemId: number
  name: string
  salePrice: Cents
  /** Photos included in it. */
  photoQuota: number
  /** Sessions that one of it makes. */
  sessionCount: number
  onShelf: boolean
  discountable: boolean
  businessType: DictionaryValues['business_type'] | null
}

type Of<K extends ItemKind, R extends ResourceName> = Sold & { itemType: K; row: Row<R> }

/** An item as prices, packages and orders see it. */
export type Item =
  | Of<'service', 'service'>
  | Of<'goods', 'product'>
  | Of<'scene', 'scene'>
  | Of<'package', 'photoPackage'>

const soldFrom = ({ id, salePrice, status }: Row<'service' | 'product' | 'scene' | 'photoPackage'>) => ({
  itemId: id,
  salePrice,
  onShelf: status === 'on',
  photoQuota: 0,
  sessionCount: 0,
  discountable: true,
  businessType: null,
})

/** An item from its row. */
export const itemFrom = {
  service: (row: Row<'service'>): Item => ({
    ...soldFrom(row),
    itemType: 'service',
    name: row.serviceName,
    photoQuota: row.pickQuota,
    sessionCount: row.sessionCount,
    businessType: row.businessType,
    row,
  }),
  goods: (row: Row<'product'>): Item => ({
    ...soldFrom(row),
    itemType: 'goods',
    name: row.productName,
    photoQuota: row.photoQuota,
    discountable: row.discountable,
    row,
  }),
  scene: (row: Row<'scene'>): Item => ({
    ...soldFrom(row),
    itemType: 'scene',
    name: row.sceneName,
    businessType: row.businessType,
    row,
  }),
  package: (row: Row<'photoPackage'>): Item => ({
    ...soldFrom(row),
    itemType: 'package',
    name: row.packageName,
    photoQuota: row.pickQuota,
    sessionCount: row.sessionCount,
    businessType: row.businessType,
    row,
  }),
}

/** Finds an item among those looked up. */
type FindItem = (ref: ItemRef) => Item | undefined

/** Looks up items, one statement a kind. `lock`: they stay as they are until the transaction ends. */
export async function itemsOf(c: CallContext, refs: readonly ItemRef[], { lock = false } = {}): Promise<FindItem> {
  const found = new Map<string, Item>()
  const look = async <T extends { id: number }>(
    kind: ItemKind,
    read: (id: number[]) => Promise<T[]>,
    from: (row: T) => Item,
  ): Promise<void> => {
    const ids = new Set(refs.flatMap(({ itemType, itemId }) => (itemType === kind && itemId ? [itemId] : [])))
    for (const row of ids.size > 0 ? await read([...ids]) : []) found.set(`${kind}/${row.id}`, from(row))
  }
  await look('service', (id) => c.select('service', { id }, { lock }), itemFrom.service)
  await look('goods', (id) => c.select('product', { id }, { lock }), itemFrom.goods)
  await look('scene', (id) => c.select('scene', { id }, { lock }), itemFrom.scene)
  await look('package', (id) => c.select('photoPackage', { id }, { lock }), itemFrom.package)
  return ({ itemType, itemId }) => found.get(`${itemType}/${itemId}`)
}

/** The item, or a refusal at the field that names it. */
export function mustFind(c: CallContext, find: FindItem, ref: ItemRef, at: Place): Item {
  return find(ref) ?? c.refuse(at, { zh: '项目不存在', en: 'There is no such item' })
}

/** Nothing leaves the shelf that a package on the shelf promises. The items must be locked. */
export async function mustNotBePromised(c: CallContext, kind: ItemKind, ids: readonly number[]): Promise<void> {
  const [found] = await c.tx.query<{ name: string }>(
    `select p."packageName" as "name" from "packageMapping" m join "photoPackage" p on p."id" = m."packageId"
     where not m."isDel" and not p."isDel" and p."status" = $3 and m."itemType" = $1 and m."itemId" = any($2::bigint[])
     order by 1 limit 1`,
    [stored(c, 'item_type', kind), ids, stored(c, 'shelf_status', 'on')],
  )
  if (found)
    c.refuse('status', {
      zh: `已上架的套系「${found.name}」包含它，不能下架`,
      en: `The package ${found.name}, which is on the shelf, contains it`,
    })
}
