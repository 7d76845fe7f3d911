/** Whose work something is hears of it: whoever may do it and sees the record, nobody else. */
import { expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { onEachEngine } from '../support/engines.ts'
import { useProduct } from '../support/useProduct.ts'

const SOURCE = DICT.message_source

onEachEngine('what there is to do', (engine) => {
  const product = useProduct(engine)
  /** The accounts that were told of a refund so. */
  const told = async (refundNo: string, sourceType: unknown): Promise<string[]> => {
    const rows = await product().db.query<{ mobile: string }>(
      `select e."mobile" from "pushMessage" m join "employee" e on e."id" = m."receiverId"
        where m."content" like $1 || '%' and m."messageSourceType" = $2 order by e."mobile"`,
      [refundNo, sourceType],
    )
    return rows.map(({ mobile }) => mobile)
  }

  it('a refund is told to who approves it, then to who pays it out', async () => {
    const seller = await product().person('consultant')
    const [order] = await product().list(seller, 'order/refundable', { pageRows: 1 })
    const asked = await product().must(seller, 'cashRefund/refund', {
      ...{ orderId: Number(order?.id ?? order?.value), refundAmount: 1, reason: DICT.refund_reason.customer },
      ...{ refundType: DICT.refund_type.partial, refundWay: DICT.refund_way.original },
    })
    const refundNo = String(asked.refundNo)
    const manager = await product().person('manager')
    const cashier = await product().person('cashier')
    const approvers = await told(refundNo, SOURCE.refund)
    expect(approvers).toContain(manager.mobile)
    expect(approvers).not.toContain(seller.mobile)
    expect(approvers).not.toContain(cashier.mobile)
    expect(await told(refundNo, SOURCE.payOut)).toEqual([])

    await product().must(manager, 'cashRefund/confirm', { id: asked.id, action: 'approve' })
    const payers = await told(refundNo, SOURCE.payOut)
    expect(payers).toContain(cashier.mobile)
    expect(payers).not.toContain(manager.mobile)
    expect(payers).not.toContain(seller.mobile)
  })

  it('a refund of a recharge, too, though it is of no department', async () => {
    const admin = await product().person('administrator')
    const account = await product().row<{ id: number }>(
      'select a."id" from "account" a join "customer" c on c."id" = a."customerId" where a."principalBalance" > 100 and c."companyId" = $1 order by a."id" limit 1',
      [admin.companyId],
    )
    const asked = await product().must(admin, 'cashRefund/refund', {
      ...{ sourceType: DICT.refund_source.recharge, accountId: account.id, refundAmount: 1 },
      ...{ refundType: DICT.refund_type.partial, refundWay: DICT.refund_way.original },
      reason: DICT.refund_reason.customer,
    })
    const manager = await product().person('manager')
    expect(await told(String(asked.refundNo), SOURCE.refund)).toContain(manager.mobile)
  })
})
