/** Signing in by a number and its code, or by WeChat: staff, and customers to the area that is theirs (rules 4.1, 6.4). */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { wechatOpenId } from '../../auth/wechat.ts'
import type { Model } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { beginSession } from '../../platform/auth/sessions.ts'
import { codeProves, enter, givenCode, limit, note, sendCode, type GivenCode } from '../../platform/accounts/session.ts'
import { accountOf, accountOfWechat, type Account } from '../../platform/accounts/identity.ts'
import type { Handlers, OwnContext, OwnHandler } from '../../platform/call.ts'
import { stored } from '../../platform/values.ts'

const SAY = {
  unknown: {
    zh: '该手机号未登记，请核对，或请门店为您登记',
    en: 'We do not know this number; check it, or ask the studio to add it',
  },
  noWechat: { zh: '微信登录失败，请用手机号登录', en: 'WeChat did not confirm who you are; sign in by mobile' },
}

/** A customer as the customer area shows them. */
interface CustomerInfo extends DbRow {
  id: number
  realName: string
  mobile: string
  companyId: number
}

/** The living customer of a number; of several companies the one last bought from. */
const customerOf = (db: Queryable, mobile: string): Promise<CustomerInfo | undefined> =>
  customerBy(db, 'mobile', mobile)

/** The living customer bound to a WeChat identity. */
const customerOfWechat = (db: Queryable, openId: string): Promise<CustomerInfo | undefined> =>
  customerBy(db, 'wxOpenId', openId)

async function customerBy(
  db: Queryable,
  column: 'mobile' | 'wxOpenId',
  value: string,
): Promise<CustomerInfo | undefined> {
  const [row] = await db.query<CustomerInfo>(
    `select "id", "realName", "mobile", "companyId" from "customer"
     where "${column}" = $1 and not "isDel" and "mergedInto" is null order by "lastConsumeTime" desc nulls last, "id" desc limit 1`,
    [value],
  )
  return row
}

interface Asking {
  db: Queryable
  model: Model
}

/**
 * The company in which a number is that of an expectant mother alone: of her lead, which is live or in the club, and of
 * no customer, nor of anybody who works here (0046).
 */
async function expectantIn({ db, model }: Asking, mobile: string): Promise<number | undefined> {
  const state = (name: DictionaryValues['lead_biz_state']): number => stored({ model }, 'lead_biz_state', name)
  const pregnant = stored({ model }, 'business_type', 'pregnant')
  const asked = [mobile, pregnant, [state('pool'), state('inHand')], state('lost')]
  const [row] = await db.query<{ companyId: number }>(EXPECTANT, asked)
  return row?.companyId
}

const EXPECTANT = `
select l."companyId" from "lead" l
where l."mobile" = $1 and l."businessType" = $2 and l."customerId" is null and not l."isDel"
  and (l."bizState" = any($3) or l."bizState" = $4 and l."clubCount" > 0)
  and not exists (select 1 from "customer" c where c."mobile" = $1 and not c."isDel")
  and not exists (select 1 from "user" u where u."mobile" = $1 and not u."isDel")
order by l."id" desc limit 1`

/**
 * An expectant mother who is a lead only becomes a customer when she has shown her number to be hers. Asked again either
 * way: she may have become one a moment ago, by another window.
 */
async function putOnFile(c: OwnContext, mobile: string): Promise<CustomerInfo | undefined> {
  const companyId = await expectantIn(c, mobile)
  if (companyId !== undefined) await c.bySystem(companyId, 'lead/putSelfOnFile', { mobile })
  return customerOf(c.db, mobile)
}

/** Number and code, or WeChat's code alone: staff get a session of staff, a customer one of the customer area. */
const wxLogin: OwnHandler<'system/wxLogin'> = {
  async own(c) {
    limit(c, 'signIn')
    const given = givenCode(c.input)
    const { user, customer } = given.mobile ? await byNumber(c, given) : await byWechat(c, given.code)
    if (user && c.input.userType !== 'customer') return { ...(await enter(c, user)), userType: 'staff' }
    if (!customer) return c.refuse('mobile', SAY.unknown)
    return enterAsCustomer(c, customer)
  },
}

interface Proven {
  user?: Account
  customer?: CustomerInfo
}

async function byNumber(c: OwnContext, given: GivenCode): Promise<Proven> {
  await codeProves(c, given)
  const { mobile } = given
  const [user, customer] = await Promise.all([accountOf(c.db, mobile), customerOf(c.db, mobile)])
  return { user, customer: customer ?? (await putOnFile(c, mobile)) }
}

async function byWechat(c: OwnContext, code: string): Promise<Proven> {
  const openId = await wechatOpenId(code)
  if (openId === undefined) return c.refuse('code', SAY.noWechat)
  return { user: await accountOfWechat(c.db, openId), customer: await customerOfWechat(c.db, openId) }
}

async function enterAsCustomer(
  c: OwnContext,
  { id, realName, mobile, companyId }: CustomerInfo,
): Promise<Record<string, unknown>> {
  const { token } = await beginSession(c.db, { customerId: id, corpId: companyId }, c.now, c.actor.ip)
  note(c, 'signIn', { mobile, why: 'customer' })
  return { token, activation: true, userType: 'customer', customerDO: { id, realName, mobile, corpId: companyId } }
}

/** Whether a number is a living customer's, or that of an expectant mother. Both are asked of every number alike. */
export const knowsCustomer = async (c: Asking, mobile: string): Promise<boolean> => {
  const found = await Promise.all([customerOf(c.db, mobile), expectantIn(c, mobile)])
  return found.some((one) => one !== undefined)
}

export const handlers: Handlers = {
  'system/wxLogin': wxLogin,
  'wx/sendCode': { own: (c) => sendCode(c, c.input.mobile.trim(), 'wxLogin') },
}
