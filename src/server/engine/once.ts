/**
 * Calls that may be sent twice and must run once (`once`; I-09): the request number is claimed in the call's own
 * transaction, so that of two at the same time the second waits for the first and returns the same answer.
 */
import { createHash } from 'node:crypto'
import type { Text } from '../../model/model.ts'
import { refuse } from '../errors.ts'
import type { DbRow, Queryable, Transaction } from '../types.ts'
import type { Answered, Run } from './run.ts'

/** The form of a request number: any short text without control characters. */
const NUMBER = /^[^\p{Cc}\p{Cs}]{1,64}$/u

const REQUEST_NO: Text = { zh: '请求号', en: 'the request number' }

/** The key under which a request is claimed; undefined for a call that is not `once`, or that may come without a number. */
export function onceKey(run: Run): string | undefined {
  const { requestNo } = run.payload
  if (!run.call.once) return undefined
  if (requestNo === undefined || requestNo === null || requestNo === '')
    return run.call.once === 'required'
      ? refuse('missing', { field: 'requestNo', holes: { label: REQUEST_NO } })
      : undefined
  if (typeof requestNo !== 'string' || !NUMBER.test(requestNo)) return refuse('malformed', { field: 'requestNo' })
  const { kind, userId, customerId, companyId } = run.actor
  return [kind, companyId ?? '', userId ?? customerId ?? '', run.call.path, requestNo].join('/')
}

interface Known extends DbRow {
  input: string
  answer: Answered | null
}

/** Claims a request, or returns the answer of its first sending. */
export async function claimOnce(
  tx: Queryable,
  key: string,
  payload: Record<string, unknown>,
): Promise<Answered | undefined> {
  const input = digest(payload)
  const claimed = await tx.query(
    'insert into "once_answer" ("key", "input") values ($1, $2) on conflict do nothing returning 1 as "claimed"',
    [key, input],
  )
  if (claimed.length > 0) return undefined
  const [known] = await tx.query<Known>('select "input", "answer" from "once_answer" where "key" = $1', [key])
  if (!known || known.input !== input) return refuse('requestReused', { field: 'requestNo' })
  return known.answer ?? undefined
}

/** Stores the answer for a repeat, with the end of the transaction. */
export function keepAnswer(to: Pick<Transaction, 'later'>, key: string, answered: Answered): void {
  to.later('update "once_answer" set "answer" = $2 where "key" = $1', [key, JSON.stringify(answered)])
}

function digest(payload: Record<string, unknown>): string {
  const sorted = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url')
}
