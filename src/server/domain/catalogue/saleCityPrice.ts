/** Prices city by city (rules 1.6): entered, changed together, copied to another city; and what all prices come to. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Values } from '../../platform/call.ts'
import { copied } from './copies.ts'
import { itemsOf, mustFind, type ItemRef } from './items.ts'
import { resolvePrices } from './prices.ts'

/** Name and usual price of the item; of a package, also that it is its price. */
async function described(c: CallContext, { itemType, itemId }: ItemRef): Promise<Values<'saleCityPrice'>> {
  const ref = { itemType, itemId }
  const item = mustFind(c, await itemsOf(c, [ref]), ref, 'itemId')
  return { ...copied(item), packageId: item.itemType === 'package' ? item.itemId : null }
}

const add: Handler<'saleCityPrice/add'> = async (c) => c.standard(await described(c, c.input))

const edit: Handler<'saleCityPrice/edit'> = async (c) => c.standard(await described(c, { ...c.row, ...c.input }))

/** A price changed by a share, in whole yuan. */
const moved = (price: Cents, percent: number): Cents => Math.round((price * (100 + percent)) / 10_000) * 100

const batch: Handler<'saleCityPrice/batch'> = async (c) => {
  for (const row of c.rows) await c.update('saleCityPrice', row, { price: moved(row.price, c.input.percent) })
  return { count: c.rows.length }
}

/** Gives a city the prices of another: those it lacks, or all. */
const copyCity: Handler<'saleCityPrice/copyCity'> = async (c) => {
  const { fromCity, toCity, percent, overwrite } = c.input
  if (fromCity === toCity) c.refuse('toCity', { zh: '请选择另一个城市', en: 'Choose another city' })
  const there = await c.select('saleCityPrice', { cityCode: toCity }, { lock: true })
  let count = 0
  for (const row of await c.select('saleCityPrice', { cityCode: fromCity })) {
    const { itemType, itemId, packageId, itemName, basePrice, isOnSale } = row
    const twin = there.find((one) => one.itemType === itemType && one.itemId === itemId)
    if (twin && !overwrite) continue
    const values = { price: percent === 0 ? row.price : moved(row.price, percent), isOnSale }
    if (twin) await c.update('saleCityPrice', twin, values)
    else
      await c.insert('saleCityPrice', {
        ...{ itemType, itemId, packageId, itemName, basePrice },
        ...values,
        cityCode: toCity,
      })
    count += 1
  }
  return { count }
}

/** What items cost in a city now, for the screens that sell. What they may be lowered to is not said: `order/add` knows. */
const resolve: Handler<'saleCityPrice/resolve'> = async (c) => {
  const prices = await resolvePrices(c, c.input)
  return prices.map(({ name: itemName, minPrice: _least, item: _item, discountable: _may, ...price }) => ({
    ...price,
    itemName,
  }))
}

export const handlers: Handlers = {
  'saleCityPrice/add': add,
  'saleCityPrice/edit': edit,
  'saleCityPrice/batch': batch,
  'saleCityPrice/copyCity': copyCity,
  'saleCityPrice/resolve': resolve,
}
