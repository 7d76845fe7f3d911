/** Bulletins (rules 1.1): published to departments, told to their people, withdrawn by hand or by time. */
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import type { Database, DbRow } from '../../types.ts'

const MAX_CONTENT = 500

const publish: Handler<'bulletin/publish'> = async (c) => {
  if (c.input.status === 'published') await release(c, c.row)
  else if (c.input.status === 'withdrawn') await withdraw(c, c.row)
  else c.refuse('status', { zh: '只能发布或撤回', en: 'A bulletin is published or withdrawn' })
  return null
}

async function release(c: CallContext, bulletin: Row<'bulletin'>): Promise<void> {
  if (bulletin.expireTime !== null && bulletin.expireTime <= c.now)
    c.refuse('expireTime', { zh: '失效时间已过', en: 'Its expiry time has passed' })
  await c.move('bulletin', bulletin, 'publish')
  const { id: bulletinId, title, content, orgIds } = bulletin
  for (const id of await readers(c, orgIds)) {
    await c.notify(id, {
      title,
      content: content.slice(0, MAX_CONTENT),
      sourceType: 'bulletin',
      source: { id: bulletinId },
    })
  }
  c.log({ zh: `发布公告：${title}`, en: `Bulletin published: ${title}` })
}

async function withdraw(c: CallContext, bulletin: Row<'bulletin'>): Promise<void> {
  await c.move('bulletin', bulletin, 'withdraw')
  c.log({ zh: `撤回公告：${bulletin.title}`, en: `Bulletin withdrawn: ${bulletin.title}` })
}

/** People at work in the departments and below them; in the whole company when none is named. Not its author. */
async function readers(c: CallContext, orgIds: readonly number[]): Promise<number[]> {
  const rows = await c.tx.query<DbRow & { id: number }>(READERS, [
    c.actor.companyId ?? 0,
    orgIds,
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
