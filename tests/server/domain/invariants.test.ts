/** What `atelier verify` finds: the demo data stands, and each of these faults in it is named with its row. */
import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Queryable } from '../../../src/server/types.ts'
import { onOneEngine } from '../support/engines.ts'
import { useProduct } from '../support/useProduct.ts'

/** A fault, as a statement, and the number of the rule that it breaks. */
const FAULTS: [code: string, fault: string, statement: string][] = [
  ['I-09', 'a request to pay taken twice', `update "payRecord" set "requestNo" = 'again'`],
  [
    'I-11',
    'a coupon worth more than what is bought',
    `update "order" set "couponAmount" = "itemsAmount" + 1 where "id" = (select min("id") from "order")`,
  ],
  [
    'I-14',
    'a share that is left over',
    `update "performance" set "ratio" = 0.5 where "id" = (select min("id") from "performance")`,
  ],
  [
    'I-18',
    'a membership that ends before it begins',
    `update "members" set "expireTime" = "joinTime" - interval '1 day'`,
  ],
  ['I-19', 'a special sale that sold what nobody bought', `update "specialSaleItem" set "soldCount" = "soldCount" + 1`],
  [
    'I-29',
    'a photo in a place that its product has not',
    `update "pickProduct" set "slotNo" = 99 where "id" = (select min("id") from "pickProduct")`,
  ],
  ['I-29', 'a photo in a product that nobody picked', `delete from "pick"`],
  [
    'I-30',
    'a selection that is done with more photos than were paid for',
    `update "selectedFilm" set "quota" = 0 where "selectionStatus" = 5`,
  ],
  ['I-31', 'a session with two covers', `update "photo" set "isCover" = true`],
  [
    'I-33',
    'a selection that goes on after its task is done',
    `update "selectedFilm" set "selectionStatus" = 3 where "selectionStatus" = 5`,
  ],
  ['I-33', 'a product of a design that was not confirmed', `update "designTask" set "designStatus" = 3`],
  [
    'I-34',
    'a designer who inspected the own work',
    `update "qualityCheck" set "inspectorId" = w."employeeID" from "retouchTask" t, "worker" w
      where "qualityCheck"."targetType" = 2 and t."id" = "qualityCheck"."targetId" and w."workTaskId" = t."workTaskId"`,
  ],
  ['I-36', 'one unit too many', `update "workProduct" set "unitNo" = 99`],
  ['I-37', 'a product that came back and was never sent', `update "workProduct" set "produceSendId" = null`],
  ['I-37', 'a delivery of another order', `update "delivery" set "orderId" = (select max("id") from "order")`],
  [
    'I-38',
    'an order that is completed without its products',
    `update "workProduct" set "produceStatus" = 8 where "produceStatus" = 9`,
  ],
  [
    'I-39',
    'a link to the order of somebody else',
    `update "clientAccess" set "customerId" = (select max("id") from "customer")`,
  ],
  ['I-38', 'an order that is finished and not paid', `update "order" set "orderStatus" = 5 where "dueAmount" > 0`],
  [
    'I-46',
    'a rule of chosen departments that names none',
    `update "dataAccess" set "level" = 6, "orgIds" = '{}' where "id" = (select min("id") from "dataAccess")`,
  ],
  [
    'I-47',
    'a session with its token as it is',
    `insert into "loginSession" ("token", "userId", "expireTime", "createTime", "updateTime", "version", "isDel") select 'abc', min("id"), now(), now(), now(), 1, false from "user"`,
  ],
  [
    'I-47',
    'an account in a role that it does not hold',
    `update "user" set "currentRoleId" = (select min(r."id") from "role" r where not exists (select 1 from "userRole" h where h."userId" = "user"."id" and h."roleId" = r."id"))
      where "id" = (select min("id") from "user")`,
  ],
  [
    'I-49',
    'a write that is in the log twice',
    `update "operateLog" set "entityId" = (select "id" from "customer" order by "version" limit 1) where "entity" = 'customer'`,
  ],
  ['I-52', 'a message read before it was', `update "pushMessage" set "readTime" = now() where "isRead" = 0`],
  [
    'I-57',
    'something sold from the sale of something else',
    `update "orderItem" set "specialSaleItemId" = s."id" from "specialSaleItem" s where s."itemId" <> "orderItem"."itemId"`,
  ],
  ['I-58', 'an order of a package that is not in it', `update "orderItem" set "status" = 2 where "itemType" = 4`],
  [
    'I-59',
    'a button granted with another screen',
    `update "roleMenu" set "btnIds" = (select array_agg(b."id") from "btn" b where b."menuId" <> "roleMenu"."menuId") where "id" = (select min("id") from "roleMenu")`,
  ],
  [
    'I-41',
    'a mobile that is none',
    `update "customer" set "mobile" = '12812345678' where "id" = (select min("id") from "customer")`,
  ],
  [
    'I-44',
    'an import that lost a row',
    `insert into "importJob" ("companyId", "jobType", "fileName", "status", "totalCount", "successCount", "repeatCount", "failCount", "createTime", "updateTime", "version", "isDel") values (1, 1, 'a.xlsx', 3, 3, 1, 1, 0, now(), now(), 1, false)`,
  ],
  [
    'I-45',
    'an order of somebody who was merged',
    `update "customer" set "mergedInto" = (select max("id") from "customer") where "id" = (select min("customerId") from "order")`,
  ],
  [
    'I-48',
    'an order of another company’s customer',
    `update "order" set "companyId" = 2 where "id" = (select min("id") from "order")`,
  ],
  [
    'I-48',
    'an account that is signed in with a role of another company',
    `update "user" set "currentRoleId" = (select "id" from "role" where "companyId" <> "user"."companyId" limit 1) where "id" = (select min("id") from "user" where "currentCorpId" = "companyId" or "currentCorpId" is null)`,
  ],
  [
    'I-50',
    'an order of a customer who was deleted',
    `update "customer" set "isDel" = true where "id" = (select min("customerId") from "order")`,
  ],
  [
    'order.dueAmount',
    'an amount due that is not what its formula comes to',
    `update "order" set "dueAmount" = "dueAmount" + 1 where "id" = (select max("id") from "order")`,
  ],
]

