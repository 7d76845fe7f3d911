/** The customer signs what was chosen; photos over the quota are billed, and choosing may be opened again (rules 2.9; I-30). */
import type { Answers } from '../../../generated/calls.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { sum } from '../cash/cents.ts'
import { cancelAddOn } from '../order/addOn.ts'
import { refuseState } from '../../platform/refusals.ts'
import { leavePick } from '../schedule/picks.ts'
import { followUp, undoFollowing } from '../task/stages.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { missing } from './check.ts'
import { orderIdOf, placesOf, recount, type Film, type Picked } from './film.ts'
import { maySign } from '../client/access.ts'
import { mineToPick, mustBePicking } from './picks.ts'
import { sell } from './sale.ts'

/** Signed with staff, or by the customer alone, who takes no offer. */
type Signing = CallContext & {
  readonly input: { planPriceId?: number | null; signImage: Call<'pick/record'>['input']['signImage'] }
}
type PickOrder = Row<'pickOrder'>

/** The permission to open a selection again on which the next task may wait already. */
const REOPEN = 'reopenSigned'

const record: Handler<'pick/record'> = async (c) => sign(c, await mustBePicking(c, c.input.selectedFilmId))

/** The customer signs alone: the selection of the session they name, or their only one. */
const signMine: Handler<'pick/signMine'> = async (c) => {
  const [mine, other] = await mineToPick(c, c.input.orderSessionId)
  if (other) c.refuse('orderSessionId', { zh: '请选择场次', en: 'Which session is it?' })
  if (!mine || !(await maySign(c, mine)))
    return c.refuse(undefined, {
      zh: '请到店与选片师一起确认',
      en: 'Please confirm it together with your selector',
    })
  return sign(c, await mustBePicking(c, mine.id))
}

async function sign(c: Signing, film: Film): Promise<Answers['pick/record']> {
  const [first] = await missing(c, film)
  if (first) c.refuse(undefined, first)
  const counted = await recount(c, film)
  const addOn = await sell(c, film, { extra: counted.extra, planPriceId: c.input.planPriceId })
  const amount = addOn?.amount ?? 0
  const billId = addOn?.billId
  const pickOrder = await writeDown(c, film, counted)
  const now = await c.move('selectedFilm', film, billId ? 'signDue' : 'signFree', {
    commitTime: c.now,
    customerSign: c.input.signImage,
    addAmount: (film.addAmount ?? 0) + amount,
    ...(addOn ? { orderAddIds: [...(film.orderAddIds ?? []), addOn.id] } : {}),
  })
  await leavePick(c, now)
  if (!billId) await signed(c, now, pickOrder)
  return { pickOrderId: pickOrder.id, amount, ...(billId ? { billId } : {}) }
}

/** The selection order: what was signed, as it was then. */
async function writeDown(c: Signing, film: Film, { picked, extra, extraAmount }: Picked): Promise<PickOrder> {
  const orderId = await orderIdOf(c, film)
  const products = (await placesOf(c, orderId)).map(({ itemName, unitNo, used, quota }) => ({
    ...{ itemName, unitNo, used, quota },
  }))
  const values = {
    ...{ orderId, pickedCount: picked, extraCount: extra, extraAmount, products },
    signImage: c.input.signImage,
  }
  const [before] = await c.select('pickOrder', { selectedFilmId: film.id }, { lock: true })
  if (!before) return c.insert('pickOrder', { selectedFilmId: film.id, ...values })
  return c.move('pickOrder', before, 'again', values)
}

/** Nothing is due any more: the task of choosing is done, and the next one begins. */
async function signed(c: CallContext, film: Film, pickOrder: PickOrder): Promise<void> {
  await c.move('pickOrder', pickOrder, 'settle')
  const task = await c.mustRef(film, 'workTask', { lock: true })
  const picked = await c.count('pick', { selectedFilmId: film.id, pickType: 'keep' })
  const done = await c.move('workTask', task, 'complete', { doneCount: picked })
  await markExtra(c, film)
  await followUp(c, done)
  await settleWorkOrder(c, task.workOrderId)
}

