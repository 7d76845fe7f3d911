/** A selection in hand: what was picked, how many photos are over, and which products wait for photos (rules 2.9; I-29, I-30). */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { sessionsTogether } from '../task/selection.ts'

export type Film = Row<'selectedFilm'>

/** How far a selection is. */
export interface Picked {
  picked: number
  quota: number
  extra: number
  extraPrice: Cents
  extraAmount: Cents
  photos: number
}

/** One unit of a product that takes photos. */
interface Place {
  /** Stands for item and unit. */
  id: string
  orderItemId: number
  unitNo: number
  itemName: string | null | undefined
  used: number
  quota: number
  min: number
}

/**
 * The sessions whose photos a selection is made from: its own, those that this one makes up for, and those that make
 * up for it. Selections of before do not name them.
 */
export async function sessionsOf(c: CallContext, film: Film): Promise<number[]> {
  if (film.sessionIds?.length) return film.sessionIds
  const session = await c.mustRef(film, 'orderSession')
  return (await sessionsTogether(c, session)).map(({ id }) => id)
}

/** What was picked, and what is over; nothing is written. */
export async function pickedOf(c: CallContext, film: Film): Promise<Picked> {
  const orderSessionId = await sessionsOf(c, film)
  const [picked, photos] = await Promise.all([
    c.count('pick', { selectedFilmId: film.id, pickType: 'keep' }),
    c.count('photo', { orderSessionId, photoStage: 'raw' }),
  ])
  const quota = film.quota ?? 0
  const extra = Math.max(0, picked - quota)
  const extraPrice = film.extraPrice ?? 0
  return { picked, quota, extra, extraPrice, extraAmount: extra * extraPrice, photos }
}

/** Writes down how many photos were picked. */
export async function recount(c: CallContext, film: Film): Promise<Picked> {
  const now = await pickedOf(c, film)
  if (film.pickedCount !== now.picked || film.extraCount !== now.extra)
    await c.update('selectedFilm', film, { pickedCount: now.picked, extraCount: now.extra })
  return now
}

/** Items of the order that take photos, with the product of each. */
export async function itemsOf(
  c: CallContext,
  orderId: number,
): Promise<{ item: Row<'orderItem'>; product: Row<'product'>; quota: number }[]> {
  const items = await c.select('orderItem', { orderId, itemType: 'goods', status: 'active' })
  const products = await c.select('product', { id: [...new Set(items.flatMap(({ itemId }) => itemId ?? []))] })
  return items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.itemId)
    const quota = item.photoQuota || (product?.photoQuota ?? 0)
    return product && quota > 0 ? [{ item, product, quota }] : []
  })
}

/** The units to fill, with how full they are by all selections of the order. */
export async function placesOf(c: CallContext, orderId: number): Promise<Place[]> {
  const items = await itemsOf(c, orderId)
  const placed = await c.select('pickProduct', { orderItemId: items.map(({ item }) => item.id) })
  return items.flatMap(({ item, product, quota }) =>
    Array.from({ length: item.quantity }, (_, i) => {
      const unitNo = i + 1
      const used = placed.filter((one) => one.orderItemId === item.id && one.unitNo === unitNo).length
      const { id: orderItemId, itemName } = item
      const min = Math.min(product.photoMin ?? 0, quota)
      return { id: `${orderItemId}-${unitNo}`, orderItemId, unitNo, itemName, used, quota, min }
    }),
  )
}

/** The order of a selection. */
export async function orderIdOf(c: CallContext, film: Film): Promise<number> {
  return (await c.mustRef(film, 'workTask')).orderId
}
