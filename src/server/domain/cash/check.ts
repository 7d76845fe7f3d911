/** A shift: whether the person asking could take money now, what to know of the day, and how it begins. */
import { dayText, midnightOf } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers } from '../../platform/call.ts'
import { dutyNow, placeFor, type Duty } from './duty.ts'
import { accountDay, beginDrawer } from './statement.ts'

/** Never refuses. */
const check: Handler<'cashier/check'> = async (c) => {
  const duty = await dutyNow(c)
  if ('missing' in duty) return { ok: false, id: duty.cashier?.id, reason: duty.missing[c.actor.lang] }
  const { cashier, place } = duty
  return { ok: true, id: cashier.id, placeId: place.id, placeName: place.name, notice: await noticeOf(c, duty) }
}

/** Money of a day that is reported already stands in a day to come. */
async function noticeOf(c: CallContext, duty: Duty): Promise<string | undefined> {
  const { timezone } = c.model.app
  const { day } = await accountDay(c, duty)
  if (day === midnightOf(c.now, timezone)) return undefined
  const on = dayText(day, timezone)
  return c.actor.lang === 'zh' ? `今日已日结，款项计入 ${on}` : `Today is reported; money counts for ${on}`
}

/** Begins a shift at a place: one's own, or that of another for whoever keeps the cashiers. */
const bind: Handler<'cashier/bind'> = async (c) => {
  const { placeId, openingFloat } = c.input
  if (c.row.employeeId !== c.actor.employeeId && !c.can('cash-008.cashiers.bind'))
    c.refuse('id', { zh: '只能切换自己的收银点', en: 'Only your own shift can be begun' })
  const found = await placeFor(c, c.row, placeId)
  if ('why' in found) return c.refuse('placeId', found.why)
  const { place } = found
  const cashier = await c.update('cashier', c.row, { currentPlaceId: placeId, isOnDuty: true })
  if (openingFloat !== null && openingFloat !== undefined) await beginDrawer(c, { cashier, place }, openingFloat)
  return { id: c.row.id }
}

export const handlers: Handlers = { 'cashier/check': check, 'cashier/bind': bind }
