/** Calls made before the page that needs their answer is drawn, so that drawing and answering happen at the same time. */
import type { Answer } from '../../model/web.ts'
import { call } from './request.ts'

interface Ahead {
  answer: Promise<Answer<unknown>>
  at: number
}

/** Older answers are not used (ms): the page was not opened after all. */
const KEPT = 5000

const asked = new Map<string, Ahead>()

const questionOf = (path: string, input: unknown): string => JSON.stringify([path, input])

/** The question a page asked last by itself: it is not asked ahead any more. */
let missed: string | undefined

/** Makes a call whose answer a page will need in a moment. The page handles a refusal. */
export function askAhead(path: string, input: unknown): void {
  const question = questionOf(path, input)
  if (missed === question) return
  const answer = call(path, input, { silent: true, loading: false })
  answer.catch(() => undefined)
  asked.set(question, { answer, at: Date.now() })
}

/** The answer to the same question asked ahead, if there is one; once. */
export function takeAhead<T>(path: string, input: unknown): Promise<Answer<T>> | undefined {
  const question = questionOf(path, input)
  const found = asked.get(question)
  asked.delete(question)
  if (found && Date.now() - found.at < KEPT) return found.answer as Promise<Answer<T>>
  missed = question
  return undefined
}
