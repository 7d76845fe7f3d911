/** One item of an order: what the customer chose of it, and a gift that is taken out again (rules 2.3). */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import { sum, yuan } from '../cash/cents.ts'
import type { Call, CallContext, Handler, Handlers, Place, Row } from '../../platform/call.ts'
import { chargeChoice, type Charged } from './change.ts'
import { waitsFor } from './refundItems.ts'
import { orderNow } from './state.ts'
import { unmake, unplan } from './unmake.ts'
import { words } from '../../platform/values.ts'

/** Refuses an item of which a unit was sent to be made already. */
async function mustNotBeMade(c: CallContext, item: Row<'orderItem'>, field: Place): Promise<void> {
  const units = await c.select('workProduct', { orderItemId: item.id })
  if (units.some(({ produceStatus }) => produceStatus !== 'toDispatch' && produceStatus !== 'cancelled'))
    c.refuse(field, { zh: '该产品已进入制作，不能变更', en: 'This product is being made; it cannot be changed' })
}

/** Refuses an item of which a refund waits, and any of an order that goes back as a whole. */
async function mustNotWait(c: CallContext, { id, orderId }: Row<'orderItem'>, field: Place): Promise<void> {
  const waits = await waitsFor(c, orderId, [id])
  if (waits) c.refuse(field, waits)
}

type Chosen = NonNullable<Row<'orderItem'>['attrs']>
type Attribute = Row<'productAttr'>
type Option = Attribute['options'][number]
type Editing = Call<'orderDetail/edit'>

/**
 * What is chosen of a product, by attribute; refuses what it does not offer, and what of it must be chosen and is not.
 * What was chosen before stays, whether or not it is still offered: then it costs nothing more.
 */
async function offered(c: CallContext, item: Row<'orderItem'>, chosen: Chosen): Promise<(Option | undefined)[]> {
  const attributes = await attributesOf(c, item)
  const options = chosen.map(({ attrName, value }, at) => {
    const attribute = attributes.find((one) => one.attrName === attrName)
    const kept = item.attrs?.some((one) => one.attrName === attrName && one.value === value)
    if (kept) return optionOf(attribute, value)
    if (!attribute) {
      const names = attributes.map((one) => one.attrName)
      return c.refuse(`attrs[${at}].attrName`, {
        zh: names.length > 0 ? `可选属性：${names.join('、')}` : '该产品没有可选属性',
        en: names.length > 0 ? `It has: ${names.join(', ')}` : 'There is nothing to choose of it',
      })
    }
    const labels = attribute.options.map(({ label }) => label)
    return (
      optionOf(attribute, value) ??
      c.refuse(`attrs[${at}].value`, {
        zh: `「${attrName}」可选：${labels.join('、')}`,
        en: `${attrName} is one of ${labels.join(', ')}`,
      })
    )
  })
  const left = notChosen(attributes, chosen)
  if (left.length > 0)
    c.refuse('attrs', { zh: `请选择：${left.join('、')}`, en: `Still to be chosen: ${left.join(', ')}` })
  return options
}

const attributesOf = async (
  c: CallContext,
  item: Pick<Row<'orderItem'>, 'itemType' | 'itemId'>,
): Promise<Attribute[]> => (item.itemType === 'goods' ? c.select('productAttr', { productId: item.itemId }) : [])

const optionOf = (attribute: Attribute | undefined, value: string): Option | undefined =>
  attribute?.options.find((one) => one.value === value || one.label === value)

const notChosen = (attributes: readonly Attribute[], chosen: Chosen): string[] =>
  attributes.filter((one) => one.required && !chosen.some(isOf(one))).map(({ attrName }) => attrName)

const isOf =
  ({ attrName }: Attribute) =>
  (one: Chosen[number]): boolean =>
    one.attrName === attrName

const extraOf = (options: readonly (Option | undefined)[]): Cents => sum(options.map((one) => one?.extraPrice ?? 0))

/**
 * What is chosen instead of what was: the difference is billed, lowers what is due, or is paid back, as with any other
 * change. A gift is given as it is: it costs nothing, and so nothing more can be charged for it.
 */
