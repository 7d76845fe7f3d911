/** Name and number of a customer, where records keep them beside the reference so that lists can search and sort by them. */
import type { CallContext, Row } from '../../types.ts'
import { refreshCopies } from './fold.ts'

/** Brings the copies up to date with the customer. */
export async function copyIdentity(c: CallContext, customer: Row): Promise<void> {
  const { id, realName, mobile, birthday } = customer
  for (const resource of Object.values(c.model.resources)) {
    if (resource.virtual || resource.fields.customerId?.of !== 'customer' || !resource.fields.customerName) continue
    await refreshCopies(c, resource.name, 'customerId', id, { customerName: realName, mobile })
  }
  await refreshCopies(c, 'members', 'customerId', id, { realName, birthday })
  await refreshCopies(c, 'familyMember', 'customerId', id, { name: realName, mobile, birthday })
  await refreshCopies(c, 'family', 'primaryCustomerId', id, { primaryMobile: mobile })
}
