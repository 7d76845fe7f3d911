/** Rows that repeat an item's name and usual price, so that they can be searched and added up: kept as the item is. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext } from '../../platform/call.ts'
import type { Item } from './items.ts'

/** After an edit of an item: brings the rows that repeat it up to date. Orders keep what they were sold at (I-57, I-58). */
export async function carryItem(c: CallContext, before: Item, after: Item): Promise<void> {
  const { itemType, itemId, name: itemName, salePrice } = after
  if (before.name === itemName && before.salePrice === salePrice) return
  if (itemType !== 'package')
    for (const row of await c.select('packageMapping', { itemType, itemId }))
      if (row.itemName !== itemName || row.price !== salePrice)
        await c.update('packageMapping', row, { itemName, price: salePrice })
  for (const resource of ['priceItem', 'saleCityPrice'] as const)
    for (const row of await c.select(resource, { itemType, itemId }))
      if (row.itemName !== itemName || row.basePrice !== salePrice) await c.update(resource, row, copied(after))
}

/** The values by which a price repeats its item. */
export const copied = ({ name, salePrice }: Item): { itemName: string; basePrice: Cents } => ({
  itemName: name,
  basePrice: salePrice,
})
