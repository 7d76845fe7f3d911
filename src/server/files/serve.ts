/**
 * Gives stored files out: `GET /files/<key>`, `?w=320` for a smaller picture. A key holds 160 random bits and its
 * bytes never change, so an answer may be kept for ever; what was made for one person is given out for a day, and an
 * original by a signed address only; what a customer was given, as long as their session lives. What a browser could run is only ever downloaded.
 */
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { Clock, FileStore } from '../types.ts'
import { WIDTHS } from './images.ts'
import { kindOfExtension } from './kinds.ts'
import type { FileKind } from './kinds.ts'
import { cleanName, endOfKey, KEY, pathOfKey, SEALED, VEILED } from './names.ts'

const YEAR_SECONDS = 31_536_000
/** Up to here a file is read whole: a stream takes longer to set up than its bytes to send. */
const WHOLE = 262_144

interface Serving {
  files: FileStore
  clock: Clock
  /** Whether a session lives; absent: none does. */
  isOpen?(sessionId: number): Promise<boolean>
}

/** The answer for a key; nothing when it is no key of ours. */
export async function serveFile(key: string, request: Request, serving: Serving): Promise<Response | undefined> {
  return VEILED.test(key) ? await serveVeiled(key, request, serving) : await serveKey(key, request, serving)
}

/** Of a customer: looked at anew each time, since what they may see ends. */
async function serveVeiled(key: string, request: Request, serving: Serving): Promise<Response> {
  const gone = new Response(null, { status: 404 })
  const veiled = serving.files.seal.unveil(key, serving.clock.now())
  if (!veiled || (veiled.sessionId !== undefined && !(await serving.isOpen?.(veiled.sessionId)))) return gone
  const address = new URL(veiled.url, request.url)
  for (const name of ['w', 'name']) {
    const asked = new URL(request.url).searchParams.get(name)
    if (asked !== null) address.searchParams.set(name, asked)
  }
  const { method, headers } = request
  const served = await serveKey(
    address.pathname.slice('/files/'.length),
    new Request(address, { method, headers }),
    serving,
  )
  served?.headers.set('cache-control', 'private, no-cache')
  return served ?? gone
}

async function serveKey(key: string, request: Request, { files, clock }: Serving): Promise<Response | undefined> {
  const kind = kindOfExtension(KEY.exec(key)?.[2] ?? '')
  if (!kind) return undefined
  const sealed = key.startsWith(SEALED)
  if (sealed && !files.seal.opens(key, new URL(request.url).searchParams, clock.now()))
    return new Response(null, { status: 404 })
  const width = sealed ? undefined : widthOf(request, kind)
  const left = endOfKey(key) - clock.now()
  const found = left > 0 ? await storedAt(files, key, width) : undefined
  if (!found) return new Response(null, { status: 404 })
  const { path, stat } = found
  const etag = `"${key}${width ?? ''}"`
  const headers = headersOf(kind, width, etag, { name: nameOf(request), left })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const asked = { range: rangeOf(request, etag), head: request.method === 'HEAD' }
  return send(files, { path, size: stat.size }, asked, headers)
}

/** Where a file lies. What is small already has no smaller picture, and is its own. */
async function storedAt(files: FileStore, key: string, width: number | undefined) {
  for (const path of width === undefined ? [pathOfKey(key)] : [pathOfKey(key, width), pathOfKey(key)]) {
    const stat = await files.stat(path)
    if (stat) return { path, stat }
  }
  return undefined
}

function widthOf(request: Request, kind: FileKind): number | undefined {
  const asked = Number(new URL(request.url).searchParams.get('w'))
  return kind.group === 'image' ? WIDTHS.find((width) => width === asked) : undefined
}

/** The name a download is saved under, when the address gives one. */
function nameOf(request: Request): string {
  const name = new URL(request.url).searchParams.get('name')
  return name
    ? `; filename*=UTF-8''${encodeURIComponent(cleanName(name)).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
    : ''
}

function headersOf(
  kind: FileKind,
  width: number | undefined,
  etag: string,
  { name, left }: { name: string; left: number },
): Record<string, string> {
  return {
    'content-type': width ? 'image/webp' : kind.mime,
    'content-disposition': `${kind.group === 'document' || kind.group === 'packed' ? 'attachment' : 'inline'}${name}`,
    'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${Math.min(YEAR_SECONDS, Math.floor(left / 1000))}, immutable`,
    'accept-ranges': 'bytes',
    etag,
  }
}

type Range = { from?: number; to?: number } | undefined

/** One range of bytes; several, or a stale one, are answered with the whole file. */
function rangeOf(request: Request, etag: string): Range {
  const condition = request.headers.get('if-range')
  if (condition && condition !== etag) return undefined
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (!from && !to) return undefined
  return { from: from ? Number(from) : undefined, to: to ? Number(to) : undefined }
}

async function send(
  files: FileStore,
  { path, size }: { path: string; size: number },
  { range, head }: { range: Range; head: boolean },
  headers: Record<string, string>,
): Promise<Response> {
  const start = range ? (range.from ?? Math.max(0, size - (range.to ?? 0))) : 0
  const end = range?.from !== undefined && range.to !== undefined ? Math.min(range.to, size - 1) : size - 1
  if (range && (start > end || start >= size))
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
  headers['content-length'] = String(end - start + 1)
  const status = range ? 206 : 200
  if (head) return new Response(null, { status, headers })
  if (!range && size <= WHOLE) return new Response(new Uint8Array(await files.get(path)), { status, headers })
  const stream = await files.stream(path, range && { start, end })
  return new Response(Readable.toWeb(stream as Readable) as WebStream as ReadableStream, { status, headers })
}
