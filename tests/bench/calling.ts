/** Calls made as somebody's browser makes them. */

export type Caller = <T>(path: string, data: unknown) => Promise<T>

export const caller =
  (origin: string, token: string): Caller =>
  async <T>(path: string, data: unknown): Promise<T> => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data }),
    })
    const told = (await answer.json()) as { status: number; msg: string; data: T }
    if (told.status !== 200) throw new Error(`${path}: ${JSON.stringify(told).slice(0, 300)}`)
    return told.data
  }
