/** Cash records of three years up to today, at all the places of the studio. */
import type { Model } from '../../src/model/model.ts'
import type { Database } from '../../src/server/types.ts'
import { NAME } from './customers.ts'
import { fill, oneOf, skewed, spread, type Filling } from './filling.ts'

export const YEARS = 3
const DAYS = Math.round(YEARS * 365.25)

/** The bill that stands for those of all records: no report looks at it. */
const BILL: Filling = {
  table: 'bill',
  values: {
    companyId: 'w.company',
    billNo: `'Z1'`,
    title: `'-'`,
    billType: '1',
    payableAmount: '1',
    orgId: oneOf('w.orgs', 1),
  },
}

function recordsOf(count: number): Filling {
  const at = `now() - (${count} - n) * interval '${(DAYS * 86_400) / count} seconds'`
  const out = `${spread(21)} < 0.03`
  const amount = `(100 * floor(100 + 9900 * ${skewed(22)}))::bigint`
  return {
    table: 'cashRecord',
    values: {
      recordNo: `'S' || lpad(n::text, 10, '0')`,
      billId: 'w.bill',
      companyId: 'w.company',
      billType: `case when ${out} then 9 else 1 + floor(4 * ${skewed(23)})::int end`,
      direction: `case when ${out} then -1 else 1 end`,
      customerId: `w.customer + floor(w.customers * ${spread(24)})::bigint`,
      payerName: NAME,
      payerMobile: `'13' || lpad(((n * 7919) % 1000000000)::text, 9, '0')`,
      amount,
      signed: `case when ${out} then -1 else 1 end * ${amount}`,
      payMethodId: oneOf('w.methods', 25),
      cashierId: oneOf('w.cashiers', 26),
      placeId: oneOf('w.places', 27),
      accountDate: `(${at})::date`,
      createBy: oneOf('w.people', 28),
      createTime: at,
      updateTime: at,
    },
  }
}

export async function addCashRecords(db: Database, model: Model, count: number): Promise<void> {
  await fill(db, model, BILL, 1, 1)
  await fill(db, model, recordsOf(count), 1, count)
}
