/** Memberships (rules 2.16): a card is opened and renewed against an annual fee, and runs once the fee is paid. */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import { voidBill } from '../cash/bill.ts'
import type { Payment } from '../cash/payment.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { yearsAfter } from './grades.ts'
import { words } from '../../platform/values.ts'
import { membershipOf, movePoints } from './points.ts'

type Member = Row<'members'>
type Grade = Row<'memberConfig'>

/** The annual fee of a grade in the city of a customer. */
function feeOf(grade: Grade, customer: Row<'customer'> | undefined): Cents {
  const local = grade.cityPrices?.find(({ cityCode }) => cityCode === customer?.cityCode)
  return local?.tollPrice ?? grade.tollPrice ?? 0
}

/** When a membership ends that so many years are added to: from its end on, or from now if it is over. */
function endOf(c: CallContext, member: Pick<Member, 'status' | 'expireTime'> | undefined, years: number): number {
  const runs = member?.status === 'valid' ? (member.expireTime ?? c.now) : c.now
  return yearsAfter(Math.max(runs, c.now), years, c.model.app.timezone)
}

/** Asks for the fee of some years; where there is none, the membership runs on at once. */
async function askFee(c: CallContext, member: Member, years: number): Promise<Row<'memberRenewal'>> {
  const grade = await c.mustRef(member, 'grade')
  const customer = await c.ref(member, 'customer')
  if ((await openFees(c, member)).length > 0)
    c.refuse('renewYears', { zh: '还有一笔年费未付', en: 'An annual fee is still to be paid' })
  const made = await c.insert('memberRenewal', { memberId: member.id, years, fee: feeOf(grade, customer) * years })
  if (made.fee === 0) await runOn(c, made)
  return made
}

/** The open bills of annual fees. */
async function openFees(c: CallContext, member: Member): Promise<Row<'bill'>[]> {
  const asked = await c.select('memberRenewal', { memberId: member.id, paidTime: null })
  const ids = asked.flatMap(({ billId }) => billId ?? [])
  return c.select('bill', { id: ids, billStatus: ['unpaid', 'part'] }, { lock: true })
}

/** A fee is paid: the membership runs so many years longer, and its customer has the price of members. */
async function runOn(c: CallContext, renewal: Row<'memberRenewal'>): Promise<void> {
  const member = await c.mustRef(renewal, 'member', { lock: true })
  const newExpireTime = endOf(c, member, renewal.years)
  await c.update('memberRenewal', renewal, {
    oldExpireTime: member.expireTime,
    newExpireTime,
    paidTime: c.now,
  })
  const values = { expireTime: newExpireTime, joinTime: member.joinTime ?? c.now }
  if (member.status === 'valid') await c.update('members', member, values)
  else await c.move('members', member, 'renew', values)
  const customer = await c.mustRef(member, 'customer', { lock: true })
  const known = await c.update('customer', customer, { memberId: member.id, memberGradeId: member.gradeId })
  if (known.status === 'won') await c.move('customer', known, 'join')
}

/** Money on the bill of an annual fee; other bills of this kind set nothing going. */
export async function feePaid(c: CallContext, { bill }: Payment): Promise<undefined> {
  const [renewal] = await c.select('memberRenewal', { billId: bill.id }, { limit: 1, lock: true })
  if (renewal && bill.billStatus === 'paid' && renewal.paidTime === null) await runOn(c, renewal)
}

/** A payment of an annual fee was taken back: its years go with it. */
export async function undoFee(c: CallContext, bill: Row<'bill'>): Promise<void> {
  const [renewal] = await c.select('memberRenewal', { billId: bill.id }, { limit: 1, lock: true })
  if (!renewal?.paidTime) return
  const member = await c.mustRef(renewal, 'member', { lock: true })
  if (member.expireTime !== renewal.newExpireTime)
    c.refuse(undefined, {
      zh: '之后又续过费，请先冲销后一笔',
      en: 'The membership was renewed again since; undo that payment first',
    })
  await c.update('memberRenewal', renewal, { paidTime: null, newExpireTime: null, oldExpireTime: null })
  const expireTime = renewal.oldExpireTime
  // The first fee made the member: without it there was none yet (I-18).
  const joinTime = (expireTime ?? 0) > (member.joinTime ?? 0) ? member.joinTime : null
  const before = { expireTime, joinTime }
  if ((expireTime ?? 0) > c.now || member.status !== 'valid') await c.update('members', member, before)
  else await lapse(c, await c.move('members', member, joinTime === null ? 'unpay' : 'lapse', before))
}

/** The customer of a membership that no longer runs pays the price of everybody. */
async function lapse(c: CallContext, member: Member): Promise<void> {
  const customer = await c.ref(member, 'customer', { lock: true })
  if (customer?.status === 'member') await c.move('customer', customer, 'leave')
}

