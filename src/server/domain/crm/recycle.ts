/** What nobody follows up falls back into the pool (rules 2.5, 5.9), each night. */
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { LOT } from '../lot.ts'
import { stored } from '../values.ts'
import { takeBack } from './leadAssignment.ts'
import { recordAssignment } from './assignment.ts'

const REASON = '超期未跟进'

interface Idle {
  table: 'lead' | 'analysis'
  status: string
  states: number[]
  since: string
  owned: string
  days: unknown
}

async function idle(c: CallContext, { table, status, states, since, owned, days }: Idle): Promise<Row[]> {
  if (!(Number(days) > 0)) return []
  const found = await c.tx.query<{ id: number }>(
    `select "id" from "${table}" where "companyId" = $1 and not "isDel" and "${status}" = any($2) and ${owned}
       and greatest("lastTrackTime", "${since}", "createTime") < $3 order by "id" limit ${LOT} for update`,
    [c.actor.companyId ?? 0, states, new Date(c.now - Number(days) * DAY)],
  )
  return found.length === 0 ? [] : c.select(table, { id: found.map((one) => one.id) }, { lock: true })
}

const leads: Handler = async (c) => {
  const states = [stored(c, 'lead_biz_state', 'inHand')]
  const rows = await idle(c, {
    table: 'lead',
    status: 'bizState',
    states,
    since: 'alloTime',
    owned: 'true',
    days: c.settings.lead_recycle_days,
  })
  for (const row of rows) await takeBack(c, row, REASON)
  return { count: rows.length }
}

const clues: Handler = async (c) => {
  const states = [stored(c, 'analysis_status', 'new'), stored(c, 'analysis_status', 'following')]
  const rows = await idle(c, {
    table: 'analysis',
    status: 'analysisStatus',
    states,
    since: 'assignTime',
    owned: '"employeeId" is not null',
    days: c.settings.clue_recycle_days,
  })
  for (const row of rows) {
    await c.update('analysis', row, { employeeId: null, assignTime: null })
    await recordAssignment(c, 'analysis', row, { mode: 'recover', toOrgId: row.orgId, reason: REASON })
  }
  return { count: rows.length }
}

export const handlers: Handlers = { 'lead/recycle': leads, 'analysis/recycle': clues }