/** The photos picked last are those over the quota that the order had. */
async function markExtra(c: CallContext, film: Film): Promise<void> {
  if (!film.extraCount) return
  const picks = await c.select('pick', { selectedFilmId: film.id, pickType: 'keep' }, { lock: true })
  for (const pick of picks.slice(-film.extraCount)) {
    await c.update('pick', pick, { isExtra: true })
    const photo = await c.ref(pick, 'photo', { lock: true })
    if (photo) await c.update('photo', photo, { isExtra: true })
  }
}

/** Money on the bill of an add-on: a selection that waited for its last one goes on. */
export async function selectionPaid(c: CallContext, bill: Row<'bill'>): Promise<void> {
  const addOn = await c.find('orderAdd', bill.sourceId)
  if (!addOn?.workTaskId || addOn.status !== 'paid') return
  const [film] = await c.select('selectedFilm', { workTaskId: addOn.workTaskId }, { lock: true })
  if (film?.selectionStatus !== 'toPay') return
  if (await c.exists('orderAdd', { workTaskId: addOn.workTaskId, status: 'waitingPayment' })) return
  const [pickOrder] = await c.select('pickOrder', { selectedFilmId: film.id }, { lock: true })
  const now = await c.move('selectedFilm', film, 'paid', { quota: (film.quota ?? 0) + (film.extraCount ?? 0) })
  if (pickOrder) await signed(c, now, pickOrder)
}

/** The selection order that the input names, at once or by its selection; the selection is locked. */
async function signedOrder(c: Call<'pick/cancelPickOrder'>): Promise<{ pickOrder: PickOrder; film: Film }> {
  const { id, selectedFilmId } = c.input
  const named = id ? await c.must('pickOrder', id, 'id') : undefined
  const film = named
    ? await c.mustRef(named, 'selectedFilm', { lock: true })
    : await c.must('selectedFilm', selectedFilmId, 'selectedFilmId')
  const [found] = named ? [named] : await c.select('pickOrder', { selectedFilmId: film.id }, { lock: true })
  return { pickOrder: found ?? refuseState(c, 'selectedFilmId'), film }
}

/** Opens a signed selection again: what is not paid is taken back, and what was to follow is not done. */
const cancelPickOrder: Handler<'pick/cancelPickOrder'> = async (c) => {
  const { pickOrder, film } = await signedOrder(c)
  if (film.selectionStatus !== 'toPay' && film.selectionStatus !== 'done') refuseState(c, 'id')
  if (film.selectionStatus === 'done' && !c.can(REOPEN))
    c.refuse('id', {
      zh: '没有操作权限：选片已完成，请店长重新打开',
      en: 'It is done: only a manager opens it again',
    })
  const task = await c.mustRef(film, 'workTask', { lock: true })
  if (film.selectionStatus === 'done') {
    await undoFollowing(c, task, c.input.reason)
    await c.move('workTask', task, 'pickAgain')
  }
  const unpaid = { id: film.orderAddIds ?? [], status: 'waitingPayment' } as const
  const dropped = await c.select('orderAdd', unpaid, { lock: true })
  for (const addOn of dropped) await cancelAddOn(c, addOn)
  for (const plan of await c.select('planPrice', { selectedFilmId: film.id, isChosen: true }, { lock: true }))
    if ((await c.ref(plan, 'orderAdd'))?.status === 'cancelled')
      await c.update('planPrice', plan, { isChosen: false, orderAddId: null })
  const open = await c.move('selectedFilm', film, 'reopen', {
    commitTime: null,
    addAmount: (film.addAmount ?? 0) - sum(dropped.map(({ amount }) => amount)),
  })
  await c.move('pickOrder', pickOrder, 'cancel')
  await recount(c, open)
  await settleWorkOrder(c, task.workOrderId)
  c.log({
    zh: `重新选片：${pickOrder.pickOrderNo}，${c.input.reason}`,
    en: `${pickOrder.pickOrderNo} opened again: ${c.input.reason}`,
  })
  return {}
}

const delPickOrder: Handler<'pick/delPickOrder'> = async (c) => {
  const pickOrder = await c.must('pickOrder', c.input.id, 'id')
  if (pickOrder.status !== 'cancelled') refuseState(c, 'id')
  await c.remove('pickOrder', pickOrder)
  return {}
}

export const handlers: Handlers = {
  'pick/record': record,
  'pick/signMine': signMine,
  'pick/cancelPickOrder': cancelPickOrder,
  'pick/delPickOrder': delPickOrder,
}
