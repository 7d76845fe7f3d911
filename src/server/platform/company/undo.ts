/** Taking back what one just did: the engine keeps what it needs, and refuses what is too late. */
import type { Handler, Handlers } from '../call.ts'

const undo: Handler<'operatelogs/undo'> = async (c) => ({ count: await c.undo(c.input.key) })

export const handlers: Handlers = { 'operatelogs/undo': undo }
