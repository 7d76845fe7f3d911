/** Disks (rules 1.9): one is written to; a workstation shows what its disks hold together. */
import type { CallContext, Handler, Handlers } from '../legacy.ts'
import { target, targets } from '../rows.ts'

/** One disk of the company is the default. */
async function alone(c: CallContext, id: number): Promise<void> {
  for (const other of await c.select('filePss', { isDefault: true }, { lock: true }))
    if (other.id !== id) await c.update('filePss', other, { isDefault: false })
}

/** Counts anew what workstations show of their disks. Nobody's edit: version and log stay. */
async function sumUp(c: CallContext, ids: readonly unknown[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  const sum = (what: string): string =>
    `(select ${what} from "filePss" d where d."workstationId" = "fileWorkstation"."id" and not d."isDel")`
  await c.tx.query(
    `update "fileWorkstation" set "diskCount" = ${sum('count(*)')}, "usedGb" = ${sum('coalesce(sum(d."usedGb"), 0)')},
       "totalGb" = ${sum('coalesce(sum(d."totalGb"), 0)')} where "id" = any($1::bigint[])`,
    [wanted],
  )
}

const add: Handler = async (c) => {
  const answer = (await c.standard()) as { id: number }
  if (c.input.isDefault === true) await alone(c, answer.id)
  await sumUp(c, [c.input.workstationId])
  return answer
}

const edit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  if (c.input.isDefault === true) await alone(c, before.id)
  await sumUp(c, [before.workstationId, c.input.workstationId])
  return answer
}

const del: Handler = async (c) => {
  const stations = targets(c).map((row) => row.workstationId)
  const answer = await c.standard()
  await sumUp(c, stations)
  return answer
}

const makeDefault: Handler = async (c) => {
  await alone(c, target(c).id)
  return c.standard()
}

export const handlers: Handlers = {
  'filePss/add': add,
  'filePss/edit': edit,
  'filePss/del': del,
  'filePss/makeDefault': makeDefault,
}
