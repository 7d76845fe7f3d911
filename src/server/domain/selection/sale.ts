/** What a selection sells besides what the order included: photos over the quota, or an offer (rules 2.9). */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { sum } from '../cash/cents.ts'
import { fullPrice, mustBeSold, sellAddOn } from '../order/addOn.ts'
import { orderIdOf, type Film } from './film.ts'

type Plan = Row<'planPrice'>

/** The offer that is chosen, of this selection. */
async function planOf(c: CallContext, film: Film, planPriceId: number | null | undefined): Promise<Plan | undefined> {
  if (!planPriceId) return undefined
  const plan = await c.must('planPrice', planPriceId, 'planPriceId')
  if (plan.selectedFilmId !== film.id || plan.isChosen)
    c.refuse('planPriceId', { zh: '该方案不能使用', en: 'This offer cannot be taken' })
  return plan
}

/** The sale without what the offer saves. */
const saleOf = async (c: CallContext, film: Film, extra: number, plan: Plan | undefined) =>
  ({
    orderId: await orderIdOf(c, film),
    addType: 'extraPhotos',
    photoCount: Math.max(extra, plan?.photoCount ?? 0),
    items: plan?.items ?? [],
    workTaskId: film.workTaskId,
    selectorId: film.xuanpian,
  }) as const

/** By how much an offer is cheaper than its parts. Photos beyond those it includes are paid as ever. */
function savedBy(film: Film, full: Cents, photoCount: number, plan: Plan | undefined): Cents {
  if (!plan) return 0
  const beyond = Math.max(0, photoCount - (plan.photoCount ?? 0)) * (film.extraPrice ?? 0)
  return Math.max(0, full - plan.planAmount - beyond)
}

/** What signing comes to: photos over the quota at what the customer pays for them, or the offer. Nothing is written. */
export async function toPay(
  c: CallContext,
  film: Film,
  { extra, planPriceId }: { extra: number; planPriceId?: number | null | undefined },
): Promise<Cents> {
  const plan = await planOf(c, film, planPriceId)
  if (extra === 0 && !plan) return 0
  const sale = await saleOf(c, film, extra, plan)
  const full = await fullPrice(c, sale)
  return full - savedBy(film, full, sale.photoCount, plan)
}

/** Sells what is over the quota, or the offer that was chosen, as an add-on of the order. */
export async function sell(
  c: CallContext,
  film: Film,
  { extra, planPriceId }: { extra: number; planPriceId?: number | null | undefined },
): Promise<Row<'orderAdd'> | undefined> {
  const plan = await planOf(c, film, planPriceId)
  if (extra === 0 && !plan) return undefined
  const sale = await saleOf(c, film, extra, plan)
  const discountAmount = plan ? savedBy(film, await fullPrice(c, sale), sale.photoCount, plan) : 0
  const addOn = await sellAddOn(c, { ...sale, discountAmount })
  if (plan) await c.update('planPrice', plan, { isChosen: true, orderAddId: addOn.id })
  return addOn
}

/** What the items of an offer cost without it. */
const originOf = (items: Plan['items']): Cents => sum(items.map(({ price, quantity }) => (price ?? 0) * quantity))

/** What is offered can be sold: nobody finds out once the customer has signed. */
async function mustBeOffered(c: CallContext, plan: Plan): Promise<void> {
  const film = await c.mustRef(plan, 'selectedFilm')
  const sale = await saleOf(c, film, 0, plan)
  const discountAmount = savedBy(film, await fullPrice(c, sale), sale.photoCount, plan)
  await mustBeSold(c, { ...sale, discountAmount })
}

const add: Handler<'planPrice/add'> = async (c) => {
  const { after } = await c.standard({ originAmount: originOf(c.input.items) })
  await mustBeOffered(c, after)
  return { id: after.id }
}

const edit: Handler<'planPrice/edit'> = async (c) => {
  const { after } = await c.standard({ originAmount: originOf(c.input.items ?? c.row.items) })
  await mustBeOffered(c, after)
  return { id: after.id, version: after.version }
}

export const handlers: Handlers = { 'planPrice/add': add, 'planPrice/edit': edit }
