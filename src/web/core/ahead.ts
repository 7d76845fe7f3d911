/** Calls made before the page that needs their answer is drawn, so that drawing and waiting overlap. */
import type { Answer } from '../../model/web.ts'
import { call } from './request.ts'

interface Ahead {
  answer: Promise<Answer<unknown>>
  at: number
}

/** Older answers are not used (ms): the page was not opened after all. */
const KEPT = 5000

const requests = new Map<string, Ahead>()

const keyOf = (path: string, input: unknown): string => JSON.stringify([path, input])

/** The last request that a page needed: it is there, or on its way, and is not made ahead any more. */
let lastNeeded: string | undefined

const isFresh = (found: Ahead | undefined): found is Ahead => found !== undefined && Date.now() - found.at < KEPT

/** Makes a call whose answer a page will need in a moment, once. The page handles a refusal. */
export function askAhead(path: string, input: unknown): void {
  const question = keyOf(path, input)
  for (const [other, found] of requests) if (!isFresh(found)) requests.delete(other)
  if (lastNeeded === question || requests.has(question)) return
  const answer = call(path, input, { silent: true, loading: false })
  answer.catch(() => undefined)
  requests.set(question, { answer, at: Date.now() })
}

/** Returns the answer of the same request made ahead, once; undefined where there is none. */
export function takeAhead<T>(path: string, input: unknown): Promise<Answer<T>> | undefined {
  const question = keyOf(path, input)
  const found = requests.get(question)
  requests.delete(question)
  lastNeeded = question
  return isFresh(found) ? (found.answer as Promise<Answer<T>>) : undefined
}
