/** What nobody follows up falls back into the pool (domain § 2.5, § 5.9), each night. */
import { DAY } from '../../../model/zone.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Actor, CallContext, Database, Handler, Handlers, Row } from '../../types.ts'
import { countSales } from '../channel/channel.ts'
import { value } from '../values.ts'
import { takeBack } from './leadHands.ts'
import { notePassing } from './owners.ts'

/** So many in one transaction; the job asks again until there are none. */
const AT_ONCE = 500
/** The hour of the product's time zone in which the night's work begins. */
const NIGHT = 3
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
       and greatest("lastTrackTime", "${since}", "createTime") < $3 order by "id" limit ${AT_ONCE} for update`,
    [c.actor.companyId ?? 0, states, new Date(c.now - Number(days) * DAY)],
  )
  return found.length === 0 ? [] : c.select(table, { id: found.map((one) => one.id) }, { lock: true })
}

const leads: Handler = async (c) => {
  const states = [value(c, 'lead_biz_state', 'inHand')]
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
  const states = [value(c, 'analysis_status', 'new'), value(c, 'analysis_status', 'following')]
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
    await notePassing(c, 'analysis', row, { mode: 'recover', toOrgId: row.orgId, reason: REASON })
  }
  return { count: rows.length }
}

/** What makes a call as the system: an application. */
export interface Runs {
  run(
    path: string,
    actor: Actor,
    input: Record<string, unknown>,
    options: { granted: true },
  ): Promise<{ data: unknown }>
}

/** Registers the nightly recall in every company, and the sums of the channels. */
export function registerRecycling(jobs: Jobs, { db, app }: { db: Database; app: Runs }): void {
  jobs.schedule('channels.sales', { hour: NIGHT }, async () => ({ rows: await countSales(db) }))
  for (const path of ['lead/recycle', 'analysis/recycle']) {
    jobs.schedule(path.replace('/', '.'), { hour: NIGHT }, async () => {
      let rows = 0
      for (const { id } of await db.query<{ id: number }>(
        'select "id" from "company" where not "isDel" order by "id"',
      )) {
        for (let last = AT_ONCE; last === AT_ONCE; rows += last) {
          const { data } = await app.run(path, { kind: 'system', companyId: id, lang: 'zh' }, {}, { granted: true })
          last = (data as { count: number }).count
        }
      }
      return { rows }
    })
  }
}

export const handlers: Handlers = { 'lead/recycle': leads, 'analysis/recycle': clues }
