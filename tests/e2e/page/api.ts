/** The product's calls, made without a page: to sign in, and to prepare what a test is about. */
import type { Listed, Requests, Sent, Told } from '../../../src/generated/wire.ts'
import type { Lang } from '../../../src/model/model.ts'
import type { Answer, UserInfo } from '../../../src/model/web.ts'
import { PASSWORD } from '../../../mock/organisation.ts'
import { origin } from './stage.ts'

/** Accounts of the demo by what they are for. */
export const ACCOUNT = {
  administrator: '13800000001',
  production: '13800000009',
  manager: '13800000002',
  scheduler: '13800000013',
  photographer: '13800000005',
  selector: '13800000006',
  designer: '13800000007',
  retoucher: '13800000008',
  telemarketer: '13800000003',
  cashier: '13800000004',
  director: '13800000010',
  consultant: '13800000011',
  inactive: '13800000014',
  limited: '13800000015',
  classAssistant: '13800000016',
} as const

/** Makes a call; any status is an answer. */
export async function ask<T = unknown>(
  path: string,
  data: unknown = {},
  token = '',
  lang: Lang = 'en',
): Promise<Answer<T>> {
  const response = await fetch(`${origin()}/api/${path}.json`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': lang,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ data }),
  })
  return (await response.json()) as Answer<T>
}

/** Makes a call that must succeed; resolves to its data. */
export function call<P extends keyof Requests, K extends string>(
  path: P,
  data?: Sent<P, K>,
  token?: string,
  lang?: Lang,
): Promise<Told[P]> {
  return raw(path, data, token, lang)
}

/** As `call`, of a call whose function answers several. */
export function list<P extends keyof Requests, K extends string>(
  path: P,
  data?: Sent<P, K>,
  token?: string,
): Promise<Listed<P>> {
  return raw(path, data, token)
}

/** Who somebody is. */
export const person = async (token: string): Promise<UserInfo['userDO']> =>
  (await raw<UserInfo>('index/init', {}, token)).userDO

/** As `call`, to a call that is found out, or that answers what its type does not say. */
export async function raw<T = unknown>(path: string, data: object = {}, token = '', lang: Lang = 'en'): Promise<T> {
  const answer = await ask<T>(path, data, token, lang)
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Sends a file under a form field; resolves to what the upload answers. */
export async function sendFile<T = unknown>(
  path: string,
  part: string,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
  token: string,
): Promise<T> {
  const body = new FormData()
  body.set(part, new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin()}/api/${path}.json`, { method: 'POST', headers, body })
  const answer = (await response.json()) as Answer<T>
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.msg}`)
  return answer.data
}

const tokens = new Map<string, Promise<string>>()

/** A token of this account; one for all tests of a file. */
export function tokenOf(mobile: string): Promise<string> {
  const known = tokens.get(mobile) ?? freshToken(mobile)
  tokens.set(mobile, known)
  return known
}

/** A session of its own, for tests that end it. */
export async function freshToken(mobile: string, password = PASSWORD): Promise<string> {
  return (await call('system/checkLogin', { mobile, password })).token
}