async function choose(c: Editing, chosen: Chosen): Promise<Partial<Charged>> {
  const item = c.row
  const extra = extraOf(await offered(c, item, chosen))
  const attributes = await attributesOf(c, item)
  const before = (item.attrs ?? []).map(({ attrName, value }) =>
    optionOf(
      attributes.find((one) => one.attrName === attrName),
      value,
    ),
  )
  const more = extra - extraOf(before)
  if (more > 0 && item.isGift)
    c.refuse('attrs', {
      zh: `赠品不能选择加价规格（加价 ${yuan(more)}）`,
      en: `A gift is given without what costs more: this costs ${yuan(more)} more`,
    })
  for (const unit of await c.select('workProduct', { orderItemId: item.id }, { lock: true }))
    await c.update('workProduct', unit, { attrs: chosen })
  if (more === 0 || item.isGift) return {}
  const reason = chosen.map(({ attrName, value }) => `${attrName}：${value}`).join('，')
  return chargeChoice(c, item, more, reason)
}

/** What must still be chosen of an item before it can be made, each with what there is to choose; nothing where all is. */
export async function stillToChoose(c: CallContext, item: Row<'orderItem'>): Promise<Text[]> {
  const attributes = await attributesOf(c, item)
  const left = notChosen(attributes, item.attrs ?? [])
  return attributes.flatMap(({ attrName, options }) => {
    const labels = options.map(({ label }) => label)
    return left.includes(attrName)
      ? [{ zh: `${attrName}（${labels.join('、')}）`, en: `${attrName} (${labels.join(', ')})` }]
      : []
  })
}

/** What there is to choose of an item, each with the names of its options. */
const choices: Handler<'orderDetail/choices'> = async (c) => {
  const attributes = await attributesOf(c, c.row)
  return attributes.map(({ attrName, required, options }) => ({
    attrName,
    required,
    options: options.map(({ label, extraPrice }) => ({ value: label, extraPrice })),
  }))
}

/** Whether the same is chosen, in whatever order. */
const isSame = (chosen: Chosen, before: Chosen): boolean =>
  chosen.length === before.length &&
  chosen.every(({ attrName, value }) => before.some((one) => one.attrName === attrName && one.value === value))

const edit: Handler<'orderDetail/edit'> = async (c) => {
  const { attrs } = c.input
  const isAnother = attrs && !isSame(attrs, c.row.attrs ?? [])
  const named = attrs?.map(({ attrName }) => attrName) ?? []
  if (new Set(named).size < named.length)
    c.refuse('attrs', { zh: '同一属性只能选一次', en: 'One attribute is chosen once' })
  if (isAnother) await mustNotWait(c, c.row, 'attrs')
  if (isAnother) await mustNotBeMade(c, c.row, 'attrs')
  const charged = isAnother ? await choose(c, attrs) : {}
  await c.standard()
  return { itemName: c.row.itemName, diffAmount: 0, follows: followsOf(charged)[c.actor.lang], ...charged }
}

/** What a choice does to the money, as it is told; nothing where it costs the same. */
function followsOf({ diffAmount = 0 }: Partial<Charged>): Text {
  const amount = yuan(Math.abs(diffAmount))
  if (diffAmount > 0) return { zh: `，加价 ${amount} 待收`, en: `: ${amount} more to be paid` }
  return diffAmount < 0 ? { zh: `，少收 ${amount}`, en: `: ${amount} less` } : { zh: '', en: '' }
}

/** A gift that is not made yet goes out of the order; it cost nothing, so nothing is billed or paid back. */
const del: Handler<'orderDetail/del'> = async (c) => {
  const item = c.row
  const reason = c.input.reason ?? words(c, 'written', 'giftCancelled')
  await orderNow(c, item.orderId)
  await mustNotWait(c, item, 'id')
  await mustNotBeMade(c, item, 'id')
  await c.update('orderItem', item, { status: 'cancelled' })
  await unmake(c, item.orderId, [item.id], reason)
  await unplan(c, item, 'id', reason)
  await c.insert('orderChange', {
    orderId: item.orderId,
    changeType: 'remove',
    oldItemId: item.id,
    oldItemName: item.itemName,
    diffAmount: 0,
    reason,
  })
  return {}
}

export const handlers: Handlers = { 'orderDetail/edit': edit, 'orderDetail/choices': choices, 'orderDetail/del': del }
