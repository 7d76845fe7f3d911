/** What a person has to follow up today, and what was missed before, the oldest first. */
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { today } from '../days.ts'

type Kind = Row<'track'>['targetType']

interface Due {
  targetType: Kind
  targetId: number
  targetName: string
  mobile: string
  nextTrackDate: number
}

type Person = { id: number; mobile: string; nextTrackDate?: number | null }

const dueOf = <T extends Person>(targetType: Kind, rows: readonly T[], nameOf: (row: T) => string): Due[] =>
  rows.map((row) => ({
    targetType,
    targetId: row.id,
    targetName: nameOf(row),
    mobile: row.mobile,
    nextTrackDate: row.nextTrackDate ?? 0,
  }))

/** Customers keep no date: it is what was agreed when they were last spoken to. */
async function customersDue(c: CallContext, me: number, until: Span): Promise<Due[]> {
  const agreed = await c.select('track', { targetType: 'customer', createBy: me, nextTrackDate: until })
  const targetId = [...new Set(agreed.map((one) => one.targetId))]
  if (targetId.length === 0) return []
  const spoken = await c.select('track', { targetType: 'customer', targetId })
  const last = new Map(spoken.map((one) => [one.targetId, one]))
  const open = agreed.filter((one) => last.get(one.targetId)?.id === one.id)
  const customers = await c.select('customer', { id: open.map((one) => one.targetId), mergedInto: null })
  const dates = new Map(open.map((one) => [one.targetId, one.nextTrackDate]))
  const live = customers
    .filter((one) => one.status !== 'invalid')
    .map((one) => ({ ...one, nextTrackDate: dates.get(one.id) ?? null }))
  return dueOf('customer', live, (one) => one.realName)
}

const due: Handler<'followUp/due'> = async (c) => {
  const me = c.actor.employeeId
  if (me === undefined) return []
  const until = new Span(undefined, today(c, 1))
  const mine = { employeeId: me, nextTrackDate: until }
  const clues = await c.select('analysis', { ...mine, analysisStatus: ['new', 'following'] })
  const chances = await c.select('chance', { ...mine, chanceStatus: 'open' })
  const leads = await c.select('lead', { salesId: me, nextTrackDate: until, bizState: 'inHand' })
  const found = [
    ...dueOf('clue', clues, (one) => one.realName),
    ...dueOf('chance', chances, (one) => one.realName),
    ...dueOf('lead', leads, (one) => one.motherName),
    ...(await customersDue(c, me, until)),
  ].sort((a, b) => a.nextTrackDate - b.nextTrackDate)
  c.answer({ total: found.length })
  return found.map((one, at) => ({ id: at + 1, ...one }))
}

export const handlers: Handlers = { 'followUp/due': due }