const register: Handler<'members/register'> = async (c) => {
  const { gradeId, cardNo, salesId, years } = c.input
  const customer = await c.must('customer', c.input.customerId, 'customerId')
  const grade = await c.must('memberConfig', gradeId, 'gradeId')
  if (grade.status !== 'enabled') c.refuse('gradeId', { zh: '等级已停用', en: 'This grade is not given any more' })
  const held = await membershipOf(c, customer.id)
  const already = heldAlready(held)
  if (already) c.refuse('customerId', already)
  const values = { gradeId, cardNo, salesId: salesId ?? c.actor.employeeId, accountBalance: customer.accountBalance }
  // Who gave the card up has it again, and begins anew.
  const member = held
    ? await c.move('members', held, 'rejoin', { ...values, joinTime: null, expireTime: null })
    : await c.insert('members', { customerId: customer.id, ...values })
  const { billId, fee } = await askFee(c, member, years ?? grade.validYears)
  const bill = await c.find('bill', billId)
  return { id: member.id, billId, billNo: bill?.billNo, fee }
}

/** What a card would cost and how long it runs; and, before anything else is asked, that there is one already. */
const foresee: Handler<'members/foresee'> = async (c) => {
  const grade = await c.find('memberConfig', c.input.gradeId)
  const customer = await c.seen('customer', c.input.customerId)
  const [held] = customer ? await c.select('members', { customerId: customer.id }, { limit: 1 }) : []
  const hint = heldAlready(held)
  const said = hint ? { hint: hint.zh, hintEn: hint.en } : {}
  if (!grade) return said
  const years = c.input.years ?? grade.validYears
  return { ...said, fee: feeOf(grade, customer) * years, expireTime: endOf(c, undefined, years) }
}

/** That a customer has a card; one that was given up is none. */
function heldAlready(held: Member | undefined): Text | undefined {
  if (!held || held.status === 'cancelled') return undefined
  const { memberNo } = held
  return { zh: `该客户已有会员卡 ${memberNo}，请续费`, en: `The customer has the card ${memberNo}; renew it` }
}

/** What a renewal would cost, and until when the membership would run. */
const foreseeRenewal: Handler<'members/foreseeRenewal'> = async (c) => {
  const { renewYears } = c.input
  if (!renewYears) return {}
  const fee = feeOf(await c.mustRef(c.row, 'grade'), await c.ref(c.row, 'customer'))
  return { fee: fee * renewYears, newExpireTime: endOf(c, c.row, renewYears) }
}

const edit: Handler<'members/edit'> = async (c) => {
  const { renewYears, ...values } = c.input
  const { gradeId } = values
  const member = await c.update('members', c.row, {
    ...(values.cardNo === undefined ? {} : { cardNo: values.cardNo }),
    ...(values.salesId === undefined ? {} : { salesId: values.salesId }),
    ...(gradeId ? { gradeId } : {}),
  })
  if (gradeId && gradeId !== c.row.gradeId && member.status === 'valid') {
    const customer = await c.mustRef(member, 'customer', { lock: true })
    await c.update('customer', customer, { memberGradeId: gradeId })
  }
  const billId = renewYears ? (await askFee(c, member, renewYears)).billId : undefined
  return { id: member.id, billId }
}

/** A membership is given up: its points end with it, and a fee that waits is not asked for any more. */
const cancel: Handler<'members/cancel'> = async (c) => {
  for (const bill of await openFees(c, c.row)) await voidBill(c, bill, words(c, 'written', 'membershipCancelled'))
  const done = await c.standard()
  const { before, after } = done
  await movePoints(c, after, { type: 'expire', change: -after.integral })
  if (before.status === 'valid') await lapse(c, after)
  return done
}

const tollPrice: Handler<'memberConfig/tollPrice'> = async (c) => {
  const grade = await c.must('memberConfig', c.input.gradeId, 'gradeId')
  const { cityPrices = grade.cityPrices } = c.input
  const cities = cityPrices.map(({ cityCode }) => cityCode)
  if (new Set(cities).size < cities.length)
    c.refuse('cityPrices', { zh: '同一城市只能有一个年费', en: 'A city has one annual fee' })
  const tollPrice = c.input.tollPrice ?? grade.tollPrice
  const validYears = c.input.validYears ?? grade.validYears
  return [await c.update('memberConfig', grade, { tollPrice, validYears, cityPrices })]
}

export const handlers: Handlers = {
  'members/register': register,
  'members/foresee': foresee,
  'members/foreseeRenewal': foreseeRenewal,
  'members/edit': edit,
  'members/cancel': cancel,
  'memberConfig/tollPrice': tollPrice,
}
