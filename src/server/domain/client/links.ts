/** Links by which a customer comes to what is theirs: made and withdrawn by staff, good for a while (E170; I-39). */
import { newCode, newToken, sameSecret, tokenHash } from '../../auth/tokens.ts'
import { securityLog, type SecurityEvent } from '../../auth/log.ts'
import { limiterOf } from '../../auth/rate.ts'
import { networkOf } from '../../network.ts'
import type { DbRow } from '../../types.ts'
import { pregnancyOf } from '../course/classes.ts'
import { filmsToPick } from './access.ts'
import { beginSession, signOut } from '../../platform/auth/sessions.ts'
import type { CallContext, Handler, Handlers, OwnHandler, Row, Values } from '../../platform/call.ts'

type Link = Row<'clientAccess'>

/** Where each kind of link leads. */
const PAGES: Record<NonNullable<Link['accessType']>, string> = {
  photos: '/client/client-view-photos',
  selection: '/client/client-view-photos',
  design: '/client/client-design',
  album: '/client/client-photo-album',
}

/** Whole where the parameters say the address of the site; else the path, which the browser completes. */
const addressOf = (c: CallContext, { accessType }: Partial<Link>, secret: string): string =>
  `${c.settings.site_address.trim().replace(/\/+$/, '')}${PAGES[accessType ?? 'photos']}?t=${secret}`

/** Makes a link to an order for its customer. Answers its address, which nobody can be told again. */
export async function makeLink(
  c: CallContext,
  order: Row<'order'>,
  values: Pick<Values<'clientAccess'>, 'accessType' | 'orderSessionId'>,
): Promise<string> {
  const secret = newToken()
  const { id: orderId, customerId } = order
  const link = await c.insert('clientAccess', { orderId, customerId, token: tokenHash(secret), ...values })
  return addressOf(c, link, secret)
}

const add: Handler<'clientAccess/add'> = async (c) => {
  const secret = newToken()
  const { orderId, workTaskId, withCode } = c.input
  const task = workTaskId ? await c.must('workTask', workTaskId, 'workTaskId') : undefined
  const order = task ? await c.mustRef(task, 'order') : await c.must('order', orderId, 'orderId')
  const orderSessionId = c.input.orderSessionId ?? task?.orderSessionId
  const session = await c.find('orderSession', orderSessionId)
  if (session && session.orderId !== order.id)
    c.refuse('orderSessionId', { zh: '不是该订单的场次', en: 'The session is of another order' })
  const { after: link } = await c.standard({
    customerId: c.input.customerId ?? order.customerId,
    orderId: order.id,
    orderSessionId,
    token: tokenHash(secret),
    accessCode: withCode ? newCode() : null,
  })
  return { id: link.id, address: addressOf(c, link, secret), accessCode: link.accessCode }
}

/** A link that is withdrawn, or narrowed, ends the sessions that were begun by it. */
const edit: Handler<'clientAccess/edit'> = async (c) => {
  const answer = await c.standard()
  await signOut(c, { where: 'linkId', ids: [c.row.id] })
  return answer
}

const SAY = {
  unknown: { zh: '链接无效', en: 'There is no such link' },
  withdrawn: { zh: '此链接已被撤回', en: 'This link was withdrawn' },
  ended: { zh: '此链接已过期', en: 'This link has ended' },
  code: { zh: '请输入访问码', en: 'Enter the access code' },
  wrongCode: { zh: '访问码不对', en: 'The access code is wrong' },
  tooMany: { zh: '操作过于频繁，请稍后再试', en: 'Too many tries; wait a little' },
}

interface Found extends DbRow {
  id: number
  companyId: number
  customerId: number
  accessCode: string | null
  enabled: boolean
  expireTime: number | null
  there: boolean
}

const FIND = `
select l."id", l."companyId", l."customerId", l."accessCode", l."status" = 1 as "enabled", l."expireTime",
  (c."id" is not null and o."id" is not null) as "there"
from "clientAccess" l
left join "order" o on o."id" = l."orderId" and not o."isDel" and o."customerId" = l."customerId"
left join "customer" c on c."id" = l."customerId" and not c."isDel" and c."mergedInto" is null
where l."token" = $1 and not l."isDel"`

/** Why nobody comes in by this link now. */
function closed(link: Found | undefined, now: number): (typeof SAY)[keyof typeof SAY] | undefined {
  if (!link?.there) return SAY.unknown
  if (!link.enabled) return SAY.withdrawn
  return link.expireTime !== null && link.expireTime <= now ? SAY.ended : undefined
}

/** Opens a link: a session of its customer that sees what the link names, as long as the link is good. */
const enter: OwnHandler<'clientAccess/enter'> = {
  async own(c) {
    const limits = limiterOf(c.clock)
    const note = (event: SecurityEvent, why: string): void => securityLog({ event, ip: c.actor.ip, why }, c.now)
    if (!limits.take('signIn', networkOf(c.actor.ip))) {
      note('tooMany', 'link')
      c.refuse(undefined, SAY.tooMany)
    }
    const [link] = await c.db.query<Found>(FIND, [tokenHash(c.input.t)])
    if (!link || closed(link, c.now)) {
      note('signInFailed', link ? `link ${link.id}` : 'link')
      return c.refuse('t', closed(link, c.now) ?? SAY.unknown)
    }
    if (link.accessCode !== null) {
      const { accessCode } = c.input
      if (!accessCode) return c.refuse('accessCode', SAY.code)
      const tries = `link ${link.id}`
      if (!limits.take('codeFromHere', tries)) {
        note('tooMany', tries)
        return c.refuse('accessCode', SAY.tooMany)
      }
      if (!sameSecret(accessCode, link.accessCode)) {
        note('codeWrong', tries)
        return c.refuse('accessCode', SAY.wrongCode)
      }
      limits.giveBack('codeFromHere', tries)
    }
    const owner = { customerId: link.customerId, corpId: link.companyId, linkId: link.id }
    const { token } = await c.db.transaction(async (tx) => {
      await tx.query(
        'update "clientAccess" set "viewCount" = coalesce("viewCount", 0) + 1, "lastViewTime" = $2 where "id" = $1',
        [link.id, new Date(c.now)],
      )
      return beginSession(tx, owner, c.now, c.actor.ip)
    })
    note('signIn', `link ${link.id}`)
    return { token }
  },
}

/** Who came, and what waits for their word. */
const mine: Handler<'clientAccess/mine'> = async (c) => {
  const link = await c.find('clientAccess', c.actor.linkId)
  const order = await c.find('order', link?.orderId)
  return {
    studio: (await c.find('company', c.actor.companyId))?.name,
    realName: c.actor.realName,
    orderNo: order?.orderNo,
    expireTime: link?.expireTime,
    toConfirm: await c.count('designTask', { designStatus: 'toConfirm' }, { seen: true }),
    toPick: (await filmsToPick(c)).length,
    classes: link === undefined && (await pregnancyOf(c)) !== undefined,
  }
}

export const handlers: Handlers = {
  'clientAccess/add': add,
  'clientAccess/edit': edit,
  'clientAccess/enter': enter,
  'clientAccess/mine': mine,
}
