/** Who a customer is: found by number; name, number and birthday stand in the family as they stand here. */
import type { CallContext, Row } from '../../platform/call.ts'

/** Brings the member up to date with the customer. */
export async function copyIdentity(c: CallContext, customer: Row<'customer'>): Promise<void> {
  const { realName: name, mobile, birthday } = customer
  for (const member of await c.select('familyMember', { customerId: customer.id }))
    if (member.name !== name || member.mobile !== mobile || member.birthday !== birthday)
      await c.update('familyMember', member, { name, mobile, birthday })
}

/** Customers with a number; whoever was merged into another is that other one. */
export async function customersWith(
  c: CallContext,
  mobile: string,
  options: { lock?: boolean; limit?: number } = {},
): Promise<Row<'customer'>[]> {
  const found: Row<'customer'>[] = []
  for (const customer of await c.select('customer', { mobile }, options)) {
    let by = customer
    while (by.mergedInto) by = (await c.find('customer', by.mergedInto, options)) ?? { ...by, mergedInto: null }
    found.push(by)
  }
  return found
}

/** The customer with a number. */
export const customerWith = async (
  c: CallContext,
  mobile: string,
  options: { lock?: boolean } = {},
): Promise<Row<'customer'> | undefined> => (await customersWith(c, mobile, { ...options, limit: 1 }))[0]

/** A customer that the person may see; refused at `customerId` otherwise. */
export const customerInSight = async (c: CallContext, id: number): Promise<Row<'customer'>> =>
  (await c.seen('customer', id)) ?? c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
