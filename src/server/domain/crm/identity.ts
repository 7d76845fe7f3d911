/** Who a customer is: found by number; name, number and birthday stand in the family as they stand here. */
import type { CallContext, Row } from '../legacy.ts'

const COPIED = { name: 'realName', mobile: 'mobile', birthday: 'birthday' } as const

/** Brings the member up to date with the customer. */
export async function copyIdentity(c: CallContext, customer: Row): Promise<void> {
  const values = Object.fromEntries(Object.entries(COPIED).map(([to, from]) => [to, customer[from]]))
  for (const member of await c.select('familyMember', { customerId: customer.id })) {
    if (Object.entries(values).some(([name, value]) => (member[name] ?? null) !== (value ?? null)))
      await c.update('familyMember', member, values)
  }
}

/** Customers with a number; those merged into another have none. */
export const customersWith = (
  c: CallContext,
  mobile: unknown,
  options: { lock?: boolean; limit?: number } = {},
): Promise<Row[]> => c.select('customer', { mobile, mergedInto: null }, options)

/** The customer with a number. */
export const customerWith = async (
  c: CallContext,
  mobile: unknown,
  options: { lock?: boolean } = {},
): Promise<Row | undefined> => (await customersWith(c, mobile, { ...options, limit: 1 }))[0]
