/**
 * Where parcels are. The tracker is an adapter: `EXPRESS_URL` names an HTTP service that takes
 * `POST {company, no}` with the bearer `EXPRESS_TOKEN` and answers a list of `{time, event, location, content}`, time in
 * ms; without it people write down what happens to a parcel.
 */

/** What may be heard of a parcel. */
const EVENTS = ['transit', 'sign', 'return'] as const

interface ExpressEvent {
  /** When it happened (ms). */
  time: number
  event: (typeof EVENTS)[number]
  location?: string
  content?: string
}

export interface ExpressTracker {
  /** What happened to a parcel so far. Throws where the service does not say. */
  track(company: string, no: string): Promise<ExpressEvent[]>
}

const TIMEOUT_MS = 10_000
const TEXT_MAX = { location: 100, content: 200 }

/** The tracker the environment asks for; nothing: people write it down. */
export const createExpressTracker = (env: NodeJS.ProcessEnv): ExpressTracker | undefined =>
  env.EXPRESS_URL ? httpTracker(env.EXPRESS_URL, env.EXPRESS_TOKEN ?? '') : undefined

/** A service over HTTP. Events of other kinds are no news for anybody here. */
export function httpTracker(url: string, token: string): ExpressTracker {
  return {
    async track(company, no) {
      const answer = await fetch(url, {
        method: 'POST',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        body: JSON.stringify({ company, no }),
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
      if (!answer.ok) throw new Error(`The tracking service answered ${answer.status}`)
      const said: unknown = await answer.json()
      return Array.isArray(said) ? said.flatMap(eventOf) : []
    },
  }
}

/** An event as it is noted here; nothing where it is none. */
function eventOf(said: unknown): ExpressEvent[] {
  const { time, event, location, content } = (said ?? {}) as Record<string, unknown>
  const known = EVENTS.find((one) => one === event)
  if (!known || typeof time !== 'number' || !Number.isFinite(time)) return []
  return [
    {
      time,
      event: known,
      ...(typeof location === 'string' ? { location: location.slice(0, TEXT_MAX.location) } : {}),
      ...(typeof content === 'string' ? { content: content.slice(0, TEXT_MAX.content) } : {}),
    },
  ]
}
