/** Channels (rules 1.3): how many a category has, how many leads each brought, and since when a specialist looks after one. */
import { targets } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import type { Queryable } from '../../types.ts'

const ids = (held: readonly unknown[]): number[] => [...new Set(held.filter((one) => typeof one === 'number'))]

/** Counts anew the leads of channels. Nobody's edit: version and log stay. */
export async function countLeads(c: CallContext, ...channels: unknown[]): Promise<void> {
  const wanted = ids(channels)
  if (wanted.length === 0) return
  await c.tx.query(
    `update "channel" set "leadCount" = (select count(*) from "lead" x where x."channelId" = "channel"."id" and not x."isDel") where "id" = any($1::bigint[])`,
    [wanted],
  )
}

/** Counts anew the channels of categories. */
async function countChannels(c: CallContext, ...categories: unknown[]): Promise<void> {
  const wanted = ids(categories)
  if (wanted.length === 0) return
  await c.tx.query(
    `update "channelType" set "channelCount" = (select count(*) from "channel" x where x."channelTypeId" = "channelType"."id" and not x."isDel") where "id" = any($1::bigint[])`,
    [wanted],
  )
}

/** Sums the sales of every channel: what its orders were paid and kept. Each night; nobody waits for it at the counter. */
export async function countSales(db: Queryable): Promise<number> {
  const rows =
    await db.query(`with sums as (select "channelId" as "id", sum("paidAmount" - "refundAmount") as "amount" from "order" where "channelId" is not null and not "isDel" group by "channelId")
    update "channel" c set "orderAmount" = s."amount" from sums s where s."id" = c."id" and c."orderAmount" is distinct from s."amount" returning 1 as "done"`)
  return rows.length
}

async function lookedAfter(c: CallContext, before: Row | undefined, after: Row): Promise<void> {
  if (after.specialistId !== (before?.specialistId ?? null))
    await c.update('channel', after, { specialistTime: after.specialistId ? c.now : null })
}

const add: Handler = async (c) => {
  const answer = (await c.standard()) as { id: number }
  const channel = (await c.find('channel', answer.id)) as Row
  await lookedAfter(c, undefined, channel)
  await countChannels(c, channel.channelTypeId)
  return answer
}

const edit: Handler = async (c) => {
  const before = c.row as Row
  const answer = await c.standard()
  const after = (await c.find('channel', before.id)) as Row
  await lookedAfter(c, before, after)
  await countChannels(c, before.channelTypeId, after.channelTypeId)
  return answer
}

const del: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  await countChannels(c, ...rows.map((row) => row.channelTypeId))
  return answer
}

export const handlers: Handlers = { 'channel/add': add, 'channel/edit': edit, 'channel/del': del }
