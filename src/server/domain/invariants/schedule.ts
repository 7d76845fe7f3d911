/** Seats, holds, bookings and appointments (I-20 to I-25, I-28). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

export const schedule = (v: In): Invariant[] => {
  const live = v('scheduling_status', 'toConfirm', 'confirmed', 'arrived')
  return [
    {
      code: 'I-20',
      says: 'a seat has one live booking at most',
      broken: `select min(b."id") as "id", count(*) as "is", 1 as "should" from "scheduling" b
        where not b."isDel" and b."schedulingStatus" in (${live}) group by b."seatId" having count(*) > 1`,
    },
    {
      code: 'I-20',
      says: 'a booked seat and its booking name each other',
      broken: `select s."id", s."schedulingId" as "is", b."id" as "should" from "schSeat" s
          left join "scheduling" b on b."seatId" = s."id" and b."schedulingStatus" in (${live}) and not b."isDel"
        where not s."isDel" and (s."seatStatus" in (${v('seat_status', 'booked')}) or b."id" is not null)
          and (s."schedulingId" is distinct from b."id" or s."seatStatus" not in (${v('seat_status', 'booked')}))`,
    },
    {
      code: 'I-20',
      says: 'a seat of viewing and its appointment name each other',
      broken: `select s."id", s."pickSchedulingId" as "is", p."id" as "should" from "schSeat" s
          left join "pickScheduling" p on p."seatId" = s."id" and p."schedulingStatus" in (${live}) and not p."isDel"
        where not s."isDel" and s."seatStatus" in (${v('seat_status', 'free', 'held', 'booked')})
          and s."pickSchedulingId" is distinct from p."id"`,
    },
    {
      code: 'I-21',
      says: 'a seat that is held has its hold, and a hold its seat',
      broken: `select s."id", s."holdId" as "is", h."id" as "should" from "schSeat" s
          left join "holdSeat" h on h."seatId" = s."id" and h."holdStatus" in (${v('hold_status', 'held')}) and not h."isDel"
        where (s."seatStatus" in (${v('seat_status', 'held')}) and not s."isDel" and (h."id" is null or s."holdId" is distinct from h."id"))
          or (h."id" is not null and (s."seatStatus" not in (${v('seat_status', 'held')}) or s."holdId" is distinct from h."id"))`,
    },
    {
      code: 'I-22',
      says: 'a session has one live booking at most, and names it',
      broken: `select o."id", o."schedulingId" as "is", b."id" as "should" from "orderSession" o
          left join "scheduling" b on b."orderSessionId" = o."id" and b."schedulingStatus" in (${live}) and not b."isDel"
        where not o."isDel" and b."id" is not null and o."schedulingId" is distinct from b."id"
      union all select min(b."orderSessionId"), count(*), 1 from "scheduling" b where not b."isDel" and b."schedulingStatus" in (${live})
        group by b."orderSessionId" having count(*) > 1`,
    },
    {
      code: 'I-23',
      says: 'nobody is at two sessions at one time',
      broken: `with "stay" as (select b."id", b."bookDate", b."companyId", b."startTime", b."endTime",
            coalesce((select r."sheying" || r."huazhuang" || r."dengguang" from "workTask" t
                join "photographyRecord" r on r."workTaskId" = t."id" and not r."isDel"
                where t."orderSessionId" = b."orderSessionId" and t."taskType" in (${v('task_type', 'shooting')}) and not t."isDel"
                  and t."taskStatus" in (${v('task_status', 'toAssign', 'assigned', 'inProgress', 'paused')}) limit 1),
              (select m."sheying" || m."huazhuang" || m."dengguang" from "team" m where m."id" = b."teamId")) as "people"
          from "scheduling" b where not b."isDel" and b."schedulingStatus" in (${live}))
        select a."id", a."startTime" as "is", b."startTime" as "should" from "stay" a
          join "stay" b on b."id" > a."id" and b."bookDate" = a."bookDate" and b."companyId" = a."companyId"
            and b."startTime" < a."endTime" and b."endTime" > a."startTime" and b."people" && a."people"`,
    },
    {
      code: 'I-28',
      says: 'a lane has no more live appointments than its capacity',
      broken: `select l."id", count(*) as "is", l."capacity" as "should" from "pickSlot" l
          join "pickScheduling" p on p."slotId" = l."id" and p."schedulingStatus" in (${live}) and not p."isDel"
        where not l."isDel" group by l."id", l."capacity" having count(*) > l."capacity"`,
    },
    {
      code: 'I-28',
      says: 'a vehicle and a person have one lane on a day',
      broken: `select a."id", a."vehicleId" as "is", b."id" as "should" from "pickSlot" a
          join "pickSlot" b on b."id" > a."id" and b."companyId" = a."companyId" and b."slotDate" = a."slotDate" and not b."isDel"
            and (b."vehicleId" = a."vehicleId" or b."workerIds" && a."workerIds")
        where not a."isDel"`,
    },
    {
      code: 'I-24',
      says: 'nothing is booked on a day off',
      broken: `select d."id", d."bookedCount" as "is", 0 as "should" from "schSetting" d join "schSeat" s on s."settingId" = d."id" and not s."isDel"
        where not d."isDel" and d."isDayoff" and s."seatStatus" in (${v('seat_status', 'free', 'held', 'booked')})`,
    },
    {
      code: 'I-25',
      says: 'seats of a group do not overlap, and end after they start',
      broken: `select a."id", a."startTime" as "is", b."startTime" as "should" from "schSeat" a join "schSeat" b
          on b."groupId" = a."groupId" and b."id" > a."id" and not b."isDel" and b."startTime" < a."endTime" and b."endTime" > a."startTime"
        where not a."isDel"
        union all select s."id", s."startTime", s."endTime" from "schSeat" s where not s."isDel" and s."endTime" <= s."startTime"`,
    },
  ]
}
