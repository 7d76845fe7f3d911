/** Settling a task (rules 2.12, I-35): everybody on it gets what their role earns, once. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { postsOf } from './roles.ts'

const YUAN = 100

interface Earned {
  /** What it is worked out from: yuan, or photos. */
  baseAmount: number
  rate: number
  amount: Cents
}

/** What a role earns by a task. A fixed amount is in yuan. */
function earned({ commissionType, commissionValue }: Row<'workerRole'>, task: Row<'workTask'>, payable: Cents): Earned {
  switch (commissionType) {
    case 'percent':
      return { baseAmount: payable / YUAN, rate: commissionValue, amount: Math.round(payable * commissionValue) }
    case 'perPhoto': {
      const photos = task.photoCount ?? 0
      return { baseAmount: photos, rate: commissionValue, amount: Math.round(photos * commissionValue * YUAN) }
    }
    default:
      return { baseAmount: commissionValue, rate: 1, amount: Math.round(commissionValue * YUAN) }
  }
}

/** Settles a task that is done and on which nothing is to be paid any more. */
export async function settleTask(c: CallContext, task: Row<'workTask'>): Promise<Row<'workTask'>> {
  if (await c.exists('orderAdd', { workTaskId: task.id, status: 'waitingPayment' }))
    c.refuse('targetId', { zh: '该任务还有加单未付', en: 'An add-on of this task is not paid yet' })
  const payable = (await c.ref(task, 'order'))?.payableAmount ?? 0
  let settleAmount: Cents = 0
  for (const { role, set } of await postsOf(c, task.taskType))
    for (const worker of set ? await c.select('worker', { workTaskId: task.id, workerRole: role }) : []) {
      if (!set) continue
      const one = earned(set, task, payable)
      await c.insert('commission', {
        ...{ workOrderId: task.workOrderId, workTaskId: task.id, employeeId: worker.employeeID },
        ...{ workerRole: role, commissionType: set.commissionType, ...one },
      })
      settleAmount += one.amount
    }
  return c.move('workTask', task, 'settle', { settleAmount })
}
