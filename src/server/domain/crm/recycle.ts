/** What nobody follows up falls back into the pool (rules 2.5, 5.9), each night. */
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers } from '../../platform/call.ts'
import { LOT } from '../../platform/lot.ts'
import { stored, words } from '../../platform/values.ts'
import { takeBack } from './leadAssignment.ts'

interface Idle {
  table: 'lead' | 'analysis'
  status: string
  states: number[]
  since: string
  owned: string
  days: number
}

/** Ids of what nobody has followed up for so many days. */
async function idle(c: CallContext, { table, status, states, since, owned, days }: Idle): Promise<number[]> {
  if (days <= 0) return []
  const found = await c.tx.query<{ id: number }>(
    `select "id" from "${table}" where "companyId" = $1 and not "isDel" and "${status}" = any($2) and ${owned}
       and greatest("lastTrackTime", "${since}", "createTime") < $3 order by "id" limit ${LOT} for update`,
    [c.actor.companyId ?? 0, states, new Date(c.now - days * DAY)],
  )
  return found.map((one) => one.id)
}

const leads: Handler<'lead/recycle'> = async (c) => {
  const id = await idle(c, {
    table: 'lead',
    status: 'bizState',
    states: [stored(c, 'lead_biz_state', 'inHand')],
    since: 'alloTime',
    owned: 'true',
    days: c.settings.lead_recycle_days,
  })
  c.assignment({ reason: words(c, 'written', 'overdue') })
  for (const row of await c.select('lead', { id }, { lock: true })) await takeBack(c, row)
  return { count: id.length }
}

const clues: Handler<'analysis/recycle'> = async (c) => {
  const id = await idle(c, {
    table: 'analysis',
    status: 'analysisStatus',
    states: [stored(c, 'analysis_status', 'new'), stored(c, 'analysis_status', 'following')],
    since: 'assignTime',
    owned: '"employeeId" is not null',
    days: c.settings.clue_recycle_days,
  })
  c.assignment({ reason: words(c, 'written', 'overdue') })
  for (const row of await c.select('analysis', { id }, { lock: true }))
    await c.update('analysis', row, { employeeId: null })
  return { count: id.length }
}

export const handlers: Handlers = { 'lead/recycle': leads, 'analysis/recycle': clues }
