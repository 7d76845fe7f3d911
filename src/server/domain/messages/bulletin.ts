/** Bulletins (rules 1.1): published to departments, told to their people, withdrawn by hand or by time. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import type { Database, DbRow } from '../../types.ts'
import { target } from '../rows.ts'

const MAX_CONTENT = 500

const publish: Handler = async (c) => {
  const bulletin = target(c)
  if (c.input.status === 'published') await release(c, bulletin)
  else if (c.input.status === 'withdrawn') await withdraw(c, bulletin)
  else c.refuse('status', { zh: '只能发布或撤回', en: 'A bulletin is published or withdrawn' })
  return null
}

async function release(c: CallContext, bulletin: Row): Promise<void> {
  if (typeof bulletin.expireTime === 'number' && bulletin.expireTime <= c.now)
    c.refuse('expireTime', { zh: '失效时间已过', en: 'Its expiry time has passed' })
  await c.move('bulletin', bulletin, 'publish')
  const title = String(bulletin.title)
  for (const id of await readers(c, bulletin.orgIds as number[] | null)) {
    await c.notify(id, {
      title,
      content: String(bulletin.content).slice(0, MAX_CONTENT),
      sourceType: 'bulletin',
      source: { id: bulletin.id },
    })
  }
  c.log(`发布公告：${title}`)
}

async function withdraw(c: CallContext, bulletin: Row): Promise<void> {
  await c.move('bulletin', bulletin, 'withdraw')
  c.log(`撤回公告：${String(bulletin.title)}`)
}

/** People at work in the departments and below them; in the whole company when none is named. Not its author. */
async function readers(c: CallContext, orgIds: readonly number[] | null): Promise<number[]> {
  const rows = await c.tx.query<DbRow & { id: number }>(READERS, [
    c.actor.companyId ?? 0,
    orgIds ?? [],
    c.actor.employeeId ?? 0,
  ])
  return rows.map(({ id }) => id)
}

const READERS = `
select e."id" from "employee" e left join "org" o on o."id" = e."orgId"
where e."companyId" = $1 and e."status" <> 2 and not e."isDel" and e."id" <> $3 and (
  cardinality($2::bigint[]) = 0
  or exists (select 1 from "org" a where a."id" = any($2::bigint[]) and o."path" like a."path" || '%'))
order by e."id"`

/** Withdraws what has expired (nightly; reading never shows it in between). Answers how many. */
export async function withdrawExpired(db: Database, now: number): Promise<number> {
  const rows = await db.query(
    `update "bulletin" set "status" = 3, "version" = "version" + 1, "updateTime" = $1
     where "status" = 2 and "expireTime" <= $1 and not "isDel" returning 1 as gone`,
    [new Date(now)],
  )
  return rows.length
}

export const handlers: Handlers = { 'bulletin/publish': publish }
