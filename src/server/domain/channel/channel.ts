/** Channels (rules 1.3): since when a specialist looks after one. */
import type { CallContext, Handler, Handlers, Row } from '../call.ts'

async function lookedAfter(c: CallContext, after: Row<'channel'>, before?: Row<'channel'>): Promise<void> {
  if (after.specialistId !== (before?.specialistId ?? null))
    await c.update('channel', after, { specialistTime: after.specialistId ? c.now : null })
}

const add: Handler<'channel/add'> = async (c) => {
  const done = await c.standard()
  await lookedAfter(c, done.after)
  return done
}

const edit: Handler<'channel/edit'> = async (c) => {
  const done = await c.standard()
  await lookedAfter(c, done.after, done.before)
  return done
}

export const handlers: Handlers = { 'channel/add': add, 'channel/edit': edit }
