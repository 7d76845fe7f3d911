/** Disks (rules 1.9): one is written to; a workstation shows what its disks hold together. */
import type { CallContext, Handler, Handlers } from '../call.ts'

/** One disk of the company is the default. */
async function alone(c: CallContext, id: number): Promise<void> {
  for (const other of await c.select('filePss', { isDefault: true }, { lock: true }))
    if (other.id !== id) await c.update('filePss', other, { isDefault: false })
}

/** Counts anew what workstations show of their disks. Nobody's edit: version and log stay. */
async function sumUp(c: CallContext, ids: readonly number[]): Promise<void> {
  const sum = (what: string): string =>
    `(select ${what} from "filePss" d where d."workstationId" = "fileWorkstation"."id" and not d."isDel")`
  await c.tx.query(
    `update "fileWorkstation" set "diskCount" = ${sum('count(*)')}, "usedGb" = ${sum('coalesce(sum(d."usedGb"), 0)')},
       "totalGb" = ${sum('coalesce(sum(d."totalGb"), 0)')} where "id" = any($1::bigint[])`,
    [ids],
  )
}

const add: Handler<'filePss/add'> = async (c) => {
  const done = await c.standard()
  if (c.input.isDefault) await alone(c, done.after.id)
  await sumUp(c, [done.after.workstationId])
  return done
}

const edit: Handler<'filePss/edit'> = async (c) => {
  const done = await c.standard()
  if (c.input.isDefault) await alone(c, done.before.id)
  await sumUp(c, [done.before.workstationId, done.after.workstationId])
  return done
}

const del: Handler<'filePss/del'> = async (c) => {
  const done = await c.standard()
  await sumUp(
    c,
    done.all.map(({ before }) => before.workstationId),
  )
  return done
}

const makeDefault: Handler<'filePss/makeDefault'> = async (c) => {
  await alone(c, c.row.id)
  return c.standard()
}

export const handlers: Handlers = {
  'filePss/add': add,
  'filePss/edit': edit,
  'filePss/del': del,
  'filePss/makeDefault': makeDefault,
}
