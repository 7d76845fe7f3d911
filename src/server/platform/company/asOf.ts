/** What is told of a record beside its rows, for whoever sees it now: how it stood at a moment, and why a number is what it is. */
import type { Handler, Handlers } from '../call.ts'

const asOf: Handler<'operatelogs/asOf'> = (c) =>
  c.asOf({ entity: c.input.entity, id: c.input.entityId, at: c.input.at })

const why: Handler<'operatelogs/why'> = (c) =>
  c.why({ entity: c.input.entity, id: c.input.entityId, field: c.input.field })

export const handlers: Handlers = { 'operatelogs/asOf': asOf, 'operatelogs/why': why }
