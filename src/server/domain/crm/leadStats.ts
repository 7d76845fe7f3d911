/** Figures of leads (rules 1.16): of those that the person asking may see. */
import { DAY } from '../../../model/zone.ts'
import { Span } from '../../engine/span.ts'
import type { CallContext, Handler, Handlers, Row } from '../../types.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { dayIn } from './days.ts'
import { idOf } from './owners.ts'

type Values = Record<string, unknown>

/** The leads that the inputs speak of. */
async function leadsIn(c: CallContext, more: Values = {}): Promise<Row[]> {
  const { businessType, orgId, channelTypeId, channelId, createTimeStart, createTimeEnd, employeeNameOrTel } = c.input
  const given = Object.fromEntries(
    Object.entries({ businessType, fllowOrgId: orgId, channelTypeId, channelId, ...more }).filter(
      ([, one]) => one !== undefined && one !== null,
    ),
  )
  const people = employeeNameOrTel ? await peopleNamed(c, String(employeeNameOrTel)) : undefined
  const salesId = people?.filter((id) => given.salesId === undefined || given.salesId === id)
  const end = idOf(createTimeEnd)
  const createTime = new Span(createTimeStart, end === undefined ? undefined : end + DAY)
  return c.select('lead', { ...given, createTime, ...(salesId ? { salesId } : {}) }, { scoped: true })
}

async function peopleNamed(c: CallContext, word: string): Promise<number[]> {
  const found = await c.tx.query<{ id: number }>(
    'select "id" from "employee" where "companyId" = $1 and not "isDel" and (position($2 in "realName") > 0 or position($2 in "mobile") > 0)',
    [c.actor.companyId ?? 0, word],
  )
  return found.map((one) => one.id)
}

/** Money of the orders that leads became, in cents, and whether a shooting is booked. */
async function outcomes(
  c: CallContext,
  rows: readonly Row[],
): Promise<{ amounts: Map<number, number>; booked: Set<number> }> {
  const ids = rows.map((row) => row.orderId).filter((id) => typeof id === 'number')
  if (ids.length === 0) return { amounts: new Map(), booked: new Set() }
  const orders = await c.tx.query<{ id: number; amount: number }>(
    'select "id", "payableAmount" as "amount" from "order" where "id" = any($1) and not "isDel"',
    [ids],
  )
  const bookings = await c.tx.query<{ id: number }>(
    'select distinct "orderId" as "id" from "scheduling" where "orderId" = any($1) and not "isDel"',
    [ids],
  )
  return {
    amounts: new Map(orders.map((one) => [one.id, Number(one.amount)])),
    booked: new Set(bookings.map((one) => one.id)),
  }
}

/** One line of figures for each group. */
async function figures(
  c: CallContext,
  rows: readonly Row[],
  by: (row: Row) => unknown,
  name: (key: unknown) => Promise<string> | string,
): Promise<Values[]> {
  const { amounts, booked } = await outcomes(c, rows)
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row])
  const lines: Values[] = []
  for (const [key, group] of groups) {
    const of = (holds: (row: Row) => boolean): number => group.filter(holds).length
    const signed = of((row) => isOneOf(c, 'lead_biz_state', row.bizState, 'signed'))
    lines.push({
      dimension: await name(key),
      total: group.length,
      collected: of((row) => idOf(row.collectorId) !== undefined),
      allocated: of((row) => idOf(row.salesId) !== undefined),
      followed: of((row) => Number(row.trackCount ?? 0) > 0),
      booked: of((row) => booked.has(Number(row.orderId))),
      signed,
      lost: of((row) => isOneOf(c, 'lead_biz_state', row.bizState, 'lost')),
      signRate: Math.round((signed / group.length) * 10_000) / 10_000,
      orderAmount: group.reduce((sum, row) => sum + (amounts.get(Number(row.orderId)) ?? 0), 0),
    })
  }
  return lines.sort((a, b) => Number(b.total) - Number(a.total))
}

const titled =
  (c: CallContext, resource: string, title: string) =>
  async (key: unknown): Promise<string> =>
    idOf(key) === undefined ? '—' : String((await c.find(resource, Number(key), { anyScope: true }))?.[title] ?? '—')

const stats: Handler = async (c) =>
  figures(
    c,
    await leadsIn(c),
    (row) => dayIn(c, Number(row.createTime)),
    (day) => new Date(Number(day) + DAY / 2).toISOString().slice(0, 10),
  )
const byPerson: Handler = async (c) =>
  figures(c, await leadsIn(c), (row) => row.salesId, titled(c, 'employee', 'realName'))
const ranking: Handler = async (c) =>
  ((await byPerson(c)) as Values[]).sort(
    (a, b) => Number(b.signed) - Number(a.signed) || Number(b.orderAmount) - Number(a.orderAmount),
  )
const byChannel: Handler = async (c) =>
  figures(c, await leadsIn(c), (row) => row.channelId, titled(c, 'channel', 'channelName'))
const lostOnes = (c: CallContext, more: Values = {}): Promise<Row[]> =>
  leadsIn(c, { bizState: value(c, 'lead_biz_state', 'lost'), ...more })

const byCause: Handler = async (c) => {
  const labels = new Map(c.model.dictionaries.lost_cause?.values.map((one) => [one.name, one.label[c.actor.lang]]))
  return figures(
    c,
    await lostOnes(c),
    (row) => row.lostCause,
    (cause) => labels.get(nameOf(c, 'lost_cause', cause) ?? '') ?? '—',
  )
}

const ofPerson: Handler = (c) => leadsIn(c, { salesId: c.input.employeeId })
const ofCause: Handler = (c) => lostOnes(c, { lostCause: c.input.lostCause })
/** Leads whose order has a booking. */
const bookedOnes = async (c: CallContext): Promise<Row[]> => {
  const rows = await leadsIn(c)
  const { booked } = await outcomes(c, rows)
  return rows.filter((row) => booked.has(Number(row.orderId)))
}
const bookings: Handler = async (c) =>
  figures(
    c,
    await bookedOnes(c),
    (row) => row.bizState,
    (state) =>
      c.model.dictionaries.lead_biz_state?.values.find((one) => one.value === state)?.label[c.actor.lang] ?? '—',
  )
const bookingsByPerson: Handler = async (c) =>
  figures(c, await bookedOnes(c), (row) => row.salesId, titled(c, 'employee', 'realName'))

export const handlers: Handlers = {
  'lead/stats': stats,
  'lead/employee_stats': byPerson,
  'lead/employee_list_stats': ranking,
  'lead/employee_detail_stats': ofPerson,
  'lead/channel_stats': byChannel,
  'lead/lose_stats': byCause,
  'lead/lose_detail_stats': ofCause,
  'lead/booking_Stats': bookings,
  'lead/booking_employee_stats': bookingsByPerson,
}
