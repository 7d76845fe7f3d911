/** Price lists (rules 1.6): one in force for a city and a business on any day. */
import type { DbRow } from '../../types.ts'
import type { CallContext, Handler, Handlers, Values } from '../../platform/call.ts'
import { stored } from '../../platform/values.ts'
import { copied } from './copies.ts'
import { itemsOf, mustFind, type ItemRef } from './items.ts'
import { EXTRA_PHOTO, extraPhotoPrice } from './prices.ts'

const add: Handler<'priceSystem/add'> = async (c) => {
  const done = await c.standard()
  await mustStandAlone(c, done.after.id)
  return done
}

const edit: Handler<'priceSystem/edit'> = async (c) => {
  const done = await c.standard()
  await mustStandAlone(c, done.after.id)
  return done
}

/**
 * Two lists made for the same business and the same cities cannot be in force on one day. A list for every city and
 * one for this city can: the one made for the city goes first. Lists are saved one after another for that.
 */
async function mustStandAlone(c: CallContext, id: number): Promise<void> {
  await c.tx.query(`select pg_advisory_xact_lock(hashtext('priceSystem'), $1::int)`, [c.actor.companyId ?? 0])
  const [other] = await c.tx.query<DbRow & { name: string }>(
    `select o."name" from "priceSystem" l join "priceSystem" o on o."id" <> l."id" and o."companyId" = l."companyId"
     where l."id" = $1 and l."status" = $2 and o."status" = $2 and not o."isDel"
       and o."businessType" is not distinct from l."businessType"
       and (o."cityCodes" && l."cityCodes" or (coalesce(cardinality(o."cityCodes"), 0) = 0 and coalesce(cardinality(l."cityCodes"), 0) = 0))
       and o."startDate" <= coalesce(l."endDate", 'infinity') and coalesce(o."endDate", 'infinity') >= l."startDate"
     order by o."id" limit 1`,
    [id, stored(c, 'enable_status', 'enabled')],
  )
  if (other)
    c.refuse('startDate', {
      zh: `同一城市、同一业务在此期间已有价格表「${other.name}」`,
      en: `${other.name} is in force there in this period`,
    })
}

/** Name and usual price of what a line of the list is about. */
async function described(c: CallContext, { itemType, itemId }: ItemRef): Promise<Values<'priceItem'>> {
  if (itemType === 'extraPhoto') return { itemId: null, itemName: EXTRA_PHOTO, basePrice: extraPhotoPrice(c) }
  const ref = { itemType, itemId }
  return copied(mustFind(c, await itemsOf(c, [ref]), ref, 'itemId'))
}

/** A list has one price for extra photos, which no item tells apart. `own`: the line that may stay. */
async function mustBeOnlyOne(c: CallContext, priceSystemId: number, own?: number): Promise<void> {
  const there = await c.select('priceItem', { priceSystemId, itemType: 'extraPhoto' })
  if (there.some((one) => one.id !== own))
    c.refuse('itemType', { zh: '该项目已在价格表中', en: 'The list has a price for it already' })
}

const addLine: Handler<'priceItem/add'> = async (c) => {
  const { priceSystemId, itemType } = c.input
  await c.seen('priceSystem', priceSystemId, { lock: true })
  if (itemType === 'extraPhoto') await mustBeOnlyOne(c, priceSystemId)
  return c.standard(await described(c, c.input))
}

const editLine: Handler<'priceItem/edit'> = async (c) => {
  const line = { ...c.row, ...c.input }
  if (line.itemType === 'extraPhoto') await mustBeOnlyOne(c, line.priceSystemId ?? c.row.priceSystemId, c.row.id)
  return c.standard(await described(c, line))
}

export const handlers: Handlers = {
  'priceSystem/add': add,
  'priceSystem/edit': edit,
  'priceItem/add': addLine,
  'priceItem/edit': editLine,
}
