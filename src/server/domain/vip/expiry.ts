/** What runs out by the calendar (rules 2.16, 5.9): memberships, coupons, points; by night, a lot at a time. */
import { midnightOf, momentOf, wallOf } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'
import { LOT } from '../lot.ts'
import { stored } from '../values.ts'
import { memberOf, movePoints } from './points.ts'

/** Ids of a query over one company, a lot of them at most. Parameters from `$2` on. */
async function idsOf(c: CallContext, sql: string, ...parameters: unknown[]): Promise<number[]> {
  const rows = await c.tx.query<{ id: number }>(`${sql} order by 1 limit ${LOT}`, [
    c.actor.companyId ?? 0,
    ...parameters,
  ])
  return rows.map((row) => row.id)
}

/** Memberships whose time is over; the customer is one who bought, and pays the price of everybody. */
const members: Handler<'members/expire'> = async (c) => {
  const customers = await idsOf(
    c,
    'select "customerId" as "id" from "members" where "companyId" = $1 and not "isDel" and "status" = $2 and "expireTime" <= $3',
    stored(c, 'member_status', 'valid'),
    new Date(c.now),
  )
  for (const id of customers) {
    // The customer first, as payments lock them.
    const customer = await c.find('customer', id, { lock: true })
    const member = await memberOf(c, id)
    if (!member || (member.expireTime ?? 0) > c.now) continue
    await c.move('members', member, 'expire')
    if (customer?.status === 'member') await c.move('customer', customer, 'leave')
  }
  return { count: customers.length }
}

/** Coupons nobody used in their time. */
const coupons: Handler<'customerCoupon/expire'> = async (c) => {
  const ids = await idsOf(
    c,
    'select "id" from "customerCoupon" where "companyId" = $1 and not "isDel" and "status" = $2 and "validTo" <= $3',
    stored(c, 'coupon_status', 'unused'),
    new Date(c.now),
  )
  for (const coupon of await c.select('customerCoupon', { id: ids, status: 'unused' }, { lock: true }))
    await c.move('customerCoupon', coupon, 'expire')
  return { count: ids.length }
}

/** Points older than the parameter allows. Spending takes the oldest first, so what was gained since is what may stay. */
const points: Handler<'members/expirePoints'> = async (c) => {
  const months = c.settings.integral_valid_months
  if (months <= 0) return { count: 0 }
  const stale = await c.tx.query<{ id: number; customerId: number; fresh: number }>(
    `select m."id", m."customerId", f."fresh" from "members" m cross join lateral (
       select coalesce(sum(i."change"), 0)::int as "fresh" from "integralMovement" i
       where i."memberId" = m."id" and i."change" > 0 and i."createTime" >= $2 and not i."isDel") f
     where m."companyId" = $1 and not m."isDel" and m."status" = $3 and m."integral" > f."fresh"
     order by m."id" limit ${LOT}`,
    [c.actor.companyId ?? 0, new Date(monthsBefore(c, months)), stored(c, 'member_status', 'valid')],
  )
  for (const { customerId, fresh } of stale) {
    const member = await memberOf(c, customerId)
    if (member) await movePoints(c, member, { type: 'expire', change: Math.min(fresh - member.integral, 0) })
  }
  return { count: stale.length }
}

/** Midnight of the day so many months ago. */
function monthsBefore(c: CallContext, months: number): number {
  const zone = c.model.app.timezone
  const { year, month, day } = wallOf(midnightOf(c.now, zone), zone)
  return momentOf(zone, year, month - months, day)
}

export const handlers: Handlers = {
  'members/expire': members,
  'members/expirePoints': points,
  'customerCoupon/expire': coupons,
}
