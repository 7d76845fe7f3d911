/** The customer whom the README names: somebody with photos to see and a design to confirm gets a number to remember. */
import type { Seeder, Values } from './seeder.ts'

export const CUSTOMER = '13911110002'

/** Gives the customer of the first design that waits for a word this number. A demo too small for one has none. */
export async function seedShownCustomer(s: Seeder, values: Values): Promise<void> {
  const [design] = await s.call('designTask/query', {
    designStatus: values('design_status', 'toConfirm'),
    pageNO: 1,
    pageRows: 1,
  })
  if (!design) return
  const task = await s.call('workTask/detail', { id: design.workTaskId })
  if (task.customerId === null) return
  await s.call('customer/edit', { id: task.customerId, mobile: CUSTOMER })
}
