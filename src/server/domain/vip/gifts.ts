/** Gifts for points (rules 2.16; I-15, I-16): points and stock are taken together, and come back together. */
import type { Call, CallContext, Handler, Handlers, Place, Row } from '../../platform/call.ts'
import { movePoints } from './points.ts'

type Exchanging = Call<'members/exchangeGift'> | Call<'presentexchange/add'>

/** Takes gifts out of the stock. Refuses one that is not offered, or of which too few are left. */
export async function takeGift(
  c: CallContext,
  giftId: number,
  { quantity, customer, field }: { quantity: number; customer: Row<'customer'> | undefined; field: Place },
): Promise<Row<'goods'>> {
  const gift = await c.must('goods', giftId, field)
  const nowhere = gift.cityCode !== null && gift.cityCode !== customer?.cityCode
  const notForGrade = gift.gradeIds.length > 0 && !gift.gradeIds.includes(customer?.memberGradeId ?? 0)
  if (gift.status !== 'on') c.refuse(field, { zh: `${gift.name} 已下架`, en: `${gift.name} is off the shelf` })
  if (nowhere)
    c.refuse(field, { zh: `${gift.name} 不在该客户的城市发放`, en: `${gift.name} is not given in the customer's city` })
  if (notForGrade)
    c.refuse(field, { zh: `${gift.name} 不适用该会员等级`, en: `${gift.name} is not for members of this grade` })
  if (gift.stock < quantity)
    c.refuse(field, {
      zh: `${gift.name} 库存不足，剩余 ${gift.stock}`,
      en: `There are only ${gift.stock} of ${gift.name} left`,
    })
  return c.update('goods', gift, {
    stock: gift.stock - quantity,
    exchangedCount: gift.exchangedCount + quantity,
  })
}

async function exchange(c: Exchanging): Promise<Pick<Row<'presentExchange'>, 'id' | 'exchangeNo'>> {
  const { memberId, giftId, quantity, receiverName, receiverMobile, address } = c.input
  const member = await c.must('members', memberId, 'memberId')
  if (member.status !== 'valid') c.refuse('memberId', { zh: '会员无效', en: 'This membership does not run' })
  const customer = await c.ref(member, 'customer')
  const gift = await takeGift(c, giftId, { quantity, customer, field: 'giftId' })
  const integral = quantity * gift.integralPrice
  if (integral > member.integral)
    c.refuse('quantity', {
      zh: `积分不足：需要 ${integral}，现有 ${member.integral}`,
      en: `There are not enough points: ${integral} needed, ${member.integral} there`,
    })
  const made = await c.insert('presentExchange', {
    ...{ memberId, giftId, quantity, integral, address },
    receiverName: receiverName ?? customer?.realName,
    receiverMobile: receiverMobile ?? customer?.mobile,
  })
  await movePoints(c, member, { type: 'giftExchange', change: -integral, exchangeId: made.id })
  return { id: made.id, exchangeNo: made.exchangeNo }
}

/** Hands a gift out, or gives up the exchange: then points and stock are as before. */
const edit: Handler<'presentexchange/edit'> = async (c) => {
  const { status, cancelReason } = c.input
  if (status === 'issued') {
    await c.move('presentExchange', c.row, 'issue')
    return {}
  }
  const { giftId, quantity, integral, id } = await c.move('presentExchange', c.row, 'cancel', { cancelReason })
  const gift = await c.find('goods', giftId, { lock: true })
  if (gift)
    await c.update('goods', gift, {
      stock: gift.stock + quantity,
      exchangedCount: gift.exchangedCount - quantity,
    })
  const member = await c.mustRef(c.row, 'member', { lock: true })
  await movePoints(c, member, {
    type: 'exchangeCancel',
    change: integral ?? 0,
    exchangeId: id,
    reason: cancelReason ?? undefined,
  })
  return {}
}

export const handlers: Handlers = {
  'members/exchangeGift': exchange,
  'presentexchange/add': exchange,
  'presentexchange/edit': edit,
}
