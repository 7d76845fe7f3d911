/** The built browser: files of a directory, with the compressed copies of the build, or compressed on first use. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentPolicy } from './security.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.map': 'application/json',
}
const PACKED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.webmanifest', '.txt', '.map'])
/** Names with a hash from the build; these files never change. */
const HASHED = /^\/assets\//
const SMALL = 512
const LOOK_AGAIN_MS = 1000

interface StaticFile {
  path: string
  file: string
  packed?: Packed
}

/** Bytes in the encodings a browser may ask for. */
export interface Packed {
  plain: Buffer
  br?: Buffer
  gz?: Buffer
  etag: string
}

/** Compresses text that is sent many times; each encoding on first use. */
export function pack(plain: Buffer): Packed {
  const etag = etagOf(plain)
  if (plain.length < SMALL) return { plain, etag }
  let br: Buffer | undefined
  let gz: Buffer | undefined
  return {
    plain,
    etag,
    get br() {
      return (br ??= brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
    },
    get gz() {
      return (gz ??= gzipSync(plain))
    },
  }
}

/** Text that is sent uncompressed. */
export const asItIs = (plain: Buffer): Packed => ({ plain, etag: etagOf(plain) })

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Answers with packed bytes in the best encoding the browser accepts; 304 when it already has them. */
export function packedResponse(request: Request, packed: Packed, headers: Record<string, string>): Response {
  const common = { ...headers, etag: packed.etag, vary: 'accept-encoding' }
  if (request.headers.get('if-none-match') === packed.etag) return new Response(null, { status: 304, headers: common })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const [bytes, encoding] =
    accepted.includes('br') && packed.br
      ? ([packed.br, 'br'] as const)
      : accepted.includes('gzip') && packed.gz
        ? ([packed.gz, 'gzip'] as const)
        : ([packed.plain, undefined] as const)
  const body = request.method === 'HEAD' ? null : new Uint8Array(bytes)
  return new Response(body, {
    headers: {
      ...common,
      'content-length': String(bytes.length),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  })
}

/** Serves the files of a directory by exact path, so no path can lead out of it; unknown routes get the page itself. */
export class Statics {
  private readonly dir: string
  private files = new Map<string, StaticFile>()
  private seen = { at: -Infinity, changed: 0 }

  constructor(dir: string) {
    this.dir = dir
  }

  /** The file of this path, or the page for a route of the browser; undefined when there is neither. */
  respond(request: Request, path: string): Response | undefined {
    this.lookAgain()
    const file = this.files.get(path) ?? (extname(path) === '' ? this.files.get('/index.html') : undefined)
    if (!file) return undefined
    const type = TYPES[extname(file.path)] ?? 'application/octet-stream'
    const cache = HASHED.test(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return packedResponse(request, (file.packed ??= load(file.file)), {
      'content-type': type,
      'cache-control': cache,
      ...(type.startsWith('text/html')
        ? { 'content-security-policy': contentPolicy(request.headers.get('host')) }
        : {}),
    })
  }

  /** A new build is served without a restart. */
  private lookAgain(): void {
    const now = performance.now()
    if (now - this.seen.at < LOOK_AGAIN_MS) return
    const changed = statSync(join(this.dir, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changed !== this.seen.changed) this.files = changed === 0 ? new Map() : scan(this.dir)
    this.seen = { at: now, changed }
  }
}

/** The bytes of a file, with the compressed copies of the build, else compressed here. */
function load(file: string): Packed {
  const plain = readFileSync(file)
  const br = readIfThere(`${file}.br`)
  const gz = readIfThere(`${file}.gz`)
  if (!br && !gz && PACKED.has(extname(file))) return pack(plain)
  return { plain, br, gz, etag: etagOf(plain) }
}

const readIfThere = (file: string): Buffer | undefined => (existsSync(file) ? readFileSync(file) : undefined)

function scan(dir: string, at = ''): Map<string, StaticFile> {
  const found = new Map<string, StaticFile>()
  for (const entry of readdirSync(join(dir, at), { withFileTypes: true })) {
    const path = `${at}/${entry.name}`
    if (entry.isDirectory()) for (const [name, file] of scan(dir, path)) found.set(name, file)
    else if (!/\.(br|gz)$/.test(path)) found.set(path, { path, file: join(dir, path) })
  }
  return found
}
