/** How often a tag is used (rules 1.4). */
import type { CallContext } from '../call.ts'

/** Counts anew the tags of these lists. Nobody's edit: version and log stay. */
export async function countTags(c: CallContext, ...lists: (readonly number[])[]): Promise<void> {
  const ids = [...new Set(lists.flat())]
  if (ids.length === 0) return
  await c.tx.query(
    `update "tags" set "useCount" = (select count(*) from "customer" c where c."tags" @> array["tags"."id"] and not c."isDel") where "id" = any($1::bigint[])`,
    [ids],
  )
}
