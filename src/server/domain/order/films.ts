/** Films that are sold (rules 2.1, 2.11): the opportunity they were is won. */
import type { CallContext, Row } from '../../platform/call.ts'
import { filmItems } from '../work/films.ts'

/** The opportunities that the films of an order were, or are at once, are won. `addOn`: those sold with it alone. */
export async function winFilms(c: CallContext, order: Row<'order'>, addOn?: Row<'orderAdd'>): Promise<void> {
  const all = await filmItems(c, order.id)
  const items = addOn ? all.filter((one) => one.orderAddId === addOn.id) : all
  if (items.length === 0) return
  const { id: orderId, customerId } = order
  const open = await c.select('vcrOpportunity', { customerId, chanceStatus: 'open' }, { lock: true })
  const meant = open.filter((one) => one.orderId === null || one.orderId === orderId)
  const won = meant.length > 0 ? meant : [await opportunityOf(c, order, items)]
  for (const one of won) await c.move('vcrOpportunity', one, 'win', { orderId, orderAddId: addOn?.id ?? null })
}

/** What nobody had noted down as an opportunity. */
const opportunityOf = (
  c: CallContext,
  { id: orderId, customerId, salesId }: Row<'order'>,
  items: readonly Row<'orderItem'>[],
): Promise<Row<'vcrOpportunity'>> =>
  c.insert('vcrOpportunity', {
    ...{ orderId, customerId, employeeId: salesId },
    amount: items.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  })
