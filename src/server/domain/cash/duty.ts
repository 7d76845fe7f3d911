/** Who may take money, and where (rules 1.8). */
import type { Text } from '../../../model/model.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'

/** A cashier on duty: the record and the cash point they stand at. */
export interface Duty {
  cashier: Row<'cashier'>
  place: Row<'place'>
}

const NOT_CASHIER = { zh: '当前员工不是可用的收银员', en: 'You are not set up as a cashier' }
const NO_PLACE = { zh: '请先选择当前收银点', en: 'Choose your cash point first' }
const OTHER_PLACE = { zh: '该收银点不在可用范围内', en: 'You may not take cash at this point' }

/** The person asking as a cashier; enabled ones only. */
async function ownCashier(c: CallContext): Promise<Row<'cashier'> | undefined> {
  if (c.actor.employeeId === undefined) return undefined
  const [cashier] = await c.select('cashier', { employeeId: c.actor.employeeId }, { limit: 1 })
  return cashier?.status === 'enabled' ? cashier : undefined
}

/** The person asking as a cashier; refuses whoever is none. `field`: where that is said. */
export const mustBeCashier = async (c: CallContext, field?: 'placeId'): Promise<Row<'cashier'>> =>
  (await ownCashier(c)) ?? c.refuse(field, NOT_CASHIER)

const NO_MORE = { zh: '该收银点已停用', en: 'This cash point is not used any more' }

/** The places a cashier may stand at; a cashier without a list may stand anywhere. */
const mayStandAt = ({ placeIds }: Row<'cashier'>, placeId: number): boolean =>
  placeIds.length === 0 || placeIds.includes(placeId)

/** A place where this cashier may take money now, else why not. What the person asking may not see is no such place. */
export async function placeFor(
  c: CallContext,
  cashier: Row<'cashier'>,
  placeId: number,
): Promise<{ place: Row<'place'> } | { why: Text }> {
  const place = await c.seen('place', placeId)
  if (!place || !mayStandAt(cashier, place.id)) return { why: OTHER_PLACE }
  return place.status === 'enabled' ? { place } : { why: NO_MORE }
}

/** The person asking, as a cashier at a place; refuses whoever is none. `placeId`: another of their places than the current one. */
export async function onDuty(c: CallContext, placeId?: number | null): Promise<Duty> {
  const cashier = await mustBeCashier(c)
  const at = placeId ?? cashier.currentPlaceId
  if (!at) return c.refuse('placeId', NO_PLACE)
  const found = await placeFor(c, cashier, at)
  return 'why' in found ? c.refuse('placeId', found.why) : { cashier, place: found.place }
}

/** The person asking as a cashier at their current place; what is missing for it where something is. */
export async function dutyNow(c: CallContext): Promise<Duty | { cashier?: Row<'cashier'>; missing: Text }> {
  const cashier = await ownCashier(c)
  if (!cashier) return { missing: NOT_CASHIER }
  if (!cashier.currentPlaceId) return { cashier, missing: NO_PLACE }
  const found = await placeFor(c, cashier, cashier.currentPlaceId)
  return 'why' in found ? { cashier, missing: found.why } : { cashier, place: found.place }
}

/** The rule that says what a cashier sees; nothing: no limit. */
const sightOf = async (
  c: CallContext,
  cashierId: number,
  options: { lock?: boolean } = {},
): Promise<Row<'cashCashierSee'> | undefined> =>
  (await c.select('cashCashierSee', { cashierId }, { limit: 1, ...options }))[0]

/** The limits of the person asking, as the cash screens show them. */
const casherSeeQuery: Handler<'cashCashierSee/casherSeeQuery'> = async (c) => {
  const cashier = await ownCashier(c)
  const rule = cashier && (await sightOf(c, cashier.id))
  return {
    orgIds: rule?.orgIds ?? [],
    placeIds: rule?.placeIds ?? cashier?.placeIds ?? [],
    billTypes: rule?.billTypes ?? [],
  }
}

/** One rule a cashier: set anew, or changed; what is left out stays. */
const addOrEdit: Handler<'cashCashierSee/addOrEdit'> = async (c) => {
  const { cashierId } = c.input
  const rule = await sightOf(c, cashierId, { lock: true })
  const { orgIds = rule?.orgIds, placeIds = rule?.placeIds, billTypes = rule?.billTypes } = c.input
  const values = { orgIds, placeIds, billTypes }
  const saved = rule
    ? await c.update('cashCashierSee', rule, values)
    : await c.insert('cashCashierSee', { cashierId, ...values })
  return { id: saved.id }
}

/** The default location: one at a time; which departments it serves. */
const setAddress: Handler<'cashAddress/set'> = async (c) => {
  const { orgIds, isDefault } = c.input
  if (isDefault)
    for (const other of await c.select('cashAddress', { isDefault: true }, { lock: true }))
      if (other.id !== c.row.id) await c.update('cashAddress', other, { isDefault: false })
  await c.update('cashAddress', c.row, { isDefault, ...(orgIds ? { orgIds } : {}) })
  return undefined
}

export const handlers: Handlers = {
  'cashCashierSee/casherSeeQuery': casherSeeQuery,
  'cashCashierSee/addOrEdit': addOrEdit,
  'cashAddress/set': setAddress,
}
