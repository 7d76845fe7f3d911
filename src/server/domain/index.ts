/** The studio: its hand-written calls, found by their place, and what it adds to the platform. */
import { handlersBelow } from '../platform/found.ts'
import type { Product } from '../platform/product.ts'
import { knowsCustomer } from './client/signIn.ts'
import { handOn } from './crm/leaving.ts'
import { invariants } from './invariants/index.ts'
import { registerSmsJobs } from './messages/sms.ts'
import { createExpressTracker } from '../express/index.ts'
import { registerTracking } from './produce/tracking.ts'

/** What the studio does by itself, and when. */
const NIGHT = { hour: 3 }
/** The hour at which customers are written to. */
const MORNING = { hour: 10 }
const HOURLY = { every: 60 * 60 * 1000 }

export const product: Product = {
  handlers: await handlersBelow(import.meta.dirname),
  nightly: {
    'lead/recycle': NIGHT,
    'analysis/recycle': NIGHT,
    'members/expire': NIGHT,
    'members/expirePoints': NIGHT,
    'members/birthdayPoints': NIGHT,
    'assistant/newDay': NIGHT,
    'customerCoupon/expire': NIGHT,
    'order/autoFinish': NIGHT,
    'cash_statistics/openDay': NIGHT,
    'payCode/expire': NIGHT,
    'scheduling/missed': NIGHT,
    'clubClassSch/finish': NIGHT,
    'scheduling/remind': MORNING,
    'scheduling/askConfirm': HOURLY,
  },
  jobs: (jobs, { db, sms, app, now }) => {
    registerSmsJobs(jobs, db, sms, now)
    const express = createExpressTracker(process.env)
    if (express) registerTracking(jobs, { db, app, express })
  },
  invariants,
  leaving: handOn,
  duty: `(select k."id" from "cashier" k where k."employeeId" = e."id" and not k."isDel" and k."status" = 1 limit 1)`,
  clients: {
    joins: `left join "customer" c on c."id" = s."customerId" and not c."isDel" and c."mergedInto" is null
left join "clientAccess" l on l."id" = s."linkId" and l."customerId" = s."customerId" and not l."isDel" and l."status" = 1`,
    columns: `c."id" as "customerId", c."realName" as "customerName", c."mobile" as "customerMobile", l."id" as "linkId", l."expireTime" as "linkEnds"`,
    mayEnter: `c."id" is not null and (s."linkId" is null or l."id" is not null)`,
    knows: knowsCustomer,
  },
}
