/** Whom a person has to follow up today: what was missed before, the oldest first, then those nobody has spoken to. */
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { today } from '../days.ts'

type Kind = Row<'track'>['targetType']

interface Due {
  targetType: Kind
  targetId: number
  targetName: string
  mobile: string
  /** Nothing where they are new in hand and nobody has spoken to them. */
  nextTrackDate: number | null
}

type Person = { id: number; mobile: string; nextTrackDate?: number | null }

const dueOf = <T extends Person>(targetType: Kind, rows: readonly T[], nameOf: (row: T) => string): Due[] =>
  rows.map((row) => ({
    targetType,
    targetId: row.id,
    targetName: nameOf(row),
    mobile: row.mobile,
    nextTrackDate: row.nextTrackDate ?? null,
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
  const tomorrow = today(c, 1)
  const until = new Span(undefined, tomorrow)
  const found = await customersDue(c, me, until)
  for (const when of [{ nextTrackDate: until }, { nextTrackDate: null, trackCount: 0 }]) {
    const clues = await c.select('analysis', { ...when, employeeId: me, analysisStatus: ['new', 'following'] })
    const chances = await c.select('chance', { ...when, employeeId: me, chanceStatus: 'open' })
    const leads = await c.select('lead', { ...when, salesId: me, bizState: 'inHand' })
    found.push(
      ...dueOf('clue', clues, (one) => one.realName),
      ...dueOf('chance', chances, (one) => one.realName),
      // New babies stand in a list of their own.
      ...dueOf(
        'lead',
        leads.filter((one) => one.nextTrackDate !== null || one.businessType !== 'baby'),
        (one) => one.motherName,
      ),
    )
  }
  const dayOf = ({ nextTrackDate }: Due): number => nextTrackDate ?? tomorrow
  found.sort((a, b) => dayOf(a) - dayOf(b))
  c.answer({ total: found.length })
  return found.map((one, at) => ({ id: at + 1, ...one }))
}

export const handlers: Handlers = { 'followUp/due': due }
