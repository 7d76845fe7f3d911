/** Addresses from which calendar programs read a calendar (LANGUAGE § 12 `feed`): each a person's own, and theirs to withdraw. */
import { randomBytes } from 'node:crypto'
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { refuseUnknown } from '../refusals.ts'
import { screenOf } from './screens.ts'

/** The most addresses of a person. */
const MOST = 20
/** Random bytes of a link: nobody comes upon an address by counting. */
const LINK_BYTES = 12
/** How long an address is good. */
const GOOD_FOR = 366 * DAY

const NO_FEED = {
  zh: '没有可以订阅的日历，或没有查看它的权限',
  en: 'There is no such calendar to subscribe to, or it is not yours to see',
}

function personOf(c: CallContext): number {
  return c.actor.employeeId ?? c.refuse(undefined, { zh: '请以员工身份登录', en: 'Sign in as a member of staff' })
}

const mine: Handler<'calendarFeed/mine'> = async (c) => {
  const own = await c.select('calendarFeed', { createBy: personOf(c) })
  return own
    .filter(({ screen, roleId }) => screen === c.input.screen && roleId === c.actor.roleId)
    .map(({ link, name, until }) => ({ link, name, until, address: addressOf(c, link, until) }))
}

const addressOf = (c: CallContext, link: Row<'calendarFeed'>['link'], until: number | null): string =>
  c.files.seal.address(`/feeds/${link ?? ''}.ics`, until ?? 0)

const make: Handler<'calendarFeed/make'> = async (c) => {
  const { name, screen, filters } = c.input
  const person = personOf(c)
  const view = screenOf(c, screen)?.view
  if (view?.view !== 'calendar' || !view.feed) return c.refuse('screen', NO_FEED)
  const known = new Set(view.filters.flatMap((filter) => filter.wire))
  const asked = Object.entries(filters ?? {})
  const wrong = asked.find(([key]) => !known.has(key))
  if (wrong) c.refuse('filters', { zh: `没有筛选项「${wrong[0]}」`, en: `There is no filter “${wrong[0]}”` })
  // Two at once do it one after the other, so that there are never more than may be.
  await c.find('employee', person, { lock: true })
  if ((await c.count('calendarFeed', { createBy: person })) >= MOST)
    c.refuse('name', { zh: `最多 ${MOST} 个订阅`, en: `At most ${MOST} subscriptions` })
  const { link } = await c.insert('calendarFeed', {
    ...{ name, screen, filters: Object.fromEntries(asked), link: randomBytes(LINK_BYTES).toString('base64url') },
    ...{ lang: c.actor.lang, userId: c.actor.userId, roleId: c.actor.roleId, until: c.now + GOOD_FOR },
  })
  return { link }
}

const drop: Handler<'calendarFeed/drop'> = async (c) => {
  const [feed] = await c.select('calendarFeed', { link: c.input.link, createBy: personOf(c) }, { limit: 1 })
  if (!feed) return refuseUnknown(c, 'link')
  await c.remove('calendarFeed', feed)
  return null
}

export const handlers: Handlers = {
  'calendarFeed/mine': mine,
  'calendarFeed/make': make,
  'calendarFeed/drop': drop,
}
