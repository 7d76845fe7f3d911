/** Add-ons that nobody pays for (rules 2.3, 2.7): what is cancelled is not sold, and a session that was to be shot again for it is not. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { cancelAddOn } from '../order/addOn.ts'
import { endSessions } from '../order/cancel.ts'
import { serveWhenDone } from '../order/served.ts'
import { isUnshot } from '../order/sessions.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { beginSelection } from './selection.ts'
import { shootOf } from './shoot.ts'
import { words } from '../../platform/values.ts'

/** The photos of the first time count again: they are chosen anew, since what was picked of them was dropped. */
async function takeBack(c: CallContext, workTaskId: number, again: Row<'orderSession'>): Promise<void> {
  const shoot = await shootOf(c, workTaskId)
  const waiting = (await c.find('orderSession', again.id, { lock: true })) ?? again
  if (!isUnshot(waiting))
    c.refuse(undefined, {
      zh: '重拍已经开始，不能取消加单，请收款',
      en: 'It is being shot again, or was: the add-on is to be paid',
    })
  await endSessions(c, [waiting], 'cancel', words(c, 'written', 'addOnCancelled'))
  const session = await c.move('orderSession', shoot.session, 'takeBack')
  await beginSelection(c, { ...shoot, session })
  await settleWorkOrder(c, shoot.task.workOrderId)
  await serveWhenDone(c, shoot.order.id)
}

const del: Handler<'orderAdd/del'> = async (c) => {
  await cancelAddOn(c, c.row)
  const again = await c.ref(c.row, 'orderSession')
  if (again && c.row.workTaskId) await takeBack(c, c.row.workTaskId, again)
  return { count: 1 }
}

export const handlers: Handlers = { 'orderAdd/del': del }
