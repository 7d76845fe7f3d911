/** Special sales (rules 2.16; I-57): each item keeps the full price it had, and is sold for no more than that. */
import { formatMoney } from '../../../model/format.ts'
import type { Call, Handler, Handlers, Values } from '../../platform/call.ts'
import { itemsOf } from '../catalogue/items.ts'

/** The items of a sale with their full prices; refuses a sale price above it. */
async function withFullPrices(
  c: Call<'specialSale/add'> | Call<'specialSale/edit'>,
): Promise<Pick<Values<'specialSale'>, 'items'>> {
  const { items } = c.input
  if (!items) return {}
  const find = await itemsOf(c, items)
  return {
    items: items.map((one, at) => {
      const originPrice = find(one)?.salePrice
      if (originPrice === undefined) return one
      if ((one.salePrice ?? 0) > originPrice) {
        const full = formatMoney(originPrice / 100)
        c.refuse(`items[${at}].salePrice`, {
          zh: `特卖价不能高于原价 ${full}`,
          en: `The sale price is not above the full price of ${full}`,
        })
      }
      return { ...one, originPrice }
    }),
  }
}

const add: Handler<'specialSale/add'> = async (c) => c.standard(await withFullPrices(c))
const edit: Handler<'specialSale/edit'> = async (c) => c.standard(await withFullPrices(c))

export const handlers: Handlers = { 'specialSale/add': add, 'specialSale/edit': edit }
