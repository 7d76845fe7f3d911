/** Whether the person asking could take money now, and what to know of the day. */
import { dayText, midnightOf } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'
import { dutyNow, type Duty } from './duty.ts'
import { accountDay } from './statement.ts'

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
  return c.actor.lang === 'zh' ? `今日已日结，收款计入 ${on}` : `Today is reported; money counts for ${on}`
}

export const handlers: Handlers = { 'cashier/check': check }
