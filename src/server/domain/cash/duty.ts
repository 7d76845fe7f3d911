/** Who may take money, and where (rules 1.8). */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { value } from '../values.ts'
import { target } from '../rows.ts'

/** A cashier on duty: the record and the cash point they stand at. */
export interface Duty {
  cashier: Row
  place: Row
}

const NOT_CASHIER = { zh: '当前员工不是可用的收银员', en: 'You are not set up as a cashier' }
const NO_PLACE = { zh: '请先选择当前收银点', en: 'Choose your cash point first' }
const OTHER_PLACE = { zh: '该收银点不在可用范围内', en: 'You may not take cash at this point' }

/** The person asking as a cashier; enabled ones only. */
async function ownCashier(c: CallContext): Promise<Row | undefined> {
  if (c.actor.employeeId === undefined) return undefined
  const [cashier] = await c.select('cashier', { employeeId: c.actor.employeeId }, { limit: 1 })
  return cashier && cashier.status === value(c, 'enable_status', 'enabled') ? cashier : undefined
}

/** The places a cashier may stand at; a cashier without a list may stand anywhere. */
const mayStandAt = (cashier: Row, placeId: number): boolean => {
  const places = (cashier.placeIds ?? []) as number[]
  return places.length === 0 || places.includes(placeId)
}

/** The person asking, as a cashier at a place; refuses whoever is none. `placeId`: another of their places than the current one. */
export async function onDuty(c: CallContext, placeId?: unknown): Promise<Duty> {
  const cashier = (await ownCashier(c)) ?? c.refuse(undefined, NOT_CASHIER)
  const at = Number(placeId ?? cashier.currentPlaceId ?? 0)
  if (!at) return c.refuse('placeId', NO_PLACE)
  const place = await c.find('place', at)
  if (!place || !mayStandAt(cashier, place.id)) return c.refuse('placeId', OTHER_PLACE)
  return { cashier, place }
}

/** Whether the person asking could take money now; never refuses. */
const check: Handler = async (c) => {
  const cashier = await ownCashier(c)
  if (!cashier) return { ok: false, reason: NOT_CASHIER[c.actor.lang] }
  if (!cashier.currentPlaceId) return { ok: false, id: cashier.id, reason: NO_PLACE[c.actor.lang] }
  const place = await c.find('place', Number(cashier.currentPlaceId))
  return { ok: true, id: cashier.id, placeId: cashier.currentPlaceId, placeName: place?.name }
}

/** Begins a shift at a place: one's own, or that of another for whoever keeps the cashiers. */
const bind: Handler = async (c) => {
  const cashier = c.row ?? c.refuse('id', NOT_CASHIER)
  const placeId = Number(c.input.placeId)
  if (!mayStandAt(cashier, placeId)) c.refuse('placeId', OTHER_PLACE)
  await c.update('cashier', cashier, { currentPlaceId: placeId, isOnDuty: true })
  return { id: cashier.id }
}

/** The rule that says what a cashier sees: one, or none. */
const sightRule = async (
  c: CallContext,
  cashierId: unknown,
  options: { lock?: boolean } = {},
): Promise<Row | undefined> => (await c.select('cashCashierSee', { cashierId }, { limit: 1, ...options }))[0]

/** What a cashier is limited to seeing; nothing: no limit. */
export async function sightOf(
  c: CallContext,
  cashier: Row,
): Promise<{ orgIds: number[]; billTypes: number[] } | undefined> {
  const rule = await sightRule(c, cashier.id)
  if (!rule) return undefined
  return { orgIds: (rule.orgIds ?? []) as number[], billTypes: (rule.billTypes ?? []) as number[] }
}

/** The limits of the person asking, as the cash screens show them. */
const casherSeeQuery: Handler = async (c) => {
  const cashier = await ownCashier(c)
  const rule = cashier && (await sightRule(c, cashier.id))
  return {
    orgIds: rule?.orgIds ?? [],
    placeIds: rule?.placeIds ?? cashier?.placeIds ?? [],
    billTypes: rule?.billTypes ?? [],
  }
}

/** One rule a cashier: set anew, or changed. */
const addOrEdit: Handler = async (c) => {
  const { cashierId, orgIds, placeIds, billTypes } = c.input
  const rule = await sightRule(c, cashierId, { lock: true })
  const values = { orgIds, placeIds, billTypes }
  const saved = rule
    ? await c.update('cashCashierSee', rule, values)
    : await c.insert('cashCashierSee', { cashierId, ...values })
  return { id: saved.id }
}

/** The default location: one at a time; which departments it serves. */
const setAddress: Handler = async (c) => {
  const address = target(c)
  if (c.input.isDefault) {
    for (const other of await c.select('cashAddress', { isDefault: true }, { lock: true })) {
      if (other.id !== address.id) await c.update('cashAddress', other, { isDefault: false })
    }
  }
  const { orgIds, isDefault } = c.input
  await c.update('cashAddress', address, {
    ...(orgIds ? { orgIds } : {}),
    ...(isDefault === undefined ? {} : { isDefault }),
  })
  return undefined
}

export const handlers: Handlers = {
  'cashier/check': check,
  'cashier/bind': bind,
  'cashCashierSee/casherSeeQuery': casherSeeQuery,
  'cashCashierSee/addOrEdit': addOrEdit,
  'cashAddress/set': setAddress,
}
