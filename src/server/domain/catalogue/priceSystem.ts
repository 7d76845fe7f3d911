/** Price lists (rules 1.6): one in force for a city and a business on any day. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import type { DbRow } from '../../types.ts'
import { target } from '../rows.ts'
import { stored } from '../values.ts'
import { copied } from './copies.ts'
import { isKind, itemsOf, mustFind } from './items.ts'
import { EXTRA_PHOTO, extraPhotoPrice } from './prices.ts'

const add: Handler = async (c) => {
  const answer = (await c.standard()) as { id: number }
  await mustStandAlone(c, answer.id)
  return answer
}

const edit: Handler = async (c) => {
  const answer = await c.standard()
  await mustStandAlone(c, target(c).id)
  return answer
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
async function described(c: CallContext, line: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (isKind(c, line, 'extraPhoto')) return { itemId: null, itemName: EXTRA_PHOTO, basePrice: extraPhotoPrice(c) }
  const ref = { itemType: String(line.itemType), itemId: Number(line.itemId) }
  return copied(mustFind(c, await itemsOf(c, [ref]), ref, 'itemId'), 'basePrice')
}

/** A list has one price for extra photos, which no item tells apart. */
async function mustBeOnlyOne(c: CallContext, line: Record<string, unknown>, own?: number): Promise<void> {
  if (!isKind(c, line, 'extraPhoto')) return
  const there = await c.select('priceItem', { priceSystemId: line.priceSystemId, itemType: line.itemType })
  if (there.some((one) => one.id !== own))
    c.refuse('itemType', { zh: '该项目已在价格表中', en: 'The list has a price for it already' })
}

const addLine: Handler = async (c) => {
  await c.seen('priceSystem', Number(c.input.priceSystemId), { lock: true })
  await mustBeOnlyOne(c, c.input)
  return c.standard(await described(c, c.input))
}

const editLine: Handler = async (c) => {
  const before = target(c)
  const line: Row = { ...before, ...c.input, id: before.id, version: before.version }
  await mustBeOnlyOne(c, line, before.id)
  return c.standard(await described(c, line))
}

export const handlers: Handlers = {
  'priceSystem/add': add,
  'priceSystem/edit': edit,
  'priceItem/add': addLine,
  'priceItem/edit': editLine,
}
