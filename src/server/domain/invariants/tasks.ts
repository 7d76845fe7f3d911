/** Tasks, the people on them, and work orders (I-33, I-38, I-60, I-61). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

export const tasks = (v: In): Invariant[] => {
  const shooting = v('task_type', 'shooting')
  const over = v('task_status', 'done', 'terminated')
  return [
    {
      code: 'I-33',
      says: 'no task is begun before the one before it is done',
      broken: `select t."id", p."taskStatus" as "is", ${v('task_status', 'done')} as "should" from "workTask" t
          join "workTask" p on p."id" = t."prevTaskId"
        where not t."isDel" and t."taskStatus" in (${v('task_status', 'inProgress', 'toInspect', 'done')})
          and p."taskStatus" not in (${v('task_status', 'done')}) and t."taskType" not in (${v('task_type', 'vcrModification')})`,
    },
    {
      code: 'I-35',
      says: 'somebody has one commission of a role of a task at most, but for those by hand',
      broken: `select min(m."id") as "id", count(*) as "is", 1 as "should" from "commission" m
        where not m."isDel" and not m."isManual" and m."workTaskId" is not null and m."status" not in (${v('commission_status', 'reversed')})
        group by m."workTaskId", m."employeeId", m."workerRole" having count(*) > 1`,
    },
    {
      code: 'I-35',
      says: 'a task that is settled says what its commissions came to',
      broken: `select t."id", t."settleAmount" as "is", coalesce(sum(m."amount"), 0) as "should" from "workTask" t
          left join "commission" m on m."workTaskId" = t."id" and not m."isDel" and not m."isManual"
        where not t."isDel" and t."settlementStatus" in (${v('settlement_status', 'settled')})
        group by t."id", t."settleAmount" having t."settleAmount" is distinct from coalesce(sum(m."amount"), 0)`,
    },
    {
      code: 'I-38',
      says: 'an order whose service is completed has nothing left to shoot or to do',
      broken: `select o."id", count(*) as "is", 0 as "should" from "order" o
          left join "orderSession" s on s."orderId" = o."id" and not s."isDel" and s."sessionStatus" not in
            (${v('session_status', 'done', 'reshoot', 'makeup', 'cancelled', 'terminated')})
          left join "workTask" t on t."orderId" = o."id" and not t."isDel" and t."taskStatus" not in (${over})
        where not o."isDel" and o."closeStatus" in (${v('order_close', 'open')}) and o."serviceDoneTime" is not null
          and o."orderStatus" in (${v('order_status', 'served')}) and (s."id" is not null or t."id" is not null) group by o."id"`,
    },
    {
      code: 'I-60',
      says: 'one person of each role on a task is in charge',
      broken: `select min(w."id") as "id", count(*) filter (where w."isMain") as "is", 1 as "should" from "worker" w
        where not w."isDel" group by w."workTaskId", w."workerRole" having count(*) filter (where w."isMain") <> 1`,
    },
    {
      code: 'I-61',
      says: 'a shooting task stands where its session does',
      broken: `select t."id", t."taskStatus" as "is", s."sessionStatus" as "should" from "workTask" t
          join "orderSession" s on s."id" = t."orderSessionId"
        where not t."isDel" and t."taskType" in (${shooting}) and t."taskStatus" not in (${v('task_status', 'terminated')})
          and not ((s."sessionStatus" in (${v('session_status', 'unshot', 'rescheduled')}) and t."taskStatus" in (${v('task_status', 'toAssign', 'assigned')}))
            or (s."sessionStatus" in (${v('session_status', 'shooting')}) and t."taskStatus" in (${v('task_status', 'inProgress')}))
            or (s."sessionStatus" in (${v('session_status', 'paused')}) and t."taskStatus" in (${v('task_status', 'paused')}))
            or (s."sessionStatus" in (${v('session_status', 'unfinished')}) and t."taskStatus" in (${v('task_status', 'rework')}))
            or (s."sessionStatus" in (${v('session_status', 'done', 'reshoot', 'makeup')}) and t."taskStatus" in (${v('task_status', 'done')})))`,
    },
    {
      code: 'I-61',
      says: 'a task that is given out has somebody in charge, who is on it',
      broken: `select t."id", t."mainWorkerId" as "is", (select min(w."employeeID") from "worker" w where w."workTaskId" = t."id" and not w."isDel") as "should"
        from "workTask" t where not t."isDel" and t."taskStatus" in (${v('task_status', 'assigned')})
          and not exists (select 1 from "worker" w where w."workTaskId" = t."id" and not w."isDel" and w."employeeID" = t."mainWorkerId")`,
    },
    {
      code: 'I-61',
      says: 'a work order that is finished has no open task',
      broken: `select o."id", count(*) as "is", 0 as "should" from "workOrder" o join "workTask" t on t."workOrderId" = o."id"
        where not o."isDel" and not t."isDel" and o."workOrderStatus" in (${v('work_order_status', 'finished')})
          and t."taskStatus" not in (${over}) group by o."id"`,
    },
  ]
}
