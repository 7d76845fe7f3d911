/** The window of a browser that a request comes from. */
const WINDOW = 'x-window'

/** What a window may be called: it is sent on to others. */
const SANE = /^\w{4,32}$/

/** The window that a request names; nothing where what it names is none. */
export function windowOf(request: Request): string | undefined {
  const named = request.headers.get(WINDOW)
  return named !== null && SANE.test(named) ? named : undefined
}
