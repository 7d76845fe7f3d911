/** Answers on the wire: `{ status, msg, data, total, count … }` with HTTP 200 for any status (rules 6.7). */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DbError } from '../db/index.ts'
import { ERRORS, Refusal, refusal } from '../errors.ts'
import type { Lang } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import type { Answered } from '../engine/run.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import { COMMON_HEADERS } from './security.ts'

const HEADERS = { ...COMMON_HEADERS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
/** Statuses that proxies must see as well. */
const HTTP_STATUS: Record<number, number> = { 405: 405, 503: 503 }

/** A success. */
export function answerOf({ data, msg, ...parts }: Answered): Answer & Record<string, unknown> {
  return { status: 200, msg: msg ?? '', data: data ?? null, ...parts }
}

/** A refusal, in the language of the request. `data` names the field. */
export function refusedAnswer(refused: Refusal, lang: Lang): Answer {
  const data = { ...(refused.field === undefined ? {} : { field: refused.field }), ...refused.data }
  return { status: refused.status, msg: refused.text[lang], data: Object.keys(data).length > 0 ? data : null }
}

/** Turns an error into a refusal: of a database error it tells only what the caller can act on. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DbError) return ofDatabase(error)
  return refusal('unexpected')
}

const DISK_FULL = '53100'

function ofDatabase(error: DbError): Refusal {
  switch (error.kind) {
    case 'serialization':
    case 'timeout':
      return refusal('busy')
    case 'connection':
      return refusal('overloaded')
    case 'unique':
      return refusal('duplicate', { holes: { label: { zh: '数据', en: 'This record' } } })
    case 'foreign':
      return refusal('noReference', {
        field: error.column,
        holes: { label: { zh: '引用的数据', en: 'A record that is pointed at' } },
      })
    case 'missing':
      return refusal('missing', {
        field: error.column,
        holes: { label: { zh: error.column ?? '', en: error.column ?? '' } },
      })
    // Class 22: a value that the column's type cannot hold.
    default:
      if (error.code === DISK_FULL) return refusal('noSpace', { cause: error })
      return error.code?.startsWith('22') ? refusal('malformed') : refusal('unexpected')
  }
}

/** Whether the cause must be logged, because it is a fault of the program or of the machine it runs on. */
export const isFault = ({ status }: Refusal): boolean =>
  [ERRORS.unexpected, ERRORS.overloaded, ERRORS.noSpace].some((one) => one.status === status)

/** The id is among the headers from the start: one that is added later makes an object of them all. */
const headersFor = (request: Request): Record<string, string> => ({ ...HEADERS, [REQUEST_ID]: requestIdOf(request) })

export function jsonResponse(request: Request, body: Answer | Record<string, unknown>): Response {
  const status = HTTP_STATUS[body.status as number] ?? 200
  const headers = headersFor(request)
  return new Response(JSON.stringify(body), {
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '2' } : headers,
  })
}

/** Longer answers are compressed (characters): a page of two hundred rows is, for a page of ten it does not pay. */
const LONG = 48_000
const gzipped = promisify(gzip)

/** A success; a long one is compressed when the browser accepts it. */
export async function successResponse(request: Request, answered: Answered): Promise<Response> {
  const text = JSON.stringify(answerOf(answered))
  const headers = headersFor(request)
  if (text.length < LONG || !request.headers.get('accept-encoding')?.includes('gzip'))
    return new Response(text, { headers })
  const bytes = await gzipped(text, { level: 1 })
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  })
}