class Undone extends Error {}

onOneEngine('verify', (engine) => {
  const product = useProduct(engine)
  const broken = async (db: Queryable): Promise<string[]> =>
    (await verify(db, product().model)).filter((one) => one.broken.length > 0).map(({ invariant }) => invariant.code)

  it('finds nothing in the demo data', async () => expect(await broken(product().db)).toEqual([]))

  describe('names', () => {
    it.each(FAULTS)('%s: %s', async (code, _fault, statement) => {
      let found: string[] = []
      const undone = product().db.transaction(async (tx) => {
        await dropUnique(tx)
        await tx.query(statement)
        found = await broken(tx)
        throw new Undone()
      })
      await expect(undone).rejects.toBeInstanceOf(Undone)
      expect(found).toContain(code)
    })
  })

  it('finds nothing where an account is signed in to another company', async () => {
    let found: string[] | undefined
    const undone = product().db.transaction(async (tx) => {
      await tx.query(`update "user" set "currentCorpId" = r."companyId", "currentRoleId" = r."id", "orgId" = o."id"
        from "role" r join "org" o on o."companyId" = r."companyId"
        where "user"."id" = (select min("id") from "user") and r."companyId" <> "user"."companyId" and not r."isDel" and not o."isDel"`)
      await tx.query(`insert into "userRole" ("userId", "corpId", "orgId", "roleId", "isDefault", "companyId", "createTime", "updateTime", "version", "isDel")
        select "id", "currentCorpId", "orgId", "currentRoleId", false, "companyId", now(), now(), 1, false from "user" where "currentCorpId" <> "companyId"`)
      const [moved] = await tx.query(`select 1 as "is" from "user" where "currentCorpId" <> "companyId"`)
      found = moved ? await broken(tx) : undefined
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
    expect(found?.filter((code) => code.startsWith('I-'))).toEqual([])
  })

  it('names I-40 where an index would not have let it happen', async () => {
    let found: string[] = []
    const undone = product().db.transaction(async (tx) => {
      await dropUnique(tx)
      await tx.query(`update "channelType" set "name" = 'same'`)
      found = await broken(tx)
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
    expect(found).toContain('I-40')
  })
})

/** The database itself holds some of the rules; here it looks away. */
async function dropUnique(tx: Queryable): Promise<void> {
  const indexes = await tx.query<{ name: string }>(
    `select indexname as "name" from pg_indexes where schemaname = current_schema() and indexname like 'ux\\_%'`,
  )
  for (const { name } of indexes) await tx.query(`drop index "${name}"`)
}
