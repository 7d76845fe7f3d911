/** The id of a request: in its answer, in its log line, and on the screen of whoever met a fault. */
import { randomUUID } from 'node:crypto'

export const REQUEST_ID = 'x-request-id'

/** What a proxy may give: anything else could break a log line or be a message of its own. */
const SANE = /^[\w.:-]{8,64}$/

const given = new WeakMap<Request, string>()

/** The id that came with the request when it is sane, else one made here: short enough to be read out. Always the same for a request. */
export function requestIdOf(request: Request): string {
  const known = given.get(request)
  if (known !== undefined) return known
  const asked = request.headers.get(REQUEST_ID)
  const id = asked !== null && SANE.test(asked) ? asked : randomUUID().slice(-12)
  given.set(request, id)
  return id
}
