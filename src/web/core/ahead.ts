/** Calls made before the page that wants their answer is drawn: question and answer pass each other on the way. */
import type { Answer } from '../../model/web.ts'
import { call } from './request.ts'

interface Ahead {
  answer: Promise<Answer<unknown>>
  at: number
}

/** Nobody takes an older one, ms: the page was not opened after all. */
const KEPT = 5000

const asked = new Map<string, Ahead>()

const questionOf = (path: string, input: unknown): string => JSON.stringify([path, input])

/** What a page asked by itself last: nobody asks that ahead any more. */
let missed: string | undefined

/** Makes a call whose answer a page will ask for in a moment. A refusal is for the one who asks. */
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
