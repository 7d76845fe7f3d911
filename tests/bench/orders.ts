/** Orders of a chain of studios, up to this minute: what is old is finished, what is young is under way. */
import { oneOf, skewed, spread, type Filling } from './filling.ts'

/** Between one order and the next, seconds. */
export const APART = 300

/** So many orders, the last of them made just now. */
export function ordersOf(count: number): Filling {
  const days = `((${count} - n) * ${APART / 86_400.0})`
  const at = `now() - (${count} - n) * interval '${APART} seconds'`
  // Of the old ones one in fifty was never finished.
  const old = `case when ${spread(11)} < 0.98 then 5 else 1 + floor(4 * ${spread(12)})::int end`
  const status = `case when ${days} < 7 then 1 + floor(2 * ${spread(12)})::int when ${days} < 60 then 2 + floor(3 * ${spread(12)})::int else ${old} end`
  const payable = `(100 * floor(1000 + 19000 * ${skewed(13)}))::bigint`
  const paid = `case when (${status}) > 1 then ${payable} else ${payable} / 10 end`
  const served = `(20 + floor(30 * ${skewed(19)}))`
  return {
    table: 'order',
    values: {
      orderNo: `'D' || lpad(n::text, 10, '0')`,
      businessType: `1 + floor(3 * ${spread(14)})::int`,
      customerId: `w.customer + floor(w.customers * ${spread(15)})::bigint`,
      companyId: 'w.company',
      cityCode: oneOf('w.cities', 16),
      salesId: oneOf('w.people', 17),
      orgId: oneOf('w.orgs', 17),
      packageId: oneOf('w.packages', 18),
      originAmount: payable,
      payableAmount: payable,
      paidAmount: paid,
      dueAmount: `${payable} - (${paid})`,
      orderStatus: status,
      serviceDoneTime: `case when (${status}) = 5 then ${at} + ${served} * interval '1 day' end`,
      leadDays: `case when (${status}) = 5 then ${served} end`,
      payStatus: `case when (${status}) > 1 then 2 else 1 end`,
      createBy: oneOf('w.people', 17),
      createTime: at,
      updateTime: at,
      signTime: at,
    },
  }
}
