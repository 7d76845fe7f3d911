/** Follow-ups (rules 1.4): what was said moves the thing it was said about (rules 2.4–2.6). */
import { DAY } from '../../../model/zone.ts'
import type { Call, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { today } from '../days.ts'

type Add = Call<'track/add'>
type Followed = 'analysis' | 'chance' | 'lead' | 'customer' | 'clubLead' | 'vcrOpportunity'

/** What is followed up, locked; only what the person may see, or follows up for another. */
async function about<R extends Followed>(c: Add, resource: R): Promise<Row<R>> {
  const { targetId } = c.input
  const seen = await c.seen(resource, targetId, { lock: true })
  const row = seen ?? (await c.find(resource, targetId, { lock: true }))
  return row && (seen || isEntrusted(c, row))
    ? row
    : c.refuse('targetId', { zh: '跟进对象不存在', en: 'What is to be followed up does not exist' })
}

/** What another has in hand and this person follows up for a while. */
const isEntrusted = (c: Add, row: { id: number; entrustId?: number | null; entrustUntil?: number | null }): boolean =>
  c.actor.employeeId !== undefined &&
  row.entrustId === c.actor.employeeId &&
  (typeof row.entrustUntil !== 'number' || row.entrustUntil + DAY > c.now)

/** A follow-up of a resource: what is noted there, and what it begins. */
const followUp =
  <R extends Followed>(
    resource: R,
    noted: (c: Add, row: Row<R>) => Values<R>,
    begins?: (c: Add, row: Row<R>) => Promise<unknown> | false,
  ): Handler<'track/add'> =>
  async (c) => {
    const row = await about(c, resource)
    const done = await c.standard()
    await begins?.(c, await c.update(resource, row, noted(c, row)))
    return done
  }

/** The day that was agreed on now; one that has come is over once they were spoken to, one that is ahead stays. */
function nextDate(c: Add, row: { nextTrackDate: number | null }): { nextTrackDate?: number | null } {
  const { nextTrackDate } = c.input
  if (nextTrackDate) return { nextTrackDate }
  return row.nextTrackDate !== null && row.nextTrackDate <= today(c) ? { nextTrackDate: null } : {}
}

const levelSaid = ({ input: { level } }: Add): { level?: Row<'customer'>['level'] } => (level ? { level } : {})

/** When it was last followed up, how often, and when next. */
const counted = (
  c: Add,
  row: { trackCount: number; nextTrackDate: number | null },
): { lastTrackTime: number; trackCount: number; nextTrackDate?: number | null } => ({
  lastTrackTime: c.now,
  trackCount: row.trackCount + 1,
  ...nextDate(c, row),
})

/** A lead that is lost or invalid is taken up again first (rules 2.5). */
function leadSaid(c: Add, lead: Row<'lead'>): Values<'lead'> {
  if (lead.bizState === 'lost' || lead.bizState === 'invalid')
    c.refuse('targetId', {
      zh: '资源已流失或无效，请先恢复再跟进',
      en: 'This lead is lost or invalid: take it up again first',
    })
  return counted(c, lead)
}

/** A customer moves by what shows intent only. */
const INTENT: readonly Row<'track'>['result'][] = ['interested', 'appointmentMade']

const FOLLOW_UPS: Record<Row<'track'>['targetType'], Handler<'track/add'>> = {
  clue: followUp(
    'analysis',
    (c, clue) => ({ ...counted(c, clue), ...levelSaid(c) }),
    (c, clue) => clue.analysisStatus === 'new' && c.move('analysis', clue, 'follow'),
  ),
  chance: followUp('chance', counted),
  lead: followUp(
    'lead',
    leadSaid,
    (c, lead) => lead.followStatus === 'notFollowedUp' && c.move('lead', lead, 'follow'),
  ),
  customer: followUp(
    'customer',
    levelSaid,
    (c, customer) =>
      customer.status === 'potential' && INTENT.includes(c.input.result) && c.move('customer', customer, 'interest'),
  ),
  clubLead: followUp('clubLead', nextDate),
  vcrOpportunity: followUp('vcrOpportunity', nextDate),
}

const add: Handler<'track/add'> = (c) => FOLLOW_UPS[c.input.targetType](c)

export const handlers: Handlers = { 'track/add': add }
