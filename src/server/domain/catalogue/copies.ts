/** Rows that repeat an item's name and usual price, so that they can be searched and added up: kept as the item is. */
import type { CallContext, Row } from '../legacy.ts'
import { itemFrom, type Item, type ItemKind } from './items.ts'

/** Where an item's price is repeated beside its name. */
const COPIES = { packageMapping: 'price', priceItem: 'basePrice', saleCityPrice: 'basePrice' } as const

/** After an edit of an item: brings the rows that repeat it up to date. Orders keep what they were sold at (I-57, I-58). */
export async function carryItem(c: CallContext, kind: ItemKind, before: Row, after: Row): Promise<void> {
  const [old, item] = [itemFrom(c, kind, before), itemFrom(c, kind, after)]
  if (old.name === item.name && old.salePrice === item.salePrice) return
  for (const [resource, price] of Object.entries(COPIES)) {
    for (const row of await c.select(resource, { itemType: item.itemType, itemId: item.itemId })) {
      if (row.itemName !== item.name || row[price] !== item.salePrice)
        await c.update(resource, row, copied(item, price))
    }
  }
}

/** The values that repeat an item. `price`: the field its price goes to. */
export const copied = (item: Item, price: string): Record<string, unknown> => ({
  itemName: item.name,
  [price]: item.salePrice,
})
