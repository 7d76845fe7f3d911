/** From the photos to the doorstep: selections, designs, products and deliveries (I-29 to I-31, I-33, I-34, I-36 to I-39). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

export const pipeline = (v: In): Invariant[] => [
  ...choosing(v),
  ...working(v),
  ...filming(v),
  ...producing(v),
  ...delivering(v),
  ...completing(v),
  ...showing(v),
]

const showing = (v: In): Invariant[] => [
  {
    code: 'I-39',
    says: 'a link that is good leads its customer to an order of their own, and a session of it',
    broken: `select l."id", l."customerId" as "is", o."customerId" as "should" from "clientAccess" l
        join "order" o on o."id" = l."orderId" left join "orderSession" s on s."id" = l."orderSessionId"
      where not l."isDel" and l."status" in (${v('enable_status', 'enabled')})
        and (o."customerId" <> l."customerId" or s."orderId" <> l."orderId")`,
  },
  {
    code: 'I-39',
    says: 'whoever came by a link is the customer it is for',
    broken: `select s."id", s."customerId" as "is", l."customerId" as "should" from "loginSession" s
      join "clientAccess" l on l."id" = s."linkId" where not s."isDel" and s."customerId" is distinct from l."customerId"`,
  },
]

const choosing = (v: In): Invariant[] => [
  {
    code: 'I-29',
    says: 'a photo is picked once in a selection, placed once in a product, and has a place of its own there',
    broken: `select min(k."id") as "id", count(*) as "is", 1 as "should" from "pick" k where not k."isDel"
        group by k."selectedFilmId", k."photoId" having count(*) > 1
      union all select min(p."id"), count(*), 1 from "pickProduct" p where not p."isDel"
        group by p."orderItemId", p."unitNo", p."photoId" having count(*) > 1
      union all select min(p."id"), count(*), 1 from "pickProduct" p where not p."isDel"
        group by p."orderItemId", p."unitNo", p."slotNo" having count(*) > 1`,
  },
  {
    code: 'I-29',
    says: 'a product has no more photos than places, nor more units than were bought',
    broken: `select p."id", p."slotNo" as "is", coalesce(nullif(i."photoQuota", 0), g."photoQuota", 0) as "should"
      from "pickProduct" p join "orderItem" i on i."id" = p."orderItemId" left join "product" g on g."id" = i."itemId"
      where not p."isDel" and i."status" in (${v('item_status', 'active')})
        and (p."slotNo" < 1 or p."slotNo" > coalesce(nullif(i."photoQuota", 0), g."photoQuota", 0) or p."unitNo" < 1 or p."unitNo" > i."quantity")`,
  },
  {
    code: 'I-29',
    says: 'what is in a product was kept in the same selection',
    broken: `select p."id", null as "is", p."photoId" as "should" from "pickProduct" p where not p."isDel"
        and not exists (select 1 from "pick" k where k."selectedFilmId" = p."selectedFilmId" and k."photoId" = p."photoId"
          and k."pickType" in (${v('pick_type', 'keep')}) and not k."isDel")`,
  },
  {
    code: 'I-30',
    says: 'a selection that is done has no more photos than were included or paid for',
    broken: `select f."id", count(k."id") as "is", f."quota" as "should" from "selectedFilm" f
        join "pick" k on k."selectedFilmId" = f."id" and k."pickType" in (${v('pick_type', 'keep')}) and not k."isDel"
      where not f."isDel" and f."selectionStatus" in (${v('selection_status', 'done')})
      group by f."id", f."quota" having count(k."id") > coalesce(f."quota", 0)`,
  },
  {
    code: 'I-30',
    says: 'photos over the quota cost what one of them costs',
    broken: `select p."id", p."extraAmount" as "is", p."extraCount" * coalesce(f."extraPrice", 0) as "should" from "pickOrder" p
        join "selectedFilm" f on f."id" = p."selectedFilmId"
      where not p."isDel" and coalesce(p."extraAmount", 0) <> coalesce(p."extraCount", 0) * coalesce(f."extraPrice", 0)`,
  },
  {
    code: 'I-31',
    says: 'a session has one cover at most',
    broken: `select min(p."id") as "id", count(*) as "is", 1 as "should" from "photo" p
      where not p."isDel" and p."isCover" and p."orderSessionId" is not null group by p."orderSessionId" having count(*) > 1`,
  },
]

const working = (v: In): Invariant[] => [
  {
    code: 'I-33',
    says: 'a selection stands where its task does',
    broken: `select f."id", f."selectionStatus" as "is", t."taskStatus" as "should" from "selectedFilm" f join "workTask" t on t."id" = f."workTaskId"
      where not f."isDel" and not t."isDel"
        and not ((f."selectionStatus" in (${v('selection_status', 'toAssign')}) and t."taskStatus" in (${v('task_status', 'toAssign')}))
          or (f."selectionStatus" in (${v('selection_status', 'toPick')}) and t."taskStatus" in (${v('task_status', 'assigned', 'toAssign')}))
          or (f."selectionStatus" in (${v('selection_status', 'picking', 'toPay')}) and t."taskStatus" in (${v('task_status', 'inProgress')}))
          or (f."selectionStatus" in (${v('selection_status', 'done')}) and t."taskStatus" in (${v('task_status', 'done')}))
          or (f."selectionStatus" in (${v('selection_status', 'cancelled')}) and t."taskStatus" in (${v('task_status', 'terminated')})))`,
  },
  {
    code: 'I-33',
    says: 'a design stands where its task does',
    broken: `select d."id", d."designStatus" as "is", t."taskStatus" as "should" from "designTask" d join "workTask" t on t."id" = d."workTaskId"
      where not d."isDel" and not t."isDel"
        and not ((d."designStatus" in (${v('design_status', 'toAssign', 'assigned')}) and t."taskStatus" in (${v('task_status', 'toAssign', 'assigned')}))
          or (d."designStatus" in (${v('design_status', 'designing')}) and t."taskStatus" in (${v('task_status', 'inProgress')}))
          or (d."designStatus" in (${v('design_status', 'toInspect', 'toConfirm')}) and t."taskStatus" in (${v('task_status', 'toInspect')}))
          or (d."designStatus" in (${v('design_status', 'confirmed')}) and t."taskStatus" in (${v('task_status', 'done')}))
          or (d."designStatus" in (${v('design_status', 'rework')}) and t."taskStatus" in (${v('task_status', 'rework')}))
          or (d."designStatus" in (${v('design_status', 'terminated')}) and t."taskStatus" in (${v('task_status', 'terminated')})))`,
  },
  {
    code: 'I-34',
    says: 'nobody inspected what they had worked on',
    broken: `select q."id", q."inspectorId" as "is", null as "should" from "qualityCheck" q
        left join "retouchTask" r on q."targetType" in (${v('quality_target', 'retouch')}) and r."id" = q."targetId"
        left join "designTask" d on q."targetType" in (${v('quality_target', 'design')}) and d."id" = q."targetId"
        join "worker" w on w."workTaskId" = coalesce(r."workTaskId", d."workTaskId") and not w."isDel"
      where not q."isDel" and w."employeeID" = q."inspectorId" and w."assignTime" <= q."createTime"`,
  },
]

const filming = (v: In): Invariant[] => {
  const stands = `((f."vcrStatus" in (${v('vcr_status', 'toAssign')}) and t."taskStatus" in (${v('task_status', 'toAssign')}))
          or (f."vcrStatus" in (${v('vcr_status', 'assigned')}) and t."taskStatus" in (${v('task_status', 'assigned')}))
          or (f."vcrStatus" in (${v('vcr_status', 'inProgress')}) and t."taskStatus" in (${v('task_status', 'inProgress')}))
          or (f."vcrStatus" in (${v('vcr_status', 'toConfirm')}) and t."taskStatus" in (${v('task_status', 'toInspect')}))
          or (f."vcrStatus" in (${v('vcr_status', 'done')}) and t."taskStatus" in (${v('task_status', 'done')}))
          or (f."vcrStatus" in (${v('vcr_status', 'toModify')}) and t."taskStatus" in (${v('task_status', 'rework')}))
          or (f."vcrStatus" in (${v('vcr_status', 'terminated')}) and t."taskStatus" in (${v('task_status', 'terminated')})))`
  return [
    {
      code: 'I-33',
      says: 'a film stands where its task does',
      broken: ['vcrTask', 'mvTask']
        .map(
          (of) => `select f."id", f."vcrStatus" as "is", t."taskStatus" as "should" from "${of}" f
      join "workTask" t on t."id" = f."workTaskId" where not f."isDel" and not t."isDel" and not ${stands}`,
        )
        .join(' union all '),
    },
    {
      code: 'I-33',
      says: 'a clip whose changes are under way waits for them',
      broken: `select t."id", p."taskStatus" as "is", ${v('task_status', 'rework')} as "should" from "workTask" t
        join "workTask" p on p."id" = t."prevTaskId"
      where not t."isDel" and t."taskType" in (${v('task_type', 'vcrModification')}) and p."taskStatus" not in (${v('task_status', 'rework', 'terminated')})
        and t."taskStatus" not in (${v('task_status', 'done', 'terminated')})`,
    },
    {
      code: 'I-33',
      says: 'a film that was handed in has a file, and one final file at most',
      broken: `select f."id", 0 as "is", 1 as "should" from "vcrTask" f
      where not f."isDel" and f."vcrStatus" in (${v('vcr_status', 'toConfirm')})
        and not exists (select 1 from "vcrFile" x where x."vcrTaskId" = f."id" and not x."isDel")
      union all select min(x."id"), count(*), 1 from "vcrFile" x
      where not x."isDel" and x."isFinal" group by x."vcrTaskId", x."mvTaskId" having count(*) > 1`,
    },
  ]
}

const producing = (v: In): Invariant[] => [
  {
    code: 'I-36',
    says: 'a unit that was bought is made once',
    broken: `select min(p."id") as "id", count(*) as "is", 1 as "should" from "workProduct" p where not p."isDel"
        group by p."orderItemId", p."unitNo" having count(*) > 1
      union all select p."id", p."unitNo", i."quantity" from "workProduct" p join "orderItem" i on i."id" = p."orderItemId"
        where not p."isDel" and i."status" in (${v('item_status', 'active')}) and (p."unitNo" < 1 or p."unitNo" > i."quantity")`,
  },
  {
    code: 'I-33',
    says: 'what is made from a design is made from one that was confirmed',
    broken: `select p."id", d."designStatus" as "is", ${v('design_status', 'confirmed')} as "should" from "workProduct" p
        join "designTask" d on d."id" = p."designTaskId"
      where not p."isDel" and p."produceStatus" not in (${v('produce_status', 'cancelled')})
        and d."designStatus" not in (${v('design_status', 'confirmed')})`,
  },
  {
    code: 'I-37',
    says: 'what was sent to a manufacturer has its dispatch, of the same manufacturer',
    broken: `select p."id", p."manufacturerId" as "is", s."manufacturerId" as "should" from "workProduct" p
        left join "produceSend" s on s."id" = p."produceSendId" and not s."isDel"
      where not p."isDel" and p."produceStatus" not in (${v('produce_status', 'toDispatch', 'rework', 'cancelled')})
        and (s."id" is null or p."sendTime" is null or s."manufacturerId" is distinct from p."manufacturerId")`,
  },
  {
    code: 'I-37',
    says: 'what has come back was taken in',
    broken: `select p."id", p."receiptTime" as "is", null as "should" from "workProduct" p
      where not p."isDel" and p."produceStatus" in (${v('produce_status', 'received', 'passed', 'readyForPickUp', 'delivered')})
        and (p."receiptTime" is null or not exists (select 1 from "produceReceipt" r where r."workProductIds" @> array[p."id"] and not r."isDel"))`,
  },
]

const delivering = (v: In): Invariant[] => {
  const customer = v('express_direction', 'toCustomer')
  const ended = v('delivery_status', 'signed', 'cancelled')
  return [
    {
      code: 'I-37',
      says: 'a delivery has products of its order',
      broken: `select i."id", p."orderId" as "is", d."orderId" as "should" from "deliveryItem" i
          join "delivery" d on d."id" = i."deliveryId" join "workProduct" p on p."id" = i."workProductId"
        where not i."isDel" and not d."isDel" and p."orderId" is distinct from d."orderId"`,
    },
    {
      code: 'I-37',
      says: 'a product is on one open delivery to its customer at most, and waits on its shelf',
      broken: `select min(i."id") as "id", count(*) as "is", 1 as "should" from "deliveryItem" i
          join "delivery" d on d."id" = i."deliveryId" and not d."isDel" and d."direction" in (${customer}) and d."deliveryStatus" not in (${ended})
          join "workProduct" p on p."id" = i."workProductId"
        where not i."isDel" group by i."workProductId"
        having count(*) > 1 or min(p."produceStatus") not in (${v('produce_status', 'readyForPickUp', 'rework')})`,
    },
    {
      code: 'I-37',
      says: 'what is delivered was signed for',
      broken: `select p."id", p."produceStatus" as "is", null as "should" from "workProduct" p
        where not p."isDel" and p."produceStatus" in (${v('produce_status', 'delivered')})
          and not exists (select 1 from "deliveryItem" i join "delivery" d on d."id" = i."deliveryId"
            where i."workProductId" = p."id" and not i."isDel" and d."direction" in (${customer}) and d."deliveryStatus" in (${v('delivery_status', 'signed')}))`,
    },
  ]
}

const completing = (v: In): Invariant[] => [
  {
    code: 'I-38',
    says: 'an order whose service is completed has all that is made for it',
    broken: `select i."id", count(p."id") as "is", i."quantity" as "should" from "orderItem" i
        join "order" o on o."id" = i."orderId" and not o."isDel" and o."closeStatus" in (${v('order_close', 'open')})
          and o."serviceDoneTime" is not null and o."orderStatus" in (${v('order_status', 'served', 'finished')})
        join "product" g on g."id" = i."itemId" and g."needProduction"
        left join "workProduct" p on p."orderItemId" = i."id" and not p."isDel" and p."produceStatus" in (${v('produce_status', 'delivered')})
      where not i."isDel" and i."itemType" in (${v('item_type', 'goods')}) and i."status" in (${v('item_status', 'active')})
      group by i."id", i."quantity" having count(p."id") < i."quantity"`,
  },
  {
    code: 'I-38',
    says: 'an order that is finished owes nothing, and no refund of it is under way',
    broken: `select o."id", o."dueAmount" as "is", 0 as "should" from "order" o
      where not o."isDel" and o."closeStatus" in (${v('order_close', 'open')}) and o."orderStatus" in (${v('order_status', 'finished')})
        and (o."dueAmount" > 0 or exists (select 1 from "refund" r where r."orderId" = o."id" and not r."isDel"
          and r."status" in (${v('refund_status', 'applied', 'approved')})))`,
  },
]
