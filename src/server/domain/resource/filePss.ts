/** Disks (rules 1.9): one is written to. */
import type { CallContext, Handler, Handlers } from '../../platform/call.ts'

/** One disk of the company is the default. */
async function alone(c: CallContext, id: number): Promise<void> {
  for (const other of await c.select('filePss', { isDefault: true }, { lock: true }))
    if (other.id !== id) await c.update('filePss', other, { isDefault: false })
}

const add: Handler<'filePss/add'> = async (c) => {
  const done = await c.standard()
  if (c.input.isDefault) await alone(c, done.after.id)
  return done
}

const edit: Handler<'filePss/edit'> = async (c) => {
  const done = await c.standard()
  if (c.input.isDefault) await alone(c, done.before.id)
  return done
}

const makeDefault: Handler<'filePss/makeDefault'> = async (c) => {
  await alone(c, c.row.id)
  return c.standard()
}

export const handlers: Handlers = {
  'filePss/add': add,
  'filePss/edit': edit,
  'filePss/makeDefault': makeDefault,
}
