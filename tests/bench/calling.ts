/** Calls made as somebody's browser makes them. */
import type { Requests, Sent, Told } from '../../src/generated/wire.ts'

export type Caller = <P extends keyof Requests, K extends string>(path: P, data: Sent<P, K>) => Promise<Told[P]>

export const caller =
  (origin: string, token: string): Caller =>
  async (path, data) => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data }),
    })
    const told = (await answer.json()) as { status: number; msg: string; data: never }
    if (told.status !== 200) throw new Error(`${path}: ${JSON.stringify(told).slice(0, 300)}`)
    return told.data
  }
