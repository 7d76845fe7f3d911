import axios, { isAxiosError, isCancel } from 'axios'
import type { Answer } from '../../model/web.ts'
import { say } from './feedback.tsx'
import { currentLang } from './i18n.ts'
import { beginLoading } from './loading.ts'
import { limit } from './model.ts'
import { t } from './sentences.ts'
import { createSignal } from './store.ts'
import { token } from './token.ts'
import { windowName } from './window.ts'

/** The options of a call. */
interface CallOptions {
  /** Shows no message and does not go to /403: the caller handles the error. */
  silent?: boolean
  /** Covers the page while it runs (default yes). */
  loading?: boolean
  signal?: AbortSignal
  /** For calls marked `once`: made by the caller when its dialog opens, so that a second click gets the first answer. */
  requestNo?: string
}

/** The field of the refusal, if any; other keys as the call declares. */
type RefusedData = { field?: string } & Record<string, unknown>

/** The server refused, or did not answer (`status` 0), or the caller aborted (`status` 897). The message was shown unless silent. */
export class CallRefused extends Error {
  readonly status: number
  readonly msg: string
  readonly data: RefusedData
  constructor(status: number, msg: string, data: RefusedData = {}) {
    super(msg || `refused with ${status}`)
    this.name = 'CallRefused'
    this.status = status
    this.msg = msg
    this.data = data
  }
}

const SUCCESS = 200
const SILENT = 897
const LOST = 401
/** The status of a call for which a grant is missing. */
export const FORBIDDEN = 403
/** The status of a call that nobody answered: it may have been done or not. */
export const NO_ANSWER = 0
/** From here on the fault is the server's: the person reads the id of the request to whoever runs it. */
const FAULT = 500
const FAULT_SECONDS = 15
const REQUEST_ID = 'x-request-id'
const SECOND = 1000

/** The session of this token has ended (status 401). */
export const sessionLost = createSignal<{ token: string }>()
/** A call was refused because a grant is missing (status 403). */
export const callForbidden = createSignal()

/**
 * Makes a call: POST `/api/<path>.json` with `{data: input}`. Resolves to the whole answer of a success;
 * rejects with `CallRefused`, after showing the message of rules 6.8. No call is ever sent twice.
 */
export async function call<T = unknown>(
  path: string,
  input: unknown = {},
  options: CallOptions = {},
): Promise<Answer<T>> {
  const ended = options.loading === false ? undefined : beginLoading()
  try {
    const payload = options.requestNo ? { ...(input as object), requestNo: options.requestNo } : input
    return await send<T>(path, { data: payload }, options)
  } finally {
    ended?.()
  }
}

/** Uploads files as a form (`upload/…` calls). Resolves to the answer's data; `onProgress` gets 0…1. */
export async function upload<T = unknown>(
  path: string,
  field: string,
  file: Blob,
  options: CallOptions & { onProgress?: (done: number) => void } = {},
): Promise<Answer<T>> {
  const form = new FormData()
  form.append(field, file)
  return await send<T>(path, form, options)
}

/** So much is sent at once of a file that comes in pieces (bytes). */
const PIECE = 8 * 1024 * 1024

/**
 * Uploads a large file piece by piece: what is there already, from an earlier try or visit, is not sent again. Where
 * the connection breaks it rejects; the next try goes on.
 */
export async function uploadInPieces<T = unknown>(
  path: string,
  file: File,
  options: CallOptions & { onProgress?: (done: number) => void } = {},
): Promise<Answer<T>> {
  const { name, size, lastModified } = file
  const { onProgress, ...rest } = options
  const step = (at: number, piece: Blob | undefined) =>
    send<T & { at?: number }>(`${path}/piece`, piece ?? '', {
      ...rest,
      params: { name, size, print: String(lastModified), at },
      onProgress: (done) => onProgress?.((at + done * (piece?.size ?? 0)) / size),
    })
  let answer = await step(0, undefined)
  while (answer.data.at !== undefined) {
    const { at } = answer.data
    answer = await step(at, file.slice(at, at + PIECE))
  }
  return answer
}

type SendOptions = CallOptions & { onProgress?: (done: number) => void; params?: Record<string, unknown> }

async function send<T>(path: string, body: unknown, options: SendOptions): Promise<Answer<T>> {
  const sentToken = token.get()
  const answer = await post<T>(path, body, sentToken, options)
  if (answer.status === SUCCESS) return answer
  react(answer, sentToken, options)
  throw new CallRefused(answer.status, answer.msg ?? '', (answer.data ?? {}) as RefusedData)
}

async function post<T>(path: string, body: unknown, bearer: string, options: SendOptions): Promise<Answer<T>> {
  try {
    const { onProgress } = options
    const answer = await axios.post<Answer<T>>(`/api/${path}.json`, body, {
      timeout: limit('request', 180_000),
      signal: options.signal,
      ...(options.params ? { params: options.params } : {}),
      headers: {
        'Accept-Language': currentLang(),
        'X-Window': windowName,
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      onUploadProgress: onProgress && ((event) => onProgress(event.progress ?? 0)),
    })
    if (typeof answer.data?.status !== 'number') throw new Error('not an answer of this server')
    const { data } = answer
    return data.status >= FAULT ? { ...data, msg: named(data.msg || t('serverBusy'), answer.headers) } : data
  } catch (error) {
    throw failed(error, options)
  }
}

/** A sentence with the id of its request behind it, where the answer had one. */
function named(text: string, headers: Partial<Record<string, unknown>> | undefined): string {
  const id = headers?.[REQUEST_ID]
  return typeof id === 'string' ? t('faultOf', { text, id }) : text
}

/** The error of a call without an answer. */
function failed(error: unknown, options: CallOptions): CallRefused {
  if (isCancel(error)) return new CallRefused(SILENT, '')
  // Without a network a new sign-in or a reload helps nobody, and would lose what was typed.
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false
  const why = named(t(offline ? 'offline' : 'serverBusy'), isAxiosError(error) ? error.response?.headers : undefined)
  if (!options.silent) say.error(why, limit('networkMessage', 5000) / SECOND)
  return new CallRefused(NO_ANSWER, why)
}

/** Rules 6.8, status by status. */
function react(answer: Answer, sentToken: string, options: CallOptions): void {
  if (answer.status === SILENT) return
  // Without a token there is no session to end: a refusal at sign-in is an ordinary one.
  if (answer.status === LOST && sentToken) return sessionLost.emit({ token: sentToken })
  const { unknownCall, outOfScope } = (answer.data ?? {}) as RefusedData
  if (typeof unknownCall === 'string') console.error('url请求错误', unknownCall)
  if (options.silent) return
  say.error(answer.msg || t('serverBusy'), answer.status >= FAULT ? FAULT_SECONDS : undefined)
  if (answer.status === FORBIDDEN && !outOfScope) callForbidden.emit()
}
