/** Money (I-01 … I-14). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

/** A correlated sum, nothing counting as none. */
const total = (of: string, from: string): string => `(select coalesce(sum(${of}), 0) from ${from})`

export const money = (v: In): Invariant[] => {
  const paid = v('bill_type', 'order', 'addOn', 'goldOrder', 'goldAddOn')
  const [inward, outward] = [v('direction', 'in'), v('direction', 'out')]
  const signed = `r."amount" * r."direction"`
  const records = (where: string): string => `"cashRecord" r where not r."isDel" and ${where}`
  const moved = (type: 'freeze' | 'unfreeze' | 'recharge' | 'consume', amount = 'm."amount"'): string =>
    total(
      amount,
      `"accountMovement" m where m."accountId" = a."id" and m."movementType" = ${v('account_movement', type)} and not m."isDel"`,
    )
  const asked = total(
    'b."dueAmount"',
    `"bill" b where b."orderId" = o."id" and b."billType" in (${v('bill_type', 'order', 'goldOrder')}) and b."billStatus" in (${v('bill_status', 'unpaid', 'part')}) and not b."isDel"`,
  )
  const coupons = total(
    'r."amount"',
    `"cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where r."orderId" = o."id" and r."direction" = ${inward} and m."kind" = ${v('pay_kind', 'voucher')} and not m."isIncome" and not r."isDel"`,
  )
  const due = `case when o."closeStatus" = ${v('order_close', 'open')} then greatest(o."payableAmount" - o."paidAmount" + o."refundAmount", 0) else 0 end`
  const reserved = total(
    'f."refundAmount"',
    `"refund" f where f."orderId" = o."id" and f."status" in (${v('refund_status', 'applied', 'approved')}) and not f."isDel"`,
  )
  const gold = v('bill_type', 'goldOrder', 'goldAddOn')
  const ofStatement = (where: string): string => records(`r."statementId" = s."id" and ${where}`)
  const consumed = total(signed, ofStatement(`r."billType" in (${gold})`))
  const frozen = `(${moved('freeze')} - ${moved('unfreeze')})`
  const aside = total(
    'f."refundAmount" + coalesce(f."giftTakeBack", 0)',
    `"refund" f where f."accountId" = a."id" and f."status" in (${v('refund_status', 'applied', 'approved')}) and not f."isDel"`,
  )
  const giftOf = (type: 'consume' | 'refundIn'): string =>
    total(
      'coalesce(m."giftAmount", 0)',
      `"accountMovement" m where m."orderId" = o."id" and m."movementType" = ${v('account_movement', type)} and not m."isDel"`,
    )
  const [giftSpent, giftBack] = [giftOf('consume'), giftOf('refundIn')]
  const charged = moved('recharge', 'm."amount" * m."direction"')
  const spent = moved('consume', 'm."amount" + coalesce(m."giftAmount", 0)')
  const onBill = total('r."amount"', records(`r."billId" = b."id" and r."billType" in (${gold})`))
  const ahead = total(
    'a."paidAmount"',
    `"orderAdd" a where a."orderId" = o."id" and a."status" in (${v('order_add_status', 'waitingPayment')}) and not a."isDel"`,
  )
  const newMoney = total(
    'r."amount"',
    '"cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where r."billId" = b."id" and m."isIncome" and not r."isDel"',
  )
  const credited = total(
    'f."perfAmount"',
    `"performance" f where f."billId" = b."id" and f."perfType" not in (${v('perf_type', 'refund')}) and not f."isDel"`,
  )
  const invoiced = (where: string): string =>
    total(
      'i."amount"',
      `"invoice" i where not i."isDel" and i."invoiceStatus" not in (${v('invoice_status', 'void')}) and ${where}`,
    )
  const ofIncome = (where: string): string =>
    total(
      signed,
      `"cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where m."isIncome" and not r."isDel" and ${where}`,
    )
  const brought = ofIncome(
    `(r."payDetailId" = p."id" or r."reverseOf" in (select u."id" from "cashRecord" u where u."payDetailId" = p."id"))`,
  )
  // Payments that are for this order alone.
  const invoicedFor = invoiced(
    `i."payRecordId" in (select r."payDetailId" from "cashRecord" r where r."orderId" = o."id") and not exists
      (select 1 from "cashRecord" x where x."payDetailId" = i."payRecordId" and x."orderId" is distinct from o."id")`,
  )
  const keptOf = ofIncome(`r."orderId" = o."id"`)
  return [
    {
      code: 'I-01',
      says: 'an order has been paid what its cash records say',
      broken: `select o."id", o."orderNo", o."paidAmount" as "is", ${total('r."amount"', records(`r."orderId" = o."id" and r."direction" = ${inward} and r."billType" in (${paid})`))} as "should"
        from "order" o where not o."isDel" and o."paidAmount" <> ${total('r."amount"', records(`r."orderId" = o."id" and r."direction" = ${inward} and r."billType" in (${paid})`))}`,
    },
    {
      code: 'I-02',
      says: 'an order was refunded what its payouts say, and never more than was paid',
      broken: `select o."id", o."orderNo", o."refundAmount" as "is", ${total('r."amount"', records(`r."orderId" = o."id" and r."direction" = ${outward}`))} as "should"
        from "order" o where not o."isDel" and (o."refundAmount" < 0 or o."refundAmount" > o."paidAmount"
          or o."refundAmount" <> ${total('r."amount"', records(`r."orderId" = o."id" and r."direction" = ${outward} and r."billType" in (${v('bill_type', 'refund')})`))})`,
    },
    {
      code: 'I-02',
      says: 'refunds of an order that are under way fit into what is left of its payments',
      broken: `select o."id", ${reserved} as "is", o."paidAmount" - o."refundAmount" - ${coupons} as "should" from "order" o
        where not o."isDel" and ${reserved} > 0 and ${reserved} > o."paidAmount" - o."refundAmount" - ${coupons}`,
    },
    {
      code: 'I-02',
      says: 'what was paid with coupons never goes back as money',
      broken: `select o."id", o."refundAmount" as "is", o."paidAmount" - ${coupons} as "should" from "order" o
        where not o."isDel" and o."refundAmount" > 0 and o."refundAmount" > o."paidAmount" - ${coupons}`,
    },
    {
      code: 'I-02',
      says: 'an order that says how much of it coupons paid says what its records do',
      broken: `select o."id", o."couponPaid" as "is", ${coupons} as "should" from "order" o
        where not o."isDel" and o."couponPaid" > 0 and o."couponPaid" <> ${coupons}`,
    },
    {
      code: 'I-03',
      says: 'what is due of an open order is payable less what was kept, never below nothing, and of a closed one nothing; no bill has more than its amount',
      broken: `select o."id", o."dueAmount" as "is", ${due} as "should" from "order" o
        where not o."isDel" and (o."dueAmount" <> ${due} or o."payableAmount" < 0)
        union all select b."id", b."paidAmount", b."payableAmount" from "bill" b where not b."isDel" and case when b."billType" in (${v('bill_type', 'refund')})
          then b."paidAmount" <> b."payableAmount" or b."paidAmount" >= 0 else b."paidAmount" > b."payableAmount" or b."paidAmount" < 0 end`,
    },
    {
      code: 'I-03',
      says: 'what is due of an order is what its open bills ask for',
      broken: `select o."id", o."orderNo", o."dueAmount" as "is", ${asked} as "should" from "order" o
        where not o."isDel" and o."closeStatus" = ${v('order_close', 'open')} and o."dueAmount" <> ${asked}`,
    },
    {
      code: 'I-03',
      says: 'what of an order is paid ahead on add-ons is what was paid of those that wait',
      broken: `select o."id", o."advanceAmount" as "is", ${ahead} as "should" from "order" o where not o."isDel" and o."advanceAmount" <> ${ahead}`,
    },
    {
      code: 'I-03',
      says: 'an order of which everything went back asks for nothing, and none of its bills is paid or open',
      broken: `select b."id", b."billStatus" as "is", ${v('bill_status', 'refunded')} as "should" from "bill" b join "order" o on o."id" = b."orderId"
        where not b."isDel" and b."billType" in (${paid}) and b."billStatus" in (${v('bill_status', 'unpaid', 'part', 'paid')})
          and o."closeStatus" = ${v('order_close', 'terminated')} and o."payStatus" = ${v('pay_status', 'refunded')}`,
    },
    {
      code: 'I-04',
      says: 'a payment is the sum of its ways and of its records',
      broken: `select p."id", p."totalAmount" as "is", ${total('r."amount"', records('r."payDetailId" = p."id"'))} as "should" from "payRecord" p
        where not p."isDel" and p."totalAmount" <> ${total('r."amount"', records('r."payDetailId" = p."id"'))}`,
    },
    {
      code: 'I-05',
      says: 'a statement is the sum of its records by ways that count as income',
      broken: `select s."id", s."netAmount" as "is", ${total(signed, `"cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where r."statementId" = s."id" and m."isIncome" and not r."isDel"`)} as "should" from "cashStatistics" s
        where not s."isDel" and coalesce(s."netAmount", 0) <> ${total(signed, `"cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where r."statementId" = s."id" and m."isIncome" and not r."isDel"`)}`,
    },
    {
      code: 'I-05',
      says: 'a statement counts apart what was paid from balances, for orders and for add-ons',
      broken: `select s."id", s."goldAmount" as "is", ${consumed} as "should" from "cashStatistics" s
        where not s."isDel" and coalesce(s."goldAmount", 0) <> ${consumed}`,
    },
    {
      code: 'I-06',
      says: 'what is paid from a balance is gold and no income, and nothing else is',
      broken: `select r."id", r."billType" as "is", m."kind" as "should" from "cashRecord" r join "payMethod" m on m."id" = r."payMethodId"
        where not r."isDel" and r."direction" = ${inward} and (m."kind" in (${v('pay_kind', 'accountBalance')})) <> (r."billType" in (${v('bill_type', 'goldOrder', 'goldAddOn')}))`,
    },
    {
      code: 'I-06',
      says: 'a bill counts as gold when it is paid and all of it came from a balance, and only then',
      broken: `select b."id", b."billType" as "is", ${onBill} as "should" from "bill" b where not b."isDel" and b."billType" in (${paid})
        and (b."billType" in (${gold})) <> (b."paidAmount" > 0 and b."paidAmount" = b."payableAmount" and ${onBill} = b."paidAmount")`,
    },
    {
      code: 'I-07',
      says: 'a balance pays bills of its own customer',
      broken: `select m."id", a."customerId" as "is", b."customerId" as "should" from "accountMovement" m
        join "account" a on a."id" = m."accountId" join "bill" b on b."id" = m."billId"
        where not m."isDel" and m."movementType" = ${v('account_movement', 'consume')} and a."customerId" <> b."customerId"`,
    },
    {
      code: 'I-07',
      says: 'an account is the sum of its movements, principal and bonus, never below nothing; its customer shows it',
      broken: `select a."id", a."balance" as "is", ${total('(m."amount" + coalesce(m."giftAmount", 0)) * m."direction"', '"accountMovement" m where m."accountId" = a."id" and not m."isDel"')} as "should" from "account" a
        join "customer" c on c."id" = a."customerId"
        where not a."isDel" and not c."isDel" and (a."principalBalance" < 0 or a."giftBalance" < 0 or a."balance" <> a."principalBalance" + a."giftBalance" or c."accountBalance" <> a."balance"
          or a."balance" <> ${total('(m."amount" + coalesce(m."giftAmount", 0)) * m."direction"', '"accountMovement" m where m."accountId" = a."id" and not m."isDel"')})`,
    },
    {
      code: 'I-07',
      says: 'what was charged to an account and spent from it in all is what its movements say',
      broken: `select a."id", a."totalConsume" as "is", ${spent} as "should" from "account" a
        where not a."isDel" and (coalesce(a."totalConsume", 0) <> ${spent} or coalesce(a."totalRecharge", 0) <> ${charged})`,
    },
    {
      code: 'I-07',
      says: 'what is frozen of an account is what was frozen less what was released, and is there',
      broken: `select a."id", a."frozenAmount" as "is", ${frozen} as "should" from "account" a
        where not a."isDel" and (coalesce(a."frozenAmount", 0) <> ${frozen} or coalesce(a."frozenAmount", 0) > a."balance")`,
    },
    {
      code: 'I-08',
      says: 'a transfer takes from one account what it gives to another',
      broken: `select t."id", t."amount" as "is", t."principalAmount" + t."giftAmount" as "should" from "balanceTransfer" t
        where not t."isDel" and (t."amount" <> t."principalAmount" + t."giftAmount" or t."fromCustomerId" = t."toCustomerId")`,
    },
    {
      code: 'I-10',
      says: 'a record that undoes another is of its amount, and undoes it once',
      broken: `select r."id", r."amount" as "is", -o."amount" as "should" from "cashRecord" r join "cashRecord" o on o."id" = r."reverseOf"
        where not r."isDel" and (r."amount" <> -o."amount" or exists (select 1 from "cashRecord" x where x."reverseOf" = r."reverseOf" and x."id" < r."id" and not x."isDel"))`,
    },
    {
      code: 'I-12',
      says: 'a refund of a balance takes back no larger part of the bonus than of what was charged',
      broken: `select f."id", f."giftTakeBack" as "is", c."most" as "should" from "refund" f join lateral (
          select max(ceil(t."given" * f."refundAmount" / t."charged")) as "most" from (
            select sum(coalesce(m."giftAmount", 0)) over w as "given", sum(m."amount") over w as "charged" from "accountMovement" m
            where m."accountId" = f."accountId" and m."movementType" = ${v('account_movement', 'recharge')} and not m."isDel" window w as (order by m."id")
          ) t where t."charged" > 0) c on true
        where not f."isDel" and f."accountId" is not null and f."giftTakeBack" > coalesce(c."most", 0)
          and not exists (select 1 from "customerMerge" g where g."toCustomerId" = f."customerId")`,
    },
    {
      code: 'I-12',
      says: 'what is set aside of an account is what refunds under way will take',
      broken: `select a."id", a."reservedAmount" as "is", ${aside} as "should" from "account" a
        where not a."isDel" and (coalesce(a."reservedAmount", 0) <> ${aside} or coalesce(a."reservedAmount", 0) + coalesce(a."frozenAmount", 0) > a."balance")`,
    },
    {
      code: 'I-12',
      says: 'of an order no more goes back by ways that are money than came by them',
      broken: `select r."orderId" as "id", sum(r."signed") as "is", 0 as "should" from "cashRecord" r join "payMethod" w on w."id" = r."payMethodId"
        where not r."isDel" and r."orderId" is not null and w."kind" <> ${v('pay_kind', 'accountBalance')} and not (w."kind" = ${v('pay_kind', 'voucher')} and not w."isIncome")
        group by r."orderId" having sum(r."signed") < 0`,
    },
    {
      code: 'I-12',
      says: 'bonus that was spent from a balance goes back to it as bonus, never more than was spent',
      broken: `select o."id", ${giftBack} as "is", ${giftSpent} as "should" from "order" o where not o."isDel" and ${giftBack} > ${giftSpent}`,
    },
    {
      code: 'I-13',
      says: 'invoices of a payment are not more than the money it brought, less what was undone of it',
      broken: `select p."id", ${invoiced('i."payRecordId" = p."id"')} as "is", ${brought} as "should" from "payRecord" p
        where not p."isDel" and ${invoiced('i."payRecordId" = p."id"')} > ${brought}`,
    },
    {
      code: 'I-13',
      says: 'invoices for an order are not more than the money paid for it, less what went back',
      broken: `select o."id", ${invoicedFor} as "is", ${keptOf} as "should" from "order" o
        where not o."isDel" and ${invoicedFor} > ${keptOf}`,
    },
    {
      code: 'I-14',
      says: 'what is credited for a sale is the sale, to the cent',
      broken: `select min(f."id") as "id", sum(f."perfAmount") as "is", min(f."amount") as "should" from "performance" f
        where not f."isDel" group by f."cashRecordId", f."billId", f."perfType", f."orderId" having sum(f."perfAmount") <> min(f."amount")`,
    },
    {
      code: 'I-14',
      says: 'the shares of a sale make up the whole',
      broken: `select min(f."id") as "id", sum(f."ratio") as "is", 1 as "should" from "performance" f
        where not f."isDel" group by f."cashRecordId", f."billId", f."perfType", f."orderId" having sum(f."ratio") <> 1`,
    },
    {
      code: 'I-14',
      says: 'what is credited on a bill is the new money on it, less what was reversed',
      broken: `select b."id", ${credited} as "is", ${newMoney} as "should" from "bill" b where not b."isDel" and b."billType" in (${paid})
        and ${credited} <> ${newMoney}`,
    },
    {
      code: 'I-38',
      says: 'a finished order owes nothing and has no refund under way',
      broken: `select o."id", o."dueAmount" as "is", 0 as "should" from "order" o where not o."isDel" and o."orderStatus" in (${v('order_status', 'finished')})
        and (o."dueAmount" > 0 or exists (select 1 from "refund" f where f."orderId" = o."id" and not f."isDel" and f."status" in (${v('refund_status', 'applied', 'approved')})))`,
    },
  ]
}
