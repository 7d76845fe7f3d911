/** What the calendar brings (rules 2.16, 5.9): memberships, coupons and points run out, birthdays give points; by night, a lot at a time. */
import { dayText, midnightOf, momentOf, wallOf } from '../../../model/zone.ts'
import { Span, type CallContext, type Handler, type Handlers } from '../../platform/call.ts'
import { LOT } from '../../platform/lot.ts'
import { stored } from '../../platform/values.ts'
import { memberOf, movePoints } from './points.ts'

/** Moments that are over by now. */
const over = (c: CallContext): Span => new Span(0, c.now + 1)

/** Memberships whose time is over; the customer is one who bought, and pays the price of everybody. */
const members: Handler<'members/expire'> = async (c) => {
  const expired = await c.select('members', { status: 'valid', expireTime: over(c) }, { limit: LOT })
  for (const id of expired.map(({ customerId }) => customerId).sort((a, b) => a - b)) {
    // The customer first, as payments lock them.
    const customer = await c.find('customer', id, { lock: true })
    const member = await memberOf(c, id)
    if (!member || (member.expireTime ?? 0) > c.now) continue
    await c.move('members', member, 'expire')
    if (customer?.status === 'member') await c.move('customer', customer, 'leave')
  }
  return { count: expired.length }
}

/** Coupons nobody used in their time. */
const coupons: Handler<'customerCoupon/expire'> = async (c) => {
  const where = { status: 'unused', validTo: over(c) } as const
  const expired = await c.select('customerCoupon', where, { limit: LOT, lock: true })
  for (const coupon of expired) await c.move('customerCoupon', coupon, 'expire')
  return { count: expired.length }
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

/** Points of the grade for whoever has a birthday today, once a year; who was born on a leap day has it a day earlier. */
const birthdays: Handler<'members/birthdayPoints'> = async (c) => {
  const zone = c.model.app.timezone
  const { year, month, day } = wallOf(c.now, zone)
  const leap = wallOf(momentOf(zone, year, 3, 0), zone).day === 29
  const born = month === 2 && day === 28 && !leap ? ['02-28', '02-29'] : [dayText(c.now, zone).slice(5)]
  const due = await c.tx.query<{ customerId: number }>(
    `select m."customerId" from "members" m join "customer" c on c."id" = m."customerId" and not c."isDel"
     where m."companyId" = $1 and not m."isDel" and to_char(c."birthday", 'MM-DD') = any($2) order by m."id"`,
    [c.actor.companyId ?? 0, born],
  )
  const thisYear = new Span(momentOf(zone, year, 1, 1), c.now + 1)
  let count = 0
  for (const { customerId } of due) {
    const member = await memberOf(c, customerId)
    const change = (member && (await c.ref(member, 'grade')))?.birthdayIntegral ?? 0
    if (!member || change === 0) continue
    const given = { memberId: member.id, integralType: 'birthday', createTime: thisYear } as const
    if ((await c.count('integralMovement', given)) > 0) continue
    await movePoints(c, member, { type: 'birthday', change })
    count += 1
  }
  return { count }
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
  'members/birthdayPoints': birthdays,
  'customerCoupon/expire': coupons,
}
