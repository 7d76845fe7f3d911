/** Asks the carrier, again and again, where the parcels are that are under way (rules 2.14). */
import { HOUR } from '../../../model/zone.ts'
import type { ExpressTracker } from '../../express/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Database } from '../../types.ts'
import type { Runs } from '../../platform/product.ts'

interface Tracking {
  db: Database
  app: Runs
  express: ExpressTracker
}

interface Parcel {
  id: number
  companyId: number
  company: string
  no: string
}

// 2: sent, 3: in transit.
const UNDER_WAY = `
select "id", "companyId", "expressCompany" as "company", "expressNo" as "no" from "delivery"
where not "isDel" and "deliveryStatus" in (2, 3) and "expressCompany" is not null and "expressNo" is not null
order by "id"`

/** Registers the job that asks for news of parcels. */
export function registerTracking(jobs: Jobs, tracking: Tracking): void {
  jobs.schedule('express.track', { every: HOUR }, async () => ({ rows: await trackAll(tracking) }))
}

/** Notes what there is of news; answers of how many parcels. A parcel the service does not tell of holds up no other. */
export async function trackAll({ db, app, express }: Tracking): Promise<number> {
  let told = 0
  const failed: unknown[] = []
  for (const { id, companyId, company, no } of await db.query<Parcel & Record<string, unknown>>(UNDER_WAY)) {
    try {
      const events = (await express.track(company, no)).map(({ time, ...one }) => ({ eventTime: time, ...one }))
      if (events.length === 0) continue
      await app.run('delivery/track', { kind: 'system', companyId, lang: 'zh' }, { id, events }, { granted: true })
      told += 1
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} parcels could not be tracked`)
  return told
}
