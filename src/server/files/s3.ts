/**
 * Files in an S3 bucket, over plain HTTP with AWS signature version 4 (path-style, so that MinIO, Ceph and the
 * clouds' own stores work alike). Four requests do not need an SDK of seventy packages, and unlike flydrive's
 * driver this one reads ranges, which video needs.
 */
import { createHash, createHmac } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { FileStore, Seal } from '../types.ts'
import { sealOf } from './seal.ts'

interface S3Options {
  endpoint: string
  bucket: string
  region: string
  keyId: string
  secret: string
  prefix: string
}

interface S3Request {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  headers?: Record<string, string>
  body?: Buffer | Blob
  /** The SHA-256 of the body in hex; counted here where the body is in memory. */
  sha256?: string
}

export function s3Store(options: S3Options, seal: Seal = sealOf()): FileStore {
  const send = (key: string, request: S3Request): Promise<Response> => {
    const url = new URL(`${options.endpoint.replace(/\/$/, '')}/${options.bucket}/${options.prefix}${key}`)
    const headers = sign(url, request, options, new Date())
    return fetch(url, { method: request.method, headers, body: bodyOf(request) })
  }
  return {
    seal,
    async put(key, body, contentType) {
      ok(await send(key, { method: 'PUT', body, headers: { 'content-type': contentType } }), key)
    },
    async putFile(key, path, contentType) {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
      const headers = { 'content-type': contentType }
      ok(await send(key, { method: 'PUT', body: await openAsBlob(path), sha256: hash.digest('hex'), headers }), key)
    },
    async get(key) {
      return Buffer.from(await ok(await send(key, { method: 'GET' }), key).arrayBuffer())
    },
    async stream(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
      const answer = ok(await send(key, { method: 'GET', headers }), key)
      return Readable.fromWeb(answer.body as WebStream<Uint8Array>)
    },
    async stat(key) {
      const answer = await send(key, { method: 'HEAD' })
      return answer.status === 404 ? undefined : { size: Number(ok(answer, key).headers.get('content-length')) }
    },
    async del(key) {
      const answer = await send(key, { method: 'DELETE' })
      if (answer.status !== 404) ok(answer, key)
    },
  }
}

const bodyOf = ({ body }: S3Request): Uint8Array<ArrayBuffer> | Blob | undefined =>
  body instanceof Uint8Array ? new Uint8Array(body) : body

function ok(answer: Response, key: string): Response {
  if (!answer.ok) throw new Error(`file store: ${answer.status} ${answer.statusText} for ${key}`)
  return answer
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** The headers of a request with its signature (AWS: "Signature Version 4 signing process"). */
export function sign(
  url: URL,
  request: S3Request,
  { region, keyId, secret }: S3Options,
  now: Date,
): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = stamp.slice(0, 8)
  const payload = request.sha256 ?? sha256(request.body instanceof Uint8Array ? request.body : '')
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': stamp,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  const signature = hmac(key, text).toString('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
