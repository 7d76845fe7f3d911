/** A record as it stood at a moment, for whoever sees it now. */
import type { Handler, Handlers } from '../call.ts'

const asOf: Handler<'operatelogs/asOf'> = (c) =>
  c.asOf({ entity: c.input.entity, id: c.input.entityId, at: c.input.at })

export const handlers: Handlers = { 'operatelogs/asOf': asOf }
