/** A customer stands in the family as a member; name, number and birthday there are the customer's own. */
import type { CallContext, Row } from '../../types.ts'

const COPIED = { name: 'realName', mobile: 'mobile', birthday: 'birthday' } as const

/** Brings the member up to date with the customer. */
export async function copyIdentity(c: CallContext, customer: Row): Promise<void> {
  const values = Object.fromEntries(Object.entries(COPIED).map(([to, from]) => [to, customer[from]]))
  for (const member of await c.select('familyMember', { customerId: customer.id })) {
    if (Object.entries(values).some(([name, value]) => (member[name] ?? null) !== (value ?? null)))
      await c.update('familyMember', member, values)
  }
}
